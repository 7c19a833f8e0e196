use super::*;
use crate::draw::paint;

#[test]
fn a_slate_shows_its_label_and_its_text() {
    let blank = paint(&slate(640, 360, "", ""), 640, 360).unwrap();
    let label = paint(&slate(640, 360, "SCN000245", ""), 640, 360).unwrap();
    let both = paint(&slate(640, 360, "SCN000245", "没有片段: refused <&>"), 640, 360).unwrap();
    assert!(blank != label && label != both);
}

#[test]
fn a_slate_of_any_size_and_text_can_be_drawn_and_passes_the_check() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("slate.png");
    for (width, height) in [(640, 360), (360, 640), (33, 17), (2000, 30), (1920, 1080)] {
        crate::slate(width, height, &"镜头".repeat(500), &"why ".repeat(5000), &out).unwrap();
        rushes_media::check_frame(&out, width, height).unwrap();
    }
}
