use super::*;

fn without(lacking: &'static str) -> Vec<&'static Need> {
    missing(|sign| match sign {
        Sign::Programs(programs) => !programs.contains(&lacking),
        Sign::CargoCommand(command) => *command != lacking,
        Sign::ChineseFont => lacking != "font",
    })
}

#[test]
fn each_missing_thing_is_named_with_what_brings_it() {
    let cases = [
        ("psql", "the PostgreSQL server (Debian package `postgresql`)"),
        ("mariadbd", "the MariaDB server (Debian package `mariadb-server`)"),
        ("mariadb", "the MariaDB client (Debian package `mariadb-client`)"),
        ("ffprobe", "ffmpeg (Debian package `ffmpeg`)"),
        ("font", "a font with Chinese (Debian package `fonts-noto-cjk`)"),
        ("clippy", "Rust's linter (`rustup component add clippy`)"),
    ];
    for (lacking, expected) in cases {
        assert_eq!(list(&without(lacking)), format!("  {expected}"));
    }
}

#[test]
fn nothing_missing_is_nothing_to_install() {
    assert!(without("nothing").is_empty());
    assert!(installers(&[]).is_empty());
}

#[test]
fn the_advice_ends_with_the_commands_to_type() {
    let advice = advice(&missing(|_| false));
    assert!(advice.contains("\nhint: rustup component add rustfmt clippy\n"), "{advice}");
    assert!(advice.ends_with(
        "apt-get install g++ postgresql mariadb-server mariadb-client ffmpeg python3 fonts-noto-cjk"
    ));
}

#[test]
fn a_chinese_font_is_found_in_a_folder_below() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("opentype/noto");
    std::fs::create_dir_all(&deep).unwrap();
    std::fs::write(deep.join("NotoSans-Regular.ttf"), "").unwrap();
    assert!(!has_chinese_font(folder.path()));
    std::fs::write(deep.join("NotoSansCJK-Regular.ttc"), "").unwrap();
    assert!(has_chinese_font(folder.path()));
}
