//! What the rows say of files: which are true, and which may be cleared away.

use rushes_core::{ClipState, ImageState, Scenecode};

use crate::row::Row;
use crate::{Error, Store, sql};

/// What the rows of one shot say of its files. A file of the shot that is not named here and carries a claim below
/// the row's own is nobody's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShotFiles {
    /// The shot.
    pub scenecode: Scenecode,
    /// Where its image task stands.
    pub image: ImageState,
    /// The number of the image task's last claim.
    pub image_seq: i64,
    /// The first frame, as the image task names it.
    pub firstpic: Option<String>,
    /// The last frame, as the image task names it.
    pub secondpic: Option<String>,
    /// The hashes of both frames, as they were when a claim confirmed them; a person's frames have none.
    pub frame_hashes: [Option<String>; 2],
    /// Where its clip stands.
    pub clip: Option<ClipState>,
    /// The number of the clip's last claim.
    pub clip_seq: Option<i64>,
    /// The frames, as the process row names them.
    pub clip_frames: [Option<String>; 2],
    /// The clip.
    pub clip_file: Option<ClipFile>,
}

/// A finished clip as its row describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClipFile {
    /// Its path in the media root.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// The hash of its bytes.
    pub sha256: String,
}

impl ShotFiles {
    /// Every path that the rows name; one may come twice.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        let frames = [&self.firstpic, &self.secondpic, &self.clip_frames[0], &self.clip_frames[1]];
        let clip = self.clip_file.as_ref().map(|it| it.path.as_str());
        frames.into_iter().filter_map(|it| it.as_deref()).chain(clip)
    }
}

impl Store {
    /// What the rows of every shot say of its files, by scenecode.
    pub async fn files_named(&self) -> Result<Vec<ShotFiles>, Error> {
        self.rows(&sql::BOARD_FILES, vec![]).await?.iter().map(files_of).collect()
    }
}

fn files_of(row: &Row) -> Result<ShotFiles, Error> {
    let has_clip = row.maybe_text("clip_status")?.is_some();
    Ok(ShotFiles {
        scenecode: row.scenecode("scenecode")?,
        image: row.image_state("status")?,
        image_seq: row.int("claim_seq")?,
        firstpic: row.maybe_text("firstpic")?,
        secondpic: row.maybe_text("secondpic")?,
        frame_hashes: [row.maybe_text("first_sha256")?, row.maybe_text("second_sha256")?],
        clip: if has_clip { Some(row.clip_state("clip_status", "task_lock")?) } else { None },
        clip_seq: row.maybe_int("clip_seq")?,
        clip_frames: [row.maybe_text("clip_firstpic")?, row.maybe_text("clip_secondpic")?],
        clip_file: match row.maybe_text("path")? {
            Some(path) => Some(ClipFile { path, bytes: row.count("bytes")?, sha256: row.text("sha256")? }),
            None => None,
        },
    })
}
