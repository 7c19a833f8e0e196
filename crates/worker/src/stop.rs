//! The one signal on which every loop ends.

use std::sync::Arc;

use tokio::sync::watch;

/// How urgently a worker is to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// It works.
    Run,
    /// It takes nothing new and finishes what runs.
    Drain,
    /// It hands back what it holds, now.
    HandBack,
}

/// Raises the signal.
#[derive(Debug, Clone)]
pub struct StopHandle(Arc<watch::Sender<Level>>);

/// Watches the signal.
#[derive(Debug, Clone)]
pub struct Stop(watch::Receiver<Level>);

impl Stop {
    /// A signal that nobody has raised.
    pub fn new() -> (StopHandle, Stop) {
        let (sender, receiver) = watch::channel(Level::Run);
        (StopHandle(Arc::new(sender)), Stop(receiver))
    }

    /// How urgent it is now.
    pub fn level(&self) -> Level {
        *self.0.borrow()
    }

    /// Waits until it is at least as urgent as `level`. Never ends if nobody can raise it any more.
    pub async fn reached(&mut self, level: Level) {
        if self.0.wait_for(|it| *it >= level).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Waits until it is more urgent than `level`.
    pub async fn above(&mut self, level: Level) {
        if self.0.wait_for(|it| *it > level).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl StopHandle {
    /// Raises the signal; it never goes back.
    pub fn raise(&self, level: Level) {
        self.0.send_if_modified(|it| {
            let more = level > *it;
            if more {
                *it = level;
            }
            more
        });
    }

    /// One step more urgent: what a Ctrl-C does.
    pub fn press(&self) -> Level {
        let now = *self.0.borrow();
        let next = if now == Level::Run { Level::Drain } else { Level::HandBack };
        self.raise(next);
        next
    }

    /// A watcher of this signal.
    pub fn watch(&self) -> Stop {
        Stop(self.0.subscribe())
    }
}
