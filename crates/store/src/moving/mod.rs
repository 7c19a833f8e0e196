//! A whole film out of one database and into another, row by row, in words that are no database's own.

mod restore;
mod snapshot;
mod tables;

pub use restore::{LeftBehind, Restoration};
pub use snapshot::{Page, Snapshot};
pub use tables::{TABLES, Table};
