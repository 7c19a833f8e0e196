use super::*;

fn lines(text: &str, width: f32, most: usize) -> (Vec<String>, bool) {
    measure(text, Weight::Regular).lines(width, most)
}

#[test]
fn english_breaks_between_words() {
    let (lines, whole) = lines("one two three", 4.0, 9);
    assert!(whole);
    assert_eq!(lines.join(" "), "one two three");
    assert!(lines.len() > 1);
    assert!(lines.iter().all(|line| line.split(' ').all(|word| ["one", "two", "three"].contains(&word))));
}

#[test]
fn chinese_breaks_anywhere_but_not_before_a_full_stop() {
    let text = "夜里的车站没有人，只有一盏灯。".repeat(3);
    let (lines, whole) = lines(&text, 7.2, 99);
    assert!(whole);
    assert_eq!(lines.concat(), measure(&text, Weight::Regular).lines(999.0, 1).0.concat());
    assert!(lines.iter().all(|line| !line.starts_with(['。', '，'])), "{lines:?}");
}

#[test]
fn a_long_text_is_cut_with_an_ellipsis_that_fits() {
    let (lines, whole) = lines(&"many words ".repeat(50), 10.0, 3);
    assert!(!whole);
    assert_eq!(lines.len(), 3);
    assert!(lines[2].ends_with('…'));
    assert!(measure(&lines[2], Weight::Regular).lines(10.0, 9).0.len() == 1);
}

#[test]
fn a_word_longer_than_a_line_is_broken() {
    let (lines, whole) = lines(&"x".repeat(40), 5.0, 99);
    assert!(whole);
    assert_eq!(lines.concat(), "x".repeat(40));
    assert!(lines.len() > 1);
}

#[test]
fn what_no_font_has_is_shown_as_missing_and_controls_are_dropped() {
    let (lines, _) = lines("a\u{0}b\u{10FFFD}c\u{7}", 99.0, 1);
    assert!(lines[0] == "ab□c" || lines[0] == "ab?c", "{lines:?}");
}

#[test]
fn five_megabytes_and_towers_of_marks_take_no_time() {
    let started = std::time::Instant::now();
    for text in
        ["镜".repeat(1_700_000), " ".repeat(5_000_000), "a\u{301}\u{302}\u{303}\u{304}".repeat(500_000)]
    {
        assert!(lines(&text, 40.0, 5).0.len() <= 5);
    }
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

#[test]
fn a_width_of_nothing_ends() {
    assert!(lines("some text", 0.0, 2).0.len() <= 2);
    assert_eq!(lines("", 10.0, 2), (Vec::new(), true));
}
