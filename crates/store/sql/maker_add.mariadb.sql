-- A maker that is used for the first time. MariaDB has no ON CONFLICT.
INSERT IGNORE INTO dbvideo_maker (maker, reason, updated_at)
VALUES ($1, '', {now})
