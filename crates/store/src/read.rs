//! Columns as the words of the domain; a row that no version of rushes writes is told with its column.

use std::time::Duration;

use rushes_core::{
    BootId, ClipState, ImageState, Instant, InvalidId, Outcome, Scenecode, Stage, TaskType, WorkerId,
};

use crate::Error;
use crate::row::Row;

fn checked<T>(
    column: &'static str,
    expected: &'static str,
    got: String,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, Error> {
    parse(&got).ok_or(Error::Row { column, expected, got })
}

fn known<T>(id: Result<T, InvalidId>) -> Option<T> {
    id.ok()
}

impl Row {
    pub(crate) fn scenecode(&self, column: &'static str) -> Result<Scenecode, Error> {
        checked(column, "a scenecode", self.text(column)?, |it| known(Scenecode::new(it)))
    }

    pub(crate) fn maybe_scenecode(&self, column: &'static str) -> Result<Option<Scenecode>, Error> {
        let text = self.maybe_text(column)?;
        text.map(|it| checked(column, "a scenecode", it, |it| known(Scenecode::new(it)))).transpose()
    }

    pub(crate) fn tasktype(&self, column: &'static str) -> Result<TaskType, Error> {
        checked(column, "a task type", self.text(column)?, |it| known(TaskType::new(it)))
    }

    pub(crate) fn worker_id(&self, column: &'static str) -> Result<WorkerId, Error> {
        checked(column, "a worker id", self.text(column)?, |it| known(WorkerId::new(it)))
    }

    pub(crate) fn boot_id(&self, column: &'static str) -> Result<BootId, Error> {
        checked(column, "a boot id", self.text(column)?, |it| known(BootId::new(it)))
    }

    pub(crate) fn instant(&self, column: &str) -> Result<Instant, Error> {
        Ok(Instant(self.int(column)?))
    }

    pub(crate) fn maybe_instant(&self, column: &str) -> Result<Option<Instant>, Error> {
        Ok(self.maybe_int(column)?.map(Instant))
    }

    /// A whole number that is not negative and fits.
    pub(crate) fn count<T: TryFrom<i64>>(&self, column: &'static str) -> Result<T, Error> {
        let number = self.int(column)?;
        T::try_from(number).ok().ok_or_else(|| Error::Row {
            column,
            expected: "a number in its range",
            got: number.to_string(),
        })
    }

    pub(crate) fn millis(&self, column: &'static str) -> Result<Duration, Error> {
        Ok(Duration::from_millis(self.count(column)?))
    }

    pub(crate) fn image_state(&self, column: &'static str) -> Result<ImageState, Error> {
        let number = self.int(column)?;
        checked(column, "a status from 0 to 4", number.to_string(), |_| {
            i32::try_from(number).ok().and_then(ImageState::from_number)
        })
    }

    /// The state that a status and a lock name together.
    pub(crate) fn clip_state(&self, status: &'static str, task_lock: &str) -> Result<ClipState, Error> {
        let lock = self.int(task_lock)?;
        checked(status, "a status of a process row", self.text(status)?, |it| ClipState::from_row(it, lock))
    }

    pub(crate) fn stage(&self, column: &'static str) -> Result<Stage, Error> {
        let all = [Stage::Frames, Stage::Clip];
        checked(column, "`frames` or `clip`", self.text(column)?, |word| {
            all.into_iter().find(|it| it.as_str() == word)
        })
    }

    pub(crate) fn outcome(&self, column: &'static str) -> Result<Outcome, Error> {
        let all = [Outcome::Done, Outcome::Retry, Outcome::Failed, Outcome::Released, Outcome::Lost];
        checked(column, "an outcome", self.text(column)?, |word| {
            all.into_iter().find(|it| it.as_str() == word)
        })
    }
}
