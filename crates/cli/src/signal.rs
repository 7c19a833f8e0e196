//! A Ctrl-C, or whatever else the system asks a program to end with.

/// Waits until the program is asked to end; `false` if this system cannot ask.
pub async fn pressed() -> bool {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else { return false };
        tokio::select! {
            pressed = tokio::signal::ctrl_c() => pressed.is_ok(),
            told = terminate.recv() => told.is_some(),
        }
    }
    #[cfg(not(unix))]
    {
        tokio::signal::ctrl_c().await.is_ok()
    }
}
