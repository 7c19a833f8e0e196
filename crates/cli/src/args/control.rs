//! What was typed to change what shots and workers do.

use clap::{Args, Subcommand};
use clap_complete::Shell;

use super::Format;

/// What a person wants of shots and workers.
#[derive(Debug, Subcommand)]
pub enum Control {
    /// Make shots again: both frames and the clip, one frame and the clip, or the clip alone
    Rerun(Rerun),
    /// Try again what failed
    Retry(Retry),
    /// Take shots out: `rerun` or `retry` brings them back
    Cancel(Cancel),
    /// Hold shots: nobody begins anything new with them
    Hold(Hold),
    /// Let shots go that are held
    Release(Release),
    /// Rank shots: 100 goes first, whatever a worker prefers
    Priority(Priority),
    /// Let workers take nothing new, until `resume`
    Pause(Pause),
    /// Let paused workers go on
    Resume(Resume),
    /// Let workers finish what they have, and end
    Drain(Drain),
    /// Say what a running worker claims first
    Prefers(Prefers),
    /// Say what a running worker takes part in
    Stages(Stages),
    /// Say how many shots a running worker makes frames for at once
    Slots(Slots),
}

/// Which shots.
#[derive(Debug, Args)]
pub struct Picked {
    /// Which shots: codes, or type:T chapter:N-M status:S worker:W; several values by comma; or `all`
    #[arg(value_name = "SELECTOR", required = true)]
    pub selector: Vec<String>,
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Whether a person has agreed.
#[derive(Debug, Args)]
pub struct Agreed {
    /// Ask no question
    #[arg(long)]
    pub yes: bool,
}

/// The seed of frames that are made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seed {
    /// Another one, so that another picture is made.
    New,
    /// The one that they had.
    Same,
    /// This one.
    Number(u64),
}

fn seed(text: &str) -> Result<Seed, String> {
    match text {
        "new" => Ok(Seed::New),
        "same" => Ok(Seed::Same),
        number => {
            number.parse().map(Seed::Number).map_err(|_| "expected `new`, `same` or a number".to_owned())
        }
    }
}

/// Arguments of `rerun`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes rerun SCN2 --last --yes")]
pub struct Rerun {
    /// Which shots
    #[command(flatten)]
    pub picked: Picked,
    /// Only the first frame; the last one is kept
    #[arg(long, group = "part")]
    pub first: bool,
    /// Only the last frame; the first one is kept
    #[arg(long, group = "part")]
    pub last: bool,
    /// Only the clip; both frames are kept
    #[arg(long, group = "part", conflicts_with = "seed")]
    pub clip: bool,
    /// new, same, or a number (the last frame has one more); without it, new
    #[arg(long, value_name = "SEED", value_parser = seed)]
    pub seed: Option<Seed>,
    /// Whether it asks
    #[command(flatten)]
    pub agreed: Agreed,
}

/// Arguments of `retry`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes retry --failed")]
pub struct Retry {
    /// Which shots: codes, or type:T chapter:N-M status:S worker:W; several values by comma; or `all`
    #[arg(value_name = "SELECTOR", required_unless_present = "failed")]
    pub selector: Vec<String>,
    /// Of these, or of all, those that failed
    #[arg(long)]
    pub failed: bool,
    /// Of these, those whose last fault was of this class
    #[arg(long, value_name = "CLASS")]
    pub cause: Option<String>,
    /// Whether it asks
    #[command(flatten)]
    pub agreed: Agreed,
    /// How it is shown
    #[command(flatten)]
    pub format: Format,
}

/// Arguments of `cancel`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes cancel status:waiting")]
pub struct Cancel {
    /// Which shots
    #[command(flatten)]
    pub picked: Picked,
    /// Whether it asks
    #[command(flatten)]
    pub agreed: Agreed,
}

/// Arguments of `hold`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes hold chapter:2-3 type:location")]
pub struct Hold {
    /// Which shots
    #[command(flatten)]
    pub picked: Picked,
}

/// Arguments of `release`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes release all")]
pub struct Release {
    /// Which shots
    #[command(flatten)]
    pub picked: Picked,
}

/// Arguments of `priority`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes priority 90 type:character")]
pub struct Priority {
    /// 0 to 100; a shot that nobody ranked has 50
    #[arg(value_name = "N", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub priority: u8,
    /// Which shots
    #[command(flatten)]
    pub picked: Picked,
}

/// Arguments of `pause`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes pause 001")]
pub struct Pause {
    /// Names of workers, or `all`
    #[arg(value_name = "WORKER", required = true)]
    pub workers: Vec<String>,
}

/// Arguments of `resume`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes resume all")]
pub struct Resume {
    /// Names of workers, or `all`
    #[arg(value_name = "WORKER", required = true)]
    pub workers: Vec<String>,
}

/// Arguments of `drain`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes drain 001")]
pub struct Drain {
    /// Names of workers, or `all`
    #[arg(value_name = "WORKER", required = true)]
    pub workers: Vec<String>,
}

/// Arguments of `prefers`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes prefers 001 character,scene")]
pub struct Prefers {
    /// Name of a worker
    pub worker: String,
    /// Task types, separated by commas, or `any`
    #[arg(value_delimiter = ',', required = true)]
    pub types: Vec<String>,
}

/// Arguments of `stages`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes stages 001 frames")]
pub struct Stages {
    /// Name of a worker
    pub worker: String,
    /// frames, clips or both, separated by commas
    #[arg(value_delimiter = ',', required = true, value_parser = ["frames", "clips"])]
    pub stages: Vec<String>,
}

/// Arguments of `slots`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes slots 001 2")]
pub struct Slots {
    /// Name of a worker
    pub worker: String,
    /// How many
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub slots: u32,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rushes completions bash")]
pub struct Completions {
    /// The shell
    #[arg(value_parser = clap::builder::EnumValueParser::<Shell>::new())]
    pub shell: Shell,
}
