//! The one row of settings that all workers share.

use std::collections::BTreeMap;
use std::time::Duration;

use rushes_core::{Film, OnUnknown, TaskType, Timing};
use serde::de::DeserializeOwned;

use crate::row::{Row, args};
use crate::text::clean;
use crate::{Error, Store, sql};

impl Store {
    /// Writes the film's settings into an empty database; a film that is there already is refused, not changed.
    pub async fn create_film(&self, film: &Film) -> Result<(), Error> {
        let timing = &film.timing;
        let limits: BTreeMap<&str, u128> =
            timing.limits.iter().map(|(tasktype, limit)| (tasktype.as_str(), limit.as_millis())).collect();
        let values = args![
            clean(&film.title),
            film.width,
            film.height,
            film.fps,
            json_of(&film.frame_makers),
            clean(&film.clip_maker),
            film.on_unknown.as_str(),
            film.max_submissions.map(|it| i64::try_from(it).unwrap_or(i64::MAX)),
            timing.beat,
            timing.stale,
            timing.sweep,
            timing.scan,
            timing.poll,
            timing.lock,
            timing.limit,
            json_of(&limits),
            timing.retries,
        ];
        let touched = self.write(async |tx| tx.execute(&sql::FILM_INSERT, values.clone()).await).await?;
        if touched == 0 {
            return Err(Error::FilmExists { title: self.film().await?.title });
        }
        Ok(())
    }

    /// The film of this database.
    pub async fn film(&self) -> Result<Film, Error> {
        let row = self.row(&sql::FILM_READ, vec![]).await?.ok_or(Error::NoFilm)?;
        film_of(&row)
    }
}

pub(crate) fn film_of(row: &Row) -> Result<Film, Error> {
    let on_unknown = row.text("on_unknown")?;
    Ok(Film {
        title: row.text("title")?,
        width: row.count("width")?,
        height: row.count("height")?,
        fps: row.count("fps")?,
        frame_makers: json_in(row, "frame_makers")?,
        clip_maker: row.text("clip_maker")?,
        on_unknown: OnUnknown::from_word(&on_unknown).ok_or(Error::Row {
            column: "on_unknown",
            expected: "`hold` or `resubmit`",
            got: on_unknown,
        })?,
        max_submissions: row.maybe_int("max_submissions")?.map(|it| u64::try_from(it).unwrap_or(0)),
        timing: timing_of(row)?,
    })
}

fn timing_of(row: &Row) -> Result<Timing, Error> {
    let limits: BTreeMap<String, u64> = json_in(row, "limits")?;
    let limits = limits.into_iter().map(|(name, millis)| {
        let tasktype = TaskType::new(name.as_str());
        let tasktype =
            tasktype.map_err(|_| Error::Row { column: "limits", expected: "task types", got: name })?;
        Ok((tasktype, Duration::from_millis(millis)))
    });
    Ok(Timing {
        beat: row.millis("beat_ms")?,
        stale: row.millis("stale_ms")?,
        sweep: row.millis("sweep_ms")?,
        scan: row.millis("scan_ms")?,
        poll: row.millis("poll_ms")?,
        lock: row.millis("lock_ms")?,
        limit: row.millis("limit_ms")?,
        limits: limits.collect::<Result<_, Error>>()?,
        retries: row.count("retries")?,
    })
}

/// A value as JSON text.
pub(crate) fn json_of(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("texts, numbers and lists of them are always JSON")
}

fn json_in<T: DeserializeOwned>(row: &Row, column: &'static str) -> Result<T, Error> {
    let text = row.text(column)?;
    serde_json::from_str(&text).map_err(|_| Error::Row { column, expected: "a JSON object", got: text })
}
