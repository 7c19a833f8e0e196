//! `cargo xtask setup`: finds what the tests need, installs what is missing where it may, else says what to install.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rushes_testkit::find_program;

use crate::Error;
use crate::steps::{cargo, run_as};

/// Something that the tests need.
struct Need {
    what: &'static str,
    sign: Sign,
    source: Source,
}

/// How one sees that it is there.
enum Sign {
    Programs(&'static [&'static str]),
    CargoCommand(&'static str),
    ChineseFont,
}

/// Where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    DebianPackage(&'static str),
    RustComponent(&'static str),
}

const fn program(what: &'static str, programs: &'static [&'static str], package: &'static str) -> Need {
    Need { what, sign: Sign::Programs(programs), source: Source::DebianPackage(package) }
}

const fn component(what: &'static str, command: &'static str, component: &'static str) -> Need {
    Need { what, sign: Sign::CargoCommand(command), source: Source::RustComponent(component) }
}

const NEEDS: [Need; 9] = [
    component("Rust's formatter", "fmt", "rustfmt"),
    component("Rust's linter", "clippy", "clippy"),
    program("a C++ compiler", &["c++"], "g++"),
    program("the PostgreSQL server", &["initdb", "postgres", "psql"], "postgresql"),
    program("the MariaDB server", &["mariadbd", "mariadb-install-db"], "mariadb-server"),
    program("the MariaDB client", &["mariadb"], "mariadb-client"),
    program("ffmpeg", &["ffmpeg", "ffprobe"], "ffmpeg"),
    program("Python 3", &["python3"], "python3"),
    Need {
        what: "a font with Chinese",
        sign: Sign::ChineseFont,
        source: Source::DebianPackage("fonts-noto-cjk"),
    },
];

/// Installs what is missing. Starts no services.
pub(crate) fn run() -> Result<(), Error> {
    let lacking = missing(is_there);
    if lacking.is_empty() {
        println!("nothing is missing");
        return Ok(());
    }
    println!("missing:\n{}", list(&lacking));
    for (installer, names) in installers(&lacking) {
        let Some(mut command) = installer.command() else { return Err(Error::Missing(advice(&lacking))) };
        run_as(&format!("{} {}", installer.typed(), names.join(" ")), command.args(&names))?;
    }
    let still = missing(is_there);
    if still.is_empty() { Ok(()) } else { Err(Error::Missing(advice(&still))) }
}

fn missing(is_there: impl Fn(&Sign) -> bool) -> Vec<&'static Need> {
    NEEDS.iter().filter(|need| !is_there(&need.sign)).collect()
}

fn list(needs: &[&Need]) -> String {
    let lines = needs.iter().map(|need| match need.source {
        Source::DebianPackage(name) => format!("  {} (Debian package `{name}`)", need.what),
        Source::RustComponent(name) => format!("  {} (`rustup component add {name}`)", need.what),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn advice(needs: &[&Need]) -> String {
    let mut text = list(needs);
    for (installer, names) in installers(needs) {
        text.push_str(&format!("\nhint: {}{} {}", installer.whose(), installer.typed(), names.join(" ")));
    }
    text
}

/// What each installer has to bring.
fn installers(needs: &[&Need]) -> Vec<(Installer, Vec<&'static str>)> {
    let (mut packages, mut components) = (Vec::new(), Vec::new());
    for need in needs {
        match need.source {
            Source::DebianPackage(name) => packages.push(name),
            Source::RustComponent(name) => components.push(name),
        }
    }
    let all = [(Installer::Rustup, components), (Installer::Apt, packages)];
    all.into_iter().filter(|(_, names)| !names.is_empty()).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Installer {
    Apt,
    Rustup,
}

/// Debian starts a server when it installs it, unless this policy forbids it; the tests start their own.
const APT: &str = r#"
set -e
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
    trap 'rm -f $policy' EXIT
    trap 'exit 1' HUP INT TERM
    printf '#!/bin/sh\nexit 101\n' > $policy
    chmod 755 $policy
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install --yes --no-install-recommends "$@"
"#;

impl Installer {
    /// The command to which the names are added, where we may run it.
    fn command(self) -> Option<Command> {
        let words: &[&str] = match self {
            Self::Rustup => &["rustup", "component", "add"],
            Self::Apt if is_root() => &["sh", "-c", APT, "install"],
            Self::Apt => &["sudo", "-n", "sh", "-c", APT, "install"],
        };
        let may = match self {
            Self::Rustup => find_program("rustup").is_some(),
            Self::Apt => {
                find_program("apt-get").is_some()
                    && (is_root() || succeeds(Command::new("sudo").args(["-n", "true"])))
            }
        };
        let mut command = Command::new(words[0]);
        command.args(&words[1..]);
        may.then_some(command)
    }

    /// Who may run it, and where.
    fn whose(self) -> &'static str {
        match self {
            Self::Rustup => "",
            Self::Apt => "as root, on Debian: ",
        }
    }

    /// What a person would type.
    fn typed(self) -> &'static str {
        match self {
            Self::Rustup => "rustup component add",
            Self::Apt => "apt-get install",
        }
    }
}

fn is_root() -> bool {
    let answer = Command::new("id").arg("-u").output();
    answer.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn is_there(sign: &Sign) -> bool {
    match sign {
        Sign::Programs(programs) => programs.iter().all(|program| find_program(program).is_some()),
        Sign::CargoCommand(command) => succeeds(&mut cargo(Path::new("."), &[command, "--version"])),
        Sign::ChineseFont => font_folders().iter().any(|folder| has_chinese_font(folder)),
    }
}

fn font_folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        ["/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "C:\\Windows\\Fonts"]
            .map(PathBuf::from)
            .into();
    if let Some(home) = std::env::var_os("HOME") {
        folders.extend([".fonts", ".local/share/fonts"].map(|folder| Path::new(&home).join(folder)));
    }
    folders
}

/// The names under which fonts with Chinese usually come.
const CHINESE: [&str; 8] =
    ["cjk", "sourcehan", "wqy", "pingfang", "heiti", "msyh", "simsun", "droidsansfallback"];

fn has_chinese_font(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| {
        let name = entry.file_name().to_string_lossy().to_lowercase();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => has_chinese_font(&entry.path()),
            _ => CHINESE.iter().any(|font| name.contains(font)),
        }
    })
}

#[cfg(test)]
#[path = "setup_tests.rs"]
mod tests;
