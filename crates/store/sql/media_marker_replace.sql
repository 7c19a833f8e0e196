-- A person says that another folder is the film's from now on.
UPDATE dbvideo_film
SET media_marker = $1
