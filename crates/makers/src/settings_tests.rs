use super::*;

fn settings(text: &str) -> MakerSettings {
    serde_json::from_str(text).unwrap()
}

#[test]
fn built_in_makers_need_no_settings() {
    for name in ["animatic", "null"] {
        assert_eq!(frame_maker(name, &MakerSettings::default()).unwrap().name(), name);
        let clips = clip_maker(name, &MakerSettings::default()).unwrap();
        assert_eq!(clips.name(), name);
        assert_eq!(clips.is_free(), clips_are_free(name), "{name}");
    }
    assert!(!clips_are_free("seedance"));
}

#[test]
fn an_entry_with_a_command_is_a_frame_maker() {
    let settings = settings(r#"{"mine": {"command": ["python3", "card.py"], "limit": 60}}"#);
    assert_eq!(frame_maker("mine", &settings).unwrap().name(), "mine");
}

#[test]
fn an_unknown_name_is_told_the_known_ones() {
    let settings = settings(r#"{"mine": {"command": ["python3"]}}"#);
    let error = frame_maker("yours", &settings).unwrap_err();
    assert_eq!(error.to_string(), "expected the maker of frames to be `animatic` or `mine`, got `yours`");
    assert!(clip_maker("mine", &settings).is_err());
}

#[test]
fn an_entry_without_a_program_or_with_the_name_of_a_built_in_maker_is_refused() {
    let settings = settings(r#"{"a": {"command": []}, "b": {"command": [""]}, "null": {"command": ["x"]}}"#);
    assert!(matches!(frame_maker("a", &settings), Err(Error::NoProgram { .. })));
    assert!(matches!(frame_maker("b", &settings), Err(Error::NoProgram { .. })));
    assert!(matches!(frame_maker("null", &settings), Err(Error::BuiltIn { .. })));
}

#[test]
fn a_misspelt_setting_is_refused() {
    assert!(serde_json::from_str::<MakerSettings>(r#"{"mine": {"command": ["x"], "limits": 1}}"#).is_err());
}
