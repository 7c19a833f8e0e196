-- How many shots are held and have no clip yet.
SELECT COUNT(*) AS shots
FROM dbvideo_shot AS shot
LEFT JOIN dbvideo_process AS process ON process.scenecode = shot.scenecode
WHERE shot.held = 1 AND (process.status IS NULL OR process.status <> 'done')
