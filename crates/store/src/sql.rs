//! Every statement, by the name of its file.
//!
//! A file says `{now}` for the database's clock and `$1, $2, ..` for its parameters, each once and in the order of
//! the text, because MariaDB knows only `?`.

use std::sync::OnceLock;

use crate::Dialect;

/// One statement in the words of each database.
pub(crate) struct Statement {
    pub(crate) name: &'static str,
    sources: [&'static str; 3],
    texts: [OnceLock<String>; 3],
}

impl Statement {
    const fn new(name: &'static str, sources: [&'static str; 3]) -> Self {
        Statement { name, sources, texts: [const { OnceLock::new() }; 3] }
    }

    /// The text that this database runs.
    pub(crate) fn text(&'static self, dialect: Dialect) -> &'static str {
        let at = match dialect {
            Dialect::Sqlite => 0,
            Dialect::Postgres => 1,
            Dialect::MariaDb => 2,
        };
        self.texts[at].get_or_init(|| translate(self.name, self.sources[at], dialect))
    }
}

fn translate(name: &str, source: &str, dialect: Dialect) -> String {
    let body: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
    let body = body.join("\n").replace("{now}", dialect.now());
    let mut text = String::with_capacity(body.len());
    let mut expected = 1;
    let mut rest = body.as_str();
    // A `$` before anything but a digit is a path into JSON.
    while let Some(at) =
        rest.match_indices('$').map(|(at, _)| at).find(|at| starts_with_digit(&rest[at + 1..]))
    {
        let digits: String = rest[at + 1..].chars().take_while(char::is_ascii_digit).collect();
        assert!(
            digits == expected.to_string(),
            "sql/{name}: parameters must be numbered in the order of the text, each once; found `${digits}`"
        );
        text.push_str(&rest[..at]);
        match dialect {
            Dialect::MariaDb => text.push('?'),
            Dialect::Sqlite | Dialect::Postgres => text.push_str(&format!("${digits}")),
        }
        rest = &rest[at + 1 + digits.len()..];
        expected += 1;
    }
    text.push_str(rest);
    text.trim().trim_end_matches(';').to_owned()
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_digit())
}

macro_rules! source {
    ($file:literal) => {
        include_str!(concat!("../sql/", $file, ".sql"))
    };
}

macro_rules! statements {
    ($($name:ident = $common:literal $(, sqlite: $sqlite:literal)? $(, postgres: $postgres:literal)? $(, mariadb: $mariadb:literal)?;)*) => {
        $(pub(crate) static $name: Statement = Statement::new($common, statements!(@sources $common $(, sqlite: $sqlite)? $(, postgres: $postgres)? $(, mariadb: $mariadb)?));)*

        /// Every statement, for the test that prepares them all.
        #[cfg(test)]
        pub(crate) static ALL: &[&Statement] = &[$(&$name),*];
    };
    (@sources $c:literal) => { [source!($c), source!($c), source!($c)] };
    (@sources $c:literal, sqlite: $s:literal) => { [source!($s), source!($c), source!($c)] };
    (@sources $c:literal, postgres: $p:literal) => { [source!($c), source!($p), source!($c)] };
    (@sources $c:literal, mariadb: $m:literal) => { [source!($c), source!($c), source!($m)] };
    (@sources $c:literal, sqlite: $s:literal, mariadb: $m:literal) => { [source!($s), source!($c), source!($m)] };
    (@sources $c:literal, postgres: $p:literal, mariadb: $m:literal) => { [source!($c), source!($p), source!($m)] };
    (@sources $c:literal, sqlite: $s:literal, postgres: $p:literal) => { [source!($s), source!($p), source!($c)] };
}

