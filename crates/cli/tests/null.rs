//! What the farm itself costs: the same film with makers that make nothing.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::path::{Path, PathBuf};
use std::process::Command;

use farm::{Farm, LIMIT};

/// Enough that the start of four programs hardly counts.
const SHOTS: &str = "180";
/// The farm's part of all the work.
const MOST: f64 = 0.10;

/// Runs a command and prints the seconds of processor time of all its processes, with their work in the system.
const MEASURE: &str = "import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=sys.stderr)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)
sys.exit(code)";

#[test]
fn the_farm_itself_costs_less_than_a_tenth_of_a_run() {
    // Whatever else runs here can only add to it.
    let null = seconds("null").min(seconds("null"));
    let full = seconds("animatic");
    eprintln!("{SHOTS} shots: {null:.2} s of processor time with the null maker, {full:.2} s with animatic");
    assert!(null < full * MOST, "expected less than a tenth of {full:.2} s, got {null:.2} s");
}

/// The processor time of a whole demo with this maker.
fn seconds(maker: &str) -> f64 {
    let farm = Farm::within(&memory());
    let program = farm.command(&["demo", "--shots", SHOTS, "--maker", maker, "--folder", "film"]);
    let mut measure = Command::new("python3");
    measure.args(["-c", MEASURE]).arg(program.get_program()).args(program.get_args());
    measure.current_dir(farm.folder.path()).env("TMPDIR", farm.folder.path()).env_remove("RUSHES_JOURNAL");
    let mut process = farm.start(&mut measure);
    assert!(process.wait(LIMIT).success(), "{}", process.log());
    let log = process.log();
    let said = log.lines().rev().find_map(|line| line.trim().parse().ok());
    said.unwrap_or_else(|| panic!("python said no number: {log}"))
}

/// A folder in memory, where there is one. What a disk costs depends on who else used it a moment ago, and is the same
/// with every maker.
fn memory() -> PathBuf {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() }
}
