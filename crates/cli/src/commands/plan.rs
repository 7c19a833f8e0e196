//! Who will make frames of what: the lines of the plan in `rushes status`.

use rushes_core::{Affinity, Forecast, Hand, TaskType, forecast};
use rushes_store::{Store, WorkerRow, WorkerSeen};
use serde_json::{Value, json};

use crate::commands::needs::Seen;
use crate::progress::time_of_day;
use crate::report::Failure;
use crate::summary::counted;

/// The plan of the frames as far as it can be told.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// A line for each help that will come, and one for the end.
    pub lines: Vec<String>,
    /// The same for programs.
    pub json: Value,
    /// Types with work that no worker takes.
    pub nobodys: Vec<String>,
}

/// Looks ahead with the workers that work now.
pub async fn plan(store: &Store, seen: &Seen) -> Result<Plan, Failure> {
    let goes_on = |it: &&WorkerSeen| {
        let frames = it.worker.stages.split(',').any(|stage| stage == "frames");
        frames && it.worker.wanted.is_empty() && it.worker.state != "stopping"
    };
    let workers: Vec<&WorkerRow> = seen.at_work().filter(goes_on).map(|it| &it.worker).collect();
    let hands: Vec<Hand> = workers.iter().map(|it| hand_of(it)).collect();
    let loads = store.type_loads().await?;
    let takes = |tasktype: &TaskType| hands.iter().any(|it| takes(&it.affinity, tasktype));
    let nobodys: Vec<String> = loads
        .iter()
        .filter(|it| it.ready > 0 && !hands.is_empty() && !takes(&it.tasktype))
        .map(|it| format!("No worker takes the type {}: {} wait.", it.tasktype, counted(it.ready, "shot")))
        .collect();
    Ok(match forecast(&hands, &loads) {
        Some(ahead) if !hands.is_empty() => Plan { nobodys, ..told(&workers, &hands, &ahead) },
        Some(_) | None => Plan { nobodys, ..Plan::default() },
    })
}

fn takes(affinity: &Affinity, tasktype: &TaskType) -> bool {
    affinity.only.is_empty() || affinity.only.contains(tasktype)
}

fn hand_of(worker: &WorkerRow) -> Hand {
    let types = |text: &str| text.split(',').filter_map(|it| TaskType::new(it).ok()).collect();
    Hand {
        affinity: Affinity { prefers: types(&worker.prefers), only: types(&worker.only) },
        slots: worker.slots,
    }
}

fn told(workers: &[&WorkerRow], hands: &[Hand], ahead: &Forecast) -> Plan {
    let mut plan = Plan::default();
    let mut shifts = Vec::new();
    for shift in &ahead.shifts {
        let (Some(worker), Some(hand)) = (workers.get(shift.hand), hands.get(shift.hand)) else { continue };
        let (id, tasktype) = (worker.worker_id.as_str(), shift.tasktype.as_str());
        let helps = !hand.affinity.prefers.is_empty() && !hand.affinity.prefers.contains(&shift.tasktype);
        shifts.push(json!({
            "worker": id, "type": tasktype, "helps": helps, "begins_in_seconds": shift.begins_in.as_secs(),
        }));
        if helps {
            let when =
                if shift.begins_in.is_zero() { "now".to_owned() } else { time_of_day(shift.begins_in) };
            plan.lines.push(format!("{id} helps with {tasktype} from {when}."));
        }
    }
    if !ahead.ends_in.is_zero() && ahead.nobodys.is_empty() {
        plan.lines.push(format!("All frames are there at about {}.", time_of_day(ahead.ends_in)));
    }
    plan.json = json!({ "shifts": shifts, "frames_end_in_seconds": ahead.ends_in.as_secs() });
    plan
}
