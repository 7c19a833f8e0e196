-- What a person wants of a shot, where claims see it: whether it is held (a copy of dbvideo_shot.held, so that no claim
-- has to join), the seed that a rerun asked for, and the one frame that is made again. The index of a pick leads past
-- rows that are held.
ALTER TABLE dbvideo_arcpictask
    ADD COLUMN held BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN seed BIGINT NULL,
    ADD COLUMN remake TEXT NOT NULL DEFAULT '';
ALTER TABLE dbvideo_process ADD COLUMN held BIGINT NOT NULL DEFAULT 0;
DROP INDEX IF EXISTS arcpictask_pick;
CREATE INDEX arcpictask_pick ON dbvideo_arcpictask (status, tasktype, held, priority DESC, taskid) INCLUDE (due_at) WHERE status = 0;
DROP INDEX IF EXISTS process_pick;
CREATE INDEX process_pick ON dbvideo_process (status, task_lock, held, priority DESC, scenecode) WHERE status IN ('ready', 'submitted');
