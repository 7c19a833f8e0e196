//! Logs: to standard error for whoever watches, and for a worker also to a file of its own that never grows without end.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueEnum;
use file_rotate::compression::Compression;
use file_rotate::suffix::AppendCount;
use file_rotate::{ContentLimit, FileRotate};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry};

use crate::report::Failure;

/// A log file is put aside at this size.
const LARGEST: usize = 8_000_000;
/// So many that were put aside are kept.
const KEPT: usize = 4;

/// How a line of the log looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// A line for people
    Human,
    /// A JSON object a line, for programs
    Json,
}

type Boxed = Box<dyn Layer<Registry> + Send + Sync>;

/// How much is said if `RUSHES_LOG` says nothing of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// What goes wrong.
    Warnings,
    /// What happens.
    Events,
    /// Each step of what happens.
    Steps,
}

impl Detail {
    fn filter(self) -> &'static str {
        match self {
            Detail::Warnings => "warn,sqlx=error,mp4_atom=error",
            Detail::Events => "info,sqlx=warn,mp4_atom=error",
            Detail::Steps => "info,rushes_worker=debug,sqlx=warn,mp4_atom=error",
        }
    }
}

/// Logs to standard error; `RUSHES_LOG` says what of them (`debug`, `rushes_worker=trace`).
pub fn to_stderr(format: LogFormat, detail: Detail) {
    let colours = io::stderr().is_terminal();
    tracing_subscriber::registry().with(layer(format, io::stderr, colours, detail)).init();
}

/// Logs of a worker: to `logs/ID.log` in its project, and to standard error unless its parent watches the file.
pub fn of_worker(format: LogFormat, project: &Path, id: &str, with_parent: bool) -> Result<(), Failure> {
    let file = RotatingFile::open(&project.join("logs").join(format!("{id}.log")))?;
    let mut layers = vec![layer(format, file, false, Detail::Events)];
    if !with_parent {
        layers.push(layer(format, io::stderr, io::stderr().is_terminal(), Detail::Events));
    }
    tracing_subscriber::registry().with(layers).init();
    Ok(())
}

fn layer<W>(format: LogFormat, writer: W, colours: bool, detail: Detail) -> Boxed
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let filter = EnvFilter::try_from_env("RUSHES_LOG").unwrap_or_else(|_| EnvFilter::new(detail.filter()));
    let layer = tracing_subscriber::fmt::layer().with_writer(writer).with_target(false).with_ansi(colours);
    match format {
        LogFormat::Human => layer.with_filter(filter).boxed(),
        LogFormat::Json => layer.json().flatten_event(true).with_filter(filter).boxed(),
    }
}

/// A file that is put aside when it is full.
#[derive(Clone)]
struct RotatingFile(Arc<Mutex<FileRotate<AppendCount>>>);

impl RotatingFile {
    fn open(path: &Path) -> Result<RotatingFile, Failure> {
        let failed = |error: io::Error| {
            Failure::new(format!("could not write the log `{}`: {error}", path.display()))
                .hint("see that this user may write in the project folder and that the disk is not full")
        };
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(failed)?;
        // The library does not say so itself if it cannot open the file.
        std::fs::OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        let limit = ContentLimit::BytesSurpassed(LARGEST);
        let file = FileRotate::new(path, AppendCount::new(KEPT), limit, Compression::None, None);
        Ok(RotatingFile(Arc::new(Mutex::new(file))))
    }
}

impl Write for RotatingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).flush()
    }
}

impl<'a> MakeWriter<'a> for RotatingFile {
    type Writer = RotatingFile;

    fn make_writer(&'a self) -> RotatingFile {
        self.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_put_aside_when_it_is_full_and_the_oldest_goes() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = RotatingFile::open(&folder.path().join("logs/001.log")).unwrap();
        let line = "x".repeat(999) + "\n";
        for _ in 0..LARGEST / 1000 * (KEPT + 3) {
            file.write_all(line.as_bytes()).unwrap();
        }
        let files: Vec<_> = std::fs::read_dir(folder.path().join("logs")).unwrap().collect();
        assert_eq!(files.len(), 1 + KEPT);
        let sizes = files.into_iter().map(|it| it.unwrap().metadata().unwrap().len());
        assert!(sizes.into_iter().all(|it| it <= LARGEST as u64 + 1000));
    }

    #[test]
    fn a_log_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("logs"), "").unwrap();
        let failure = RotatingFile::open(&folder.path().join("logs/001.log")).err().unwrap();
        assert!(failure.message.contains("001.log") && !failure.hint.is_empty(), "{failure:?}");
    }
}
