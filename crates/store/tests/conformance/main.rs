//! Every operation of the store, on every database.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that fails should say where; timings are shown"
)]

mod alerts;
mod articles;
mod beat;
mod board;
mod clips_control;
#[cfg(feature = "servers")]
mod clips_held;
mod clips_lock;
mod clips_poll;
mod clips_stage;
mod clips_submit;
mod clips_sweep;
mod control;
mod counts;
mod film;
mod fixture;
mod images_by_hand;
mod images_claim;
mod images_end;
mod images_lease;
#[cfg(feature = "servers")]
mod images_locks;
mod images_race;
mod images_stage;
mod images_zombie;
mod import;
mod moving;
mod recover;
mod schema;
mod scope;
mod values;
mod watchdog;
mod workers;
