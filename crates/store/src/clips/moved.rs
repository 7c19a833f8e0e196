//! A film that came from another database: nobody holds its clips here.

use rushes_core::{ClipState, Film, Scenecode};

use super::row::read;
use super::sweep::{take_back, vanish};
use crate::Error;
use crate::transaction::Tx;

/// Ends what somebody held of a clip at the film's old place. What the platform took is polled from now on; a lock
/// without an answer is as unknown as one whose holder died.
pub(crate) async fn let_go_clip(tx: &mut Tx, scenecode: &Scenecode, film: &Film) -> Result<bool, Error> {
    let Some(row) = read(tx, scenecode).await? else { return Ok(false) };
    match row.state {
        ClipState::Locked => drop(take_back(tx, &row, film).await?),
        ClipState::Submitted if row.reach.is_some() => drop(vanish(tx, &row, film).await?),
        ClipState::Submitted if row.boot_id.is_some() => row.ask_at_once(tx).await?,
        ClipState::Waiting
        | ClipState::Ready
        | ClipState::Submitted
        | ClipState::Done
        | ClipState::Failed
        | ClipState::Cancelled => return Ok(false),
    }
    Ok(true)
}
