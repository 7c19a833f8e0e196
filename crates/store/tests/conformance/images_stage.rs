//! What the cases about image tasks are staged with: a person with an own connection, claims, their ends, and looks
//! at the rows.

use std::fmt::Write as _;
use std::str::FromStr as _;
use std::time::Duration;

use rushes_core::{BootId, Fault, FaultClass, Film, TaskType, WorkerId};
use rushes_store::{Answer, Frames, Holder, ImageClaim, ImageEnd, ImageEnding, Store};
use rushes_testkit::{Backend, Fresh};
use sqlx::mysql::MySqlConnectOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Row as _};

/// Makes one test of each case for each of the two servers: cases about row locks, which SQLite does not have.
macro_rules! on_both_servers {
    ($($case:ident),* $(,)?) => {
        #[cfg(feature = "servers")]
        mod servers {
            mod postgres {
                $(
                    #[tokio::test(flavor = "multi_thread")]
                    async fn $case() {
                        super::super::$case(rushes_testkit::fresh(rushes_testkit::Backend::Postgres)).await;
                    }
                )*
            }
            mod mariadb {
                $(
                    #[tokio::test(flavor = "multi_thread")]
                    async fn $case() {
                        super::super::$case(rushes_testkit::fresh(rushes_testkit::Backend::MariaDb)).await;
                    }
                )*
            }
        }
    };
}
pub(crate) use on_both_servers;

/// Somebody who types SQL into a session of its own, with transactions that stay open for as long as it likes.
pub(crate) enum Person {
    Sqlite(sqlx::SqliteConnection),
    Postgres(sqlx::PgConnection),
    MariaDb(sqlx::MySqlConnection),
}

macro_rules! lines {
    ($rows:expr) => {{
        let mut lines = Vec::new();
        for row in $rows.expect("the statement is right") {
            let mut line = String::new();
            for at in 0..row.len() {
                let cell = match row.try_get::<Option<i64>, _>(at) {
                    Ok(number) => number.map(|it| it.to_string()),
                    Err(_) => row.try_get::<Option<String>, _>(at).expect("a number or a text"),
                };
                let bar = if at == 0 { "" } else { "|" };
                write!(line, "{bar}{}", cell.as_deref().unwrap_or("NULL")).expect("a string takes all");
            }
            lines.push(line);
        }
        lines
    }};
}

impl Person {
    pub(crate) async fn enter(db: &Fresh) -> Person {
        let password = db.password.as_deref().unwrap_or_default();
        let known = "the test kit makes valid addresses";
        let open = "the test kit's database lets us in";
        match db.backend {
            Backend::Sqlite => {
                let options = SqliteConnectOptions::from_str(&db.url).expect(known);
                let patient = options.busy_timeout(Duration::from_secs(15));
                Person::Sqlite(patient.connect().await.expect(open))
            }
            Backend::Postgres => {
                let options = PgConnectOptions::from_str(&db.url).expect(known).password(password);
                Person::Postgres(options.connect().await.expect(open))
            }
            Backend::MariaDb => {
                let options = MySqlConnectOptions::from_str(&db.url).expect(known).password(password);
                Person::MariaDb(options.connect().await.expect(open))
            }
        }
    }

    /// Runs a statement and counts the rows it touched.
    pub(crate) async fn run(&mut self, sql: &str) -> u64 {
        let typed = sqlx::raw_sql(AssertSqlSafe(sql));
        match self {
            Person::Sqlite(session) => typed.execute(session).await.map(|it| it.rows_affected()),
            Person::Postgres(session) => typed.execute(session).await.map(|it| it.rows_affected()),
            Person::MariaDb(session) => typed.execute(session).await.map(|it| it.rows_affected()),
        }
        .unwrap_or_else(|error| panic!("the database refused `{sql}`: {error}"))
    }

