use super::*;

#[test]
fn without_system_fonts_latin_and_emoji_are_drawn_and_chinese_is_known_to_be_missing() {
    let bare = Fonts::new(Database::new());
    assert_eq!(bare.facts, FontFacts { system_faces: 0, latin: "Ubuntu Light".to_owned(), cjk: None });
    for c in ['A', 'é', '…', '🎬', '□', 'Ж'] {
        assert!(bare.glyph(c, Weight::Regular).is_some(), "{c}");
    }
    assert_eq!(bare.glyph('镜', Weight::Bold), None);
}

#[test]
fn a_character_that_only_a_system_font_has_is_found_there() {
    let fonts = Fonts::get();
    for &id in &fonts.plain {
        assert!(!face::draws(&fonts.system, id, 'ℵ') || fonts.glyph('ℵ', Weight::Regular).is_some());
    }
    assert_eq!(fonts.facts.cjk.is_some(), fonts.glyph('镜', Weight::Regular).is_some());
}

#[test]
fn an_answer_is_remembered() {
    let fonts = Fonts::new(Database::new());
    let first = fonts.glyph('x', Weight::Regular);
    assert_eq!(fonts.resident.read().unwrap().glyphs.get(&('x', Weight::Regular)), Some(&first));
}
