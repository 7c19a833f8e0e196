//! The commands, a file each.

pub mod assemble;
pub mod backup;
pub mod completions;
pub mod contact;
pub mod control;
pub mod control_workers;
pub mod demo;
pub mod doctor;
pub mod export;
pub mod import;
pub mod import_film;
pub mod init;
pub mod lists;
pub mod makers;
pub mod migrate;
pub mod needs;
pub mod plan;
pub mod report;
pub mod restore;
pub mod run;
pub mod status;
pub mod try_shot;
pub mod verify;
pub mod watchdog;
pub mod work;
