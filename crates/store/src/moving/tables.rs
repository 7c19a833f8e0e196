//! What a film consists of: its tables, in the order in which a backup has them.

use crate::Error;
use crate::row::{Arg, Row};
use crate::sql::{self, Statement};
use crate::text::clean;

use serde_json::{Map, Value};

/// One table of a film.
pub struct Table {
    /// Its name in every database.
    pub name: &'static str,
    key: Key,
    columns: &'static [Column],
    pub(super) page: &'static Statement,
    pub(super) insert: &'static Statement,
}

/// The column by which the pages of a table follow each other.
#[derive(Debug, Clone, Copy)]
enum Key {
    Number(&'static str),
    Name(&'static str),
}

/// A column and what it holds; any may be NULL.
#[derive(Debug, Clone, Copy)]
enum Column {
    Int(&'static str),
    Real(&'static str),
    Text(&'static str),
}

use Column::{Int, Real, Text};

/// Every table of a film.
pub static TABLES: [Table; 11] = [
    Table {
        name: "dbvideo_film",
        key: Key::Number("id"),
        columns: &[
            Int("id"),
            Text("title"),
            Int("width"),
            Int("height"),
            Int("fps"),
            Text("frame_makers"),
            Text("clip_maker"),
            Text("on_unknown"),
            Text("review"),
            Int("max_submissions"),
            Text("media_marker"),
            Real("max_cost"),
            Text("currency"),
            Int("beat_ms"),
            Int("stale_ms"),
            Int("sweep_ms"),
            Int("scan_ms"),
            Int("poll_ms"),
            Int("lock_ms"),
            Int("limit_ms"),
            Text("limits"),
            Int("retries"),
            Int("created_at"),
        ],
        page: &sql::MOVING_FILM_PAGE,
        insert: &sql::MOVING_FILM_INSERT,
    },
    Table {
        name: "dbvideo_shot",
        key: Key::Name("scenecode"),
        columns: &[
            Text("scenecode"),
            Text("folded"),
            Int("chapter"),
            Text("chapter_title"),
            Int("position"),
            Text("title"),
            Text("first_prompt"),
            Text("last_prompt"),
            Text("aiwords"),
            Text("negative_prompt"),
            Int("seed"),
            Int("duration_ms"),
            Text("dialogue"),
            Text("characters"),
            Text("location"),
            Text("refs"),
            Text("review"),
            Text("review_reason"),
            Int("held"),
            Text("extra"),
            Int("created_at"),
            Int("updated_at"),
        ],
        page: &sql::MOVING_SHOT_PAGE,
        insert: &sql::MOVING_SHOT_INSERT,
    },
    Table {
        name: "dbvideo_arcpictask",
        key: Key::Number("taskid"),
        columns: &[
            Int("taskid"),
            Text("scenecode"),
            Text("tasktype"),
            Int("status"),
            Int("priority"),
            Text("worker_id"),
            Text("boot_id"),
            Int("lastbeat"),
            Int("claim_seq"),
            Int("retry_count"),
            Int("due_at"),
            Int("claimed_at"),
            Int("started_at"),
            Text("firstpic"),
            Text("secondpic"),
            Int("first_seed"),
            Int("second_seed"),
            Text("jobs"),
            Text("last_error"),
            Int("created_at"),
            Int("finished_at"),
            Text("first_sha256"),
            Text("second_sha256"),
            Int("held"),
            Int("seed"),
            Text("remake"),
        ],
        page: &sql::MOVING_ARCPICTASK_PAGE,
        insert: &sql::MOVING_ARCPICTASK_INSERT,
    },
    Table {
        name: "dbvideo_process",
        key: Key::Name("scenecode"),
        columns: &[
            Text("scenecode"),
            Text("aiwords"),
            Text("firstpic"),
            Text("secondpic"),
            Text("status"),
            Int("task_lock"),
            Int("last_update_time"),
            Text("worker_id"),
            Text("boot_id"),
            Int("claim_seq"),
            Text("vdurl"),
            Text("maker"),
            Text("maker_ref"),
            Text("reach"),
            Int("submission"),
            Int("submitted_at"),
            Int("next_poll_at"),
            Int("not_found"),
            Int("not_found_at"),
            Int("retry_count"),
            Int("priority"),
            Int("due_at"),
            Text("last_error"),
            Int("created_at"),
            Int("finished_at"),
            Int("held"),
        ],
        page: &sql::MOVING_PROCESS_PAGE,
        insert: &sql::MOVING_PROCESS_INSERT,
    },
    Table {
        name: "dbvideo_submission",
        key: Key::Number("id"),
        columns: &[
            Int("id"),
            Text("scenecode"),
            Int("claim_seq"),
            Text("worker_id"),
            Text("boot_id"),
            Text("maker"),
            Int("intent_at"),
            Int("sent_at"),
            Int("answered_at"),
            Text("vdurl"),
            Text("maker_ref"),
            Text("reach"),
            Text("outcome"),
            Real("cost"),
            Text("currency"),
            Text("error"),
        ],
        page: &sql::MOVING_SUBMISSION_PAGE,
        insert: &sql::MOVING_SUBMISSION_INSERT,
    },
    Table {
        name: "dbvideo_videometa",
        key: Key::Name("scenecode"),
        columns: &[
            Text("scenecode"),
            Int("claim_seq"),
            Text("path"),
            Text("source"),
            Int("bytes"),
            Text("sha256"),
            Int("width"),
            Int("height"),
            Real("fps"),
            Int("duration_ms"),
            Text("codec"),
            Text("maker"),
            Text("vdurl"),
            Real("cost"),
            Text("currency"),
            Int("created_at"),
        ],
        page: &sql::MOVING_VIDEOMETA_PAGE,
        insert: &sql::MOVING_VIDEOMETA_INSERT,
    },
    Table {
        name: "dbvideo_worklog",
        key: Key::Number("id"),
        columns: &[
            Int("id"),
            Text("stage"),
            Text("scenecode"),
            Int("claim_seq"),
            Text("worker_id"),
            Text("boot_id"),
            Text("tasktype"),
            Text("outcome"),
            Text("fault"),
            Text("error"),
            Int("started_at"),
            Int("finished_at"),
            Text("maker"),
            Int("bytes"),
            Real("cost"),
        ],
        page: &sql::MOVING_WORKLOG_PAGE,
        insert: &sql::MOVING_WORKLOG_INSERT,
    },
    Table {
        name: "dbvideo_alert",
        key: Key::Number("id"),
        columns: &[
            Int("id"),
            Text("kind"),
            Text("scenecode"),
            Text("worker_id"),
            Text("maker"),
            Text("message"),
            Int("created_at"),
            Int("seen_at"),
        ],
        page: &sql::MOVING_ALERT_PAGE,
        insert: &sql::MOVING_ALERT_INSERT,
    },
    Table {
        name: "dbvideo_worker",
        key: Key::Name("worker_id"),
        columns: &[
            Text("worker_id"),
            Text("boot_id"),
            Text("host"),
            Text("version"),
            Text("prefers"),
            Text("only_types"),
            Text("stages"),
            Int("slots"),
            Text("state"),
            Text("doing"),
            Text("current_type"),
            Text("wanted"),
            Int("skew_ms"),
            Int("free_bytes"),
            Int("started_at"),
            Int("lastbeat"),
            Int("beats"),
            Int("ended_at"),
        ],
        page: &sql::MOVING_WORKER_PAGE,
        insert: &sql::MOVING_WORKER_INSERT,
    },
    Table {
        name: "dbvideo_maker",
        key: Key::Name("maker"),
        columns: &[
            Text("maker"),
            Int("in_flight_limit"),
            Int("intents"),
            Int("next_call_at"),
            Int("paused_until"),
            Text("reason"),
            Int("updated_at"),
        ],
        page: &sql::MOVING_MAKER_PAGE,
        insert: &sql::MOVING_MAKER_INSERT,
    },
    Table {
        name: "dbvideo_lease",
        key: Key::Name("name"),
        columns: &[
            Text("name"),
            Text("holder"),
            Int("renewed_at"),
            Int("grace_until"),
            Int("last_sweep_at"),
            Int("swept_since_grace"),
        ],
        page: &sql::MOVING_LEASE_PAGE,
        insert: &sql::MOVING_LEASE_INSERT,
    },
];

impl Table {
    /// The table of this name.
    pub fn named(name: &str) -> Option<&'static Table> {
        TABLES.iter().find(|it| it.name == name)
    }

    /// The names of its columns.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|it| match *it {
            Int(name) | Real(name) | Text(name) => name,
        })
    }

    /// Where its first page begins.
    pub(super) fn first(&self) -> Arg {
        match self.key {
            Key::Number(_) => Arg::from(i64::MIN),
            Key::Name(_) => Arg::from(""),
        }
    }

    /// Where the page after this row begins.
    pub(super) fn after(&self, row: &Row) -> Result<Arg, Error> {
        match self.key {
            Key::Number(column) => row.int(column).map(Arg::from),
            Key::Name(column) => row.text(column).map(Arg::from),
        }
    }

    /// A row as a JSON object.
    pub(super) fn object(&self, row: &Row) -> Result<String, Error> {
        let cells = self.columns.iter().map(|it| it.of(row)).collect::<Result<Map<_, _>, _>>()?;
        Ok(Value::Object(cells).to_string())
    }
}

impl Column {
    fn of(self, row: &Row) -> Result<(String, Value), Error> {
        let (name, value) = match self {
            Int(name) => (name, row.maybe_int(name)?.map(Value::from)),
            Real(name) => (name, row.get::<Option<f64>>(name)?.map(Value::from)),
            Text(name) => (name, row.maybe_text(name)?.map(|it| Value::from(clean(&it)))),
        };
        Ok((name.to_owned(), value.unwrap_or_default()))
    }
}
