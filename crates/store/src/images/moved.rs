//! A film that came from another database: nobody holds its image tasks here.

use rushes_core::{Film, ImageEvent, ImageState, ImageTask, next_image};

use super::sweep::{NO_BEAT, log_reaped};
use crate::row::args;
use crate::transaction::Tx;
use crate::{Error, sql};

/// Gives back a task that somebody held at the film's old place, uncharged; false if nobody did.
pub(crate) async fn let_go_image(tx: &mut Tx, taskid: i64, film: &Film) -> Result<bool, Error> {
    let Some(mut row) = tx.row(&sql::IMAGE_PEEK, args![taskid]).await? else { return Ok(false) };
    if row.int("status")? != i64::from(ImageState::Processing.number()) {
        return Ok(false);
    }
    if row.maybe_text("boot_id")?.is_none() {
        // A person's claim has no number of its own yet: the worklog would take it for the one before.
        tx.execute(&sql::IMAGE_STAMP, args![1, taskid, row.int("claim_seq")?]).await?;
        let again = tx.row(&sql::IMAGE_PEEK, args![taskid]).await?;
        row = again.ok_or_else(|| Error::Moved { what: "image task", key: taskid.to_string() })?;
    }
    let retry_count = row.count("retry_count")?;
    let task = ImageTask { state: ImageState::Processing, retry_count };
    let change = next_image(task, &ImageEvent::Release, &film.timing)?;
    let (seq, beat) = (row.int("claim_seq")?, row.maybe_int("lastbeat")?.unwrap_or(NO_BEAT));
    let error = "the film was moved to another database";
    let values =
        args![change.to.number(), change.retry_count, change.due_in, None::<String>, taskid, seq, beat];
    if tx.execute(&sql::IMAGE_REAP, values).await? == 0 {
        return Err(Error::Moved { what: "image task", key: taskid.to_string() });
    }
    log_reaped(tx, &row, &change, false, error).await?;
    Ok(true)
}
