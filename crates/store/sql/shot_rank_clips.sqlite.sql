-- Priority of the clips of a batch of changed shots. SQLite unfolds JSON
-- by json_each.
UPDATE dbvideo_process AS process
SET priority = it.priority
FROM (
    SELECT value ->> 'scenecode' AS scenecode, value ->> 'priority' AS priority
    FROM json_each($1)
) AS it
WHERE process.scenecode = it.scenecode AND process.priority <> it.priority
