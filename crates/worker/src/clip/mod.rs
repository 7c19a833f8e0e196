//! Clips: lock and submit, poll, fetch, check, place, finish.

mod fetch;
mod poll;
mod recover;
mod submit;

pub(crate) use poll::poll_loop;
pub(crate) use recover::settle_submissions;
pub(crate) use submit::submit_loop;
