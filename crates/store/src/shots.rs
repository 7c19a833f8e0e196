//! A shot as a row, and back.

use rushes_core::{Scenecode, Shot, folded_code};
use serde::Serialize;

use crate::row::{Row, args};
use crate::text::clean;
use crate::{Error, Store, sql};

/// What the database keeps of a shot: the texts cleaned, so that a second import of the same file finds them alike.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Record {
    pub(crate) scenecode: String,
    pub(crate) folded: String,
    pub(crate) tasktype: String,
    pub(crate) priority: i64,
    chapter: i64,
    chapter_title: String,
    position: i64,
    title: String,
    first_prompt: String,
    last_prompt: String,
    aiwords: String,
    negative_prompt: String,
    seed: Option<i64>,
    duration_ms: i64,
    dialogue: String,
    characters: String,
    location: String,
    refs: String,
    extra: String,
}

impl Record {
    pub(crate) fn of_shot(shot: &Shot) -> Record {
        Record {
            scenecode: shot.scenecode.to_string(),
            folded: folded_code(shot.scenecode.as_str()),
            tasktype: shot.tasktype.to_string(),
            priority: i64::from(shot.priority),
            chapter: i64::from(shot.chapter),
            chapter_title: clean(&shot.chapter_title),
            position: i64::from(shot.position),
            title: clean(&shot.title),
            first_prompt: clean(&shot.first_prompt),
            last_prompt: clean(&shot.last_prompt),
            aiwords: clean(&shot.aiwords),
            negative_prompt: clean(&shot.negative_prompt),
            // The sign is only how the database sees the upper half.
            seed: shot.seed.map(u64::cast_signed),
            duration_ms: i64::try_from(shot.duration.as_millis()).unwrap_or(i64::MAX),
            dialogue: clean(&shot.dialogue),
            characters: clean(&shot.characters),
            location: clean(&shot.location),
            refs: clean(&shot.refs),
            extra: clean(&shot.extra),
        }
    }

    pub(crate) fn of_row(row: &Row) -> Result<Record, Error> {
        let scenecode = row.text("scenecode")?;
        Ok(Record {
            folded: folded_code(&scenecode),
            scenecode,
            // A shot without an image task differs from every storyboard; its import makes the task.
            tasktype: row.maybe_text("tasktype")?.unwrap_or_default(),
            priority: row.maybe_int("priority")?.unwrap_or_default(),
            chapter: row.int("chapter")?,
            chapter_title: row.text("chapter_title")?,
            position: row.int("position")?,
            title: row.text("title")?,
            first_prompt: row.text("first_prompt")?,
            last_prompt: row.text("last_prompt")?,
            aiwords: row.text("aiwords")?,
            negative_prompt: row.text("negative_prompt")?,
            seed: row.maybe_int("seed")?,
            duration_ms: row.int("duration_ms")?,
            dialogue: row.text("dialogue")?,
            characters: row.text("characters")?,
            location: row.text("location")?,
            refs: row.text("refs")?,
            extra: row.text("extra")?,
        })
    }

    /// Roughly how much of a statement it takes.
    pub(crate) fn size(&self) -> usize {
        let texts = [
            &self.chapter_title,
            &self.title,
            &self.first_prompt,
            &self.last_prompt,
            &self.aiwords,
            &self.negative_prompt,
            &self.dialogue,
            &self.characters,
            &self.location,
            &self.refs,
            &self.extra,
        ];
        texts.into_iter().map(String::len).sum()
    }
}

/// A row of the storyboard with its task's type and priority.
fn shot_of(row: &Row) -> Result<Shot, Error> {
    Ok(Shot {
        scenecode: row.scenecode("scenecode")?,
        tasktype: row.tasktype("tasktype")?,
        chapter: row.count("chapter")?,
        chapter_title: row.text("chapter_title")?,
        position: row.count("position")?,
        title: row.text("title")?,
        first_prompt: row.text("first_prompt")?,
        last_prompt: row.text("last_prompt")?,
        aiwords: row.text("aiwords")?,
        negative_prompt: row.text("negative_prompt")?,
        seed: row.maybe_int("seed")?.map(i64::cast_unsigned),
        duration: row.millis("duration_ms")?,
        dialogue: row.text("dialogue")?,
        characters: row.text("characters")?,
        location: row.text("location")?,
        refs: row.text("refs")?,
        priority: row.count("priority")?,
        extra: row.text("extra")?,
    })
}

/// Where a page of shots begins: after this place in the film.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The chapter.
    pub chapter: u32,
    /// The position in the film.
    pub position: u32,
    /// The shot.
    pub scenecode: Scenecode,
}

impl Store {
    /// One shot of the storyboard.
    pub async fn shot(&self, scenecode: &Scenecode) -> Result<Option<Shot>, Error> {
        let row = self.row(&sql::SHOT_READ, args![scenecode]).await?;
        row.as_ref().map(shot_of).transpose()
    }

    /// At most `most` shots in the order of the film, from its beginning or after a place.
    pub async fn shots(&self, after: Option<&Place>, most: u32) -> Result<Vec<Shot>, Error> {
        let (chapter, position, code) = keys_of(after);
        let values = args![chapter, chapter, position, code, most];
        self.rows(&sql::SHOT_PAGE, values).await?.iter().map(shot_of).collect()
    }
}

/// A place as the parameters of a page.
pub(crate) fn keys_of(after: Option<&Place>) -> (i64, i64, String) {
    match after {
        Some(place) => (i64::from(place.chapter), i64::from(place.position), place.scenecode.to_string()),
        None => (-1, -1, String::new()),
    }
}
