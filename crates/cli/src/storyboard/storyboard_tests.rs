use std::collections::BTreeSet;

use super::*;

fn of_type(shots: &[Shot], tasktype: &str) -> usize {
    shots.iter().filter(|it| it.tasktype.as_str() == tasktype).count()
}

fn chapters(shots: &[Shot]) -> usize {
    shots.iter().map(|it| it.chapter).collect::<BTreeSet<_>>().len()
}

#[test]
fn the_whole_film_has_the_proportions_of_the_articles() {
    let shots = demo(DEMO_SHOTS, 1);
    assert_eq!((shots.len(), chapters(&shots)), (1029, 69));
    let types = ["character", "location", "scene"].map(|it| of_type(&shots, it));
    assert_eq!(types, [342, 231, 456]);
    for (position, shot) in (1..).zip(&shots) {
        assert_eq!(shot.position, position);
        assert_eq!(shot.scenecode.as_str(), format!("SCN{position:06}"));
    }
}

#[test]
fn fewer_shots_keep_the_proportions_and_tell_fewer_chapters() {
    let mut table = String::new();
    for count in [0, 1, 2, 9, 60, 300, 2000] {
        let shots = demo(count, 1);
        let types = ["character", "location", "scene"].map(|it| of_type(&shots, it));
        let last = shots.last().map_or("", |it| it.chapter_title.as_str());
        table.push_str(&format!("{} {types:?} in {} to {last}\n", shots.len(), chapters(&shots)));
    }
    assert_eq!(
        table,
        "\
0 [0, 0, 0] in 0 to 
1 [0, 0, 1] in 1 to 天亮以前 · Before Light
2 [1, 0, 1] in 1 to 天亮以前 · Before Light
9 [3, 2, 4] in 1 to 天亮以前 · Before Light
60 [20, 13, 27] in 4 to 天又亮了 · Light Again
300 [100, 67, 133] in 20 to 天又亮了 · Light Again
2000 [665, 449, 886] in 69 to 天又亮了 · Light Again
"
    );
}

#[test]
fn a_seed_gives_the_same_storyboard_for_ever() {
    assert_eq!(demo(60, 7), demo(60, 7));
    assert_ne!(demo(60, 7), demo(60, 8));
    let shots = demo(DEMO_SHOTS, 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("storyboard.csv");
    write_csv(&path, &shots).unwrap();
    let print = std::fs::read(&path)
        .unwrap()
        .iter()
        .fold(0xCBF2_9CE4_8422_2325_u64, |it, byte| (it ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3));
    assert_eq!(format!("{print:016x}"), "7f19523ba4a9a75c", "the storyboard of a seed must never change");
    let shot = &shots[500];
    assert_eq!(
        [&shot.title, &shot.first_prompt, &shot.last_prompt, &shot.aiwords].map(String::as_str),
        [
            "秦川与米拉",
            "挂满油纸伞的伞铺，秦川敲门，米拉在门内犹豫。逆光，人影镶着金边，35 毫米，双人中景。",
            "挂满油纸伞的伞铺，秦川与米拉，门开了，两人隔着门槛对望。逆光，人影镶着金边，35 毫米，双人中景。",
            "升降机缓缓升起"
        ]
    );
}

#[test]
fn every_clip_is_two_to_four_seconds_in_whole_frames() {
    for shot in demo(DEMO_SHOTS, 3) {
        assert!((2000..=4000).contains(&shot.duration.as_millis()), "{shot:?}");
        assert_eq!(shot.duration.as_millis() * u128::from(DEMO_FPS) % 1000, 0, "{shot:?}");
    }
}

#[test]
fn shots_differ_and_no_word_is_left_open() {
    let shots = demo(DEMO_SHOTS, 1);
    let prompts: BTreeSet<_> = shots.iter().map(|it| (&it.first_prompt, &it.last_prompt)).collect();
    assert!(prompts.len() > 1000, "{}", prompts.len());
    for shot in &shots {
        assert_ne!(shot.first_prompt, shot.last_prompt);
        assert!(
            !shot.first_prompt.contains(['{', '}']) && !shot.last_prompt.contains(['{', '}']),
            "{shot:?}"
        );
        assert!(shot.first_prompt.chars().count() < 400, "{shot:?}");
    }
    let chinese = |text: &str| text.chars().any(|it| ('\u{4E00}'..='\u{9FFF}').contains(&it));
    let english = |text: &str| text.chars().any(|it| it.is_ascii_alphabetic());
    let count = |zh: bool, en: bool| {
        shots.iter().filter(|it| chinese(&it.first_prompt) == zh && english(&it.first_prompt) == en).count()
    };
    assert!(count(true, false) > 250 && count(false, true) > 250 && count(true, true) > 250);
}

#[test]
fn the_written_file_is_read_back_to_equal_shots() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("storyboard.csv");
    let shots = demo(DEMO_SHOTS, 5);
    write_csv(&path, &shots).unwrap();
    let read = crate::format::read(&path).unwrap();
    assert_eq!(read.shots, shots);
    assert_eq!(read.warnings, [""; 0]);
    assert_eq!(shots.iter().filter(|it| it.extra.contains("narration")).count(), 69);
    assert!(shots.iter().filter(|it| !it.dialogue.is_empty()).count() > 100);
}
