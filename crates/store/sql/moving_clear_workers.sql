-- The workers that came to a film without shots, and went, give way to those of a restored one.
DELETE FROM dbvideo_worker
