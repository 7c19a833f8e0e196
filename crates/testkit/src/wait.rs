//! Waiting for something that another process does, with a limit and a clear word when it never comes.
//!
//! This is for conditions, not for races: a race is staged with locks and barriers.

use std::time::{Duration, Instant};

const STEP: Duration = Duration::from_millis(20);

/// Waits until `condition` holds; panics with `what` when it does not within `limit`.
#[track_caller]
pub fn wait_until(what: &str, limit: Duration, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < limit, "waited {limit:?} for this, and it did not come: {what}");
        std::thread::sleep(STEP);
    }
}

/// [`wait_until`] for a condition that must itself be awaited, such as a look into the database.
pub async fn wait_until_async(what: &str, limit: Duration, mut condition: impl AsyncFnMut() -> bool) {
    let start = Instant::now();
    while !condition().await {
        assert!(start.elapsed() < limit, "waited {limit:?} for this, and it did not come: {what}");
        tokio::time::sleep(STEP).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_that_comes_true_ends_the_wait() {
        let mut looks = 0;
        wait_until("the third look", Duration::from_secs(60), || {
            looks += 1;
            looks == 3
        });
        assert_eq!(looks, 3);
    }

    #[test]
    #[should_panic(expected = "it did not come: rain")]
    fn a_condition_that_never_comes_is_named() {
        wait_until("rain", Duration::from_millis(1), || false);
    }

    #[tokio::test]
    async fn a_condition_can_be_awaited() {
        let mut looks = 0;
        wait_until_async("the second look", Duration::from_secs(60), async || {
            looks += 1;
            looks == 2
        })
        .await;
        assert_eq!(looks, 2);
    }
}
