use super::*;

fn events() -> Vec<(String, ClipEvent)> {
    let mut all = vec![
        ("frames completed".to_owned(), ClipEvent::FramesCompleted),
        ("lock".to_owned(), ClipEvent::Lock),
        ("unlock".to_owned(), ClipEvent::Unlock),
        ("accepted".to_owned(), ClipEvent::Accepted),
        ("running".to_owned(), ClipEvent::Running),
        ("finished".to_owned(), ClipEvent::Finished),
        ("vanished free".to_owned(), ClipEvent::Vanished { free: true }),
        ("vanished paid".to_owned(), ClipEvent::Vanished { free: false }),
        ("cancel".to_owned(), ClipEvent::Cancel),
        ("retry".to_owned(), ClipEvent::Retry),
        ("rerun frames".to_owned(), ClipEvent::RerunFrames),
        ("rerun clip".to_owned(), ClipEvent::RerunClip),
    ];
    for class in FaultClass::ALL {
        let event = ClipEvent::Fault { class, wait: None, chance: 1.0 };
        all.push((format!("fault {}", class.as_str()), event));
    }
    for (intent, on_unknown) in
        [(false, OnUnknown::Hold), (true, OnUnknown::Hold), (true, OnUnknown::Resubmit)]
    {
        let name = format!("unanswered intent={intent} {}", on_unknown.as_str());
        all.push((name, ClipEvent::Unanswered { intent, on_unknown }));
    }
    all
}

fn rows_of(state: ClipState) -> String {
    let task = ClipTask { state, retry_count: 2 };
    let mut lines = Vec::new();
    for (name, event) in events() {
        if let Ok(change) = next_clip(task, &event, &Timing::default()) {
            lines.push(format!(
                "{name} -> {} retry={} due={}s log={} alert={}",
                change.to.name(),
                change.retry_count,
                change.due_in.as_secs(),
                change.outcome.map_or("-", Outcome::as_str),
                change.alert.map_or("-", AlertKind::as_str),
            ));
        }
    }
    lines.join("\n")
}

/// An event that a state's rows do not name is refused there.
#[test]
fn every_event_of_a_locked_row() {
    let expected = "\
frames completed -> ready retry=0 due=0s log=released alert=-
unlock -> ready retry=2 due=0s log=released alert=-
accepted -> submitted retry=2 due=0s log=- alert=-
cancel -> cancelled retry=2 due=0s log=released alert=-
rerun frames -> waiting retry=0 due=0s log=released alert=-
fault task -> ready retry=3 due=16s log=retry alert=-
fault refused -> failed retry=3 due=0s log=failed alert=refused
fault busy -> ready retry=2 due=2s log=released alert=-
fault down -> ready retry=2 due=2s log=released alert=-
fault money -> ready retry=2 due=2s log=released alert=-
fault machine -> ready retry=2 due=2s log=released alert=-
unanswered intent=false hold -> ready retry=2 due=0s log=lost alert=-
unanswered intent=true hold -> failed retry=2 due=0s log=lost alert=perhaps paid
unanswered intent=true resubmit -> ready retry=2 due=0s log=lost alert=-";
    assert_eq!(rows_of(ClipState::Locked), expected);
}

#[test]
fn every_event_of_a_submitted_row() {
    let expected = "\
frames completed -> ready retry=0 due=0s log=released alert=-
running -> submitted retry=2 due=0s log=- alert=-
finished -> done retry=2 due=0s log=done alert=-
vanished free -> ready retry=2 due=0s log=lost alert=-
vanished paid -> ready retry=2 due=0s log=lost alert=paid again
cancel -> cancelled retry=2 due=0s log=released alert=-
rerun frames -> waiting retry=0 due=0s log=released alert=-
fault task -> ready retry=3 due=16s log=retry alert=-
fault refused -> failed retry=3 due=0s log=failed alert=refused
fault busy -> submitted retry=2 due=2s log=- alert=-
fault down -> submitted retry=2 due=2s log=- alert=-
fault money -> submitted retry=2 due=2s log=- alert=-
fault machine -> submitted retry=2 due=2s log=- alert=-";
    assert_eq!(rows_of(ClipState::Submitted), expected);
}

#[test]
fn every_event_of_the_states_that_nobody_holds() {
    let waiting = "\
frames completed -> ready retry=0 due=0s log=- alert=-
cancel -> cancelled retry=2 due=0s log=- alert=-
rerun frames -> waiting retry=0 due=0s log=- alert=-";
    assert_eq!(rows_of(ClipState::Waiting), waiting);
    let ready = "\
frames completed -> ready retry=0 due=0s log=- alert=-
lock -> locked retry=2 due=0s log=- alert=-
cancel -> cancelled retry=2 due=0s log=- alert=-
rerun frames -> waiting retry=0 due=0s log=- alert=-";
    assert_eq!(rows_of(ClipState::Ready), ready);
    let done = "\
frames completed -> ready retry=0 due=0s log=- alert=-
rerun frames -> waiting retry=0 due=0s log=- alert=-
rerun clip -> ready retry=0 due=0s log=- alert=-";
    assert_eq!(rows_of(ClipState::Done), done);
    let failed = "\
frames completed -> ready retry=0 due=0s log=- alert=-
cancel -> cancelled retry=2 due=0s log=- alert=-
retry -> ready retry=0 due=0s log=- alert=-
rerun frames -> waiting retry=0 due=0s log=- alert=-
rerun clip -> ready retry=0 due=0s log=- alert=-";
    assert_eq!(rows_of(ClipState::Failed), failed);
    let cancelled = "\
frames completed -> ready retry=0 due=0s log=- alert=-
retry -> ready retry=0 due=0s log=- alert=-
rerun frames -> waiting retry=0 due=0s log=- alert=-";
    assert_eq!(rows_of(ClipState::Cancelled), cancelled);
}

#[test]
fn the_sixth_charge_gives_a_clip_up() {
    let event = ClipEvent::Fault { class: FaultClass::Task, wait: None, chance: 0.1 };
    for state in [ClipState::Locked, ClipState::Submitted] {
        let fifth = next_clip(ClipTask { state, retry_count: 4 }, &event, &Timing::default()).unwrap();
        assert_eq!((fifth.to, fifth.retry_count, fifth.alert), (ClipState::Ready, 5, None));
        let sixth = next_clip(ClipTask { state, retry_count: 5 }, &event, &Timing::default()).unwrap();
        assert_eq!(
            (sixth.to, sixth.retry_count, sixth.alert),
            (ClipState::Failed, 6, Some(AlertKind::Failed))
        );
    }
}
