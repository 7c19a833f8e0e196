//! MP4 files: writing a clip, reading what a maker wrote, and the tables that both and the film share.

mod annex_b;
mod track;
mod writer;

pub use writer::ClipWriter;
