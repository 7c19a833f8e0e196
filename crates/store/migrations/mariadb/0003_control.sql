-- What a person wants of a shot, where claims see it: whether it is held (a copy of dbvideo_shot.held, so that no claim
-- has to join), the seed that a rerun asked for, and the one frame that is made again. The index of a pick leads past
-- rows that are held.
ALTER TABLE dbvideo_arcpictask
    ADD COLUMN IF NOT EXISTS held BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS seed BIGINT NULL,
    ADD COLUMN IF NOT EXISTS remake VARCHAR(8) NOT NULL DEFAULT '',
    DROP INDEX IF EXISTS arcpictask_pick,
    ADD INDEX arcpictask_pick (status, tasktype, held, priority DESC, taskid, due_at);
ALTER TABLE dbvideo_process
    ADD COLUMN IF NOT EXISTS held BIGINT NOT NULL DEFAULT 0,
    DROP INDEX IF EXISTS process_pick,
    ADD INDEX process_pick (status, task_lock, held, priority DESC, scenecode);
