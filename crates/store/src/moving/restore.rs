//! A film's rows into a database that has none yet: all of them, or nothing.

use std::time::{Duration, Instant};

use rushes_core::Film;

use super::tables::Table;
use crate::clips::{abandon_intent, let_go_clip};
use crate::connect::Lane;
use crate::film::film_of;
use crate::images::let_go_image;
use crate::row::args;
use crate::transaction::Tx;
use crate::{Error, Store, sql};

/// The writing transaction of a restored film; dropped before [`Restoration::commit`], it leaves nothing behind.
pub struct Restoration {
    tx: Tx,
}

/// What somebody held when the backup was made, and nobody holds here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftBehind {
    /// Image tasks that are ready again, uncharged.
    pub images: usize,
    /// Clips whose lock, poll or process is gone.
    pub clips: usize,
    /// Submissions of which nobody knows whether the platform took them.
    pub intents: usize,
    /// Workers that had not ended.
    pub workers: u64,
}

/// How long, and how often, a database is asked again in which somebody else just writes.
const PATIENCE: Duration = Duration::from_secs(15);
const PAUSE: Duration = Duration::from_millis(100);

/// What a film without shots has, and a restored one brings along.
const CLEARED: [&sql::Statement; 5] = [
    &sql::MOVING_CLEAR_LEASE,
    &sql::MOVING_CLEAR_ALERTS,
    &sql::MOVING_CLEAR_MAKERS,
    &sql::MOVING_CLEAR_WORKERS,
    &sql::MOVING_CLEAR_FILM,
];

impl Store {
    /// Refuses a database that no film can be restored into: it holds shots, or a worker works on it.
    pub async fn refuse_if_used(&self) -> Result<(), Error> {
        self.transaction(Lane::Read, async |tx| refuse_if_used(tx).await).await
    }

    /// Begins to restore a film. A database that holds shots, or that a worker works on, is refused.
    pub async fn restore(&self) -> Result<Restoration, Error> {
        let begun = Instant::now();
        loop {
            match self.begin_to_restore().await {
                Err(error) if error.is_conflict() && begun.elapsed() < PATIENCE => {
                    tracing::debug!(%error, "the restoration begins again");
                    tokio::time::sleep(PAUSE).await;
                }
                answer => return answer,
            }
        }
    }

    async fn begin_to_restore(&self) -> Result<Restoration, Error> {
        let mut tx = self.begin(Lane::Write).await?;
        // An import that is under way is waited for, and the next one waits.
        if tx.execute(&sql::FILM_HOLD, vec![]).await? == 0 {
            return Err(Error::NoFilm);
        }
        refuse_if_used(&mut tx).await?;
        for statement in CLEARED {
            tx.execute(statement, vec![]).await?;
        }
        Ok(Restoration { tx })
    }
}

async fn refuse_if_used(tx: &mut Tx) -> Result<(), Error> {
    let film = film_of(&tx.row(&sql::FILM_READ, vec![]).await?.ok_or(Error::NoFilm)?)?;
    let row = tx.row(&sql::MOVING_IN_USE, args![film.timing.stale]).await?.ok_or(Error::NoFilm)?;
    let (shots, others, workers) = (row.int("shots")?, row.int("others")?, row.int("workers")?);
    let holds = match (shots, others, workers) {
        (0, 0, 0) => return Ok(()),
        (0, 0, workers) => format!("workers that are at work: {workers}"),
        (0, others, _) => format!("rows of a film: {others}"),
        (shots, _, _) => format!("shots: {shots}"),
    };
    Err(Error::InUse { holds })
}

impl Restoration {
    /// Writes rows of a table: a JSON array of objects as [`crate::Snapshot::page`] gave them.
    pub async fn insert(&mut self, table: &'static Table, rows: &str) -> Result<(), Error> {
        self.tx.execute(table.insert, args![rows]).await.map(drop)
    }

    /// The film, once its row is written.
    pub async fn film(&mut self) -> Result<Film, Error> {
        film_of(&self.tx.row(&sql::FILM_READ, vec![]).await?.ok_or(Error::NoFilm)?)
    }

    /// Notes another media root's mark for the film: its files were brought there.
    pub async fn note_media_marker(&mut self, marker: &str) -> Result<(), Error> {
        self.tx.execute(&sql::MEDIA_MARKER_REPLACE, args![marker]).await.map(drop)
    }

    /// Ends what was going on when the backup was made: nobody here holds a claim, and every worker has ended. What a
    /// platform has taken is asked about, not paid again.
    pub async fn let_go(&mut self, film: &Film) -> Result<LeftBehind, Error> {
        let tx = &mut self.tx;
        let left = LeftBehind {
            images: let_go_images(tx, film).await?,
            clips: let_go_clips(tx, film).await?,
            intents: abandon_intents(tx, film).await?,
            workers: tx.execute(&sql::MOVING_END_WORKERS, vec![]).await?,
        };
        tx.row(&sql::MOVING_NUMBER_ON, vec![]).await?;
        Ok(left)
    }

    /// Makes it all true.
    pub async fn commit(self) -> Result<(), Error> {
        self.tx.commit().await
    }
}

async fn let_go_images(tx: &mut Tx, film: &Film) -> Result<usize, Error> {
    let (mut after, mut count) = (i64::MIN, 0);
    loop {
        let page = tx.rows(&sql::MOVING_HELD_IMAGES, args![after]).await?;
        let Some(last) = page.last() else { return Ok(count) };
        after = last.int("taskid")?;
        for row in &page {
            count += usize::from(let_go_image(tx, row.int("taskid")?, film).await?);
        }
    }
}

async fn let_go_clips(tx: &mut Tx, film: &Film) -> Result<usize, Error> {
    let (mut after, mut count) = (String::new(), 0);
    loop {
        let page = tx.rows(&sql::MOVING_HELD_CLIPS, args![&after]).await?;
        let Some(last) = page.last() else { return Ok(count) };
        after = last.text("scenecode")?;
        for row in &page {
            count += usize::from(let_go_clip(tx, &row.scenecode("scenecode")?, film).await?);
        }
    }
}

async fn abandon_intents(tx: &mut Tx, film: &Film) -> Result<usize, Error> {
    let (mut after, mut count) = (i64::MIN, 0);
    loop {
        let page = tx.rows(&sql::MOVING_OPEN_INTENTS, args![after]).await?;
        let Some(last) = page.last() else { return Ok(count) };
        after = last.int("id")?;
        for row in &page {
            count += usize::from(abandon_intent(tx, row.int("id")?, film).await?);
        }
    }
}
