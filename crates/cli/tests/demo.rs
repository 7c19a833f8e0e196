//! `rushes demo`, from an empty folder to a film.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use farm::Farm;

#[test]
fn three_shots_become_a_film() {
    let farm = Farm::new();
    farm.rushes(&["demo", "--shots", "3", "--folder", "film"]).expect(0);
    assert_eq!(farm.rows("SELECT * FROM dbvideo_shot").len(), 3);
}
