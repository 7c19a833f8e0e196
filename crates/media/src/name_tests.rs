//! Tests of the names of published files.

use super::*;

fn code(text: &str) -> Scenecode {
    Scenecode::new(text).unwrap()
}

fn boot() -> BootId {
    BootId::new("0192-aaaa-3fa9c2").unwrap()
}

#[test]
fn a_name_carries_its_claim() {
    let frame = frame_path(1, &code("SCN000245"), FrameSide::First, 7, &boot(), "png");
    assert_eq!(frame, "frames/001/SCN000245_first.7-3fa9c2.png");
    assert_eq!(clip_path(1, &code("SCN000245"), 9, &boot()), "clips/001/SCN000245.9-3fa9c2.mp4");
    assert_eq!(clip_path(1234, &code("a"), 9, &boot()), "clips/1234/a.9-3fa9c2.mp4");
}

#[test]
fn every_path_that_is_made_can_be_taken_apart() {
    let boots = ["0192-aaaa-3fa9c2", "boot-1.2-3", "12345678"];
    let codes =
        ["SCN1", "镜头 1", "a.b", "x_first", "a.9-3fa9c2", "CON", "nul.x", "tail.", "%", &"镜".repeat(64)];
    for (text, boot) in codes.iter().flat_map(|text| boots.iter().map(move |boot| (*text, *boot))) {
        let (code, boot) = (code(text), BootId::new(boot).unwrap());
        for side in [FrameSide::First, FrameSide::Last] {
            let path = frame_path(7, &code, side, 12, &boot, "webp");
            let named = parse_path(&path).unwrap_or_else(|| panic!("{path}"));
            assert_eq!(named.kind, Published::Frame(side));
            assert_eq!((named.stem, named.claim_seq, named.chapter), (file_stem(&code), 12, 7));
            assert_eq!((named.boot.as_str(), named.extension.as_str()), (boot.short(), "webp"));
        }
        let named = parse_path(&clip_path(7, &code, 12, &boot)).unwrap();
        assert_eq!((named.kind, named.stem), (Published::Clip, file_stem(&code)));
    }
}

#[test]
fn a_path_of_somebody_else_is_none_of_ours() {
    for foreign in [
        "",
        "frames",
        "frames/001",
        "frames/001/x.png",
        "frames/001/SCN1.7-3fa9c2.png",
        "other/001/a.9-3fa9c2.mp4",
        "clips/1/a.9-3fa9c2.mp4",
        "clips/001/a.-3fa9c2.mp4",
        "clips/001/a.x-3fa9c2.mp4",
        "clips/001/b/a.9-3fa9c2.mp4",
        "clips/001/a.9-3fa9c2",
        "clips/001/.part-1",
        "clips/001/镜.9-3fa9镜.mp4",
        "clips/001/a.99999999999999999999-3fa9c2.mp4",
    ] {
        assert_eq!(parse_path(foreign), None, "{foreign}");
    }
}

#[test]
fn a_stem_is_safe_on_every_system() {
    for (text, stem) in [
        ("CON", "%43ON"),
        ("con", "%63on"),
        ("Nul.txt", "%4Eul.txt"),
        ("COM1", "%43OM1"),
        ("lpt9.x", "%6Cpt9.x"),
        ("COM", "COM"),
        ("COM10", "COM10"),
        ("CONE", "CONE"),
        ("x.CON", "x.CON"),
        ("tail.", "tail%2E"),
        (".hidden", "%2Ehidden"),
        ("a:b", "a%3Ab"),
        ("a*?", "a%2A%3F"),
        ("..a", "%2E.a"),
    ] {
        assert_eq!(file_stem(&code(text)), stem);
    }
}

#[test]
fn a_long_code_gives_a_short_stem_that_tells_it_from_its_neighbour() {
    let codes: Vec<_> = ["一", "二", "a"].map(|end| code(&format!("{}{end}", "镜".repeat(63)))).to_vec();
    let stems: Vec<_> = codes.iter().map(file_stem).collect();
    assert!(
        stems.iter().all(|stem| stem.len() <= LONGEST_STEM && stem.starts_with("%E9%95%9C")),
        "{stems:?}"
    );
    assert!(stems[0] != stems[1] && stems[1] != stems[2] && stems[0] != stems[2]);
    let whole = stems[0].split("%-").next().unwrap();
    assert_eq!(whole.len() % 3, 0, "cut inside an encoded byte: {whole}");
    let path = frame_path(1, &codes[0], FrameSide::First, i64::MAX, &boot(), "webp");
    assert!(path.rsplit('/').next().unwrap().len() < 255);
}
