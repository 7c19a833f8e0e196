//! Files: the media root, the checks of frames and clips, the writing of clips and of the film.
//!
//! Everything here is synchronous; callers in async code use a blocking thread. Nothing here knows the database:
//! a caller names a file by its relative path, and says which row it belongs to by that name.

mod durable;
mod error;
mod mp4;
mod name;
mod place;
mod root;
mod walk;

pub use durable::Hashed;
pub use error::Error;
pub use mp4::ClipWriter;
pub use name::{NamedFile, Published, clip_path, file_stem, frame_path, parse_path};
pub use place::Placed;
pub use root::MediaRoot;
