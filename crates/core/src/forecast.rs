//! A look ahead: who will make frames of what, and from when somebody helps with what is not his own.

use std::time::Duration;

use crate::affinity::ENOUGH_SAMPLES;
use crate::{Affinity, TaskType, TypeLoad};

/// A worker that makes frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hand {
    /// What it is for.
    pub affinity: Affinity,
    /// How many shots it makes at once.
    pub slots: u32,
}

/// One worker turns to a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// The worker's place in the list.
    pub hand: usize,
    /// The type.
    pub tasktype: TaskType,
    /// How long from now.
    pub begins_in: Duration,
}

/// How the frames will be made if everything goes on as of late.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forecast {
    /// The turns, in the order of time.
    pub shifts: Vec<Shift>,
    /// When the last frame is made, seen from now.
    pub ends_in: Duration,
    /// Types that have work and that none of the workers takes.
    pub nobodys: Vec<TaskType>,
}

/// Looks ahead; `None` until the usual time of each type with work is known. A worker keeps to a type until it has no
/// more work: who helps with what is decided as for a claim, by the most remaining work.
pub fn forecast(hands: &[Hand], loads: &[TypeLoad]) -> Option<Forecast> {
    let open = |it: &&TypeLoad| it.ready > 0;
    if loads.iter().filter(open).any(|it| it.samples < ENOUGH_SAMPLES || it.usual.is_zero()) {
        return None;
    }
    let mut left: Vec<(TypeLoad, f64)> =
        loads.iter().filter(open).map(|it| (it.clone(), it.usual.as_secs_f64() * it.ready as f64)).collect();
    let mut at: Vec<Option<TaskType>> = vec![None; hands.len()];
    let (mut shifts, mut now) = (Vec::new(), 0.0);
    loop {
        for (index, (hand, at)) in hands.iter().zip(&mut at).enumerate() {
            turn((index, hand), at, &left, now, &mut shifts);
        }
        let Some(step) = next_end(hands, &at, &left) else { break };
        now += step;
        for (load, work) in &mut left {
            *work -= step * rate(hands, &at, &load.tasktype);
        }
        // What is left of a rounding error is no work.
        left.retain(|(_, work)| *work > 1e-6);
    }
    let nobodys = left.into_iter().map(|(load, _)| load.tasktype).collect();
    Some(Forecast { shifts, ends_in: Duration::from_secs_f64(now), nobodys })
}

/// A worker whose type has no more work turns to the next.
fn turn(
    (index, hand): (usize, &Hand),
    at: &mut Option<TaskType>,
    left: &[(TypeLoad, f64)],
    now: f64,
    shifts: &mut Vec<Shift>,
) {
    if at.as_ref().is_some_and(|at| left.iter().any(|(load, _)| load.tasktype == *at)) {
        return;
    }
    let remaining = |(load, work): &(TypeLoad, f64)| TypeLoad {
        ready: (work / load.usual.as_secs_f64()).ceil() as u64,
        ..load.clone()
    };
    let loads: Vec<TypeLoad> = left.iter().map(remaining).collect();
    *at = hand.affinity.order(&loads).into_iter().next();
    if let Some(tasktype) = at.clone() {
        shifts.push(Shift { hand: index, tasktype, begins_in: Duration::from_secs_f64(now) });
    }
}

/// How many seconds of work of a type are done in a second.
fn rate(hands: &[Hand], at: &[Option<TaskType>], tasktype: &TaskType) -> f64 {
    let there = hands.iter().zip(at).filter(|(_, at)| at.as_ref() == Some(tasktype));
    there.map(|(hand, _)| f64::from(hand.slots)).sum()
}

/// In how many seconds the first of the types that somebody makes has no more work.
fn next_end(hands: &[Hand], at: &[Option<TaskType>], left: &[(TypeLoad, f64)]) -> Option<f64> {
    let ends = left.iter().filter_map(|(load, work)| {
        let rate = rate(hands, at, &load.tasktype);
        (rate > 0.0).then(|| work / rate)
    });
    ends.min_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Vec<TaskType> {
        names.iter().map(|it| TaskType::new(*it).unwrap()).collect()
    }

    fn hand(prefers: &[&str], only: &[&str], slots: u32) -> Hand {
        Hand { affinity: Affinity { prefers: named(prefers), only: named(only) }, slots }
    }

    fn load(name: &str, ready: u64, samples: u64, seconds: u64) -> TypeLoad {
        TypeLoad { tasktype: named(&[name])[0].clone(), ready, samples, usual: Duration::from_secs(seconds) }
    }

    fn told(forecast: &Forecast) -> Vec<String> {
        let shift = |it: &Shift| format!("{} {} {}", it.hand, it.tasktype, it.begins_in.as_secs());
        forecast.shifts.iter().map(shift).collect()
    }

    #[test]
    fn the_film_of_the_articles_ends_with_everybody_at_its_scenes() {
        let hands = [hand(&["character"], &[], 1), hand(&["location"], &[], 1), hand(&["scene"], &[], 1)];
        let loads = [load("character", 342, 9, 20), load("location", 231, 9, 35), load("scene", 456, 9, 40)];
        let ahead = forecast(&hands, &loads).unwrap();
        let expected = ["0 character 0", "1 location 0", "2 scene 0", "0 scene 6840", "1 scene 8085"];
        assert_eq!(told(&ahead), expected);
        assert_eq!(ahead.ends_in.as_secs(), 8085 + (18240 - 6840 - 2 * (8085 - 6840)) / 3);
        assert_eq!(ahead.nobodys, []);
    }

    #[test]
    fn slots_count() {
        let ahead = forecast(&[hand(&[], &[], 4)], &[load("scene", 8, 9, 40)]).unwrap();
        assert_eq!(ahead.ends_in.as_secs(), 80);
    }

    #[test]
    fn a_type_that_nobody_takes_is_named() {
        let loads = [load("scene", 8, 9, 40), load("location", 3, 9, 1)];
        let ahead = forecast(&[hand(&[], &["scene"], 1)], &loads).unwrap();
        assert_eq!((told(&ahead), ahead.nobodys), (vec!["0 scene 0".to_owned()], named(&["location"])));
    }

    #[test]
    fn nothing_is_said_until_each_type_is_known() {
        let loads = [load("scene", 8, 9, 40), load("location", 3, 4, 1)];
        assert_eq!(forecast(&[hand(&[], &[], 1)], &loads), None);
        let none_left = [load("scene", 8, 9, 40), load("location", 0, 0, 0)];
        assert!(forecast(&[hand(&[], &[], 1)], &none_left).is_some());
    }

    #[test]
    fn without_workers_or_work_nothing_happens() {
        let ahead = forecast(&[], &[load("scene", 8, 9, 40)]).unwrap();
        assert_eq!((ahead.shifts, ahead.ends_in, ahead.nobodys), (vec![], Duration::ZERO, named(&["scene"])));
        let ahead = forecast(&[hand(&[], &[], 1)], &[]).unwrap();
        assert_eq!((ahead.shifts, ahead.ends_in, ahead.nobodys), (vec![], Duration::ZERO, vec![]));
    }
}
