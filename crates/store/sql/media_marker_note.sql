-- The first machine's mark of the media root is the film's.
UPDATE dbvideo_film
SET media_marker = $1
WHERE media_marker = ''
