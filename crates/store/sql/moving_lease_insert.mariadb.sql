-- A batch of rows of the watchdog's lease as a backup has them; MariaDB unfolds JSON by JSON_TABLE.
INSERT INTO dbvideo_lease (
    name, holder, renewed_at, grace_until, last_sweep_at, swept_since_grace
)
SELECT
    it.name, it.holder, it.renewed_at, it.grace_until, it.last_sweep_at, it.swept_since_grace
FROM JSON_TABLE($1, '$[*]' COLUMNS (
    name LONGTEXT CHARACTER SET utf8mb4 PATH '$.name',
    holder LONGTEXT CHARACTER SET utf8mb4 PATH '$.holder',
    renewed_at BIGINT PATH '$.renewed_at',
    grace_until BIGINT PATH '$.grace_until',
    last_sweep_at BIGINT PATH '$.last_sweep_at',
    swept_since_grace BIGINT PATH '$.swept_since_grace'
)) AS it
