//! Durations and sizes as people write them: `500ms`, `30s`, `10min`, `1GB`.

use std::time::Duration;

const MINUTE: u128 = 60_000;
const HOUR: u128 = 60 * MINUTE;

/// Milliseconds in a unit, the largest first.
const DURATIONS: [(&str, u128); 4] = [("h", HOUR), ("min", MINUTE), ("s", 1000), ("ms", 1)];

/// Bytes in a unit, the largest first.
const SIZES: [(&str, u128); 9] = [
    ("TB", 1_000_000_000_000),
    ("GB", 1_000_000_000),
    ("MB", 1_000_000),
    ("KB", 1000),
    ("TiB", 1 << 40),
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("B", 1),
];

/// No interval of a farm is longer than a week.
const LONGEST: u128 = 7 * 24 * HOUR;

/// The duration that a text names.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let expected = || format!("expected a duration such as `500ms`, `30s`, `10min` or `2h`, got `{text}`");
    let millis = amount(text, &DURATIONS).ok_or_else(expected)?;
    match millis {
        0 => Err(format!("expected more than nothing, got `{text}`")),
        1..=LONGEST => Ok(Duration::from_millis(u64::try_from(millis).unwrap_or(u64::MAX))),
        _ => Err(format!("expected at most a week, got `{text}`")),
    }
}

/// A duration in its largest unit without a rest.
pub(super) fn duration_text(duration: Duration) -> String {
    in_words(duration.as_millis(), &DURATIONS)
}

/// The number of bytes that a text names.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let bytes = amount(text, &SIZES).and_then(|it| u64::try_from(it).ok());
    bytes.ok_or_else(|| format!("expected a size such as `500MB` or `1GB`, got `{text}`"))
}

/// A size in its largest unit without a rest.
pub(super) fn size_text(bytes: u64) -> String {
    in_words(u128::from(bytes), &SIZES)
}

/// Digits, a unit, nothing else but a space between them.
fn amount(text: &str, units: &[(&str, u128)]) -> Option<u128> {
    let digits = text.find(|it: char| !it.is_ascii_digit())?;
    let unit = text[digits..].trim_start();
    let (_, size) = units.iter().find(|(name, _)| *name == unit)?;
    text[..digits].parse::<u64>().ok().map(|it| u128::from(it) * size)
}

fn in_words(amount: u128, units: &[(&str, u128)]) -> String {
    let whole = units.iter().find(|(_, size)| amount >= *size && amount.is_multiple_of(*size));
    let (name, size) = whole.or(units.last()).expect("there are units");
    format!("{}{name}", amount / size)
}
