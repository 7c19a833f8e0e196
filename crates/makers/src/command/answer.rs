//! What a program answers.

use std::path::PathBuf;
use std::time::Duration;

use rushes_core::{Fault, FaultClass};
use serde::Deserialize;

use super::child::{Ended, with_errors};
use crate::{FrameRequest, MadeFrame};

/// No maker is left alone for longer than this.
const LONGEST_WAIT: f64 = 86_400.0;

/// The exit codes by which shells and `env` say that a program is missing or cannot be run.
const NOT_RUN: [i32; 2] = [126, 127];

/// The answer as it is read; its fields are explained in `examples/makers/README.md`.
#[derive(Debug, Default, Deserialize)]
struct Answer {
    path: Option<PathBuf>,
    seed: Option<u64>,
    error: Option<String>,
    class: Option<String>,
    retry_after: Option<f64>,
}

/// Reads what a program left.
pub(super) fn read_answer(ended: &Ended, request: &FrameRequest) -> Result<MadeFrame, Fault> {
    let fault = |class, text: String| Fault::new(class, with_errors(text, &ended.errors));
    let text = String::from_utf8_lossy(&ended.stdout);
    let text = text.trim();
    if text.is_empty() {
        let not_run = ended.status.code().is_some_and(|code| NOT_RUN.contains(&code));
        let class = if not_run { FaultClass::Machine } else { FaultClass::Task };
        return Err(fault(class, format!("the program ended without an answer ({})", ended.status)));
    }
    let answer: Answer = serde_json::from_str(text).map_err(|error| {
        let begin: String = text.chars().take(200).collect();
        let status = ended.status;
        fault(
            FaultClass::Task,
            format!("expected one JSON answer on stdout ({error}; {status}), got `{begin}`"),
        )
    })?;
    if answer.error.is_some() || answer.class.is_some() {
        return Err(told(&answer, &ended.errors));
    }
    let Some(path) = answer.path else {
        return Err(fault(
            FaultClass::Task,
            "expected `path` or `error` in the answer, got neither".to_owned(),
        ));
    };
    if !ended.status.success() {
        return Err(fault(
            FaultClass::Task,
            format!("the program answered a path and failed ({})", ended.status),
        ));
    }
    let path = request.out_dir.join(path);
    if !path.is_file() {
        return Err(fault(
            FaultClass::Task,
            format!("the program answered `{}`, which is no file", path.display()),
        ));
    }
    Ok(MadeFrame { path, seed: answer.seed.unwrap_or(request.seed) })
}

/// The fault that a program told of.
fn told(answer: &Answer, errors: &str) -> Fault {
    let text = answer.error.clone().unwrap_or_else(|| "the program gave no reason".to_owned());
    let word = answer.class.as_deref().unwrap_or("task");
    let wait =
        answer.retry_after.filter(|it| *it > 0.0).map(|it| Duration::from_secs_f64(it.min(LONGEST_WAIT)));
    match FaultClass::from_word(word) {
        Some(class) => Fault::new(class, with_errors(text, errors)).after(wait),
        None => {
            let text = format!("{text} (with the unknown class `{word}`)");
            Fault::new(FaultClass::Task, with_errors(text, errors)).after(wait)
        }
    }
}
