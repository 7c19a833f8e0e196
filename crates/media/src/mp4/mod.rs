//! MP4 files: writing a clip, reading what a maker wrote, and the tables that both and the film share.

mod annex_b;
mod codec;
mod fragments;
mod reader;
mod samples;
mod track;
mod writer;

pub(crate) use reader::{Movie, Place, Video};
pub use writer::ClipWriter;
