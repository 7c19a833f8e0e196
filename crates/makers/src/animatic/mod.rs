//! The built-in makers that show what a film will be: storyboard cards, and moves between them.

mod clips;
mod frames;

pub(crate) use clips::AnimaticClips;
pub(crate) use frames::AnimaticFrames;
