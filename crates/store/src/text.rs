//! Text that every database accepts: a failure can always be recorded.

/// The longest error text that is kept.
const LONGEST_ERROR: usize = 8 * 1024;

/// The text without NUL, which PostgreSQL refuses. (A Rust string has no lone surrogates.)
pub(crate) fn clean(text: &str) -> String {
    text.replace('\0', "\u{FFFD}")
}

/// An error text, cleaned and cut on a character boundary.
pub(crate) fn error_text(text: &str) -> String {
    let cleaned = clean(text);
    if cleaned.len() <= LONGEST_ERROR {
        return cleaned;
    }
    let mut end = LONGEST_ERROR;
    while !cleaned.is_char_boundary(end) {
        end -= 1;
    }
    format!("{} [cut]", &cleaned[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_is_replaced_and_long_errors_are_cut_between_characters() {
        assert_eq!(error_text("a\0b"), "a\u{FFFD}b");
        let cut = error_text(&"镜".repeat(5000));
        assert!(cut.len() < LONGEST_ERROR + 16);
        assert!(cut.ends_with("镜 [cut]"));
    }
}
