//! What the program `rushes` is made of: the storyboard files that it reads, the demo's storyboard, the contact
//! sheet and the settings.

pub mod format;
pub mod problem;
pub mod storyboard;
