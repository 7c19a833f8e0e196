//! Where the camera stands: on a shot's first frame, and on its last.

use rushes_core::FrameSide;

use super::dice::Dice;

/// What the camera sees: how near it is, and how far beside the middle it looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct View {
    /// One shows the whole picture, more is nearer.
    pub(crate) zoom: f32,
    /// To the right, as a part of the picture's width.
    pub(crate) x: f32,
    /// Down, as a part of the picture's height.
    pub(crate) y: f32,
    /// How much time has passed: zero on the first frame, one on the last.
    pub(crate) time: f32,
}

const WHOLE: View = View { zoom: 1.0, x: 0.0, y: 0.0, time: 0.0 };

/// The views of a shot's first and last frame.
pub(crate) fn views(tasktype: &str, dice: &mut Dice) -> [View; 2] {
    // A face is not cut.
    let (nearest, down) = if tasktype == "character" { (1.32, 0.3) } else { (1.55, 0.9) };
    let zoom = dice.between(nearest - 0.2, nearest);
    // As far beside the middle as the wider view still holds all of the nearer one.
    let room = (1.0 - 1.0 / zoom) / 2.0;
    let near =
        View { zoom, x: room * dice.between(-0.8, 0.8), y: room * down * dice.between(0.6, 1.0), ..WHOLE };
    let (first, last) = if dice.choice(2) == 0 { (WHOLE, near) } else { (near, WHOLE) };
    [first, View { time: 1.0, ..last }]
}

impl View {
    /// Of a shot's two views, the one of a side.
    pub(crate) fn of(views: [View; 2], side: FrameSide) -> View {
        match side {
            FrameSide::First => views[0],
            FrameSide::Last => views[1],
        }
    }

    /// How a layer moves before this camera; depth zero is the sky, one is what stands near.
    pub(crate) fn transform(&self, width: f32, height: f32, depth: f32) -> String {
        let zoom = 1.0 + (self.zoom - 1.0) * depth;
        let middle = |size: f32, look: f32| size / 2.0 - zoom * (size / 2.0 + look * size * depth);
        format!("translate({:.2} {:.2}) scale({zoom:.4})", middle(width, self.x), middle(height, self.y))
    }

    /// What `other` sees, in this view's picture: left, top, width, height.
    pub(crate) fn frame_of(&self, other: &View, width: f32, height: f32) -> (f32, f32, f32, f32) {
        let ratio = self.zoom / other.zoom;
        let at = |size: f32, own: f32, others: f32| {
            size / 2.0 + (others - own) * size * self.zoom - size * ratio / 2.0
        };
        (at(width, self.x, other.x), at(height, self.y, other.y), width * ratio, height * ratio)
    }
}
