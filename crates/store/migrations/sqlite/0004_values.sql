-- Values that nobody can work with are refused when they are typed, not found at night. What the articles type is none of
-- them. SQLite takes any type into any column: instants and numbers have to be whole numbers.
CREATE TRIGGER IF NOT EXISTS arcpictask_values_update BEFORE UPDATE OF status, priority, tasktype, retry_count, claim_seq, due_at, lastbeat, claimed_at, started_at, finished_at ON dbvideo_arcpictask
BEGIN
    SELECT CASE
        WHEN typeof(NEW.status) NOT IN ('integer') OR NEW.status NOT BETWEEN 0 AND 4 THEN RAISE(ABORT, 'expected status to be 0 to 4')
        WHEN typeof(NEW.priority) NOT IN ('integer') OR NEW.priority NOT BETWEEN 0 AND 100 THEN RAISE(ABORT, 'expected priority to be 0 to 100')
        WHEN NEW.tasktype GLOB '*[^a-z0-9_-]*' OR length(NEW.tasktype) NOT BETWEEN 1 AND 32 THEN RAISE(ABORT, 'expected tasktype to be a lower-case word')
        WHEN typeof(NEW.retry_count) NOT IN ('integer') OR NEW.retry_count NOT BETWEEN 0 AND 1000000 THEN RAISE(ABORT, 'expected retry_count to be a whole number that is not negative')
        WHEN typeof(NEW.claim_seq) NOT IN ('integer') OR NEW.claim_seq NOT BETWEEN 0 AND 1000000000000000 THEN RAISE(ABORT, 'expected claim_seq to be a whole number that is not negative')
        WHEN typeof(NEW.due_at) NOT IN ('integer') OR typeof(NEW.lastbeat) NOT IN ('integer', 'null') OR typeof(NEW.claimed_at) NOT IN ('integer', 'null') OR typeof(NEW.started_at) NOT IN ('integer', 'null') OR typeof(NEW.finished_at) NOT IN ('integer', 'null') THEN RAISE(ABORT, 'expected instants to be milliseconds since 1970')
    END;
END;
CREATE TRIGGER IF NOT EXISTS arcpictask_values_insert BEFORE INSERT ON dbvideo_arcpictask
BEGIN
    SELECT CASE
        WHEN typeof(NEW.status) NOT IN ('integer') OR NEW.status NOT BETWEEN 0 AND 4 THEN RAISE(ABORT, 'expected status to be 0 to 4')
        WHEN typeof(NEW.priority) NOT IN ('integer') OR NEW.priority NOT BETWEEN 0 AND 100 THEN RAISE(ABORT, 'expected priority to be 0 to 100')
        WHEN NEW.tasktype GLOB '*[^a-z0-9_-]*' OR length(NEW.tasktype) NOT BETWEEN 1 AND 32 THEN RAISE(ABORT, 'expected tasktype to be a lower-case word')
        WHEN typeof(NEW.retry_count) NOT IN ('integer') OR NEW.retry_count NOT BETWEEN 0 AND 1000000 THEN RAISE(ABORT, 'expected retry_count to be a whole number that is not negative')
        WHEN typeof(NEW.claim_seq) NOT IN ('integer') OR NEW.claim_seq NOT BETWEEN 0 AND 1000000000000000 THEN RAISE(ABORT, 'expected claim_seq to be a whole number that is not negative')
        WHEN typeof(NEW.due_at) NOT IN ('integer') OR typeof(NEW.lastbeat) NOT IN ('integer', 'null') OR typeof(NEW.claimed_at) NOT IN ('integer', 'null') OR typeof(NEW.started_at) NOT IN ('integer', 'null') OR typeof(NEW.finished_at) NOT IN ('integer', 'null') THEN RAISE(ABORT, 'expected instants to be milliseconds since 1970')
    END;
