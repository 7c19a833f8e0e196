//! The move from a shot's first frame to its last: a slow push to one side while the first fades into the last.
//!
//! The camera goes one way: it pushes into the first frame, and comes to rest on the whole of the last one.

use super::planes::{Plane, Planes};

/// How much nearer the camera gets.
const PUSH: f32 = 0.07;
/// How long the camera rests on the first frame and on the last, as a part of the clip: time to read a card, and
/// pictures that cost the encoder nothing.
const REST: f32 = 0.16;
/// When the fade begins and how long it takes, as parts of the move.
const FADE: (f32, f32) = (0.28, 0.44);

/// Where the camera goes: to the left (0) or right (1), up (0) or down (1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Movement {
    /// From left to right.
    pub(crate) x: f32,
    /// From above to below.
    pub(crate) y: f32,
}

impl Movement {
    /// The way of a shot.
    pub(crate) fn of(scenecode: &str) -> Movement {
        let mut dice = crate::draw::Dice::of(scenecode);
        Movement { x: dice.choice(2) as f32, y: dice.between(0.3, 0.7) }
    }

    /// Draws the picture at a time from 0 (the whole first frame) to 1 (the whole last one).
    pub(crate) fn draw(&self, [first, last]: [&Planes; 2], time: f32, spare: &mut Planes, out: &mut Planes) {
        let moved = ((time - REST) / (1.0 - 2.0 * REST)).clamp(0.0, 1.0);
        let eased = smooth(moved);
        let share = smooth((moved - FADE.0) / FADE.1);
        let weight = (share * 256.0).round() as u16;
        let opening = Window { zoom: 1.0 + PUSH * eased, x: self.x, y: self.y };
        let closing = Window { zoom: 1.0 + PUSH * (1.0 - eased), x: 1.0 - self.x, y: 1.0 - self.y };
        if weight < 256 {
            opening.copy(first, out);
        }
        match weight {
            0 => {}
            256 => closing.copy(last, out),
            _ => {
                closing.copy(last, spare);
                for (into, from) in out.0.iter_mut().zip(&spare.0) {
                    mix(&mut into.samples, &from.samples, weight);
                }
            }
        }
    }
}

fn smooth(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

/// Takes `weight` of 256 parts from the other.
fn mix(into: &mut [u8], from: &[u8], weight: u16) {
    for (a, &b) in into.iter_mut().zip(from) {
        *a = ((u16::from(*a) * (256 - weight) + u16::from(b) * weight) >> 8) as u8;
    }
}

/// A part of a picture that fills the frame.
struct Window {
    zoom: f32,
    x: f32,
    y: f32,
}

impl Window {
    fn copy(&self, from: &Planes, into: &mut Planes) {
        for (from, into) in from.0.iter().zip(&mut into.0) {
            if self.zoom == 1.0 {
                into.samples.copy_from_slice(&from.samples);
            } else {
                self.scale(from, into);
            }
        }
    }

    /// Bilinear: two rows are mixed whole, which vectorises, then each sample between its neighbours.
    fn scale(&self, from: &Plane, into: &mut Plane) {
        let columns = steps(from.width, self.zoom, self.x);
        let rows = steps(from.height, self.zoom, self.y);
        let mut row = vec![0; from.width + 1];
        for (&(y, weight), out) in rows.iter().zip(into.samples.chunks_exact_mut(from.width)) {
            let upper = &from.samples[y * from.width..][..from.width];
            let lower = &from.samples[(y + 1).min(from.height - 1) * from.width..][..from.width];
            row[..from.width].copy_from_slice(upper);
            row[from.width] = upper[from.width - 1];
            mix(&mut row[..from.width], lower, weight);
            for (sample, &(x, weight)) in out.iter_mut().zip(&columns) {
                let (a, b) = (u16::from(row[x]), u16::from(row[x + 1]));
                *sample = ((a * (256 - weight) + b * weight) >> 8) as u8;
            }
        }
    }
}

/// For each sample of a zoomed side: the one before it, and how much of the next it takes.
fn steps(size: usize, zoom: f32, anchor: f32) -> Vec<(usize, u16)> {
    let step = 1.0 / zoom;
    let begin = (size as f32 - size as f32 * step) * anchor;
    (0..size)
        .map(|at| {
            let place = (begin + (at as f32 + 0.5) * step - 0.5).clamp(0.0, (size - 1) as f32);
            (place as usize, (place.fract() * 256.0) as u16)
        })
        .collect()
}
