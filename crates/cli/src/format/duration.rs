//! How long a shot runs, as people write it: `3s`, `3秒`, `00:03`, `3.0`.

use std::time::Duration;

/// How long a clip may be.
const BOUNDS: std::ops::RangeInclusive<f64> = 0.1..=600.0;

/// What a unit is in seconds; the longer names first, since `s` ends many of them.
const UNITS: [(&str, f64); 12] = [
    ("milliseconds", 0.001),
    ("毫秒", 0.001),
    ("ms", 0.001),
    ("minutes", 60.0),
    ("分钟", 60.0),
    ("min", 60.0),
    ("seconds", 1.0),
    ("second", 1.0),
    ("sec", 1.0),
    ("秒钟", 1.0),
    ("秒", 1.0),
    ("s", 1.0),
];

/// The duration that a text names, to the millisecond.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let expected = |what: &str| format!("expected {what}, got `{}`", crate::problem::excerpt(text));
    let seconds = seconds(text.trim()).ok_or_else(|| expected("seconds such as `3s`"))?;
    if !BOUNDS.contains(&seconds) {
        return Err(expected("0.1 to 600 seconds"));
    }
    let millis = Duration::from_secs_f64(seconds).as_micros().div_ceil(500) / 2;
    Ok(Duration::from_millis(u64::try_from(millis).unwrap_or(u64::MAX)))
}

fn seconds(text: &str) -> Option<f64> {
    if text.contains([':', '：']) {
        return clock(text);
    }
    let lower = text.to_lowercase();
    let unit = UNITS.iter().find_map(|(unit, size)| Some((lower.strip_suffix(unit)?, *size)));
    let (digits, size) = unit.unwrap_or((lower.as_str(), 1.0));
    Some(number(digits.trim_end())? * size)
}

/// `00:03` and `00:00:03.5`.
fn clock(text: &str) -> Option<f64> {
    let parts: Vec<&str> = text.split([':', '：']).collect();
    let (last, whole) = parts.split_last().filter(|(_, whole)| whole.len() <= 2)?;
    let mut total = 0.0;
    for part in whole {
        total = total * 60.0 + f64::from(part.trim().parse::<u16>().ok()?);
    }
    let seconds = number(last.trim()).filter(|it| *it < 60.0)?;
    Some(total * 60.0 + seconds)
}

/// Digits and at most one point: no sign, no exponent, no `inf`.
fn number(text: &str) -> Option<f64> {
    let plain = text.starts_with(|it: char| it.is_ascii_digit())
        && text.chars().all(|it| it.is_ascii_digit() || it == '.');
    if plain { text.parse().ok() } else { None }
}
