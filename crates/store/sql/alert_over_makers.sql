-- Makers whose pause has ended, and that have made something since they were paused.
UPDATE dbvideo_alert
SET seen_at = {now}
WHERE seen_at IS NULL AND kind = 'maker paused'
    AND maker IN (SELECT free.maker FROM dbvideo_maker AS free WHERE free.paused_until <= {now})
    AND EXISTS (
        SELECT 1
        FROM dbvideo_worklog AS log
        WHERE log.maker = dbvideo_alert.maker AND log.outcome = 'done' AND log.started_at > dbvideo_alert.created_at
    )
