//! Bytes as text: UTF-8 only, since a guess at any other encoding would garble prompts in silence.

use std::borrow::Cow;

use crate::problem::{Problem, line_at};

use super::error::Refusal;

const SAVE_AS_UTF8: &str = "save the file as UTF-8: in Excel choose `CSV UTF-8 (Comma delimited)`, in WPS and LibreOffice the encoding UTF-8";

/// The text of a file, without a byte order mark.
pub(super) fn decode(bytes: &[u8]) -> Result<&str, Refusal> {
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err(Refusal::whole("expected text in UTF-8, got UTF-16", SAVE_AS_UTF8));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        let reason = format!("expected text in UTF-8, got the byte 0x{:02X}", bytes[error.valid_up_to()]);
        Refusal::one(Problem::line(line_at(good), reason), SAVE_AS_UTF8)
    })?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(Refusal::whole(
            "expected a storyboard, got an empty file",
            "write one row for each shot",
        ));
    }
    Ok(text)
}

/// The text with every line end as `\n`.
pub(super) fn with_plain_line_ends(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}
