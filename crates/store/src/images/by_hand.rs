//! Shots that a person ended by typing SQL: status 2, and nobody makes the clip yet.

use rushes_core::{AlertKind, ClipState, Film, Scenecode};

use super::process::frames_completed;
use crate::log::{NewAlert, alert};
use crate::row::{Row, args};
use crate::sql;
use crate::transaction::Tx;
use crate::{Answer, Error, Store};

/// A shot that a person ended: completed, but nobody makes its clip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedByHand {
    /// The row.
    pub taskid: i64,
    /// The shot.
    pub scenecode: Scenecode,
    /// The row's claim number.
    pub claim_seq: i64,
    /// The first frame that the row names, if any.
    pub firstpic: Option<String>,
    /// The last frame that the row names, if any.
    pub secondpic: Option<String>,
}

impl EndedByHand {
    fn of_row(row: &Row) -> Result<EndedByHand, Error> {
        let present = |column| row.maybe_text(column).map(|it| it.filter(|path| !path.is_empty()));
        Ok(EndedByHand {
            taskid: row.int("taskid")?,
            scenecode: row.scenecode("scenecode")?,
            claim_seq: row.int("claim_seq")?,
            firstpic: present("firstpic")?,
            secondpic: present("secondpic")?,
        })
    }
}

impl Store {
    /// The shots that a person ended. The caller looks whether their files are there.
    pub async fn ended_by_hand(&self) -> Result<Vec<EndedByHand>, Error> {
        let mut all = Vec::new();
        let mut after = 0;
        loop {
            let page = self.rows(&sql::IMAGE_ENDED_BY_HAND, args![after]).await?;
            let Some(last) = page.last() else { return Ok(all) };
            after = last.int("taskid")?;
            for row in &page {
                match EndedByHand::of_row(row) {
                    Ok(ended) => all.push(ended),
                    Err(error) => {
                        tracing::warn!(
                            error = &error as &dyn std::error::Error,
                            "an image task cannot be read"
                        );
                    }
                }
            }
        }
    }

    /// The files of a shot that a person ended are there: its clip can be made. `Already`: somebody else saw to that.
    pub async fn accept_by_hand(&self, ended: &EndedByHand, film: &Film) -> Result<Answer, Error> {
        let (Some(first), Some(last)) = (&ended.firstpic, &ended.secondpic) else { return Ok(Answer::Stale) };
        self.write(async |tx| {
            if !still_ended(tx, ended).await? {
                return Ok(Answer::Stale);
            }
            let process = tx.row(&sql::PROCESS_READ, args![&ended.scenecode]).await?;
            if let Some(row) = process
                && row.clip_state("status", "task_lock")? != ClipState::Waiting
            {
                return Ok(Answer::Already);
            }
            frames_completed(tx, &ended.scenecode, first, last, &film.timing).await?;
            tx.execute(&sql::ALERT_OVER_SHOT, args![&ended.scenecode]).await?;
            Ok(Answer::Applied)
        })
        .await
    }

    /// The files of a shot that a person ended are not there: said once.
    pub async fn alert_by_hand(&self, ended: &EndedByHand, message: &str) -> Result<Answer, Error> {
        let kind = AlertKind::NoFiles;
        self.write(async |tx| {
            if !still_ended(tx, ended).await? {
                return Ok(Answer::Stale);
            }
            let told = tx.row(&sql::ALERT_EXISTS, args![&ended.scenecode, kind.as_str()]).await?;
            if told.map(|it| it.int("found")).transpose()?.unwrap_or(0) > 0 {
                return Ok(Answer::Already);
            }
            let new =
                NewAlert { kind, scenecode: Some(&ended.scenecode), worker_id: None, maker: None, message };
            alert(tx, &new).await?;
            Ok(Answer::Applied)
        })
        .await
    }
}

/// Whether the row is as it was read. It is touched, so that of two sweeps one comes after the other.
async fn still_ended(tx: &mut Tx, ended: &EndedByHand) -> Result<bool, Error> {
    let path = |it: &Option<String>| it.clone().unwrap_or_default();
    let as_read = args![ended.taskid, ended.claim_seq, path(&ended.firstpic), path(&ended.secondpic)];
    Ok(tx.execute(&sql::IMAGE_STILL_ENDED, as_read).await? == 1)
}