    /// The rows of an answer, a line each: `1|003|NULL`.
    pub(crate) async fn lines(&mut self, sql: &str) -> Vec<String> {
        let typed = sqlx::raw_sql(AssertSqlSafe(sql));
        match self {
            Person::Sqlite(session) => lines!(typed.fetch_all(session).await),
            Person::Postgres(session) => lines!(typed.fetch_all(session).await),
            Person::MariaDb(session) => lines!(typed.fetch_all(session).await),
        }
    }

    /// The rows of an answer in one text.
    pub(crate) async fn look(&mut self, sql: &str) -> String {
        self.lines(sql).await.join("\n")
    }

    /// Columns of the image task of a shot.
    pub(crate) async fn task(&mut self, number: usize, columns: &str) -> String {
        let code = crate::fixture::code(number);
        self.look(&format!("SELECT {columns} FROM dbvideo_arcpictask WHERE scenecode = '{code}'")).await
    }

    /// The ended claims of a shot's frames: `claim|outcome|fault`.
    pub(crate) async fn log(&mut self, number: usize) -> String {
        let code = crate::fixture::code(number);
        let sql =
            "SELECT claim_seq, outcome, fault FROM dbvideo_worklog WHERE stage = 'frames' AND scenecode";
        self.look(&format!("{sql} = '{code}' ORDER BY id")).await
    }

    /// Sets back the beats of the claims that `which` names.
    pub(crate) async fn age(&mut self, which: &str) {
        let sql = "UPDATE dbvideo_arcpictask SET lastbeat = lastbeat - 601000 WHERE status = 1 AND";
        self.run(&format!("{sql} {which}")).await;
    }

    /// Types the article's claim: the statement as printed where the database knows it, else in its own words.
    pub(crate) async fn claim_as_in_the_article(&mut self, worker: &str, tasktype: &str) -> u64 {
        let sql = article_claim(self.backend(), worker, tasktype);
        self.run(&sql).await
    }

    fn backend(&self) -> Backend {
        match self {
            Person::Sqlite(_) => Backend::Sqlite,
            Person::Postgres(_) => Backend::Postgres,
            Person::MariaDb(_) => Backend::MariaDb,
        }
    }

    /// Everything that ends of image claims may change, to see that nothing did.
    pub(crate) async fn snapshot(&mut self) -> String {
        let mut all = Vec::new();
        for (table, key) in
            [("arcpictask", "taskid"), ("process", "scenecode"), ("worklog", "id"), ("alert", "id")]
        {
            let columns = match table {
                "arcpictask" => {
                    "taskid, status, worker_id, boot_id, lastbeat, claim_seq, retry_count, due_at, claimed_at, \
                     started_at, firstpic, secondpic, last_error, finished_at"
                }
                "process" => {
                    "scenecode, status, firstpic, secondpic, task_lock, claim_seq, vdurl, last_update_time"
                }
                "worklog" => "scenecode, claim_seq, worker_id, boot_id, outcome, fault, error, finished_at",
                _ => "kind, scenecode, message",
            };
            all.push(self.look(&format!("SELECT {columns} FROM dbvideo_{table} ORDER BY {key}")).await);
        }
        all.join("\n--\n")
    }
}

/// The claim of the second article, with its `ORDER BY .. LIMIT 1`, which only MariaDB knows in an UPDATE.
pub(crate) fn article_claim(backend: Backend, worker: &str, tasktype: &str) -> String {
    let set = format!("UPDATE dbvideo_arcpictask SET status = 1, worker_id = '{worker}' WHERE ");
    let pick = format!("status = 0 AND tasktype = '{tasktype}' ORDER BY taskid ASC LIMIT 1");
    let inner = format!("SELECT taskid FROM dbvideo_arcpictask WHERE {pick}");
    match backend {
        Backend::MariaDb => format!("{set}{pick};"),
        Backend::Postgres => format!("{set}taskid = ({inner} FOR UPDATE SKIP LOCKED);"),
        Backend::Sqlite => format!("{set}taskid = ({inner});"),
    }
}

/// A worker in its first start.
pub(crate) fn holder(worker_id: &str) -> Holder {
    start(worker_id, "a")
}

