-- New texts of a batch of shots; SQLite unfolds JSON by json_each.
UPDATE dbvideo_shot AS shot
SET
    chapter = it.value ->> 'chapter', chapter_title = it.value ->> 'chapter_title',
    position = it.value ->> 'position', title = it.value ->> 'title',
    first_prompt = it.value ->> 'first_prompt', last_prompt = it.value ->> 'last_prompt',
    aiwords = it.value ->> 'aiwords', negative_prompt = it.value ->> 'negative_prompt',
    seed = it.value ->> 'seed', duration_ms = it.value ->> 'duration_ms',
    dialogue = it.value ->> 'dialogue', characters = it.value ->> 'characters',
    location = it.value ->> 'location', refs = it.value ->> 'refs', extra = it.value ->> 'extra',
    updated_at = {now}
FROM json_each($1) AS it
WHERE shot.scenecode = it.value ->> 'scenecode'
