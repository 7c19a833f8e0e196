//! What was typed, and nothing more.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::format::Mapping;

use crate::logs::LogFormat;

mod control;
mod moving;

pub use control::*;
pub use moving::*;

/// An overnight render farm for AI film that lives in a database.
#[derive(Debug, Parser)]
#[command(name = "rushes", version, about, max_term_width = 100, disable_help_subcommand = true)]
pub struct Cli {
    /// The project folder: the one that holds rushes.toml (default: looked for from here upward)
    #[arg(long, global = true, value_name = "FOLDER")]
    pub project: Option<PathBuf>,
    /// How the log looks
    #[arg(long, global = true, value_name = "FORMAT", value_enum, default_value_t = LogFormat::Human)]
    pub log: LogFormat,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make a whole film of 1,029 shots here, with three workers, to see how it works
    Demo(Demo),
    /// Make a film from your own storyboard on this machine
    Run(Run),
    /// Make a project: rushes.toml, the database's tables, the film's settings
    Init(Init),
    /// Bring the database's tables to this version of rushes
    #[command(after_help = "Example:\n  rushes migrate")]
    Migrate,
    /// Read a storyboard into the film
    Import(Import),
    /// Work: claim shots, make frames and clips, until told to stop
    Work(Work),
    /// Make one shot now, here, and show each step
    Try(Try),
    /// Take back claims of workers that no longer beat (each worker does this too)
    Watchdog(Watchdog),
    /// How far the film is and when it will be done
    Status(Status),
    /// The shots, one line each
    Shots(Shots),
    /// The workers, one line each
    Workers(Workers),
    /// Who makes what, whether it works here, and what is paused
    Makers(Makers),
    /// What a night made, by whom, and what went wrong
    Report(Report),
    /// What a person should know
    Alerts(Alerts),
    /// Every claim that ended
    Worklog(Worklog),
    /// Look whether everything that this machine needs is there
    Doctor(Doctor),
    /// Put all clips together as film.mp4
    Assemble(Assemble),
    /// Write contact.html: every shot's frames and clip in story order
    #[command(after_help = "Example:\n  rushes contact")]
    Contact,
    /// Compare the database with the files
    Verify(Verify),
    /// Write the whole film, every row of it, into one file
    Backup(Backup),
    /// Bring a film from its backup into the new database of this project
    Restore(Restore),
    /// Copy frames and clips to a folder, under plain names
    Export(Export),
    /// What a person wants of shots and workers
    #[command(flatten)]
    Control(Control),
    /// Print completions for a shell
    Completions(Completions),
}

