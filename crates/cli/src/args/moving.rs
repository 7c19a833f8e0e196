//! What was typed about a whole film that goes to another place.

use std::path::PathBuf;

use clap::Args;

use super::Format;

/// Arguments of `backup`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes backup film.rushes.jsonl")]
pub struct Backup {
    /// Where to write it (default: TITLE-DATE.rushes.jsonl in the project folder)
    pub file: Option<PathBuf>,
    /// Replace a file that is there
    #[arg(long)]
    pub force: bool,
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Arguments of `restore`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes restore film.rushes.jsonl --project new-place")]
pub struct Restore {
    /// What `rushes backup` wrote
    pub file: PathBuf,
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Arguments of `export`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes export cut chapter:1-3")]
pub struct Export {
    /// The folder to write: frames/, clips/, storyboard.csv and, of a whole film, film.rushes.jsonl
    pub folder: PathBuf,
    /// Which shots: codes, or type:T chapter:N-M status:S worker:W; several values by comma (default: all)
    #[arg(value_name = "SELECTOR")]
    pub selector: Vec<String>,
    /// Replace files that are there with other bytes
    #[arg(long)]
    pub force: bool,
}
