//! Files: the media root, the checks of frames and clips, the writing of clips and of the film.
//!
//! Everything here is synchronous; callers in async code use a blocking thread. Nothing here knows the database:
//! a caller names a file by its relative path, and says which row it belongs to by that name.

mod check;
mod copy;
mod durable;
mod error;
mod film;
mod mp4;
mod name;
mod place;
mod root;
#[cfg(test)]
mod sample_clips;
mod walk;

pub use check::{ClipExpectation, ClipFacts, FrameFacts, FrameFormat, check_clip, check_frame};
pub use copy::{Copied, Replace, copy_checked};
pub use durable::Hashed;
pub use error::Error;
pub use film::{Chapter, FilmFacts, Part, assemble, ffmpeg_version};
pub use mp4::ClipWriter;
pub use name::{NamedFile, Published, clip_path, file_stem, frame_path, parse_path};
pub use place::Placed;
pub use root::MediaRoot;
