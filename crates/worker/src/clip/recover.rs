//! Submissions whose answer reached the spool of an earlier start, but not the database.

use crate::Error;
use crate::farm::Farm;

/// Writes every platform id that the spool knows to its row in the ledger: an id is never dropped.
pub(crate) async fn settle_submissions(farm: &Farm) -> Result<usize, Error> {
    let mut settled = 0;
    for noted in farm.spool.submissions()? {
        if !farm.store.is_submission(noted.submission, &noted.scenecode, noted.claim_seq).await? {
            // The numbers of another film, or of a database that came back from an older copy: a person looks.
            let (submission, scenecode) = (noted.submission, noted.scenecode.as_str());
            tracing::warn!(submission, scenecode, ?noted.answer, "the spool knows a submission that the film does not");
            continue;
        }
        if let Some(answer) = noted.answer {
            farm.store.settle_submission(noted.submission, &answer.into_clip(), &farm.film).await?;
            settled += 1;
        }
        farm.spool.forget_submission(noted.submission);
    }
    Ok(settled)
}
