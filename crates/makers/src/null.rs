//! Makers that make nothing: one ready picture or clip for each size, made once and handed out again. With them the
//! farm itself is measured.

use std::collections::HashMap;
use std::hash::Hash;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use async_trait::async_trait;
use rushes_core::{Fault, FaultClass};
use rushes_media::ClipWriter;

use crate::video::{Format, KeyFrames, Planes};
use crate::{
    Accepted, ClipMaker, ClipRequest, Error, FrameMaker, FrameRequest, MadeFrame, Polled, Reach, SubmitError,
    draw,
};

/// What was made once and is handed out again, one for each key.
type Store<K, T> = Mutex<HashMap<K, Arc<T>>>;

/// Hands out one picture for each size.
#[derive(Debug, Default)]
pub(crate) struct NullFrames;

/// Hands out one clip for each format. Its ids say the format, so that every process can fetch them.
#[derive(Debug, Default)]
pub(crate) struct NullClips;

#[async_trait]
impl FrameMaker for NullFrames {
    fn name(&self) -> &str {
        "null"
    }

    async fn make(&self, request: &FrameRequest) -> Result<MadeFrame, Fault> {
        let (width, height) = (request.width, request.height);
        let path = request.out_dir.join(format!(
            "{}_{}.png",
            rushes_media::file_stem(&request.scenecode),
            request.side.as_str()
        ));
        let out = path.clone();
        blocking(move || write(&picture(width, height)?, &out)).await?;
        Ok(MadeFrame { path, seed: request.seed })
    }

    async fn examine(&self) -> Result<String, Fault> {
        Ok("hands out one ready picture".to_owned())
    }
}

#[async_trait]
impl ClipMaker for NullClips {
    fn name(&self) -> &str {
        "null"
    }

    fn reach(&self) -> Reach {
        Reach::Anywhere
    }

    fn is_free(&self) -> bool {
        true
    }

    async fn submit(&self, request: &ClipRequest) -> Result<Accepted, SubmitError> {
        let format = Format::new(request.width, request.height, request.fps, request.duration)
            .map_err(Error::into_fault)?;
        let Format { width, height, fps, frames } = format;
        let vdurl = format!("null-{width}-{height}-{fps}-{frames}-{}", uuid::Uuid::now_v7().simple());
        Ok(Accepted { vdurl, maker_ref: String::new(), cost: None, currency: None })
    }

    async fn poll(&self, vdurl: &str, _maker_ref: &str) -> Result<Polled, Fault> {
        Ok(match format_of(vdurl) {
            Some(_) => Polled::Finished { source: vdurl.to_owned() },
            None => Polled::NotFound,
        })
    }

    async fn fetch(&self, vdurl: &str, _source: &str, out: &Path) -> Result<(), Fault> {
        let format = format_of(vdurl).ok_or_else(|| {
            Fault::new(
                FaultClass::Task,
                format!("expected `{vdurl}` to be a clip of the maker `null`, it is not"),
            )
        })?;
        let out = out.to_path_buf();
        blocking(move || write(&clip(format)?, &out)).await
    }

    async fn examine(&self) -> Result<String, Fault> {
        Ok("hands out one ready clip".to_owned())
    }
}

fn format_of(vdurl: &str) -> Option<Format> {
    let mut numbers = vdurl.strip_prefix("null-")?.split('-').map_while(|it| it.parse::<u32>().ok());
    let (width, height, fps, frames) = (numbers.next()?, numbers.next()?, numbers.next()?, numbers.next()?);
    let format = Format::new(width, height, fps, std::time::Duration::ZERO).ok()?;
    Some(Format { frames, ..format })
}

async fn blocking(work: impl FnOnce() -> Result<(), Error> + Send + 'static) -> Result<(), Fault> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Fault::new(FaultClass::Task, format!("could not hand out a file: {error}")))?
        .map_err(Error::into_fault)
}

fn write(bytes: &[u8], out: &Path) -> Result<(), Error> {
    std::fs::write(out, bytes).map_err(Error::file("write", out))
}

/// The picture of a size: two colours, since a picture of one is no picture. No fonts and no drawing.
fn picture(width: u32, height: u32) -> Result<Arc<Vec<u8>>, Error> {
    static PICTURES: OnceLock<Store<(u32, u32), Vec<u8>>> = OnceLock::new();
    ready(&PICTURES, (width, height), || {
        let colours = [[0x2b, 0x3a, 0x42], [0xc9, 0xb7, 0x9c]];
        let row =
            |y: u32| (0..width).flat_map(move |x| colours[usize::from(x * 2 < width && y * 2 < height)]);
        let pixels = (0..height).flat_map(row).collect();
        in_scratch(|out| draw::write_png(&draw::Rgb { width, height, pixels }, out))
    })
}

/// The clip of a format. Its two key frames are encoded once for all lengths.
fn clip(format: Format) -> Result<Arc<Vec<u8>>, Error> {
    static CLIPS: OnceLock<Store<Format, Vec<u8>>> = OnceLock::new();
    static KEYS: OnceLock<Store<Format, KeyFrames>> = OnceLock::new();
    let Format { width, height, fps, .. } = format;
    let keys = ready(&KEYS, Format { frames: 0, ..format }, || {
        let picture = picture(width, height)?;
        let folder = scratch()?;
        let frame = folder.path().join("ready.png");
        write(&picture, &frame)?;
        KeyFrames::encode(&Planes::read(&frame, width, height)?, &format)
    })?;
    ready(&CLIPS, format, || {
        in_scratch(|out| keys.write(&format, ClipWriter::create(out, width, height, fps)?))
    })
}

/// What is in the store for a key; the first who asks makes it.
fn ready<K: Hash + Eq, T>(
    store: &OnceLock<Store<K, T>>,
    key: K,
    make: impl FnOnce() -> Result<T, Error>,
) -> Result<Arc<T>, Error> {
    let mut known = store.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(value) = known.get(&key) {
        return Ok(Arc::clone(value));
    }
    let value = Arc::new(make()?);
    known.insert(key, Arc::clone(&value));
    Ok(value)
}

/// The bytes of a file that is made and then forgotten.
fn in_scratch(make: impl FnOnce(&Path) -> Result<(), Error>) -> Result<Vec<u8>, Error> {
    let folder = scratch()?;
    let out = folder.path().join("ready");
    make(&out)?;
    std::fs::read(&out).map_err(Error::file("read", &out))
}

fn scratch() -> Result<tempfile::TempDir, Error> {
    tempfile::tempdir().map_err(Error::file("make a folder in", &std::env::temp_dir()))
}

#[cfg(test)]
#[path = "null_tests.rs"]
mod tests;
