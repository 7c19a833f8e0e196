-- The film's mark of the media root.
SELECT media_marker
FROM dbvideo_film
