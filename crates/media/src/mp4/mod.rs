//! MP4 files: writing a clip, reading what a maker wrote, and the tables that both and the film share.

mod annex_b;
mod codec;
mod fragments;
mod reader;
mod samples;
mod track;
mod writer;

pub(crate) use reader::{Edit, Movie, Place, Video};
pub(crate) use track::{ChapterTrack, Sample, SampleTable, VideoTrack, moov};
pub use writer::ClipWriter;
pub(crate) use writer::{MDAT_HEADER, encode, file_type, mdat_header};
