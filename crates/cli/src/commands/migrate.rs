//! `rushes migrate`: the database's tables, brought to this version.

use crate::project::Project;
use crate::report::Failure;
use crate::say;

/// Makes the tables, or what is missing of them.
pub async fn migrate(project: &Project) -> Result<(), Failure> {
    let store = project.new_store().await?;
    store.migrate().await?;
    say(&format!("The tables in {} are up to date.", store.url().as_str()));
    Ok(())
}
