//! Whether every statement is used, says what it is for, and has its migration on each database.

use super::tree::Tree;

const STATEMENTS: &str = "crates/store/sql/";
const MIGRATIONS: &str = "crates/store/migrations/";
const CODE: &str = "crates/store/src/";
const DATABASES: [&str; 3] = ["sqlite", "postgres", "mariadb"];

/// The statements that nobody runs or explains, and the migrations that a database lacks.
pub(super) fn check(tree: &Tree) -> Vec<String> {
    let code: String =
        tree.texts(|path| path.starts_with(CODE) && path.ends_with(".rs")).map(|(_, text)| text).collect();
    let mut found = Vec::new();
    for (path, text) in tree.texts(|path| path.ends_with(".sql") && path.starts_with(STATEMENTS)) {
        let name = path[STATEMENTS.len()..].trim_end_matches(".sql");
        if !code.contains(&format!("\"{name}\"")) {
            found.push(format!("{path}: expected {CODE} to name \"{name}\""));
        }
        if !says_what_it_is_for(text) {
            found.push(format!("{path}: expected the first line to say in a comment what it is for"));
        }
    }
    found.extend(missing_migrations(tree));
    found
}

fn says_what_it_is_for(sql: &str) -> bool {
    sql.lines().next().and_then(|line| line.strip_prefix("-- ")).is_some_and(|words| !words.trim().is_empty())
}

fn missing_migrations(tree: &Tree) -> Vec<String> {
    let migrations = tree.texts(|path| path.starts_with(MIGRATIONS));
    let names =
        migrations.filter_map(|(path, _)| path[MIGRATIONS.len()..].split_once('/')).map(|(_, name)| name);
    let mut lacking: Vec<String> = names
        .flat_map(|name| DATABASES.map(|database| format!("{MIGRATIONS}{database}/{name}")))
        .filter(|path| !tree.has(path))
        .map(|path| format!("{path} is missing: every database takes every step"))
        .collect();
    lacking.sort();
    lacking.dedup();
    lacking
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_that_nobody_names_is_found() {
        let tree = Tree::of(&[
            ("crates/store/sql/pick.sql", "-- Candidates.\nSELECT 1\n"),
            ("crates/store/sql/pick.mariadb.sql", "-- Candidates, in other words.\nSELECT 1\n"),
            ("crates/store/src/sql.rs", "PICK = \"pick\";"),
        ]);
        assert_eq!(
            check(&tree),
            ["crates/store/sql/pick.mariadb.sql: expected crates/store/src/ to name \"pick.mariadb\""]
        );
    }

    #[test]
    fn a_statement_that_does_not_say_what_it_is_for_is_found() {
        for text in ["SELECT 1\n", "--\nSELECT 1\n", "", "-- \nSELECT 1\n"] {
            let tree =
                Tree::of(&[("crates/store/sql/now.sql", text), ("crates/store/src/sql.rs", "\"now\"")]);
            assert_eq!(check(&tree).len(), 1, "{text:?}");
        }
    }

    #[test]
    fn a_migration_that_one_database_lacks_is_found() {
        let tree = Tree::of(&[
            ("crates/store/migrations/sqlite/0001_film.sql", ""),
            ("crates/store/migrations/mariadb/0001_film.sql", ""),
        ]);
        assert_eq!(
            check(&tree),
            ["crates/store/migrations/postgres/0001_film.sql is missing: every database takes every step"]
        );
    }
}
