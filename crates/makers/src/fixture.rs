//! Requests for the tests.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rushes_core::{FrameSide, Scenecode, TaskType};

use crate::animatic::AnimaticFrames;
use crate::{ClipRequest, FrameMaker, FrameRequest};

/// A first frame of 64x48, to be made in a folder.
pub(crate) fn frame_request(out_dir: &Path) -> FrameRequest {
    FrameRequest {
        scenecode: Scenecode::new("SCN000245").unwrap(),
        tasktype: TaskType::new("scene").unwrap(),
        side: FrameSide::First,
        chapter: 12,
        title: "The platform".to_owned(),
        prompt: "站台 at dusk".to_owned(),
        negative_prompt: "text".to_owned(),
        seed: 7,
        width: 64,
        height: 48,
        first_frame: None,
        refs: vec!["lin.png".to_owned()],
        claim_seq: 3,
        worker_id: "001".to_owned(),
        out_dir: out_dir.to_path_buf(),
        limit: Duration::from_secs(60),
    }
}

/// A clip of two seconds between two frames that are there.
pub(crate) async fn clip_request(folder: &Path) -> ClipRequest {
    let [first, last] = [frame(folder, FrameSide::First).await, frame(folder, FrameSide::Last).await];
    ClipRequest {
        scenecode: Scenecode::new("SCN000245").unwrap(),
        chapter: 12,
        aiwords: "push in".to_owned(),
        first,
        last,
        width: 64,
        height: 48,
        fps: 6,
        duration: Duration::from_secs(2),
        claim_seq: 4,
        worker_id: "001".to_owned(),
        limit: Duration::from_secs(60),
    }
}

async fn frame(folder: &Path, side: FrameSide) -> PathBuf {
    AnimaticFrames.make(&FrameRequest { side, ..frame_request(folder) }).await.unwrap().path
}