/// Arguments of `demo`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes demo --shots 60")]
pub struct Demo {
    /// How many shots the film has
    #[arg(long, default_value_t = 1029, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub shots: u32,
    /// Another seed makes another storyboard
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where to make it
    #[arg(long, value_name = "FOLDER", default_value = "rushes-demo")]
    pub folder: PathBuf,
    /// How many workers
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub workers: u8,
    /// The maker of frames and clips; `null` measures the farm itself
    #[arg(long, default_value = "animatic", hide = true)]
    pub maker: String,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes run storyboard.csv")]
pub struct Run {
    /// The storyboard: CSV, TSV, XLSX, JSON, JSON Lines or Markdown
    pub storyboard: PathBuf,
    /// What a column is whose name says something else: first_prompt="Opening image"; again for each column
    #[arg(long, value_name = "WORD=COLUMN")]
    pub map: Vec<Mapping>,
    /// How many workers
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub workers: u8,
}

/// Arguments of `init`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes init --database sqlite://film.db --title \"The Long Street\"")]
pub struct Init {
    /// sqlite://FILE, postgres://USER@HOST/NAME or mysql://USER@HOST/NAME; a password comes from
    /// RUSHES_DATABASE_PASSWORD
    #[arg(long, value_name = "URL", env = "RUSHES_DATABASE", default_value = "sqlite://film.db")]
    pub database: String,
    /// The folder of frames and clips; the same one for all machines
    #[arg(long, value_name = "FOLDER", default_value = "media")]
    pub media: PathBuf,
    /// The film's title
    #[arg(long, default_value = "Untitled")]
    pub title: String,
    /// The film's size in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x720")]
    pub size: String,
    /// Frames a second
    #[arg(long, default_value_t = 24)]
    pub fps: u32,
    /// The maker of frames: `animatic`, or a [makers.NAME] of rushes.toml
    #[arg(long, value_name = "MAKER", default_value = "animatic")]
    pub frames: String,
}

/// Arguments of `import`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes import storyboard.csv --dry-run")]
pub struct Import {
    /// The storyboard: CSV, TSV, XLSX, JSON, JSON Lines or Markdown; or a folder that `rushes export` wrote
    pub file: PathBuf,
    /// What a column is whose name says something else: first_prompt="Opening image"; again for each column
    #[arg(long, value_name = "WORD=COLUMN")]
    pub map: Vec<Mapping>,
    /// Show what was understood and what would change; change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Make shots again whose row has changed since they were made
    #[arg(long)]
    pub rerun_changed: bool,
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Arguments of `work`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes work --id 001 --prefers character --until-done")]
pub struct Work {
    /// This worker's name, the same at every start: 001, PC-1
    #[arg(long, value_name = "ID", env = "RUSHES_WORKER")]
    pub id: Option<String>,
    /// Task types to claim first, separated by commas
    #[arg(long, value_name = "TYPES", value_delimiter = ',')]
    pub prefers: Option<Vec<String>>,
    /// Task types to make frames for and no others, separated by commas
    #[arg(long, value_name = "TYPES", value_delimiter = ',')]
    pub only: Option<Vec<String>>,
    /// frames, clips or both, separated by commas
    #[arg(long, value_name = "STAGES", value_delimiter = ',')]
    pub stages: Option<Vec<String>>,
    /// How many shots to make frames for at once
    #[arg(long, value_name = "N")]
    pub slots: Option<usize>,
    /// The chapters to work on and no others: 12 or 12-20
    #[arg(long, value_name = "N-M", value_parser = chapters)]
    pub chapters: Option<(u32, u32)>,
    /// When to begin something new: "20:00-06:00", several separated by commas; local time
    #[arg(long, value_name = "HOURS")]
    pub hours: Option<String>,
    /// End once every shot has ended (with `--stages frames`: once all frames are there); fails if shots were given up
    #[arg(long)]
    pub until_done: bool,
    /// Stop when standard input ends: how `run` and `demo` stop their workers
    #[arg(long, hide = true)]
    pub with_parent: bool,
}

/// Arguments of `try`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes try SCN2 --yes")]
pub struct Try {
    /// The shot's code
    pub code: String,
    /// frames, clips or both, separated by commas
    #[arg(long, value_name = "STAGES", value_delimiter = ',')]
    pub stages: Option<Vec<String>>,
    /// Whether a person has agreed
    #[command(flatten)]
    pub agreed: Agreed,
}

/// Arguments of `watchdog`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes watchdog --once")]
pub struct Watchdog {
    /// Sweep once and end
    #[arg(long)]
    pub once: bool,
    /// How it is shown; as JSON an object for each sweep
    #[command(flatten)]
    pub format: Format,
}

/// How a command says what it found.
#[derive(Debug, Args)]
pub struct Format {
    /// As JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `status`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes status")]
pub struct Status {
    /// On the whole terminal, looked at every two seconds, until you press q
    #[arg(long, conflicts_with = "json")]
    pub watch: bool,
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Arguments of `workers`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes workers")]
pub struct Workers {
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes report")]
pub struct Report {
    /// The date of the night's evening, such as 2026-12-01; the last night if left out
    #[arg(long, value_name = "DATE")]
    pub night: Option<String>,
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Arguments of `makers`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes makers")]
pub struct Makers {
    /// Use a maker again that is paused for all workers
    #[arg(long, value_name = "MAKER", conflicts_with = "json")]
    pub resume: Option<String>,
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Arguments of `alerts`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes alerts --seen all")]
pub struct Alerts {
    /// How many, the newest first
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub last: u32,
    /// Those too that somebody has seen to
    #[arg(long)]
    pub all: bool,
    /// Note that you have seen to an alert, by its number, or to `all`
    #[arg(long, value_name = "ALERT", conflicts_with = "all")]
    pub seen: Option<String>,
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Arguments of `shots`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes shots chapter:1-3 status:done")]
pub struct Shots {
    /// Which shots: codes, or type:T chapter:N-M status:S worker:W; several values by comma (default: all)
    #[arg(value_name = "SELECTOR")]
    pub selector: Vec<String>,
    /// Only this chapter
    #[arg(long, value_name = "N")]
    pub chapter: Option<u32>,
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Arguments of `worklog`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes worklog --last 20")]
pub struct Worklog {
    /// Only this shot
    #[arg(long, value_name = "SCENECODE")]
    pub shot: Option<String>,
    /// How many, the newest first
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub last: u32,
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Arguments of `doctor`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes doctor")]
pub struct Doctor {
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Arguments of `assemble`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes assemble --slates")]
pub struct Assemble {
    /// Put a numbered card in the place of each missing clip
    #[arg(long)]
    pub slates: bool,
    /// Where to write the film, a name ending in .mp4 (default: film.mp4 in the project folder)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes verify --repair")]
pub struct Verify {
    /// Make again what is missing or broken, and move files that no row names to `orphans/`
    #[arg(long)]
    pub repair: bool,
    /// Take the media folder of rushes.toml as the film's from now on: the one before is lost, or was moved here
    #[arg(long)]
    pub new_media: bool,
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Reads `12` or `12-20`.
pub fn chapters(text: &str) -> Result<(u32, u32), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok((from, to)),
        (Ok(_) | Err(_), _) => Err(format!("expected a chapter like 12 or 12-40, got `{text}`")),
    }
}
