-- Every maker that was used, with what it has in its hands.
SELECT maker.maker, maker.in_flight_limit, maker.intents, maker.paused_until, maker.next_call_at, maker.reason,
    (SELECT COUNT(*)
     FROM dbvideo_process AS process
     WHERE process.maker = maker.maker
         AND (process.status = 'submitted' OR (process.status = 'ready' AND process.task_lock <> 0))) AS in_flight
FROM dbvideo_maker AS maker
ORDER BY maker.maker
