-- A batch of rows of the clips as a backup has them; SQLite unfolds JSON by json_each.
INSERT INTO dbvideo_process (
    scenecode, aiwords, firstpic, secondpic, status, task_lock, last_update_time, worker_id, boot_id,
    claim_seq, vdurl, maker, maker_ref, reach, submission, submitted_at, next_poll_at, not_found,
    not_found_at, retry_count, priority, due_at, last_error, created_at, finished_at, held
)
SELECT
    value ->> 'scenecode', value ->> 'aiwords', value ->> 'firstpic', value ->> 'secondpic',
    value ->> 'status', value ->> 'task_lock', value ->> 'last_update_time', value ->> 'worker_id',
    value ->> 'boot_id', value ->> 'claim_seq', value ->> 'vdurl', value ->> 'maker', value ->> 'maker_ref',
    value ->> 'reach', value ->> 'submission', value ->> 'submitted_at', value ->> 'next_poll_at',
    value ->> 'not_found', value ->> 'not_found_at', value ->> 'retry_count', value ->> 'priority',
    value ->> 'due_at', value ->> 'last_error', value ->> 'created_at', value ->> 'finished_at',
    value ->> 'held'
FROM json_each($1)
