//! The steps of a long task: a heading for each, how long it took, and a list at the end.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::Error;

/// What has been done so far.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<(&'static str, Duration)>,
}

impl Steps {
    /// Does one step.
    pub(crate) fn step<T>(
        &mut self,
        name: &'static str,
        work: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Error> {
        println!("\n=== {name} ===");
        let start = Instant::now();
        let result = work();
        let took = start.elapsed();
        println!(
            "--- {name}: {} after {:.1} s",
            if result.is_ok() { "done" } else { "FAILED" },
            took.as_secs_f64()
        );
        self.done.push((name, took));
        result
    }

    /// Says what was done.
    pub(crate) fn finish(&self) {
        println!("\n=== all done ===");
        for (name, took) in &self.done {
            println!("{:>8.1} s  {name}", took.as_secs_f64());
        }
        let total: Duration = self.done.iter().map(|(_, took)| *took).sum();
        println!("{:>8.1} s  together", total.as_secs_f64());
    }
}

/// The cargo that runs this program.
pub(crate) fn cargo(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root).args(arguments);
    command
}

/// Shows a command, runs it, and fails when it does.
pub(crate) fn run(command: &mut Command) -> Result<(), Error> {
    let program =
        Path::new(command.get_program()).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut words = vec![program];
    words.extend(command.get_args().map(|word| word.to_string_lossy().into_owned()));
    run_as(&words.join(" "), command)
}

/// [`run`] for a command that is better shown as `line`.
pub(crate) fn run_as(line: &str, command: &mut Command) -> Result<(), Error> {
    println!("$ {line}");
    let status = command.status().map_err(|source| Error::Run { program: line.into(), source })?;
    if status.success() { Ok(()) } else { Err(Error::Failed(line.into())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_step_hands_its_error_on() {
        let mut steps = Steps::default();
        assert_eq!(steps.step("one", || Ok(1)).unwrap(), 1);
        let error = steps.step("two", || Err::<(), _>(Error::Failed("cargo fly".into()))).unwrap_err();
        assert_eq!(error.to_string(), "finish `cargo fly`");
    }

    #[test]
    fn a_program_that_fails_is_named_with_its_arguments() {
        let error = run(&mut cargo(Path::new("."), &["no-such-command"])).unwrap_err();
        assert_eq!(error.to_string(), "finish `cargo no-such-command`");
    }
}
