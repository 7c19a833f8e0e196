//! What the makers of frames tell all workers.

use std::collections::HashSet;

use rushes_core::{BootId, Fault, Scenecode};

use crate::maker::{add, heed};
use crate::row::args;
use crate::sql;
use crate::{Error, Store};

impl Store {
    /// Lets all workers know what a fault says about its maker: busy ones cool down, ones without money are paused.
    pub async fn heed_fault(&self, maker: &str, fault: &Fault) -> Result<(), Error> {
        self.write(async |tx| {
            add(tx, maker).await?;
            heed(tx, maker, fault).await
        })
        .await
    }

    /// The makers that are left alone now.
    pub async fn paused_makers(&self) -> Result<HashSet<String>, Error> {
        self.rows(&sql::MAKER_PAUSED_NOW, vec![]).await?.iter().map(|it| it.text("maker")).collect()
    }

    /// How often a shot found its maker down although others succeeded there afterwards.
    pub async fn downs_among_successes(&self, scenecode: &Scenecode, maker: &str) -> Result<u64, Error> {
        let row = self.row(&sql::IMAGE_DOWNS, args![scenecode, maker, maker]).await?;
        let downs = row.map(|it| it.int("downs")).transpose()?.unwrap_or(0);
        Ok(u64::try_from(downs).unwrap_or(0))
    }

    /// How many submitted clips only this start of a worker can fetch.
    pub async fn clips_in_reach(&self, boot_id: &BootId) -> Result<usize, Error> {
        let row = self.row(&sql::CLIP_IN_REACH, args![boot_id]).await?;
        Ok(usize::try_from(row.map(|it| it.int("clips")).transpose()?.unwrap_or(0)).unwrap_or(0))
    }

    /// How many shots are still on their way to both frames.
    pub async fn open_frames(&self) -> Result<u64, Error> {
        let row = self.row(&sql::BOARD_OPEN_FRAMES, self.scope.args()).await?;
        row.map_or(Ok(0), |it| it.count("frames"))
    }

    /// How many shots a person holds that are not done.
    pub async fn held_shots(&self) -> Result<u64, Error> {
        let row = self.row(&sql::BOARD_HELD, vec![]).await?;
        row.map_or(Ok(0), |it| it.count("shots"))
    }

    /// How many shots are still on their way to a clip.
    pub async fn open_shots(&self) -> Result<u64, Error> {
        let row = self.row(&sql::BOARD_OPEN_SHOTS, self.scope.args()).await?;
        row.map_or(Ok(0), |it| it.count("shots"))
    }
}
