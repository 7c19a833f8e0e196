-- Priority of the clips of a batch of changed shots.
UPDATE dbvideo_process AS process
SET priority = it.priority
FROM json_to_recordset(CAST($1 AS json)) AS it (
    scenecode TEXT, priority BIGINT
)
WHERE process.scenecode = it.scenecode AND process.priority <> it.priority
