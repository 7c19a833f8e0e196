//! Bytes as text: UTF-8, UTF-16 or GB18030. A guess at any other encoding would garble prompts in silence.

use std::borrow::Cow;

use encoding_rs::{Encoding, GB18030, UTF_16BE, UTF_16LE};

use crate::problem::{Problem, line_at};

use super::error::Refusal;

const SAVE_AS_UTF8: &str = "save the file as UTF-8: in Excel choose `CSV UTF-8 (Comma delimited)`, in WPS and LibreOffice the encoding UTF-8";

/// The text of a file, without a byte order mark, and the name of its encoding if that had to be guessed.
pub(super) fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Option<&'static str>), Refusal> {
    let (text, guessed) = match utf16(bytes) {
        Some(encoding) => {
            let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
            let text = text.ok_or_else(|| {
                let reason = format!("expected text in {}, got half a character", encoding.name());
                Refusal::whole(reason, SAVE_AS_UTF8)
            })?;
            (text, None)
        }
        None => utf8_or_chinese(bytes)?,
    };
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.strip_prefix('\u{FEFF}').unwrap_or(text)),
        Cow::Owned(text) => Cow::Owned(text.strip_prefix('\u{FEFF}').map(str::to_owned).unwrap_or(text)),
    };
    if text.trim().is_empty() {
        return Err(empty_file());
    }
    Ok((text, guessed))
}

pub(super) fn empty_file() -> Refusal {
    Refusal::whole("expected a storyboard, got an empty file", "write one row for each shot")
}

/// Which UTF-16 it is: by its mark, or by the many ASCII characters with a zero beside them.
fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [0xFF, 0xFE, ..] => return Some(UTF_16LE),
        [0xFE, 0xFF, ..] => return Some(UTF_16BE),
        _ => {}
    }
    // Text in UTF-8 with a few stray zeros in it; in UTF-16 that is valid as UTF-8 every other byte is zero.
    let zeros = bytes.iter().filter(|it| **it == 0).count();
    if zeros * 4 < bytes.len() && std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    let is_text = |it: u8| matches!(it, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    let pairs = || bytes.chunks_exact(2).take(512);
    let little = pairs().filter(|it| is_text(it[0]) && it[1] == 0).count();
    let big = pairs().filter(|it| it[0] == 0 && is_text(it[1])).count();
    let (encoding, count) = if little >= big { (UTF_16LE, little) } else { (UTF_16BE, big) };
    (count * 20 > pairs().count()).then_some(encoding)
}

fn utf8_or_chinese(bytes: &[u8]) -> Result<(Cow<'_, str>, Option<&'static str>), Refusal> {
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok((Cow::Borrowed(text), None)),
        Err(error) => error,
    };
    let chinese = GB18030.decode_without_bom_handling_and_without_replacement(bytes);
    if let Some(text) = chinese.filter(|_| is_mostly_gb2312(bytes)) {
        return Ok((text, Some("GB18030")));
    }
    let good = &bytes[..error.valid_up_to()];
    let byte = bytes[error.valid_up_to()];
    let reason = format!("expected text in UTF-8, UTF-16 or GB18030, got the byte 0x{byte:02X}");
    Err(Refusal::one(Problem::line(line_at(good), reason), SAVE_AS_UTF8))
}

/// Whether most characters beyond ASCII are two high bytes of the oldest Chinese set, as in every Chinese text. Western
/// texts in other encodings have single high bytes between letters, and would decode to Chinese nonsense.
fn is_mostly_gb2312(bytes: &[u8]) -> bool {
    let (mut usual, mut all, mut at) = (0, 0, 0);
    while at < bytes.len() {
        if bytes[at].is_ascii() {
            at += 1;
            continue;
        }
        let pair = &bytes[at..bytes.len().min(at + 2)];
        usual += usize::from(matches!(pair, [0xA1..=0xF7, 0xA1..=0xFE]));
        all += 1;
        at += 2;
    }
    usual * 2 > all
}

/// The text with every line end as `\n`.
pub(super) fn with_plain_line_ends(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}
