//! How long to wait before the next attempt.

use std::time::Duration;

const FLOOR: Duration = Duration::from_secs(1);
const CAP: Duration = Duration::from_secs(600);
const BASE: f64 = 4.0;

/// The wait before attempt `retry_count + 1`: exponential with full jitter, never under one second and never
/// over ten minutes. `chance` is between 0 and 1.
pub fn back_off(retry_count: u32, chance: f64) -> Duration {
    let exponent = i32::try_from(retry_count.min(16)).unwrap_or(16);
    let ceiling = (BASE * 2f64.powi(exponent)).min(CAP.as_secs_f64());
    let jittered = ceiling * if chance.is_finite() { chance.clamp(0.0, 1.0) } else { 1.0 };
    Duration::from_secs_f64(jittered).clamp(FLOOR, CAP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wait_is_between_a_second_and_ten_minutes() {
        for count in [0, 1, 2, 5, 16, 17, 1000, u32::MAX] {
            for chance in [-1.0, 0.0, 0.3, 1.0, 7.0, f64::NAN, f64::INFINITY] {
                let wait = back_off(count, chance);
                assert!((FLOOR..=CAP).contains(&wait), "{count} {chance} {wait:?}");
            }
        }
    }

    #[test]
    fn the_ceiling_doubles_until_the_cap() {
        assert_eq!(back_off(0, 1.0), Duration::from_secs(4));
        assert_eq!(back_off(1, 1.0), Duration::from_secs(8));
        assert_eq!(back_off(7, 1.0), Duration::from_secs(512));
        assert_eq!(back_off(8, 1.0), CAP);
    }
}
