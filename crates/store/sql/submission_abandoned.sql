-- A page of old intents that no lock waits for any more: a person moved the row, and the worker died in the call.
SELECT submission.id
FROM dbvideo_submission AS submission
LEFT JOIN dbvideo_process AS process ON process.submission = submission.id
WHERE submission.outcome = 'intent' AND submission.intent_at < {now} - $1 AND process.scenecode IS NULL
    AND submission.id > $2
ORDER BY submission.id
LIMIT 100
