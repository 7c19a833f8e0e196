//! The queue of ends: what several tasks end at the same time goes into one transaction.

use std::sync::Arc;

use rushes_core::{Fault, FaultClass};
use rushes_store::{Answer, ImageEnd, ImageEnding};
use tokio::sync::{mpsc, oneshot};

use crate::farm::Farm;
use crate::frames::chain;
use crate::patience::Patience;
use crate::rest::From;
use crate::step::{Step, reach};

/// So often a database may refuse one end before it is taken as a fault of its task.
const REFUSALS: u32 = 8;
/// The most ends in one transaction.
const BATCH: usize = 64;

type Waiting = (ImageEnd, oneshot::Sender<Answer>);

/// Where tasks hand in their ends.
#[derive(Debug, Clone)]
pub(crate) struct Confirmer(mpsc::Sender<Waiting>);

/// The other side of the queue.
#[derive(Debug)]
pub(crate) struct Ends(mpsc::Receiver<Waiting>);

pub(crate) fn queue() -> (Confirmer, Ends) {
    let (sender, receiver) = mpsc::channel(4 * BATCH);
    (Confirmer(sender), Ends(receiver))
}

impl Confirmer {
    /// Ends a claim; waits as long as the database is away. `None`: it could not be ended at all, or this worker hands
    /// back and nobody waits for it.
    pub(crate) async fn end(&self, end: ImageEnd) -> Option<Answer> {
        let (sender, answer) = oneshot::channel();
        self.0.send((end, sender)).await.ok()?;
        answer.await.ok()
    }
}

/// Writes ends until every sender is gone.
pub(crate) async fn confirm_loop(farm: Arc<Farm>, mut ends: Ends) {
    let mut batch = Vec::new();
    while ends.0.recv_many(&mut batch, BATCH).await > 0 {
        write(&farm, std::mem::take(&mut batch)).await;
    }
}

async fn write(farm: &Arc<Farm>, batch: Vec<Waiting>) {
    let (ends, answers): (Vec<ImageEnd>, Vec<oneshot::Sender<Answer>>) = batch.into_iter().unzip();
    let mut patience = Patience::new();
    loop {
        if farm.fence.is_open() {
            reach(Step::BeforeCommit);
            match farm.store.end_images(&ends, &farm.film).await {
                Ok(done) => {
                    reach(Step::AfterCommit);
                    for (answer, sender) in done.into_iter().zip(answers) {
                        let _ = sender.send(answer);
                    }
                    return;
                }
                Err(error) if error.is_away() => {
                    tracing::warn!(%error, "the database is away; results wait in the spool")
                }
                Err(error) => {
                    tracing::error!(
                        error = chain(&error),
                        "ends could not be written together; each is tried alone"
                    );
                    return write_apart(farm, ends, answers);
                }
            }
        }
        if !patience.wait(farm).await {
            tracing::warn!(ends = ends.len(), "not written; the next start finds what was made in the spool");
            return;
        }
    }
}

/// One end that cannot be written must not hold up the others: each is tried alone.
fn write_apart(farm: &Arc<Farm>, ends: Vec<ImageEnd>, answers: Vec<oneshot::Sender<Answer>>) {
    for (end, sender) in ends.into_iter().zip(answers) {
        let farm = Arc::clone(farm);
        tokio::spawn(async move {
            if let Some(answer) = write_one(&farm, end).await {
                let _ = sender.send(answer);
            }
        });
    }
}

/// Writes one end. What the database takes in no form that was made is a fault of the task, charged and said like any
/// other: otherwise it would be made again without end.
async fn write_one(farm: &Farm, mut end: ImageEnd) -> Option<Answer> {
    let (mut patience, mut refusals, mut given_up) = (Patience::new(), 0, false);
    loop {
        if farm.fence.is_open() {
            let error = match farm.store.end_images(std::slice::from_ref(&end), &farm.film).await {
                // Whoever made it learns that its files are nobody's; unless the row is no longer ours, when nobody knows.
                Ok(done) if given_up => {
                    return matches!(done[..], [Answer::Applied | Answer::Already]).then_some(Answer::Gone);
                }
                Ok(done) => return done.into_iter().next(),
                Err(error) => error,
            };
            let (scenecode, claim) = (end.claim.scenecode.as_str(), end.claim.claim_seq);
            tracing::error!(scenecode, claim, error = chain(&error), "could not end a claim");
            refusals += u32::from(!error.is_away());
            if refusals == REFUSALS && matches!(end.ending, ImageEnding::Confirm(_)) {
                let message = format!("the database does not take what was made: {}", chain(&error));
                let fault = Fault::new(FaultClass::Task, message);
                // More of the same would only be made in vain: this worker rests, and then tries one.
                farm.rests.failed(From::Machine, &fault.message);
                end.ending = ImageEnding::Fault { fault, chance: rand::random() };
                given_up = true;
            }
        }
        if refusals > REFUSALS + 4 || !patience.wait(farm).await {
            return None;
        }
    }
}
