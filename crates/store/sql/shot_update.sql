-- New texts of a batch of shots; whatever their tasks do goes on.
UPDATE dbvideo_shot AS shot
SET
    chapter = it.chapter, chapter_title = it.chapter_title, position = it.position, title = it.title,
    first_prompt = it.first_prompt, last_prompt = it.last_prompt, aiwords = it.aiwords,
    negative_prompt = it.negative_prompt, seed = it.seed, duration_ms = it.duration_ms,
    dialogue = it.dialogue, characters = it.characters, location = it.location, refs = it.refs,
    extra = it.extra, updated_at = {now}
FROM json_to_recordset(CAST($1 AS json)) AS it (
    scenecode TEXT, chapter BIGINT, chapter_title TEXT, position BIGINT, title TEXT, first_prompt TEXT,
    last_prompt TEXT, aiwords TEXT, negative_prompt TEXT, seed BIGINT, duration_ms BIGINT,
    dialogue TEXT, characters TEXT, location TEXT, refs TEXT, extra TEXT
)
WHERE shot.scenecode = it.scenecode
