//! Submissions whose answer reached the spool of an earlier start, but not the database.

use crate::Error;
use crate::farm::Farm;

/// Writes every platform id that the spool knows to its row in the ledger: an id is never dropped.
pub(crate) async fn settle_submissions(farm: &Farm) -> Result<usize, Error> {
    let mut settled = 0;
    for noted in farm.spool.submissions()? {
        if let Some(answer) = noted.answer {
            let (number, clip) = (noted.submission, answer.into_clip());
            if farm.store.is_submission(number, &noted.scenecode, noted.claim_seq).await? {
                farm.store.settle_submission(number, &clip, &farm.film).await?;
            } else {
                // The number is another film's, or the database came back from an older copy of itself.
                farm.store.answer_of_nobody(&clip).await?;
            }
            settled += 1;
        }
        farm.spool.forget_submission(noted.submission);
    }
    Ok(settled)
}