/// A worker in a start of a given name.
pub(crate) fn start(worker_id: &str, name: &str) -> Holder {
    Holder {
        worker_id: WorkerId::new(worker_id).unwrap(),
        boot_id: BootId::new(format!("boot-{worker_id}-{name}")).unwrap(),
    }
}

pub(crate) fn types(names: &[&str]) -> Vec<TaskType> {
    names.iter().map(|it| TaskType::new(*it).unwrap()).collect()
}

pub(crate) fn all_types() -> Vec<TaskType> {
    types(&["character", "location", "scene"])
}

pub(crate) fn film() -> Film {
    crate::fixture::film()
}

/// Claims exactly `n` tasks, in the order of their shots.
pub(crate) async fn claim(store: &Store, holder: &Holder, n: usize) -> Vec<ImageClaim> {
    let mut claims = store.claim_images(holder, &all_types(), n).await.unwrap();
    assert_eq!(claims.len(), n, "{claims:?}");
    claims.sort_by_key(|it| it.taskid);
    claims
}

/// Claims one task and begins it.
pub(crate) async fn begun(store: &Store, holder: &Holder) -> ImageClaim {
    let mut claim = claim(store, holder, 1).await.remove(0);
    let (answer, now) = store.begin_image(&claim).await.unwrap();
    assert_eq!(answer, Answer::Applied);
    claim.started_at = Some(now);
    claim
}

/// Writes a worker's own row, as its start does.
pub(crate) async fn enter_worker(person: &mut Person, holder: &Holder) {
    let (worker_id, boot_id) = (&holder.worker_id, &holder.boot_id);
    let columns = "worker_id, boot_id, host, version, prefers, only_types, stages, slots, state, doing, started_at, lastbeat";
    let values = format!("'{worker_id}', '{boot_id}', 'pc', '1', '', '', '', 1, 'idle', '', 1, 1");
    person.run(&format!("INSERT INTO dbvideo_worker ({columns}) VALUES ({values})")).await;
}

/// Paths as a worker makes them for a claim.
pub(crate) fn frames(claim: &ImageClaim) -> Frames {
    let (code, seq, boot) = (&claim.scenecode, claim.claim_seq, claim.holder.boot_id.short());
    Frames {
        firstpic: format!("frames/001/{code}_first.{seq}-{boot}.png"),
        secondpic: format!("frames/001/{code}_last.{seq}-{boot}.png"),
        first_sha256: "ab".repeat(32),
        second_sha256: "cd".repeat(32),
        first_seed: 11,
        second_seed: u64::MAX / 2,
        bytes: 4096,
    }
}

fn ending(claim: &ImageClaim, ending: ImageEnding) -> ImageEnd {
    ImageEnd { claim: claim.clone(), ending, maker: "animatic".to_owned() }
}

pub(crate) fn confirm(claim: &ImageClaim) -> ImageEnd {
    ending(claim, ImageEnding::Confirm(frames(claim)))
}

pub(crate) fn fault(claim: &ImageClaim, class: FaultClass) -> ImageEnd {
    let fault = Fault::new(class, format!("a {} fault", class.as_str()));
    ending(claim, ImageEnding::Fault { fault, chance: 1.0 })
}

pub(crate) fn release(claim: &ImageClaim) -> ImageEnd {
    ending(claim, ImageEnding::Release)
}

/// Every way in which a holder ends a claim.
pub(crate) fn every_end(claim: &ImageClaim) -> Vec<ImageEnd> {
    let faults = FaultClass::ALL.into_iter().map(|class| fault(claim, class));
    faults.chain([release(claim), confirm(claim)]).collect()
}

/// Ends one claim.
pub(crate) async fn end(store: &Store, end: ImageEnd) -> Answer {
    store.end_images(&[end], &film()).await.unwrap()[0]
}

/// The row is nobody's: nothing of a holder stayed in it.
pub(crate) const FREE: &str = "worker_id, boot_id, claimed_at, started_at, lastbeat";
/// What [`FREE`] reads in a row that is nobody's.
pub(crate) const NOBODY: &str = "NULL|NULL|NULL|NULL|NULL";
