//! Any program as a maker of frames: one JSON request on its stdin, one JSON answer on its stdout.
//!
//! The protocol is written down in `examples/makers/README.md`.

mod answer;
mod child;
mod left;
mod request;

use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use rushes_core::{Fault, FaultClass};

use self::answer::read_answer;
use self::child::{Program, run};
pub use self::left::end_left_program;
use self::request::write_request;
use crate::{Error, FrameMaker, FrameRequest, MadeFrame, MakerEntry};

/// Runs a program for each frame.
#[derive(Debug)]
pub(crate) struct CommandFrames {
    name: String,
    program: PathBuf,
    args: Vec<String>,
    limit: Option<Duration>,
    folder: Option<PathBuf>,
}

impl CommandFrames {
    /// Takes the program of an entry.
    pub(crate) fn new(name: &str, entry: &MakerEntry) -> Result<CommandFrames, Error> {
        let (program, args) = match entry.command.split_first() {
            Some((program, args)) if !program.is_empty() => (PathBuf::from(program), args.to_vec()),
            Some(_) | None => return Err(Error::NoProgram { name: name.to_owned() }),
        };
        Ok(CommandFrames {
            name: name.to_owned(),
            program,
            args,
            limit: entry.limit.map(Duration::from_secs),
            folder: entry.folder.clone(),
        })
    }

    /// The command as a person reads it.
    fn shown(&self) -> String {
        let args = self.args.iter().map(String::as_str);
        let program = self.program.display().to_string();
        std::iter::once(program.as_str()).chain(args).collect::<Vec<_>>().join(" ")
    }
}

#[async_trait]
impl FrameMaker for CommandFrames {
    fn name(&self) -> &str {
        &self.name
    }

    async fn make(&self, request: &FrameRequest) -> Result<MadeFrame, Fault> {
        let limit = self.limit.map_or(request.limit, |own| own.min(request.limit));
        let input = write_request(request, limit).map_err(|error| {
            Fault::new(FaultClass::Machine, format!("could not write the request: {error}"))
        })?;
        let program = Program {
            program: &self.program,
            args: &self.args,
            runs_in: self.folder.as_deref(),
            runs_for: &request.out_dir,
        };
        let ended = run(&program, input, limit).await?;
        read_answer(&ended, request)
    }

    async fn examine(&self) -> Result<String, Fault> {
        match find_program(&self.program) {
            Some(_) => Ok(format!("runs `{}`", self.shown())),
            None => Err(Fault::new(
                FaultClass::Machine,
                format!(
                    "could not find the program `{}` of the maker `{}`",
                    self.program.display(),
                    self.name
                ),
            )),
        }
    }
}

/// Where a program is, looked for as the system would: by its path, or by its name in `PATH`.
fn find_program(program: &Path) -> Option<PathBuf> {
    let at = |path: PathBuf| {
        let endings = ["", "exe", "cmd", "bat"].into_iter().take(if cfg!(windows) { 4 } else { 1 });
        let paths =
            endings.map(move |it| if it.is_empty() { path.clone() } else { path.with_added_extension(it) });
        paths.into_iter().find(|it| it.is_file())
    };
    if program.components().count() > 1 {
        return at(program.to_path_buf());
    }
    std::env::split_paths(&std::env::var_os("PATH")?).find_map(|folder| at(folder.join(program)))
}

#[cfg(test)]
#[cfg(unix)]
#[path = "command_tests.rs"]
mod tests;
