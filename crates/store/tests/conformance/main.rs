//! Every operation of the store, on every database.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that fails should say where; timings are shown"
)]

mod film;
mod fixture;
mod import;
