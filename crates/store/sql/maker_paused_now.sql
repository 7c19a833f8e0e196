-- The makers that are left alone now.
SELECT maker
FROM dbvideo_maker
WHERE paused_until > {now} OR next_call_at > {now}
