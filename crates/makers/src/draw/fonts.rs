//! The fonts of this process: the system's, and those of a crate where a machine has none.
//!
//! Looking for system fonts is slow, so it is done once, at the first text. A face is read into memory when a
//! character first needs it; which face draws a character, and how wide, is remembered.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use resvg::usvg::fontdb::{Database, FaceInfo, ID, Source};
use unicode_width::UnicodeWidthChar;

use super::face;

/// The fonts that every machine has: for Latin, for emoji, and for Greek, Cyrillic and signs.
const EMBEDDED: [&[u8]; 3] = [
    epaint_default_fonts::UBUNTU_LIGHT,
    epaint_default_fonts::NOTO_EMOJI_REGULAR,
    epaint_default_fonts::HACK_REGULAR,
];

/// How heavy a text is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Weight {
    /// For prompts.
    Regular,
    /// For headings.
    Bold,
}

/// What draws a character.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Glyph {
    /// The face that has it.
    pub(crate) face: ID,
    /// How far the next character is, in em.
    pub(crate) advance: f32,
}

/// What `doctor` says of fonts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontFacts {
    /// How many faces the system has.
    pub system_faces: usize,
    /// The family that draws Latin letters.
    pub latin: String,
    /// The family that draws Chinese, if there is one.
    pub cjk: Option<String>,
}

impl fmt::Display for FontFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Latin in {}, ", self.latin)?;
        match &self.cjk {
            Some(cjk) => write!(f, "Chinese in {cjk}"),
            None => write!(f, "no font for Chinese (install fonts-noto-cjk or the like)"),
        }
    }
}

/// The fonts of this process.
#[derive(Debug)]
pub(crate) struct Fonts {
    facts: FontFacts,
    /// The system's faces; none of them is in memory.
    system: Database,
    /// The same, the plainest first.
    plain: Vec<ID>,
    resident: RwLock<Resident>,
}

/// The faces in memory and the characters met so far.
#[derive(Debug, Default)]
struct Resident {
    database: Arc<Database>,
    /// Faces in the order in which they are asked, for regular and for bold text.
    order: [Vec<ID>; 2],
    files: HashMap<PathBuf, Arc<Vec<u8>>>,
    glyphs: HashMap<(char, Weight), Option<Glyph>>,
}

/// Whether this machine can draw Chinese.
pub fn has_cjk_font() -> bool {
    fonts().cjk.is_some()
}

/// What fonts this machine draws with.
pub fn fonts() -> &'static FontFacts {
    &Fonts::get().facts
}

impl Fonts {
    /// The fonts of this process; the first call looks for them.
    pub(crate) fn get() -> &'static Fonts {
        static FONTS: OnceLock<Fonts> = OnceLock::new();
        FONTS.get_or_init(|| {
            let mut system = Database::new();
            system.load_system_fonts();
            Fonts::new(system)
        })
    }

    /// Fonts with the given system faces.
    pub(crate) fn new(system: Database) -> Fonts {
        let mut faces: Vec<&FaceInfo> = system.faces().collect();
        faces.sort_by_cached_key(|info| face::plainness(info));
        let plain: Vec<ID> = faces.iter().map(|info| info.id).collect();
        let mut resident = Resident::default();
        let own: Vec<ID> = EMBEDDED.into_iter().filter_map(|data| resident.embed(data)).collect();
        resident.order = [own.clone(), own];
        let mut facts = FontFacts { system_faces: plain.len(), latin: "Ubuntu Light".to_owned(), cjk: None };
        if let Some(cjk) = face::choose_cjk(&system, &plain) {
            let at = if cjk.draws_latin { 0 } else { 1 };
            for (order, id) in [cjk.regular, cjk.bold].into_iter().enumerate() {
                if let Some(id) = system.face(id).and_then(|info| resident.load(info)) {
                    resident.order[order].insert(at, id);
                }
            }
            facts.cjk = system.face(cjk.regular).map(face::family);
            if let (true, Some(family)) = (cjk.draws_latin, &facts.cjk) {
                facts.latin.clone_from(family);
            }
        }
        Fonts { facts, system, plain, resident: RwLock::new(resident) }
    }

    /// The faces in memory.
    pub(crate) fn database(&self) -> Arc<Database> {
        self.resident.read().unwrap_or_else(PoisonError::into_inner).database.clone()
    }

    /// The face that text of a weight is set in.
    pub(crate) fn main_face(&self, weight: Weight) -> Option<ID> {
        let resident = self.resident.read().unwrap_or_else(PoisonError::into_inner);
        resident.order[weight as usize].first().copied()
    }

    /// What draws a character, if anything on this machine does.
    pub(crate) fn glyph(&self, character: char, weight: Weight) -> Option<Glyph> {
        let key = (character, weight);
        if let Some(known) = self.resident.read().unwrap_or_else(PoisonError::into_inner).glyphs.get(&key) {
            return *known;
        }
        let mut resident = self.resident.write().unwrap_or_else(PoisonError::into_inner);
        let found = resident
            .find(character, weight)
            .or_else(|| self.find_in_system(&mut resident, character, weight));
        resident.glyphs.insert(key, found);
        found
    }

    fn find_in_system(&self, resident: &mut Resident, character: char, weight: Weight) -> Option<Glyph> {
        if character.width().unwrap_or(0) == 0 {
            return None;
        }
        let face = self.plain.iter().copied().find(|&face| face::draws(&self.system, face, character))?;
        let id = resident.load(self.system.face(face)?)?;
        resident.order[0].push(id);
        resident.order[1].push(id);
        resident.find(character, weight)
    }
}

impl Resident {
    fn embed(&mut self, data: &'static [u8]) -> Option<ID> {
        Arc::make_mut(&mut self.database).load_font_source(Source::Binary(Arc::new(data))).first().copied()
    }

    fn load(&mut self, info: &FaceInfo) -> Option<ID> {
        let Source::File(path) = &info.source else { return None };
        let data = match self.files.get(path) {
            Some(data) => data.clone(),
            None => Arc::new(std::fs::read(path).ok()?),
        };
        self.files.insert(path.clone(), data.clone());
        let info = FaceInfo { source: Source::Binary(data), ..info.clone() };
        Some(Arc::make_mut(&mut self.database).push_face_info(info))
    }

    fn find(&self, character: char, weight: Weight) -> Option<Glyph> {
        self.order[weight as usize].iter().find_map(|&id| {
            let advance =
                self.database.with_face_data(id, |data, index| face::advance(data, index, character))??;
            Some(Glyph { face: id, advance })
        })
    }
}

#[cfg(test)]
#[path = "fonts_tests.rs"]
mod tests;
