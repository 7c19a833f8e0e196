//! The tables of the three databases are the same.
#![cfg(feature = "servers")]

use rushes_testkit::{Backend, fresh, shell};

use crate::fixture;

const SQLITE: &str = "SELECT m.name || '.' || p.name || ' ' || (p.\"notnull\" OR p.pk > 0) \
    FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS p \
    WHERE m.type = 'table' AND m.name LIKE 'dbvideo%' \
    UNION ALL SELECT 'index ' || name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL;";

const POSTGRES: &str = "SELECT table_name || '.' || column_name || ' ' || (CASE is_nullable WHEN 'NO' THEN 1 ELSE 0 END) \
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name LIKE 'dbvideo%' \
    UNION ALL SELECT 'index ' || indexname FROM pg_indexes \
    WHERE tablename LIKE 'dbvideo%' AND indexname NOT LIKE '%\\_key' AND indexname NOT LIKE '%\\_pkey';";

const MARIADB: &str = "SELECT CONCAT(table_name, '.', column_name, ' ', is_nullable = 'NO') \
    FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name LIKE 'dbvideo%' \
    UNION ALL SELECT DISTINCT CONCAT('index ', index_name) FROM information_schema.statistics \
    WHERE table_schema = DATABASE() AND table_name LIKE 'dbvideo%' AND non_unique = 1;";

#[tokio::test(flavor = "multi_thread")]
async fn the_three_databases_have_the_same_columns_and_indexes() {
    let mut schemas = Vec::new();
    for (backend, question) in
        [(Backend::Sqlite, SQLITE), (Backend::Postgres, POSTGRES), (Backend::MariaDb, MARIADB)]
    {
        let db = fresh(backend);
        let _store = fixture::store(&db).await;
        let answer = shell(&db, question);
        let mut lines: Vec<String> = answer.lines().map(str::to_owned).collect();
        lines.sort();
        schemas.push(lines);
    }
    assert!(schemas[0].len() > 100, "{:?}", schemas[0]);
    assert_eq!(schemas[0], schemas[1]);
    assert_eq!(schemas[0], schemas[2]);
}
