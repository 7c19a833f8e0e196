use super::*;
use crate::draw::paint::paint;

fn shot<'a>(tasktype: &'a str, side: FrameSide, prompt: &'a str) -> Card<'a> {
    Card {
        scenecode: "SCN000245", tasktype, side, chapter: 12, title: "The 站台 & <dusk>", prompt, seed: 7
    }
}

#[test]
fn a_card_is_the_same_each_time() {
    let it = shot("scene", FrameSide::First, "A quiet platform at dusk.");
    assert_eq!(card(&it, 640, 360), card(&it, 640, 360));
}

#[test]
fn the_two_frames_of_a_shot_differ_over_much_of_the_picture() {
    for tasktype in ["character", "location", "scene", "prop"] {
        let picture =
            |side| paint(&card(&shot(tasktype, side, "the same words"), 640, 360), 640, 360).unwrap();
        let (first, last) = (picture(FrameSide::First), picture(FrameSide::Last));
        let differ = first.pixels.iter().zip(&last.pixels).filter(|(a, b)| a.abs_diff(**b) > 8).count();
        assert!(differ * 20 > first.pixels.len(), "{tasktype}: {differ} of {}", first.pixels.len());
    }
}

#[test]
fn no_text_breaks_the_drawing() {
    let hostile = [
        "</text></svg><script>&amp;\"'".to_owned(),
        "שלום עולם مرحبا بالعالم שלום".repeat(20),
        "👩‍👩‍👧‍👦🎬🏳️‍🌈🇨🇳".repeat(100),
        "\u{0}\u{1}\u{1b}[31m\u{FFFE}\u{202E}abc\u{200B}".to_owned(),
        "ก็ไม่รู้เหมือนกันครับ".repeat(50),
        String::new(),
        "镜".repeat(1_700_000),
    ];
    for prompt in &hostile {
        let svg = card(&shot("scene", FrameSide::Last, prompt), 640, 360);
        assert!(svg.len() < 200_000);
        paint(&svg, 640, 360).unwrap();
    }
}

#[test]
fn every_size_can_be_drawn() {
    for (width, height) in
        [(1, 1), (2, 1), (1, 999), (3000, 2), (7, 5), (101, 33), (641, 361), (360, 640), (1279, 721)]
    {
        let svg = card(&shot("location", FrameSide::First, "提示 prompt"), width, height);
        let picture = paint(&svg, width, height).unwrap();
        assert_eq!(picture.pixels.len(), (width * height * 3) as usize);
    }
}

#[test]
fn a_size_of_nothing_is_refused() {
    assert!(matches!(
        paint("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", 0, 5),
        Err(crate::Error::Size { .. })
    ));
}

#[test]
fn no_prompt_is_left_blank() {
    let empty = paint(&card(&shot("scene", FrameSide::First, ""), 640, 360), 640, 360).unwrap();
    for prompt in ["prompt", "镜头"] {
        let with = paint(&card(&shot("scene", FrameSide::First, prompt), 640, 360), 640, 360).unwrap();
        let below = 640 * 3 * 250;
        assert_ne!(empty.pixels[below..], with.pixels[below..], "{prompt}");
    }
}
