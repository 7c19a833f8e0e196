//! `rushes rerun`, `retry`, `cancel`, `hold`, `release` and `priority`: what a person wants of shots.

use std::collections::BTreeMap;
use std::io::{BufRead as _, IsTerminal as _, Write as _};

use rushes_core::{ClipState, FaultClass, FrameSide, ImageState, Scenecode};
use rushes_store::{BoardRow, Granted, Rerun, Store, Wish};
use serde_json::json;

use super::control_workers;
use crate::args::{self, Control, Seed};
use crate::commands::contact::state_word;
use crate::project::Project;
use crate::report::Failure;
use crate::say;
use crate::selector::select;
use crate::summary::counted;

/// How many shots are named as examples of a reason.
const EXAMPLES: usize = 5;

const PERHAPS_PAID: [&str; 2] =
    ["clip that was perhaps paid already", "clips that were perhaps paid already"];
const FILMING: [&str; 2] = ["clip that a platform is making", "clips that a platform is making"];

/// Does it.
pub async fn control(project: &Project, typed: &Control) -> Result<(), Failure> {
    let store = project.store().await?;
    store.film().await?;
    match typed {
        Control::Rerun(typed) => rerun(&store, typed).await,
        Control::Retry(typed) => retry(&store, typed).await,
        Control::Cancel(typed) => cancel(&store, typed).await,
        Control::Hold(typed) => simply(&store, &typed.picked, Wish::Hold, "held").await,
        Control::Release(typed) => simply(&store, &typed.picked, Wish::Release, "released").await,
        Control::Priority(typed) => {
            let words = format!("of priority {}", typed.priority);
            simply(&store, &typed.picked, Wish::Priority(typed.priority), &words).await
        }
        Control::Pause(typed) => control_workers::pause(&store, &typed.workers).await,
        Control::Resume(typed) => control_workers::resume(&store, &typed.workers).await,
        Control::Drain(typed) => control_workers::drain(&store, &typed.workers).await,
        Control::Prefers(typed) => control_workers::prefers(&store, typed).await,
        Control::Stages(typed) => control_workers::stages(&store, typed).await,
        Control::Slots(typed) => control_workers::slots(&store, typed).await,
    }
}

async fn rerun(store: &Store, typed: &args::Rerun) -> Result<(), Failure> {
    let rows = picked(store, &typed.picked.selector).await?;
    let what = match (typed.first, typed.last, typed.clip) {
        (true, ..) => Rerun::Frame(FrameSide::First),
        (_, true, _) => Rerun::Frame(FrameSide::Last),
        (.., true) => Rerun::Clip,
        (false, false, false) => Rerun::Frames,
    };
    let lost = if what == Rerun::Clip {
        let perhaps = store.perhaps_paid().await?;
        vec![
            loss(&rows, ["finished clip", "finished clips"], is_done),
            loss(&rows, PERHAPS_PAID, |it| is_perhaps_paid(it, &perhaps)),
        ]
    } else {
        vec![
            loss(&rows, ["finished shot", "finished shots"], |it| it.image.state == ImageState::Completed),
            loss(&rows, FILMING, is_filming),
        ]
    };
    agree("make again", &lost, &typed.agreed)?;
    let seed = || match (what, typed.seed.unwrap_or(Seed::New)) {
        (Rerun::Clip, _) | (_, Seed::Same) => None,
        (_, Seed::Number(number)) => Some(number),
        // Makers take seeds of 31 bits.
        (_, Seed::New) => Some(uuid::Uuid::now_v7().as_u64_pair().1 & 0x7fff_ffff),
    };
    let wishes = rows.iter().map(|row| (row.scenecode.clone(), Wish::Rerun { what, seed: seed() })).collect();
    carry_out(store, wishes, "to be made again", typed.picked.format.json).await
}

async fn retry(store: &Store, typed: &args::Retry) -> Result<(), Failure> {
    let mut rows = select(store, &typed.selector).await?;
    if typed.failed {
        rows.retain(|it| state_word(it) == "failed");
    }
    if let Some(cause) = &typed.cause {
        let class = FaultClass::from_word(cause).ok_or_else(|| {
            let known = FaultClass::ALL.map(FaultClass::as_str).join(", ");
            Failure::misuse(format!("expected a known cause, got `{cause}`")).hint(format!("known: {known}"))
        })?;
        let causes = store.causes().await?;
        rows.retain(|it| causes.get(it.scenecode.as_str()).is_some_and(|it| it == class.as_str()));
    }
    let perhaps = store.perhaps_paid().await?;
    let lost = [loss(&rows, PERHAPS_PAID, |it| is_perhaps_paid(it, &perhaps))];
    agree("try again", &lost, &typed.agreed)?;
    let wishes = rows.iter().map(|row| (row.scenecode.clone(), Wish::Retry)).collect();
    carry_out(store, wishes, "to be tried again", typed.format.json).await
}

