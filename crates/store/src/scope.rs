//! What a process takes on of a film: all of it, some chapters, or one shot.

use rushes_core::Scenecode;

use crate::Store;
use crate::row::{Arg, args};

/// The shots that a store claims, locks and counts as open. Everything else is done for the whole film.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    /// The first and the last chapter.
    pub chapters: (u32, u32),
    /// The only shot.
    pub shot: Option<Scenecode>,
}

impl Default for Scope {
    /// The whole film.
    fn default() -> Scope {
        Scope { chapters: (0, i32::MAX.unsigned_abs()), shot: None }
    }
}

impl Scope {
    /// The four values that a statement compares with: the chapters, and twice the code or nothing.
    pub(crate) fn args(&self) -> Vec<Arg> {
        let code = self.shot.as_ref().map_or("", Scenecode::as_str);
        args![self.chapters.0, self.chapters.1, code, code]
    }
}

impl Store {
    /// The same store that takes on no more than this.
    pub fn within(mut self, scope: Scope) -> Store {
        self.scope = scope;
        self
    }
}
