-- The lease that the migration made gives way to that of a restored film.
DELETE FROM dbvideo_lease
