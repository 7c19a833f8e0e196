-- The settings of a film without shots give way to those of a restored one.
DELETE FROM dbvideo_film
