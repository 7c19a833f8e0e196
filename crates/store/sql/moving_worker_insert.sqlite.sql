-- A batch of rows of the workers as a backup has them; SQLite unfolds JSON by json_each.
INSERT INTO dbvideo_worker (
    worker_id, boot_id, host, version, prefers, only_types, stages, slots, state, doing, current_type,
    wanted, skew_ms, free_bytes, started_at, lastbeat, beats, ended_at
)
SELECT
    value ->> 'worker_id', value ->> 'boot_id', value ->> 'host', value ->> 'version', value ->> 'prefers',
    value ->> 'only_types', value ->> 'stages', value ->> 'slots', value ->> 'state', value ->> 'doing',
    value ->> 'current_type', value ->> 'wanted', value ->> 'skew_ms', value ->> 'free_bytes',
    value ->> 'started_at', value ->> 'lastbeat', value ->> 'beats', value ->> 'ended_at'
FROM json_each($1)
