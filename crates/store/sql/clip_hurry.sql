-- A person wants a clip that is ready tried now, whatever pause its last fault asked for.
UPDATE dbvideo_process
SET due_at = 0
WHERE scenecode = $1 AND status = 'ready' AND task_lock = 0 AND due_at > {now}
