-- Submitted clips whose poll is due, and that this start of a worker can reach.
SELECT process.scenecode, process.claim_seq, process.retry_count, process.aiwords, process.vdurl, process.maker,
    process.maker_ref, process.not_found, process.submitted_at, process.submission, meta.path AS named_before
FROM dbvideo_process AS process
LEFT JOIN dbvideo_videometa AS meta ON meta.scenecode = process.scenecode
WHERE process.status = 'submitted' AND process.vdurl IS NOT NULL AND process.maker = $1
    AND process.next_poll_at <= {now} AND (process.reach IS NULL OR process.reach = $2)
ORDER BY process.next_poll_at, process.scenecode
LIMIT $3 OFFSET $4
