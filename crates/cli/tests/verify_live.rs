//! `verify --repair` while the farm is at work: what only moves is not taken for broken, nor for nobody's.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use farm::proof::assert_journal_matches;
use farm::{Farm, LIMIT};
use rushes_testkit::wait_until;

#[test]
fn a_repair_beside_workers_makes_nothing_again_and_sets_nothing_aside() {
    let farm = Farm::new();
    let mut demo = farm.start(&mut farm.command(&["demo", "--shots", "40", "--folder", "film"]));
    wait_until("the first frames", LIMIT, || !farm.journal().is_empty());
    let mut looks = 0;
    while demo.ended().is_none() {
        let said = farm.in_project(&["verify", "--repair"]).expect(0);
        assert!(said.contains("broken: 0 shots; of no row: 0 files"), "{said}");
        looks += 1;
    }
    assert!(demo.wait(LIMIT).success(), "{}", demo.log());
    assert!(looks > 3, "the film was too short for this test");
    assert_journal_matches(&farm);
    farm.in_project(&["verify"]).expect(0);
    assert!(!farm.project().join("media/orphans").exists());
}
