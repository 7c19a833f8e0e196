use jiff::civil::date;
use rushes_core::Scenecode;

use super::*;

fn row(at: &str, seconds: i64, worker: &str, stage: Stage, outcome: Outcome) -> WorklogRow {
    let finished = at.parse::<Timestamp>().unwrap().as_millisecond();
    let fault = (outcome == Outcome::Retry).then(|| "task".to_owned());
    WorklogRow {
        id: finished,
        stage,
        scenecode: Scenecode::new(format!("SCN{seconds}")).unwrap(),
        claim_seq: 1,
        worker_id: (!worker.is_empty()).then(|| worker.to_owned()),
        boot_id: None,
        tasktype: None,
        outcome,
        error: fault.as_ref().map(|_| format!("said at {at}")),
        fault,
        started_at: Some(Instant(finished - seconds * 1000)),
        finished_at: Instant(finished),
        maker: None,
        bytes: None,
        cost: (stage == Stage::Clip).then_some(0.5),
    }
}

#[test]
fn a_night_goes_from_noon_to_noon_where_the_machine_stands() {
    let shanghai = TimeZone::posix("CST-8").unwrap();
    for (at, night) in [
        ("2026-12-01T03:59:59Z", date(2026, 11, 30)),
        ("2026-12-01T04:00:00Z", date(2026, 12, 1)),
        ("2026-12-01T20:00:00Z", date(2026, 12, 1)),
    ] {
        let at = Instant(at.parse::<Timestamp>().unwrap().as_millisecond());
        assert_eq!(night_of(at, &shanghai), Some(night));
    }
}

#[test]
fn what_was_made_by_whom_is_added_up() {
    use Outcome::{Done, Lost, Retry};
    use Stage::{Clip, Frames};
    let rows = [
        row("2026-12-02T02:00:00Z", 9, "002", Clip, Done),
        row("2026-12-01T23:10:00Z", 4, "001", Frames, Retry),
        row("2026-12-01T23:00:00Z", 30, "002", Frames, Done),
        row("2026-12-01T22:00:00Z", 3, "001", Frames, Retry),
        row("2026-12-01T21:00:00Z", 20, "001", Frames, Done),
        row("2026-12-01T20:00:00Z", 1, "", Frames, Lost),
        row("2026-11-30T20:00:00Z", 5, "001", Frames, Done),
    ];
    let mut nights = BTreeMap::new();
    add(&mut nights, &rows[..3], &TimeZone::UTC);
    add(&mut nights, &rows[3..], &TimeZone::UTC);
    assert_eq!(nights.keys().copied().collect::<Vec<_>>(), [date(2026, 11, 30), date(2026, 12, 1)]);
    let night = &nights[&date(2026, 12, 1)];
    assert_eq!((night.frames(), night.clips(), night.unmade(), night.cost), (2, 1, 3, Some(0.5)));
    assert_eq!((night.alone().as_secs(), night.length().as_secs()), (50, 6 * 3600 + 1));
    let first = WorkerNight { frames: 1, clips: 0, unmade: 2, making: Duration::from_secs(20) };
    assert_eq!(night.workers["001"], first);
    assert_eq!(night.workers["a person"].unmade, 1);
    assert_eq!(night.faults["task"], (2, "said at 2026-12-01T23:10:00Z".to_owned()));
    let slowest: Vec<u64> = night.slowest.iter().map(|it| it.took.as_secs()).collect();
    assert_eq!(slowest, [30, 20, 9]);
}
