//! A Ctrl-C, or whatever else the system asks a program to end with.

use crate::report::{AGAIN, Failure};

/// Hears every press from its making on: one that comes while nobody waits is not lost.
#[derive(Debug)]
pub struct Presses {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

impl Presses {
    /// Listens from now on; the system no longer ends the program by itself.
    #[cfg(unix)]
    pub fn listen() -> Result<Presses, Failure> {
        use tokio::signal::unix::{SignalKind, signal};
        let listen = |kind| signal(kind).map_err(|error| deaf(&error));
        Ok(Presses {
            interrupt: listen(SignalKind::interrupt())?,
            terminate: listen(SignalKind::terminate())?,
        })
    }

    /// Listens from now on; the system no longer ends the program by itself.
    #[cfg(windows)]
    pub fn listen() -> Result<Presses, Failure> {
        let interrupt = tokio::signal::windows::ctrl_c().map_err(|error| deaf(&error))?;
        Ok(Presses { interrupt })
    }

    /// Waits until the program is asked to end.
    pub async fn next(&mut self) {
        #[cfg(unix)]
        let heard = tokio::select! {
            heard = self.interrupt.recv() => heard,
            heard = self.terminate.recv() => heard,
        };
        #[cfg(windows)]
        let heard = self.interrupt.recv().await;
        if heard.is_none() {
            std::future::pending::<()>().await;
        }
    }
}

fn deaf(error: &std::io::Error) -> Failure {
    Failure::new(format!("could not listen for Ctrl-C: {error}")).hint(AGAIN)
}
