//! Files: the media root, the checks of frames and clips, the writing of clips and of the film.
//!
//! Everything here is synchronous; callers in async code use a blocking thread. Nothing here knows the database:
//! a caller names a file by its relative path, and says which row it belongs to by that name.

mod error;
mod mp4;

pub use error::Error;
pub use mp4::ClipWriter;
