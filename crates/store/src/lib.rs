//! The only crate that knows SQL: a film in SQLite, PostgreSQL or MariaDB.
//!
//! Each statement is one file in `sql/`; where a database must differ there is a neighbour file that says why.
//! Each operation has one body. SQL guards and counts, `rushes_core` decides.
//!
//! Invariant: every write after a claim is guarded by key, `claim_seq`, `worker_id`, `boot_id` and state, and
//! the rows it touched are counted.

mod board;
mod clips;
mod connect;
mod control;
mod counts;
mod dialect;
mod error;
mod files;
mod film;
mod history;
mod images;
mod import;
mod log;
mod maker;
mod marker;
mod migrate;
mod moving;
mod read;
mod row;
mod scope;
mod share;
mod shots;
mod sql;
mod text;
mod transaction;
mod types;
mod url;
mod workers;

pub use board::{BoardClip, BoardFilter, BoardImage, BoardMade, BoardRow};
pub use clips::{
    AcceptedClip, ClipLock, ClipMeta, ClipSweep, LockEnding, Locked, NotFound, PollClaim, Submission,
    SubmissionOutcome,
};
pub use connect::Store;
pub use control::{Granted, Rerun, Wish};
pub use counts::{ClipCount, Counts, ImageCount};
pub use dialect::Dialect;
pub use error::Error;
pub use files::{ClipFile, ShotFiles};
pub use history::{AlertRow, Ends, WorkerTotals, WorklogRow};
pub use images::{BeatAnswer, Doing, EndedByHand, Held, ImageSweep, NamedFrame, Recovered, Watch};
pub use maker::SharedMaker;
pub use migrate::schema_version;
pub use moving::{LeftBehind, Page, Restoration, Snapshot, TABLES, Table};
pub use scope::Scope;
pub use shots::Place;
pub use types::{Answer, Frames, Holder, ImageClaim, ImageEnd, ImageEnding};
pub use url::{DatabaseUrl, InvalidUrl};
pub use workers::{Order, Registered, WorkerInfo, WorkerRow, WorkerSeen};
