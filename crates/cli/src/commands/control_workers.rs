//! `rushes pause`, `resume`, `drain`, `prefers`, `stages` and `slots`: what a person wants of workers that run.

use rushes_core::{TaskType, WorkerId};
use rushes_store::{Answer, Order, Store};

use crate::args::{Prefers, Slots, Stages};
use crate::commands::work::A_TYPE;
use crate::report::Failure;
use crate::say;
use crate::selector::select_workers;

/// They take nothing new.
pub async fn pause(store: &Store, workers: &[String]) -> Result<(), Failure> {
    let order = Order { wanted: Some("pause"), ..Order::default() };
    tell(store, workers, &order, "takes nothing new from its next beat on; what runs is finished").await
}

/// They go on.
pub async fn resume(store: &Store, workers: &[String]) -> Result<(), Failure> {
    let order = Order { wanted: Some(""), ..Order::default() };
    tell(store, workers, &order, "goes on from its next beat on").await
}

/// They finish what they have, and end.
pub async fn drain(store: &Store, workers: &[String]) -> Result<(), Failure> {
    let order = Order { wanted: Some("drain"), ..Order::default() };
    tell(store, workers, &order, "finishes what it has from its next beat on, and ends").await
}

/// What a worker claims first.
pub async fn prefers(store: &Store, typed: &Prefers) -> Result<(), Failure> {
    let any = typed.types == ["any"];
    let asked = if any { &[] } else { &typed.types[..] };
    let read = |text: &String| {
        TaskType::new(text.trim()).map_err(|error| Failure::misuse(error.to_string()).hint(A_TYPE))
    };
    let types = asked.iter().map(read).collect::<Result<Vec<TaskType>, Failure>>()?;
    let counts = store.counts().await?;
    let known: std::collections::BTreeSet<&str> =
        counts.images.iter().map(|it| it.tasktype.as_str()).collect();
    if let Some(stranger) = types.iter().find(|it| !known.contains(it.as_str())) {
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        return Err(Failure::misuse(format!("expected a type of this film, got `{stranger}`"))
            .hint(format!("known: {known}; `any` prefers none")));
    }
    let first = if any { "no type".to_owned() } else { typed.types.join(", ") };
    let words = format!("prefers {first} from its next beat on");
    let order = Order { prefers: Some(types), ..Order::default() };
    tell(store, std::slice::from_ref(&typed.worker), &order, &words).await
}

/// What a worker takes part in.
pub async fn stages(store: &Store, typed: &Stages) -> Result<(), Failure> {
    let words = format!(
        "takes part in {} from its next beat on, as far as it was started with makers for that",
        typed.stages.join(" and ")
    );
    let order = Order { stages: Some(typed.stages.clone()), ..Order::default() };
    tell(store, std::slice::from_ref(&typed.worker), &order, &words).await
}

/// How many shots a worker makes frames for at once.
pub async fn slots(store: &Store, typed: &Slots) -> Result<(), Failure> {
    let words = format!("makes frames for {} at once from its next beat on", typed.slots);
    let order = Order { slots: Some(typed.slots), ..Order::default() };
    tell(store, std::slice::from_ref(&typed.worker), &order, &words).await
}

/// Gives the order to each worker. One that does not run has nobody to hear it.
async fn tell(store: &Store, typed: &[String], order: &Order, words: &str) -> Result<(), Failure> {
    for id in select_workers(store, typed).await? {
        let worker = WorkerId::new(id)
            .map_err(|error| Failure::misuse(error.to_string()).hint("`rushes workers` lists them"))?;
        say(&match store.order_worker(&worker, order).await? {
            Answer::Applied => format!("{worker} {words}"),
            Answer::Already | Answer::Stale | Answer::Gone => {
                format!("{worker} does not run; its next start begins with its own settings")
            }
        });
    }
    Ok(())
}
