//! Makes many frames or clips, to be timed from outside:
//! `time cargo run --release -p rushes-makers --example measure -- MAKER frames|clips COUNT [WIDTH HEIGHT]`.

use std::path::Path;
use std::time::{Duration, Instant};

use rushes_core::{FrameSide, Scenecode, TaskType};
use rushes_makers::{
    ClipMaker, ClipRequest, FrameMaker, FrameRequest, MakerSettings, Polled, clip_maker, frame_maker,
};

const PROMPT: &str = "两人在空荡的候车厅相遇,谁也没有先开口。窗外最后一班列车离站,玻璃上掠过一排排灯光;她把手里的旧怀表放在长椅上。";

#[expect(clippy::print_stderr, reason = "an example that tells its times")]
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [maker, what, count, size @ ..] = &args[..] else {
        return Err("expected MAKER frames|clips COUNT".into());
    };
    let size = match size {
        [width, height] => (width.parse()?, height.parse()?),
        _ => (640, 360),
    };
    let folder = tempfile::tempdir()?;
    let count: usize = count.parse()?;
    let settings = MakerSettings::default();
    let frames = frame_maker(maker, &settings)?;
    let started = Instant::now();
    if what == "frames" {
        for at in 0..count {
            frame(&*frames, folder.path(), at, FrameSide::First, size).await?;
        }
    } else {
        make_clips(&*frames, &*clip_maker(maker, &settings)?, folder.path(), count, size).await?;
    }
    eprintln!("{count} {what} in {:?}", started.elapsed());
    Ok(())
}

async fn frame(
    maker: &dyn FrameMaker,
    folder: &Path,
    at: usize,
    side: FrameSide,
    (width, height): (u32, u32),
) -> Result<std::path::PathBuf, Box<dyn std::error::Error>> {
    let request = FrameRequest {
        scenecode: Scenecode::new(format!("SCN{at:06}"))?,
        tasktype: TaskType::new(["character", "location", "scene"][at % 3])?,
        side,
        chapter: 1,
        title: "车站".to_owned(),
        prompt: PROMPT.to_owned(),
        negative_prompt: String::new(),
        seed: at as u64,
        width,
        height,
        first_frame: None,
        refs: Vec::new(),
        claim_seq: 1,
        worker_id: "001".to_owned(),
        out_dir: folder.to_path_buf(),
        limit: Duration::from_secs(60),
    };
    Ok(maker.make(&request).await?.path)
}

/// Submits clips of three seconds between the frames of ten shots, and fetches them.
async fn make_clips(
    frames: &dyn FrameMaker,
    maker: &dyn ClipMaker,
    folder: &Path,
    count: usize,
    size: (u32, u32),
) -> Result<(), Box<dyn std::error::Error>> {
    let mut shots = Vec::new();
    for at in 0..10 {
        let [first, last] =
            [FrameSide::First, FrameSide::Last].map(|side| frame(frames, folder, at, side, size));
        shots.push((first.await?, last.await?));
    }
    let mut ids = Vec::new();
    for at in 0..count {
        let request = ClipRequest {
            scenecode: Scenecode::new(format!("SCN{at:06}"))?,
            chapter: 1,
            aiwords: String::new(),
            first: shots[at % 10].0.clone(),
            last: shots[at % 10].1.clone(),
            width: size.0,
            height: size.1,
            fps: 6,
            duration: Duration::from_secs(3),
            claim_seq: 1,
            worker_id: "001".to_owned(),
            limit: Duration::from_secs(60),
        };
        ids.push(maker.submit(&request).await?.vdurl);
    }
    for (at, id) in ids.iter().enumerate() {
        let source = loop {
            match maker.poll(id, "").await? {
                Polled::Finished { source } => break source,
                Polled::Running => tokio::time::sleep(Duration::from_millis(5)).await,
                other @ (Polled::Failed(_) | Polled::NotFound) => return Err(format!("{other:?}").into()),
            }
        };
        maker.fetch(id, &source, &folder.join(format!("{at}.mp4"))).await?;
    }
    Ok(())
}
