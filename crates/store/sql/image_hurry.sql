-- A person wants a waiting task tried now, whatever pause its last fault asked for.
UPDATE dbvideo_arcpictask
SET due_at = 0
WHERE scenecode = $1 AND status = 0 AND due_at > {now}
