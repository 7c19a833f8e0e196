//! Ids as types, so that two of them cannot be swapped.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

/// A text that cannot be an id, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {what} to be {expected}, got `{got}`")]
pub struct InvalidId {
    what: &'static str,
    expected: &'static str,
    got: String,
}

fn refuse(what: &'static str, expected: &'static str, got: &str) -> InvalidId {
    InvalidId { what, expected, got: got.chars().take(80).collect() }
}

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident, $what:literal, $expected:literal, $valid:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// Checks the text and takes it as an id.
            pub fn new(text: impl Into<String>) -> Result<Self, InvalidId> {
                let text = text.into();
                let valid: fn(&str) -> bool = $valid;
                if valid(&text) { Ok(Self(text)) } else { Err(refuse($what, $expected, &text)) }
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

fn plain(text: &str, longest: usize) -> bool {
    // Ids name folders: one that begins with a dot would hide, or lead out of its folder.
    text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.len() <= longest
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
}

text_id!(
    /// The stable name of a worker: "001", "PC-1".
    WorkerId, "a worker id", "1 to 64 letters, digits, `.`, `_` or `-`, a letter or digit first", |t| plain(t, 64)
);
text_id!(
    /// The name of one start of a worker; fresh each time.
    BootId, "a boot id", "8 to 64 letters, digits or `-`", |t| t.len() >= 8 && plain(t, 64)
);
text_id!(
    /// What a frame shows: "character", "location", "scene", or any lower-case tag.
    TaskType, "a task type", "1 to 32 lower-case letters, digits, `_` or `-`", |t| plain(t, 32)
        && !t.contains('.') && !t.bytes().any(|b| b.is_ascii_uppercase())
);
text_id!(
    /// The name of a shot for ever: `SCN000245`.
    Scenecode, "a scenecode", "1 to 64 characters without control characters, outer spaces or a path", |t| {
        let count = t.chars().count();
        (1..=64).contains(&count)
            && t.trim() == t
            && !t.chars().any(char::is_control)
            && !matches!(t, "." | "..")
            && !t.contains(['/', '\\'])
    }
);

impl BootId {
    /// The six letters that file names carry. The end of the id, since a time-ordered id begins alike.
    pub fn short(&self) -> &str {
        &self.0[self.0.len() - 6..]
    }
}

/// A code as it tells shots apart: neither upper and lower case nor the way in which accents are written (Unicode NFC)
/// makes two of one.
pub fn folded_code(code: &str) -> String {
    code.nfc().collect::<String>().to_lowercase()
}

impl Scenecode {
    /// The scenecode as part of a file name: ASCII letters, digits, `.`, `_` and `-` stay, every other byte
    /// becomes `%XX`; a leading dot is encoded too.
    pub fn file_stem(&self) -> String {
        let mut stem = String::with_capacity(self.0.len());
        for (at, byte) in self.0.bytes().enumerate() {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || (byte == b'.' && at > 0) {
                stem.push(char::from(byte));
            } else {
                stem.push_str(&format!("%{byte:02X}"));
            }
        }
        stem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_id_is_refused() {
        assert!(WorkerId::new("").is_err());
        assert!(WorkerId::new("..").is_err(), "an id names a folder");
        assert!(Scenecode::new("").is_err());
    }

    #[test]
    fn a_task_type_is_lower_case() {
        assert!(TaskType::new("Scene").is_err());
        assert!(TaskType::new("scene").is_ok());
    }

    #[test]
    fn a_scenecode_cannot_leave_its_folder() {
        for bad in ["../x", "a/b", "a\\b", "..", " a", "a\u{0}"] {
            assert!(Scenecode::new(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn codes_that_look_alike_are_one() {
        assert_eq!(folded_code("Caf\u{e9}"), folded_code("CAFE\u{301}"));
        assert_ne!(folded_code("Cafe"), folded_code("Caf\u{e9}"));
    }

    #[test]
    fn a_file_stem_is_ascii_and_tells_two_codes_apart() {
        assert_eq!(Scenecode::new("SCN000245").unwrap().file_stem(), "SCN000245");
        assert_eq!(Scenecode::new("镜1").unwrap().file_stem(), "%E9%95%9C1");
        assert_eq!(Scenecode::new(".a%").unwrap().file_stem(), "%2Ea%25");
    }
}
