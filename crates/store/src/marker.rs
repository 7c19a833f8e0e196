//! The mark of the media root, by which every machine proves that it sees the same folder.

use crate::row::args;
use crate::sql;
use crate::{Error, Store};

impl Store {
    /// The mark of the film's media root; empty, if none is noted yet.
    pub async fn media_marker(&self) -> Result<String, Error> {
        self.row(&sql::MEDIA_MARKER_READ, vec![]).await?.ok_or(Error::NoFilm)?.text("media_marker")
    }

    /// Notes another media root's mark for the film.
    pub async fn replace_media_marker(&self, marker: &str) -> Result<(), Error> {
        self.write(async |tx| tx.execute(&sql::MEDIA_MARKER_REPLACE, args![marker]).await.map(drop)).await
    }

    /// Notes the mark of the media root for the film, if none is noted yet; answers the one that is.
    pub async fn note_media_marker(&self, marker: &str) -> Result<String, Error> {
        self.write(async |tx| {
            tx.execute(&sql::MEDIA_MARKER_NOTE, args![marker]).await?;
            let row = tx.row(&sql::MEDIA_MARKER_READ, vec![]).await?.ok_or(Error::NoFilm)?;
            row.text("media_marker")
        })
        .await
    }
}
