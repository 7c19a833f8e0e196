//! A maker of frames that waits until the test lets it go on.
//!
//! It leaves a file when it begins, and hands out a ready picture of its worker once the gate of that worker is open.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Crew;

const SCRIPT: &str = r#"
gate=$1
read -r ask
field() { printf '%s\n' "$ask" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
worker=$(field worker) code=$(field scenecode) side=$(field side) out=$(field out_dir)
: > "$gate/began-$worker-$code-$side"
until [ -e "$gate/open-$worker" ]; do
    [ -d "$gate" ] || exit 1
    sleep 0.05
done
cp "$gate/$worker.png" "$out/$side.png"
printf '{"path":"%s/%s.png"}\n' "$out" "$side"
"#;

/// The command of the maker for `rushes.toml`.
pub(super) fn command(gate: &Path) -> String {
    let parts = ["sh", "-c", SCRIPT, "gate", gate.to_str().expect("temporary folders are text")];
    serde_json::to_string(&parts).expect("texts are JSON")
}

impl Crew {
    fn gate(&self, name: &str) -> PathBuf {
        self.farm.path("gate").join(name)
    }

    /// Draws the picture that the gate hands out for a worker: each worker's is another one.
    #[track_caller]
    pub(crate) fn draw_for(&self, worker: &str) {
        let seed = worker.bytes().map(u32::from).sum::<u32>();
        let folder = self.farm.path("gate");
        let ask = format!(
            r#"{{"width":160,"height":90,"seed":{seed},"side":"{worker}","out_dir":"{}"}}"#,
            folder.display()
        );
        let card = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/makers/card.py");
        let mut python = Command::new("python3");
        python.arg(card).stdin(Stdio::piped()).stdout(Stdio::null());
        let mut child = python.spawn().expect("python3 is installed");
        let typed = child.stdin.take().expect("the stdin was asked for");
        std::io::Write::write_all(&mut { typed }, ask.as_bytes()).expect("python reads the request");
        assert!(child.wait().expect("python ends").success());
    }

    /// Lets a worker's makers go on.
    pub(crate) fn open_gate(&self, worker: &str) {
        std::fs::write(self.gate(&format!("open-{worker}")), "").expect("the folder is writable");
    }

    /// The shots and sides that a worker has begun, such as `SCN000001-first`.
    pub(crate) fn begun(&self, worker: &str) -> Vec<String> {
        let begun = format!("began-{worker}-");
        let entries = std::fs::read_dir(self.farm.path("gate")).expect("the gate is a folder");
        let names = entries.map(|it| it.expect("the gate is readable").file_name());
        names.filter_map(|it| it.to_str()?.strip_prefix(&begun).map(str::to_owned)).collect()
    }
}
