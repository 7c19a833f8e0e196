-- Writes the film's row, so that one import waits for the other; nothing changes.
UPDATE dbvideo_film
SET title = title
WHERE id = 1