async fn cancel(store: &Store, typed: &args::Cancel) -> Result<(), Failure> {
    let rows = picked(store, &typed.picked.selector).await?;
    agree("take out", &[loss(&rows, FILMING, is_filming)], &typed.agreed)?;
    let wishes = rows.iter().map(|row| (row.scenecode.clone(), Wish::Cancel)).collect();
    carry_out(store, wishes, "cancelled", typed.picked.format.json).await
}

/// A wish that loses nothing.
async fn simply(store: &Store, typed: &args::Picked, wish: Wish, done: &str) -> Result<(), Failure> {
    let rows = picked(store, &typed.selector).await?;
    let wishes = rows.into_iter().map(|row| (row.scenecode, wish)).collect();
    carry_out(store, wishes, done, typed.format.json).await
}

/// The shots that were asked for; none is a mistake.
async fn picked(store: &Store, selector: &[String]) -> Result<Vec<BoardRow>, Failure> {
    let rows = select(store, selector).await?;
    if rows.is_empty() {
        return Err(Failure::new(format!("could not find a shot that is {}", selector.join(" ")))
            .hint("`rushes shots` with the same words lists what they mean"));
    }
    Ok(rows)
}

fn is_done(row: &BoardRow) -> bool {
    clip_is(row, &[ClipState::Done])
}

fn is_filming(row: &BoardRow) -> bool {
    clip_is(row, &[ClipState::Locked, ClipState::Submitted])
}

fn is_perhaps_paid(row: &BoardRow, perhaps: &std::collections::HashSet<String>) -> bool {
    clip_is(row, &[ClipState::Failed]) && perhaps.contains(row.scenecode.as_str())
}

fn clip_is(row: &BoardRow, states: &[ClipState]) -> bool {
    row.clip.as_ref().is_some_and(|it| states.contains(&it.state))
}

/// How many shots lose something, in words for one and for many; nothing if none does.
fn loss(rows: &[BoardRow], what: [&str; 2], loses: impl Fn(&BoardRow) -> bool) -> Option<String> {
    match rows.iter().filter(|it| loses(it)).count() {
        0 => None,
        1 => Some(format!("1 {}", what[0])),
        count => Some(format!("{count} {}", what[1])),
    }
}

/// Asks before finished or paid work is lost; without a terminal nobody can answer.
pub fn agree(action: &str, lost: &[Option<String>], agreed: &args::Agreed) -> Result<(), Failure> {
    let lost: Vec<&str> = lost.iter().flatten().map(String::as_str).collect();
    if lost.is_empty() || agreed.yes {
        return Ok(());
    }
    let question = format!("{action} {}", lost.join(", "));
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return Err(Failure::new(format!("could not {question} without being told so"))
            .hint("`--yes` answers the question that a terminal would ask"));
    }
    let mut answer = String::new();
    let asked = write!(std::io::stderr(), "This will {question}. Go on? [y/N] ");
    let read = asked.and_then(|()| std::io::stdin().lock().read_line(&mut answer));
    if read.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes") {
        return Ok(());
    }
    Err(Failure::new("nothing was changed: it was not agreed to").hint("`y` agrees, and so does `--yes`"))
}

/// Grants the wishes and says what was done and what was refused, a line for each reason.
async fn carry_out(
    store: &Store,
    wishes: Vec<(Scenecode, Wish)>,
    done_words: &str,
    as_json: bool,
) -> Result<(), Failure> {
    let (mut done, mut already) = (Vec::new(), 0_usize);
    let mut refused: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (granted, (code, _)) in store.grant(&wishes).await?.into_iter().zip(&wishes) {
        let mut refuse = |why: String| refused.entry(why).or_default().push(code.as_str());
        match granted {
            Granted::Done => done.push(code.as_str()),
            Granted::Already => already += 1,
            Granted::Refused(reason) => refuse(reason.to_string()),
            Granted::Gone => refuse("expected an image task, got none".to_owned()),
        }
    }
    if as_json {
        let reasons =
            refused.iter().map(|(why, codes)| json!({"reason": why, "shots": codes})).collect::<Vec<_>>();
        say(&json!({"done": done, "already": already, "refused": reasons}).to_string());
    } else {
        say(&format!("{done_words}: {}", counted(done.len(), "shot")));
        if already > 0 {
            say(&format!("{done_words} before: {}", counted(already, "shot")));
        }
        for (why, codes) in &refused {
            let more = if codes.len() > EXAMPLES { ", .." } else { "" };
            let examples = codes[..codes.len().min(EXAMPLES)].join(", ");
            say(&format!("refused: {}: {why} ({examples}{more})", counted(codes.len(), "shot")));
        }
    }
    if done.is_empty() && already == 0 && !refused.is_empty() {
        return Err(Failure::new("every shot was refused: nothing was changed")
            .hint("`rushes shots` shows where they stand"));
    }
    Ok(())
}
