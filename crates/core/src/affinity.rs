//! Which task types a worker claims, and in what order.

use std::time::Duration;

use crate::TaskType;

/// How many finished tasks make a type's usual time known.
pub(crate) const ENOUGH_SAMPLES: u64 = 5;

/// What a worker is for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Affinity {
    /// Claimed first, in this order.
    pub prefers: Vec<TaskType>,
    /// If not empty, nothing else is ever claimed.
    pub only: Vec<TaskType>,
}

/// The work that a type still has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeLoad {
    /// The type.
    pub tasktype: TaskType,
    /// How many of its tasks can be claimed now.
    pub ready: u64,
    /// How many of its tasks were made.
    pub samples: u64,
    /// How long one takes, if there are samples.
    pub usual: Duration,
}

impl Affinity {
    /// The types to claim from, the best first: own types in their order, then the others by the most remaining
    /// work. Until every other type has enough samples, remaining work is the count alone.
    pub fn order(&self, loads: &[TypeLoad]) -> Vec<TaskType> {
        let allowed =
            |it: &&TypeLoad| it.ready > 0 && (self.only.is_empty() || self.only.contains(&it.tasktype));
        let own: Vec<TaskType> = self
            .prefers
            .iter()
            .filter(|own| loads.iter().any(|load| &load.tasktype == *own && allowed(&load)))
            .cloned()
            .collect();
        let mut others: Vec<&TypeLoad> =
            loads.iter().filter(allowed).filter(|it| !own.contains(&it.tasktype)).collect();
        let known = others.iter().all(|it| it.samples >= ENOUGH_SAMPLES);
        others.sort_by_key(|it| {
            let work = if known { u128::from(it.ready) * it.usual.as_millis() } else { u128::from(it.ready) };
            (std::cmp::Reverse(work), it.tasktype.clone())
        });
        own.into_iter().chain(others.into_iter().map(|it| it.tasktype.clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn types(names: &[&str]) -> Vec<TaskType> {
        names.iter().map(|it| TaskType::new(*it).unwrap()).collect()
    }

    fn load(name: &str, ready: u64, samples: u64, seconds: u64) -> TypeLoad {
        TypeLoad { tasktype: types(&[name])[0].clone(), ready, samples, usual: Duration::from_secs(seconds) }
    }

    fn check(prefers: &[&str], only: &[&str], loads: &[TypeLoad], expected: &[&str]) {
        let affinity = Affinity { prefers: types(prefers), only: types(only) };
        assert_eq!(affinity.order(loads), types(expected));
    }

    #[test]
    fn own_types_come_first_even_with_less_work() {
        check(
            &["character"],
            &[],
            &[load("character", 1, 9, 20), load("scene", 900, 9, 40)],
            &["character", "scene"],
        );
    }

    #[test]
    fn without_own_work_the_neediest_type_is_helped() {
        let loads = [load("character", 0, 9, 20), load("location", 100, 9, 35), load("scene", 90, 9, 40)];
        check(&["character"], &[], &loads, &["scene", "location"]);
    }

    #[test]
    fn until_five_samples_counts_alone_decide() {
        let loads = [load("location", 100, 4, 1), load("scene", 90, 9, 40)];
        check(&["character"], &[], &loads, &["location", "scene"]);
    }

    #[test]
    fn only_makes_a_worker_exclusive() {
        check(&["character"], &["character"], &[load("scene", 90, 9, 40)], &[]);
        check(&[], &["scene"], &[load("scene", 90, 9, 40), load("location", 9, 9, 9)], &["scene"]);
    }
}
