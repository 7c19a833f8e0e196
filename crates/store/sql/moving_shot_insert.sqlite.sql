-- A batch of rows of the storyboard as a backup has them; SQLite unfolds JSON by json_each.
INSERT INTO dbvideo_shot (
    scenecode, folded, chapter, chapter_title, position, title, first_prompt, last_prompt, aiwords,
    negative_prompt, seed, duration_ms, dialogue, characters, location, refs, review, review_reason, held,
    extra, created_at, updated_at
)
SELECT
    value ->> 'scenecode', value ->> 'folded', value ->> 'chapter', value ->> 'chapter_title',
    value ->> 'position', value ->> 'title', value ->> 'first_prompt', value ->> 'last_prompt',
    value ->> 'aiwords', value ->> 'negative_prompt', value ->> 'seed', value ->> 'duration_ms',
    value ->> 'dialogue', value ->> 'characters', value ->> 'location', value ->> 'refs', value ->> 'review',
    value ->> 'review_reason', value ->> 'held', value ->> 'extra', value ->> 'created_at',
    value ->> 'updated_at'
FROM json_each($1)
