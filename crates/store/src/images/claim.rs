//! Taking image tasks: a conditional update by key, whose touched rows decide.

use rushes_core::{FrameSide, Instant, TaskType};

use crate::row::{Arg, Row, args};
use crate::sql::{self, Statement};
use crate::transaction::Tx;
use crate::{Answer, Error, Holder, ImageClaim, Scope, Store};

/// From this many charges by dead workers on, a row runs alone in its worker.
const DEATHS_UNTIL_ALONE: i64 = 3;
/// How many more candidates are read when others took or hold the first ones.
const SPARE_CANDIDATES: usize = 4;
/// Past how many candidates of a type that others took or hold a claim looks before it gives up for now.
const MOST_MISSED: usize = 1000;

impl Store {
    /// Claims at most `most` ready tasks, type by type in the given order; tasks of priority 100 of any of the types
    /// go first. A claim counts once this has answered.
    pub async fn claim_images(
        &self,
        holder: &Holder,
        types: &[TaskType],
        most: usize,
    ) -> Result<Vec<ImageClaim>, Error> {
        self.claim_charged(holder, types, most, i32::MAX).await
    }

    /// The same of tasks that were never charged: what a worker tries first once it has rested from a type.
    pub async fn claim_untried_images(
        &self,
        holder: &Holder,
        types: &[TaskType],
        most: usize,
    ) -> Result<Vec<ImageClaim>, Error> {
        self.claim_charged(holder, types, most, 0).await
    }

    async fn claim_charged(
        &self,
        holder: &Holder,
        types: &[TaskType],
        most: usize,
        charges: i32,
    ) -> Result<Vec<ImageClaim>, Error> {
        self.write(async |tx| {
            let mut claims = Vec::new();
            for urgent in [100, 0] {
                for tasktype in types {
                    let wanted = Wanted { tasktype, urgent, charges, most, scope: &self.scope };
                    claim_of_type(tx, holder, &wanted, &mut claims).await?;
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
                let by_key = args![&holder.boot_id, row.int("taskid")?, seq, &holder.worker_id];
                if readable(&row) && take(tx, &sql::IMAGE_ADOPT, by_key).await? == Taken::Ours {
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

/// What one round of a claim looks for.
struct Wanted<'a> {
    tasktype: &'a TaskType,
    /// The lowest priority.
    urgent: i64,
    /// How often a task was charged at most.
    charges: i32,
    scope: &'a Scope,
    /// How many claims there are in the end at most.
    most: usize,
}

async fn claim_of_type(
    tx: &mut Tx,
    holder: &Holder,
    look: &Wanted<'_>,
    claims: &mut Vec<ImageClaim>,
) -> Result<(), Error> {
    let most = look.most;
    let (mut missed, mut hidden) = (0, 0);
    while claims.len() < most && missed <= MOST_MISSED {
        // Nothing of the first page can be missed where the pick itself locks: there it takes no more than it needs.
        let more = if missed == 0 { 0 } else { SPARE_CANDIDATES + missed };
        let wanted = most - claims.len() + more;
        let mut values = args![look.tasktype, look.urgent, look.charges];
        values.extend(look.scope.args());
        values.extend(args![wanted, hidden]);
        let page = tx.rows(&sql::IMAGE_PICK, values).await?;
        for row in &page {
            if claims.len() == most {
                break;
            }
            let seq = row.int("claim_seq")?;
            let by_key = args![&holder.worker_id, &holder.boot_id, row.int("taskid")?, seq];
            let taken = if readable(row) { take(tx, &sql::IMAGE_TAKE, by_key).await? } else { Taken::Locked };
            if taken == Taken::Ours {
                claims.push(claim_of(tx, row, holder, seq + 1).await?);
            }
            missed += usize::from(taken != Taken::Ours);
            hidden += usize::from(taken == Taken::Locked);
        }
        if page.len() < wanted {
            break;
        }
    }
    Ok(())
}

/// What a conditional update by key found.
#[derive(PartialEq, Eq)]
pub(crate) enum Taken {
    Ours,
    /// Somebody was faster; the row is no candidate any more.
    Moved,
    /// Somebody works on that row in an open transaction: it stays a candidate, and the next one is as good.
    Locked,
}

pub(crate) async fn take(
    tx: &mut Tx,
    statement: &'static Statement,
    by_key: Vec<Arg>,
) -> Result<Taken, Error> {
    match tx.execute(statement, by_key).await {
        Ok(1) => Ok(Taken::Ours),
        Ok(_) => Ok(Taken::Moved),
        Err(error) if error.is_row_locked() => Ok(Taken::Locked),
        Err(error) => Err(error),
    }
}

/// Whether a row is one that rushes could have written. One that a person wrote otherwise holds nobody up.
fn readable(row: &Row) -> bool {
    match row.scenecode("scenecode").and(row.tasktype("tasktype").map(drop)) {
        Ok(()) => true,
        Err(error) => {
            tracing::warn!(error = &error as &dyn std::error::Error, "an image task cannot be read");
            false
        }
    }
}

/// A claim from the row that was taken for it.
pub(super) async fn claim_of(
    tx: &mut Tx,
    row: &Row,
    holder: &Holder,
    claim_seq: i64,
) -> Result<ImageClaim, Error> {
    let scenecode = row.scenecode("scenecode")?;
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
        tasktype: row.tasktype("tasktype")?,
        claim_seq,
        holder: holder.clone(),
        retry_count,
        started_at: None,
        alone,
        remake: side_of(&row.text("remake")?),
        seed: row.maybe_int("seed")?.map(i64::cast_unsigned),
        named_before: named.into_iter().flatten().filter(|it| !it.is_empty()).collect(),
    })
}

/// The one frame that a row wants made again; `None`: both.
fn side_of(word: &str) -> Option<FrameSide> {
    [FrameSide::First, FrameSide::Last].into_iter().find(|it| it.as_str() == word)
}

/// A frame that a row names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFrame {
    /// Its path in the media root.
    pub path: String,
    /// The hash of its bytes, unless a person made it.
    pub sha256: Option<String>,
    /// The seed that it was made from.
    pub seed: u64,
}

impl Store {
    /// The frame on one side that the row of a claim names.
    pub async fn named_frame(
        &self,
        claim: &ImageClaim,
        side: FrameSide,
    ) -> Result<Option<NamedFrame>, Error> {
        let Some(row) = self.row(&sql::IMAGE_FRAME, args![claim.taskid]).await? else { return Ok(None) };
        let [path, sha256, seed] = match side {
            FrameSide::First => ["firstpic", "first_sha256", "first_seed"],
            FrameSide::Last => ["secondpic", "second_sha256", "second_seed"],
        };
        let path = row.maybe_text(path)?.filter(|it| !it.is_empty());
        let (sha256, seed) = (row.maybe_text(sha256)?, row.maybe_int(seed)?.unwrap_or_default());
        Ok(path.map(|path| NamedFrame { path, sha256, seed: seed.cast_unsigned() }))
    }
}