END;
CREATE TRIGGER IF NOT EXISTS process_values_update BEFORE UPDATE OF status, task_lock, priority, retry_count, claim_seq, due_at, last_update_time, next_poll_at, submitted_at, finished_at ON dbvideo_process
BEGIN
    SELECT CASE
        WHEN NEW.status NOT IN ('waiting', 'ready', 'submitted', 'done', 'failed', 'cancelled') THEN RAISE(ABORT, 'expected status to be waiting, ready, submitted, done, failed or cancelled')
        WHEN typeof(NEW.task_lock) NOT IN ('integer') OR NEW.task_lock NOT IN (0, 1) THEN RAISE(ABORT, 'expected task_lock to be 0 or 1')
        WHEN typeof(NEW.priority) NOT IN ('integer') OR NEW.priority NOT BETWEEN 0 AND 100 THEN RAISE(ABORT, 'expected priority to be 0 to 100')
        WHEN typeof(NEW.retry_count) NOT IN ('integer') OR NEW.retry_count NOT BETWEEN 0 AND 1000000 THEN RAISE(ABORT, 'expected retry_count to be a whole number that is not negative')
        WHEN typeof(NEW.claim_seq) NOT IN ('integer') OR NEW.claim_seq NOT BETWEEN 0 AND 1000000000000000 THEN RAISE(ABORT, 'expected claim_seq to be a whole number that is not negative')
        WHEN typeof(NEW.due_at) NOT IN ('integer') OR typeof(NEW.next_poll_at) NOT IN ('integer') OR typeof(NEW.last_update_time) NOT IN ('integer', 'null') OR typeof(NEW.submitted_at) NOT IN ('integer', 'null') OR typeof(NEW.finished_at) NOT IN ('integer', 'null') THEN RAISE(ABORT, 'expected instants to be milliseconds since 1970')
    END;
END;
CREATE TRIGGER IF NOT EXISTS process_values_insert BEFORE INSERT ON dbvideo_process
BEGIN
    SELECT CASE
        WHEN NEW.status NOT IN ('waiting', 'ready', 'submitted', 'done', 'failed', 'cancelled') THEN RAISE(ABORT, 'expected status to be waiting, ready, submitted, done, failed or cancelled')
        WHEN typeof(NEW.task_lock) NOT IN ('integer') OR NEW.task_lock NOT IN (0, 1) THEN RAISE(ABORT, 'expected task_lock to be 0 or 1')
        WHEN typeof(NEW.priority) NOT IN ('integer') OR NEW.priority NOT BETWEEN 0 AND 100 THEN RAISE(ABORT, 'expected priority to be 0 to 100')
        WHEN typeof(NEW.retry_count) NOT IN ('integer') OR NEW.retry_count NOT BETWEEN 0 AND 1000000 THEN RAISE(ABORT, 'expected retry_count to be a whole number that is not negative')
        WHEN typeof(NEW.claim_seq) NOT IN ('integer') OR NEW.claim_seq NOT BETWEEN 0 AND 1000000000000000 THEN RAISE(ABORT, 'expected claim_seq to be a whole number that is not negative')
        WHEN typeof(NEW.due_at) NOT IN ('integer') OR typeof(NEW.next_poll_at) NOT IN ('integer') OR typeof(NEW.last_update_time) NOT IN ('integer', 'null') OR typeof(NEW.submitted_at) NOT IN ('integer', 'null') OR typeof(NEW.finished_at) NOT IN ('integer', 'null') THEN RAISE(ABORT, 'expected instants to be milliseconds since 1970')
    END;
END;
CREATE TRIGGER IF NOT EXISTS shot_values_update BEFORE UPDATE OF chapter, position, duration_ms ON dbvideo_shot
BEGIN
    SELECT CASE
        WHEN typeof(NEW.chapter) NOT IN ('integer') OR NEW.chapter < 0 OR typeof(NEW.position) NOT IN ('integer') OR NEW.position < 0 OR typeof(NEW.duration_ms) NOT IN ('integer') OR NEW.duration_ms < 0 THEN RAISE(ABORT, 'expected chapter, position and duration_ms to be whole numbers that are not negative')
    END;
END;
CREATE TRIGGER IF NOT EXISTS shot_values_insert BEFORE INSERT ON dbvideo_shot
BEGIN
    SELECT CASE
        WHEN typeof(NEW.chapter) NOT IN ('integer') OR NEW.chapter < 0 OR typeof(NEW.position) NOT IN ('integer') OR NEW.position < 0 OR typeof(NEW.duration_ms) NOT IN ('integer') OR NEW.duration_ms < 0 THEN RAISE(ABORT, 'expected chapter, position and duration_ms to be whole numbers that are not negative')
    END;
END;
