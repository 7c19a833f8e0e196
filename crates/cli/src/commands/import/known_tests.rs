use super::*;

/// Shots of `1a 1b 2c`: the chapter's digit, then the prompt.
fn shots(words: &str) -> Vec<Shot> {
    let shot = |(at, word): (usize, &str)| {
        let (chapter, prompt) = word.split_at(1);
        let (prompt, title) = prompt.split_once('/').unwrap_or((prompt, ""));
        Shot {
            scenecode: Scenecode::new(format!("SCN{:06}", at + 1)).unwrap(),
            tasktype: rushes_core::TaskType::new("scene").unwrap(),
            chapter: chapter.parse().unwrap(),
            chapter_title: title.to_owned(),
            position: u32::try_from(at + 1).unwrap(),
            title: String::new(),
            first_prompt: prompt.to_owned(),
            last_prompt: prompt.to_owned(),
            aiwords: String::new(),
            negative_prompt: String::new(),
            seed: None,
            duration: std::time::Duration::from_secs(3),
            dialogue: String::new(),
            characters: String::new(),
            location: String::new(),
            refs: String::new(),
            priority: 50,
            extra: "{}".to_owned(),
        }
    };
    words.split_whitespace().enumerate().map(shot).collect()
}

#[test]
fn rows_without_codes_are_known_again_and_nobody_is_renumbered() {
    for (film, file, expected, why) in [
        ("", "1a 1b", "1 2", "a first import counts"),
        ("1a 1b", "1a 1b", "1 2", "the same again"),
        ("1a 1b 1c", "1a 1x 1b 1c", "1 4 2 3", "one is inserted"),
        ("1a 1b 1c", "1x 1a 1b 1c", "4 1 2 3", "one is inserted at the beginning"),
        ("1a 1b 1c", "1a 1c", "1 3", "one is gone"),
        ("1a 1b 1c", "1a 1x 1c", "1 2 3", "one has a new text"),
        ("1a 1b 1c", "1a 1x 1y 1c", "1 2 4 3", "one has a new text, one is inserted"),
        ("1a 1b", "1b 1a", "2 1", "two change places"),
        ("1a 1a 1a", "1a 1x 1a 1a", "1 4 2 3", "the same text again and again"),
        ("1a 1b 2a 2b", "1a 1x 1b 2a 2b", "1 5 2 3 4", "the same text in two chapters"),
        ("1a 1b", "1a 2b", "1 2", "a row goes to another chapter"),
        ("1a 1b", "1a 2x", "1 3", "a row of a new chapter is new"),
        ("1a/Rain 2b/Snow", "1x/Dawn 2a/Rain 3b/Snow", "3 1 2", "a chapter is inserted"),
        ("1a 1b", "1c/Rain 1b/Rain", "1 2", "a chapter gets a title"),
        ("1a 1b", "1x 1y", "3 4", "another file"),
        ("1a 1b", "1a 1b 1c 1d", "1 2 3 4", "more at the end"),
    ] {
        let mut known = KnownShots::default();
        shots(film).iter().for_each(|it| known.add(it));
        let mut rows = shots(file);
        known.give_codes(&mut rows);
        let codes: Vec<&str> = rows
            .iter()
            .map(|it| it.scenecode.as_str().trim_start_matches("SCN").trim_start_matches('0'))
            .collect();
        assert_eq!(codes.join(" "), expected, "{why}");
    }
}
