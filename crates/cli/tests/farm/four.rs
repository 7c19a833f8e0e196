//! A project with four shots that nobody has begun.

use std::fs;

use super::Farm;

/// Its storyboard.
pub(crate) const CSV: &str = "scenecode,type,chapter,prompt,last prompt,duration
SCN1,character,1,A door,A door opens,1
SCN2,scene,1,A street,A street at night,1
SCN3,location,3,A harbour,An empty harbour,1
SCN4,scene,4,A hill,A hill in snow,1
";

/// Its settings.
pub(crate) const QUICK: &str = "[film]
width = 160
height = 90
fps = 6
[film.timing]
beat = \"250ms\"
stale = \"1min\"
scan = \"250ms\"
poll = \"250ms\"
retries = 1
";

/// A project with four shots that nobody has begun.
pub(crate) fn begun() -> Farm {
    let farm = Farm::new();
    fs::create_dir(farm.project()).expect("the folder is new");
    fs::write(farm.project().join("rushes.toml"), QUICK).expect("the folder is writable");
    fs::write(farm.path("storyboard.csv"), CSV).expect("the folder is writable");
    farm.in_project(&["init"]).expect(0);
    farm.in_project(&["import", "storyboard.csv"]).expect(0);
    farm
}
