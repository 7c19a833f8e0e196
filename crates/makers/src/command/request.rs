//! What a program is asked.

use std::path::Path;
use std::time::Duration;

use rushes_core::FrameSide;
use serde::Serialize;

use crate::FrameRequest;

/// The request as it is written; its fields are explained in `examples/makers/README.md`.
#[derive(Serialize)]
struct Request<'a> {
    version: u32,
    scenecode: &'a str,
    tasktype: &'a str,
    side: &'static str,
    chapter: u32,
    title: &'a str,
    prompt: &'a str,
    negative_prompt: &'a str,
    seed: u64,
    width: u32,
    height: u32,
    first_frame: Option<&'a Path>,
    refs: &'a [String],
    out_dir: &'a Path,
    limit_seconds: f64,
    worker: &'a str,
    claim_seq: i64,
}

/// One line of JSON.
pub(super) fn write_request(request: &FrameRequest, limit: Duration) -> Result<Vec<u8>, serde_json::Error> {
    let mut line = serde_json::to_vec(&Request {
        version: 1,
        scenecode: request.scenecode.as_str(),
        tasktype: request.tasktype.as_str(),
        side: request.side.as_str(),
        chapter: request.chapter,
        title: &request.title,
        prompt: &request.prompt,
        negative_prompt: &request.negative_prompt,
        seed: request.seed,
        width: request.width,
        height: request.height,
        first_frame: request.first_frame.as_deref().filter(|_| request.side == FrameSide::Last),
        refs: &request.refs,
        out_dir: &request.out_dir,
        limit_seconds: limit.as_secs_f64(),
        worker: &request.worker_id,
        claim_seq: request.claim_seq,
    })?;
    line.push(b'\n');
    Ok(line)
}
