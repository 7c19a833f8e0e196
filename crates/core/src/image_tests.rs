use super::*;

const EVENTS: [ImageEvent; 16] = [
    ImageEvent::Claim,
    ImageEvent::Confirm,
    fault_of(FaultClass::Task),
    fault_of(FaultClass::Refused),
    fault_of(FaultClass::Busy),
    fault_of(FaultClass::Down),
    fault_of(FaultClass::Money),
    fault_of(FaultClass::Machine),
    ImageEvent::Release,
    ImageEvent::Reap { began: false, chance: 1.0 },
    ImageEvent::Reap { began: true, chance: 1.0 },
    ImageEvent::Cancel,
    ImageEvent::Rerun,
    ImageEvent::RerunOne(FrameSide::First),
    ImageEvent::RerunOne(FrameSide::Last),
    ImageEvent::Retry,
];

const fn fault_of(class: FaultClass) -> ImageEvent {
    ImageEvent::Fault { class, wait: None, chance: 1.0 }
}

fn label(event: &ImageEvent) -> String {
    match event {
        ImageEvent::Fault { class, .. } => format!("fault {}", class.as_str()),
        ImageEvent::Reap { began, .. } => format!("reap {}", if *began { "begun" } else { "not begun" }),
        plain @ (ImageEvent::Claim
        | ImageEvent::Confirm
        | ImageEvent::Release
        | ImageEvent::Cancel
        | ImageEvent::Rerun
        | ImageEvent::RerunOne(_)
        | ImageEvent::Retry) => plain.name().to_owned(),
    }
}

fn table(retry_count: u32) -> String {
    let mut lines = Vec::new();
    for state in ImageState::ALL {
        for event in &EVENTS {
            if let Ok(change) = next_image(ImageTask { state, retry_count }, event, &Timing::default()) {
                lines.push(format!(
                    "{} + {} -> {} retry={} due={}s log={} alert={} process={:?} make={}",
                    state.as_str(),
                    label(event),
                    change.to.as_str(),
                    change.retry_count,
                    change.due_in.as_secs(),
                    change.outcome.map_or("-", Outcome::as_str),
                    change.alert.map_or("-", AlertKind::as_str),
                    change.process,
                    match change.remake {
                        Remake::AsBefore => "as before",
                        Remake::Both => "both",
                        Remake::Only(side) => side.as_str(),
                    },
                ));
            }
        }
    }
    lines.join("\n")
}

/// Every pair of state and event that is not in this table is refused.
#[test]
fn every_state_and_event_of_a_task_with_one_charge() {
    let expected = "\
pending + claim -> processing retry=1 due=0s log=- alert=- process=Keep make=as before
pending + cancel -> cancelled retry=1 due=0s log=- alert=- process=Cancel make=as before
processing + confirm -> completed retry=1 due=0s log=done alert=- process=MakeReady make=both
processing + fault task -> pending retry=2 due=8s log=retry alert=- process=Keep make=as before
processing + fault refused -> failed retry=2 due=0s log=failed alert=refused process=Keep make=as before
processing + fault busy -> pending retry=1 due=2s log=released alert=- process=Keep make=as before
processing + fault down -> pending retry=1 due=2s log=released alert=- process=Keep make=as before
processing + fault money -> pending retry=1 due=2s log=released alert=- process=Keep make=as before
processing + fault machine -> pending retry=1 due=2s log=released alert=- process=Keep make=as before
processing + release -> pending retry=1 due=0s log=released alert=- process=Keep make=as before
processing + reap not begun -> pending retry=1 due=0s log=lost alert=- process=Keep make=as before
processing + reap begun -> pending retry=2 due=8s log=lost alert=- process=Keep make=as before
processing + cancel -> cancelled retry=1 due=0s log=released alert=- process=Cancel make=as before
processing + rerun -> pending retry=0 due=0s log=released alert=- process=MakeWaiting make=both
completed + rerun -> pending retry=0 due=0s log=- alert=- process=MakeWaiting make=both
completed + rerun first -> pending retry=0 due=0s log=- alert=- process=MakeWaiting make=first
completed + rerun last -> pending retry=0 due=0s log=- alert=- process=MakeWaiting make=last
failed + rerun -> pending retry=0 due=0s log=- alert=- process=MakeWaiting make=both
failed + retry -> pending retry=0 due=0s log=- alert=- process=Keep make=as before
cancelled + rerun -> pending retry=0 due=0s log=- alert=- process=MakeWaiting make=both";
    assert_eq!(table(1), expected);
}

#[test]
fn the_sixth_charge_gives_a_task_up() {
    let task = |retry_count| ImageTask { state: ImageState::Processing, retry_count };
    for event in [fault_of(FaultClass::Task), ImageEvent::Reap { began: true, chance: 0.5 }] {
        let fifth = next_image(task(4), &event, &Timing::default()).unwrap();
        assert_eq!((fifth.to, fifth.retry_count, fifth.alert), (ImageState::Pending, 5, None));
        let sixth = next_image(task(5), &event, &Timing::default()).unwrap();
        assert_eq!(
            (sixth.to, sixth.retry_count, sixth.alert),
            (ImageState::Failed, 6, Some(AlertKind::Failed))
        );
    }
}

#[test]
fn a_busy_maker_says_how_long_to_wait() {
    let task = ImageTask { state: ImageState::Processing, retry_count: 0 };
    let event =
        ImageEvent::Fault { class: FaultClass::Busy, wait: Some(Duration::from_secs(90)), chance: 0.0 };
    assert_eq!(next_image(task, &event, &Timing::default()).unwrap().due_in, Duration::from_secs(90));
}
