//! Every operation of the store, on every database.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that fails should say where; timings are shown"
)]

mod board;
mod clips_control;
#[cfg(feature = "servers")]
mod clips_held;
mod clips_lock;
mod clips_poll;
mod clips_stage;
mod clips_submit;
mod clips_sweep;
mod counts;
mod film;
mod fixture;
mod images_claim;
mod images_end;
#[cfg(feature = "servers")]
mod images_locks;
mod images_stage;
mod import;
mod schema;
mod workers;
mod articles;
mod beat;
mod images_by_hand;
mod images_lease;
mod images_race;
mod images_zombie;
mod recover;
mod watchdog;
