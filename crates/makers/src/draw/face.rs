//! Single font faces: what they can draw, and which of them are worth setting text in.

use resvg::usvg::fontdb::{Database, FaceInfo, ID, Stretch, Style};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

/// Sans-serif families with Chinese, the best first, and whether their Latin letters are as good.
const CJK_FAMILIES: [(&str, bool); 14] = [
    ("Noto Sans CJK SC", true),
    ("Noto Sans SC", true),
    ("Source Han Sans SC", true),
    ("Source Han Sans CN", true),
    ("PingFang SC", true),
    ("Hiragino Sans GB", true),
    ("Microsoft YaHei", true),
    ("Noto Sans CJK JP", true),
    ("WenQuanYi Micro Hei", false),
    ("WenQuanYi Zen Hei", false),
    ("Droid Sans Fallback", false),
    ("Heiti SC", false),
    ("STHeiti", false),
    ("SimHei", false),
];

/// Characters that a face for Chinese must have, simplified ones among them.
const CJK_PROBE: [char; 4] = ['的', '镜', '说', '。'];

/// The faces that Chinese is set in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cjk {
    /// For prompts.
    pub(super) regular: ID,
    /// For headings; the same face where there is no bold one.
    pub(super) bold: ID,
    /// Whether Latin letters are set in it too.
    pub(super) draws_latin: bool,
}

/// The best faces for Chinese, if the system has any; `plain` are its faces, the plainest first.
pub(super) fn choose_cjk(system: &Database, plain: &[ID]) -> Option<Cjk> {
    let chinese = |face: ID| CJK_PROBE.iter().all(|&it| draws(system, face, it));
    for (name, draws_latin) in CJK_FAMILIES {
        let nearest = |weight: u16| {
            let named = plain.iter().filter_map(|&id| system.face(id)).filter(|it| is_named(it, name));
            named.min_by_key(|it| it.weight.0.abs_diff(weight)).map(|it| it.id)
        };
        if let (Some(regular), Some(bold)) = (nearest(400), nearest(700))
            && chinese(regular)
        {
            return Some(Cjk { regular, bold, draws_latin });
        }
    }
    let any = plain.iter().copied().find(|&it| chinese(it))?;
    Some(Cjk { regular: any, bold: any, draws_latin: false })
}

fn is_named(info: &FaceInfo, name: &str) -> bool {
    info.families.iter().any(|(family, _)| family == name)
}

/// A face's family in English.
pub(super) fn family(info: &FaceInfo) -> String {
    info.families.first().map_or_else(|| info.post_script_name.clone(), |(family, _)| family.clone())
}

/// A key that sorts upright, sans-serif faces of usual width and weight first.
pub(super) fn plainness(info: &FaceInfo) -> (bool, bool, bool, bool, u16, String) {
    (
        info.style != Style::Normal,
        info.stretch != Stretch::Normal,
        info.monospaced,
        family(info).contains("Serif"),
        info.weight.0.abs_diff(400),
        info.post_script_name.clone(),
    )
}

/// Whether a system face draws a character.
pub(super) fn draws(system: &Database, face: ID, character: char) -> bool {
    system.with_face_data(face, |data, index| advance(data, index, character)).flatten().is_some()
}

/// The width of a character in em, if the face has an outline for it (or it is a space).
pub(super) fn advance(data: &[u8], index: u32, character: char) -> Option<f32> {
    let font = FontRef::from_index(data, index).ok()?;
    let glyph = font.charmap().map(character)?;
    if glyph.to_u32() == 0 || !(character.is_whitespace() || has_outline(&font, glyph)) {
        return None;
    }
    let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    let units = f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em).max(1.0);
    Some(metrics.advance_width(glyph)? / units)
}

fn has_outline(font: &FontRef<'_>, glyph: skrifa::GlyphId) -> bool {
    let mut ink = Ink(false);
    let Some(outline) = font.outline_glyphs().get(glyph) else { return false };
    outline.draw(DrawSettings::unhinted(Size::unscaled(), LocationRef::default()), &mut ink).is_ok() && ink.0
}

/// Notes whether an outline draws anything: bitmap fonts map characters to empty outlines.
struct Ink(bool);

impl OutlinePen for Ink {
    fn move_to(&mut self, _: f32, _: f32) {}

    fn line_to(&mut self, _: f32, _: f32) {
        self.0 = true;
    }

    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {
        self.0 = true;
    }

    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        self.0 = true;
    }

    fn close(&mut self) {}
}
