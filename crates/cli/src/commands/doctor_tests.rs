//! Tests of the lines that no test can break from outside.

use rushes_core::{Fault, FaultClass};

use super::*;

fn hint(finding: Finding) -> String {
    let Finding::Bad(Failing { hint, .. }) = &finding else {
        panic!("expected a problem with a hint, got {finding:?}")
    };
    hint.clone()
}

#[test]
fn a_minute_of_skew_passes_and_more_is_a_problem_in_both_directions() {
    for skew in [0, 60_000, -60_000] {
        let good = Finding::Good(format!("{:.1} s from the database's", f64::from(skew) / 1000.0));
        assert_eq!(skew_line(i64::from(skew)), good);
    }
    for skew in [60_001, -60_001, i64::MAX, i64::MIN] {
        assert!(hint(skew_line(skew)).contains("NTP"), "{skew}");
    }
}

#[test]
fn a_machine_without_chinese_is_told_how_to_get_it() {
    let Finding::Note(note) = font_line(fonts(), false) else { panic!("expected a note") };
    assert!(note.contains("apt install fonts-noto-cjk"), "{note}");
    assert!(matches!(font_line(fonts(), true), Finding::Good(_)));
}

#[test]
fn a_maker_that_does_not_work_leads_to_its_table() {
    let fault = Fault::new(FaultClass::Machine, "could not find the program `x`");
    assert!(hint(examined("card", Err(fault))).contains("[makers.card]"));
}
