-- Values that nobody can work with are refused when they are typed, not found at night. What the articles type is none of
-- them.
ALTER TABLE dbvideo_arcpictask
    ADD CONSTRAINT IF NOT EXISTS status_is_0_to_4 CHECK (status BETWEEN 0 AND 4),
    ADD CONSTRAINT IF NOT EXISTS priority_is_0_to_100 CHECK (priority BETWEEN 0 AND 100),
    ADD CONSTRAINT IF NOT EXISTS tasktype_is_a_lower_case_word CHECK (tasktype REGEXP BINARY '^[a-z0-9_-]{1,32}$'),
    ADD CONSTRAINT IF NOT EXISTS counts_are_not_negative CHECK (retry_count BETWEEN 0 AND 1000000 AND claim_seq BETWEEN 0 AND 1000000000000000);
ALTER TABLE dbvideo_process
    ADD CONSTRAINT IF NOT EXISTS status_is_a_known_word CHECK (status IN ('waiting', 'ready', 'submitted', 'done', 'failed', 'cancelled')),
    ADD CONSTRAINT IF NOT EXISTS task_lock_is_0_or_1 CHECK (task_lock IN (0, 1)),
    ADD CONSTRAINT IF NOT EXISTS priority_is_0_to_100 CHECK (priority BETWEEN 0 AND 100),
    ADD CONSTRAINT IF NOT EXISTS counts_are_not_negative CHECK (retry_count BETWEEN 0 AND 1000000 AND claim_seq BETWEEN 0 AND 1000000000000000);
ALTER TABLE dbvideo_shot
    ADD CONSTRAINT IF NOT EXISTS numbers_are_not_negative CHECK (chapter >= 0 AND position >= 0 AND duration_ms >= 0);