statements! {
    NOW = "now";
    SCHEMA_VERSION = "schema_version";

    LOG_CLAIM = "log_claim", mariadb: "log_claim.mariadb";
    LOG_ALERT = "log_alert";
    LOG_OF_CLAIM = "log_of_claim";
    IMAGE_HURRY = "image_hurry";
    IMAGE_PICK = "image_pick", postgres: "image_pick.postgres";
    IMAGE_TAKE = "image_take";
    IMAGE_GIVEN = "image_given", postgres: "image_given.postgres";
    IMAGE_ADOPT = "image_adopt";
    IMAGE_BEGIN = "image_begin";
    IMAGE_CONFIRM = "image_confirm";
    IMAGE_LEAVE = "image_leave";
    IMAGE_THERE = "image_there";
    IMAGE_DEATHS = "image_deaths";
    IMAGE_DOWNS = "image_downs";
    CLIP_IN_REACH = "clip_in_reach";
    ALERT_OPEN = "alert_open";
    ALERT_OPEN_COUNT = "alert_open_count";
    ALERT_SEEN = "alert_seen";
    BOARD_HELD = "board_held";
    BOARD_OPEN_SHOTS = "board_open_shots";
    MEDIA_MARKER_NOTE = "media_marker_note";
    MEDIA_MARKER_READ = "media_marker_read";
    MEDIA_MARKER_REPLACE = "media_marker_replace";
    MAKER_PAUSED_NOW = "maker_paused_now";
    IMAGE_HELD = "image_held";
    IMAGE_BEAT = "image_beat", postgres: "image_beat.postgres", mariadb: "image_beat.mariadb";
    CLIP_BEAT = "clip_beat", postgres: "clip_beat.postgres", mariadb: "clip_beat.mariadb";
    CLIP_HELD = "clip_held";
    BEAT_WORKER = "beat_worker";
    BEAT_WANTED = "beat_wanted";
    IMAGE_STALE = "image_stale";
    IMAGE_PEEK = "image_peek", sqlite: "image_peek.sqlite", mariadb: "image_peek.mariadb";
    IMAGE_STAMP = "image_stamp";
    IMAGE_REAP = "image_reap";
    IMAGE_OF_EARLIER_STARTS = "image_of_earlier_starts";
    IMAGE_OF_START = "image_of_start";
    IMAGE_ENDED_BY_HAND = "image_ended_by_hand";
    IMAGE_STILL_ENDED = "image_still_ended";
    ALERT_EXISTS = "alert_exists";
    PROCESS_READ = "process_read";
    PROCESS_INSERT = "process_insert", mariadb: "process_insert.mariadb";
    PROCESS_RESET = "process_reset";
    LEASE_READ = "lease_read";
    LEASE_TAKE = "lease_take";
    LEASE_SWEPT = "lease_swept";

    CLIP_READ = "clip_read";
    CLIP_PEEK = "clip_peek", sqlite: "clip_peek.sqlite", mariadb: "clip_peek.mariadb";
    CLIP_HURRY = "clip_hurry";
    CLIP_LOOK = "clip_pick";
    CLIP_PICK = "clip_pick", postgres: "clip_pick.postgres";
    CLIP_LOCK = "clip_lock";
    CLIP_LINK = "clip_link";
    CLIP_IN_FLIGHT = "clip_in_flight";
    CLIP_AIWORDS = "clip_aiwords";
    CLIP_TOUCH = "clip_touch";
    CLIP_STAMP = "clip_stamp";
    CLIP_SUBMIT = "clip_submit";
    CLIP_RETURN = "clip_return";
    CLIP_GIVE_UP = "clip_give_up";
    CLIP_KEEP = "clip_keep";
    CLIP_FINISH = "clip_finish";
    CLIP_POLLS_LOOK = "clip_polls";
    CLIP_POLLS = "clip_polls", postgres: "clip_polls.postgres";
    CLIP_TAKE_POLL = "clip_take_poll";
    CLIP_META_UPDATE = "clip_meta_update";
    CLIP_META_INSERT = "clip_meta_insert";
    CLIP_STALE_LOCKS = "clip_stale_locks";
    CLIP_OUT_OF_REACH = "clip_out_of_reach";
    CLIP_BOOT_LIVES = "clip_boot_lives";
    CLIP_OF_EARLIER_STARTS = "clip_of_earlier_starts";
    CLIP_WITHOUT_MAKER = "clip_without_maker";
    CLIP_ADOPT = "clip_adopt";
    SUBMISSION_INSERT = "submission_insert";
    SUBMISSION_FIND = "submission_find";
    SUBMISSION_READ = "submission_read";
    SUBMISSION_COUNT = "submission_count";
    SUBMISSION_SENT = "submission_sent";
    SUBMISSION_ANSWER = "submission_answer";
    SUBMISSION_END = "submission_end";
    SUBMISSION_UNUSED = "submission_unused";
    SUBMISSION_COST = "submission_cost";
    SUBMISSION_OPEN = "submission_open";
    SUBMISSION_ABANDONED = "submission_abandoned";
    MAKER_TURN = "maker_turn";
    MAKER_READ = "maker_read";
    MAKER_ADD = "maker_add", mariadb: "maker_add.mariadb";
    MAKER_LIMIT = "maker_limit";
    MAKER_COOL = "maker_cool";
    MAKER_PAUSE = "maker_pause";
    MAKER_RESUME = "maker_resume";
    MAKER_ALERTS = "maker_alerts";
    MAKER_ALL = "maker_all";
    CONTROL_IMAGE = "control_image";
    CONTROL_MOVE = "control_move";
    CONTROL_SEEN = "control_seen";
    ALERT_OVER_SHOT = "alert_over_shot";
    ALERT_OVER_MAKER = "alert_over_maker";
    ALERT_OVER_MAKERS = "alert_over_makers";
    SHOT_HOLD = "shot_hold";
    IMAGE_HOLD = "image_hold";
    CLIP_HOLD = "clip_hold";
    IMAGE_RANK = "image_rank";
    CLIP_RANK = "clip_rank";
    IMAGE_FRAME = "image_frame";
    SUBMISSION_UNKNOWN = "submission_unknown";
    WORKLOG_FAILED = "worklog_failed";
    WORKER_ORDER = "worker_order";

    FILM_INSERT = "film_insert", mariadb: "film_insert.mariadb";
    FILM_READ = "film_read";
    FILM_HOLD = "film_hold";
    SHOT_EXISTING = "shot_existing", sqlite: "shot_existing.sqlite", mariadb: "shot_existing.mariadb";
    SHOT_INSERT = "shot_insert", sqlite: "shot_insert.sqlite", mariadb: "shot_insert.mariadb";
    SHOT_INSERT_TASKS = "shot_insert_tasks", sqlite: "shot_insert_tasks.sqlite", mariadb: "shot_insert_tasks.mariadb";
    SHOT_UPDATE = "shot_update", sqlite: "shot_update.sqlite", mariadb: "shot_update.mariadb";
    SHOT_RETYPE_TASKS = "shot_retype_tasks", sqlite: "shot_retype_tasks.sqlite", mariadb: "shot_retype_tasks.mariadb";
    SHOT_RANK_CLIPS = "shot_rank_clips", sqlite: "shot_rank_clips.sqlite", mariadb: "shot_rank_clips.mariadb";
    SHOT_READ = "shot_read";
    SHOT_PAGE = "shot_page";
    WORKER_INSERT = "worker_insert", mariadb: "worker_insert.mariadb";
    WORKER_TAKE_OVER = "worker_take_over";
    WORKER_LEFT = "worker_left";
    WORKER_READ = "worker_read";
    WORKER_ALL = "worker_all";
    BOARD_IMAGE_COUNTS = "board_image_counts";
    BOARD_CLIP_COUNTS = "board_clip_counts";
    BOARD_OPEN_FRAMES = "board_open_frames";
    BOARD_READY_TYPES = "board_ready_types";
    BOARD_PAGE = "board_page";
    BOARD_FILES = "board_files";
    ALERT_LATEST = "alert_latest";
    WORKLOG_USUAL = "worklog_usual";
    WORKLOG_LATELY = "worklog_lately";
    WORKLOG_LATEST = "worklog_latest";
    WORKLOG_OF_SHOT = "worklog_of_shot";
    WORKLOG_TOTALS = "worklog_totals";

    MOVING_COUNT = "moving_count";
    MOVING_FILM_PAGE = "moving_film_page";
    MOVING_FILM_INSERT = "moving_film_insert", sqlite: "moving_film_insert.sqlite", mariadb: "moving_film_insert.mariadb";
    MOVING_SHOT_PAGE = "moving_shot_page";
    MOVING_SHOT_INSERT = "moving_shot_insert", sqlite: "moving_shot_insert.sqlite", mariadb: "moving_shot_insert.mariadb";
    MOVING_ARCPICTASK_PAGE = "moving_arcpictask_page";
    MOVING_ARCPICTASK_INSERT = "moving_arcpictask_insert", sqlite: "moving_arcpictask_insert.sqlite", mariadb: "moving_arcpictask_insert.mariadb";
    MOVING_PROCESS_PAGE = "moving_process_page";
    MOVING_PROCESS_INSERT = "moving_process_insert", sqlite: "moving_process_insert.sqlite", mariadb: "moving_process_insert.mariadb";
    MOVING_SUBMISSION_PAGE = "moving_submission_page";
    MOVING_SUBMISSION_INSERT = "moving_submission_insert", sqlite: "moving_submission_insert.sqlite", mariadb: "moving_submission_insert.mariadb";
    MOVING_VIDEOMETA_PAGE = "moving_videometa_page";
    MOVING_VIDEOMETA_INSERT = "moving_videometa_insert", sqlite: "moving_videometa_insert.sqlite", mariadb: "moving_videometa_insert.mariadb";
    MOVING_WORKLOG_PAGE = "moving_worklog_page";
    MOVING_WORKLOG_INSERT = "moving_worklog_insert", sqlite: "moving_worklog_insert.sqlite", mariadb: "moving_worklog_insert.mariadb";
    MOVING_ALERT_PAGE = "moving_alert_page";
    MOVING_ALERT_INSERT = "moving_alert_insert", sqlite: "moving_alert_insert.sqlite", mariadb: "moving_alert_insert.mariadb";
    MOVING_WORKER_PAGE = "moving_worker_page";
    MOVING_WORKER_INSERT = "moving_worker_insert", sqlite: "moving_worker_insert.sqlite", mariadb: "moving_worker_insert.mariadb";
    MOVING_MAKER_PAGE = "moving_maker_page";
    MOVING_MAKER_INSERT = "moving_maker_insert", sqlite: "moving_maker_insert.sqlite", mariadb: "moving_maker_insert.mariadb";
    MOVING_LEASE_PAGE = "moving_lease_page";
    MOVING_LEASE_INSERT = "moving_lease_insert", sqlite: "moving_lease_insert.sqlite", mariadb: "moving_lease_insert.mariadb";
    MOVING_IN_USE = "moving_in_use";
    MOVING_CLEAR_FILM = "moving_clear_film";
    MOVING_CLEAR_LEASE = "moving_clear_lease";
    MOVING_CLEAR_ALERTS = "moving_clear_alerts";
    MOVING_CLEAR_MAKERS = "moving_clear_makers";
    MOVING_CLEAR_WORKERS = "moving_clear_workers";
    MOVING_HELD_IMAGES = "moving_held_images";
    MOVING_HELD_CLIPS = "moving_held_clips";
    MOVING_OPEN_INTENTS = "moving_open_intents";
    MOVING_END_WORKERS = "moving_end_workers";
    MOVING_NUMBER_ON = "moving_number_on", postgres: "moving_number_on.postgres";
}

#[cfg(test)]
#[path = "statements_tests.rs"]
mod statements_tests;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_become_question_marks_only_for_mariadb() {
        let source = "-- What it is for: $9.\nSELECT $1, '$[0]', {now} + $2;\n";
        assert_eq!(translate("x", source, Dialect::Postgres).matches('$').count(), 3);
        let mariadb = translate("x", source, Dialect::MariaDb);
        assert!(mariadb.starts_with("SELECT ?, '$[0]', (TIMESTAMPDIFF"), "{mariadb}");
        assert!(mariadb.ends_with("+ ?"), "{mariadb}");
    }

    #[test]
    #[should_panic(expected = "in the order of the text")]
    fn parameters_out_of_order_are_refused() {
        translate("x", "SELECT $2, $1", Dialect::Sqlite);
    }
}
