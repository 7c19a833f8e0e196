-- Priority of the clips of a batch of changed shots. MariaDB unfolds
-- JSON by JSON_TABLE.
UPDATE JSON_TABLE($1, '$[*]' COLUMNS (
    scenecode VARCHAR(191) CHARACTER SET utf8mb4 PATH '$.scenecode',
    priority BIGINT PATH '$.priority'
)) AS it
STRAIGHT_JOIN dbvideo_process AS process ON process.scenecode = it.scenecode AND process.priority <> it.priority
SET process.priority = it.priority
