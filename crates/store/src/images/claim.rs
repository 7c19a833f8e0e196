//! Taking image tasks: a conditional update by key, whose touched rows decide.

use rushes_core::{Instant, Scenecode, TaskType};

use crate::row::{Row, args};
use crate::sql;
use crate::transaction::Tx;
use crate::{Answer, Error, Holder, ImageClaim, Store};

/// From this many charges by dead workers on, a row runs alone in its worker.
const DEATHS_UNTIL_ALONE: i64 = 3;
/// How many candidates are read for each claim, since others read the same ones.
const SPARE_CANDIDATES: usize = 4;

impl Store {
    /// Claims at most `most` ready tasks, type by type in the given order; tasks of priority 100 of any of the types
    /// go first. A claim counts once this has answered.
    pub async fn claim_images(
        &self,
        holder: &Holder,
        types: &[TaskType],
        most: usize,
    ) -> Result<Vec<ImageClaim>, Error> {
        self.write(async |tx| {
            let mut claims = Vec::new();
            for urgent in [100, 0] {
                for tasktype in types {
                    claim_of_type(tx, holder, tasktype, urgent, most, &mut claims).await?;
                }
            }
            Ok(claims)
        })
        .await
    }

    /// Takes the rows that a person gave to this worker by its id.
    pub async fn adopt_images(&self, holder: &Holder, most: usize) -> Result<Vec<ImageClaim>, Error> {
        let given = self.rows(&sql::IMAGE_GIVEN, args![&holder.worker_id, most]).await?;
        if given.is_empty() {
            return Ok(Vec::new());
        }
        self.write(async |tx| {
            let mut claims = Vec::new();
            for row in tx.rows(&sql::IMAGE_GIVEN, args![&holder.worker_id, most]).await? {
                let seq = row.int("claim_seq")?;
                let taken = args![&holder.boot_id, row.int("taskid")?, seq, &holder.worker_id];
                if tx.execute(&sql::IMAGE_ADOPT, taken).await? == 1 {
                    claims.push(claim_of(tx, &row, holder, seq + 1).await?);
                }
            }
            Ok(claims)
        })
        .await
    }

    /// Marks that the making begins: from here on a dead worker is charged for the row.
    pub async fn begin_image(&self, claim: &ImageClaim) -> Result<(Answer, Instant), Error> {
        self.write(async |tx| {
            let now = tx.now().await?;
            let fence = args![
                now.0,
                now.0,
                claim.taskid,
                claim.claim_seq,
                &claim.holder.worker_id,
                &claim.holder.boot_id
            ];
            let touched = tx.execute(&sql::IMAGE_BEGIN, fence).await?;
            Ok((if touched == 1 { Answer::Applied } else { Answer::Stale }, now))
        })
        .await
    }

    /// The database's clock.
    pub async fn now(&self) -> Result<Instant, Error> {
        let row = self.row(&sql::NOW, vec![]).await?.ok_or(Error::NoFilm)?;
        Ok(Instant(row.int("now")?))
    }
}

impl Tx {
    pub(crate) async fn now(&mut self) -> Result<Instant, Error> {
        let row = self.row(&sql::NOW, vec![]).await?.ok_or(Error::NoFilm)?;
        Ok(Instant(row.int("now")?))
    }
}

async fn claim_of_type(
    tx: &mut Tx,
    holder: &Holder,
    tasktype: &TaskType,
    urgent: i64,
    most: usize,
    claims: &mut Vec<ImageClaim>,
) -> Result<(), Error> {
    let free = most.saturating_sub(claims.len());
    if free == 0 {
        return Ok(());
    }
    for row in tx.rows(&sql::IMAGE_PICK, args![tasktype, urgent, free + SPARE_CANDIDATES]).await? {
        if claims.len() == most {
            break;
        }
        let seq = row.int("claim_seq")?;
        let taken = args![&holder.worker_id, &holder.boot_id, row.int("taskid")?, seq];
        match tx.execute(&sql::IMAGE_TAKE, taken).await {
            Ok(1) => claims.push(claim_of(tx, &row, holder, seq + 1).await?),
            Ok(_) => {}
            // Somebody works on that row in an open transaction: the next candidate is as good.
            Err(error) if error.is_row_locked() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// A claim from the row that was taken for it.
pub(super) async fn claim_of(
    tx: &mut Tx,
    row: &Row,
    holder: &Holder,
    claim_seq: i64,
) -> Result<ImageClaim, Error> {
    let scenecode = scenecode_of(row)?;
    let retry_count = u32::try_from(row.int("retry_count")?).unwrap_or(0);
    let alone = if i64::from(retry_count) >= DEATHS_UNTIL_ALONE {
        let deaths = tx.row(&sql::IMAGE_DEATHS, args![&scenecode]).await?;
        deaths.map(|it| it.int("deaths")).transpose()?.unwrap_or(0) >= DEATHS_UNTIL_ALONE
    } else {
        false
    };
    let named = [row.maybe_text("firstpic")?, row.maybe_text("secondpic")?];
    Ok(ImageClaim {
        taskid: row.int("taskid")?,
        scenecode,
        tasktype: tasktype_of(row)?,
        claim_seq,
        holder: holder.clone(),
        retry_count,
        started_at: None,
        alone,
        named_before: named.into_iter().flatten().filter(|it| !it.is_empty()).collect(),
    })
}

pub(crate) fn scenecode_of(row: &Row) -> Result<Scenecode, Error> {
    let text = row.text("scenecode")?;
    Scenecode::new(text.clone()).map_err(|_| Error::Row {
        column: "scenecode",
        expected: "a scenecode",
        got: text,
    })
}

pub(crate) fn tasktype_of(row: &Row) -> Result<TaskType, Error> {
    let text = row.text("tasktype")?;
    TaskType::new(text.clone()).map_err(|_| Error::Row {
        column: "tasktype",
        expected: "a task type",
        got: text,
    })
}
