//! The loops of a worker: claim, make, beat, confirm, submit, poll, fetch, watch.
//!
//! One loop owns each thing that moves. Every loop ends on one signal, in a fixed order: no new claims, what runs is
//! finished or handed back, the beat stops last.
//!
//! Invariant: no transaction is open while a maker works, and no file or network is touched inside one.

mod beat;
mod clip;
mod clock;
mod confirm;
mod error;
mod farm;
mod frames;
mod gate;
mod held;
mod patience;
mod published;
mod rest;
mod run;
mod spool;
mod start;
mod step;
mod stop;
mod tuned;
mod watchdog;

pub use clock::BootClock;
pub use error::Error;
pub use farm::{Config, Makers, Stages};
pub use run::{Exit, run};
pub use stop::{Level, Stop, StopHandle};
pub use watchdog::{SweepReport, look_at_ended_by_hand, sweep};
