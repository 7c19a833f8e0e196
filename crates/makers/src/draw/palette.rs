//! The colours of a card: one family for each task type, a light for each shot.

use super::dice::Dice;

/// The colours of one card, as `#rrggbb`.
#[derive(Debug, Clone)]
pub(crate) struct Palette {
    /// The sky at its top and at the horizon: lightness, chroma, hue.
    sky: [[f32; 3]; 2],
    /// Sun, moon or lamp.
    pub(crate) light: String,
    /// Grounds from far to near.
    pub(crate) grounds: [String; 4],
    /// What stands in front of all.
    pub(crate) dark: String,
    /// Behind the prompt.
    pub(crate) ink: String,
    /// The prompt.
    pub(crate) text: String,
    /// The mark of the type.
    pub(crate) accent: String,
}

/// Lightness of the sky's top and its horizon, of the far and near ground, and how far the sky leans to its second hue.
const LIGHTS: [(f32, f32, f32, f32, f32); 4] = [
    (0.60, 0.88, 0.70, 0.30, 50.0),
    (0.70, 0.92, 0.74, 0.34, 18.0),
    (0.44, 0.80, 0.52, 0.20, 72.0),
    (0.27, 0.56, 0.38, 0.15, 24.0),
];

/// The hue of a task type in degrees.
fn hue(tasktype: &str) -> f32 {
    match tasktype {
        "character" => 38.0,
        "location" => 172.0,
        "scene" => 274.0,
        other => Dice::of(other).between(0.0, 360.0),
    }
}

/// The colours of a shot's cards.
pub(crate) fn palette(tasktype: &str, dice: &mut Dice) -> Palette {
    let hue = hue(tasktype) + dice.between(-14.0, 14.0);
    let (top, low, far, near, lean) = LIGHTS[dice.choice(4) as usize];
    let second = hue + lean * dice.sign();
    let ground = |part: f32| {
        colour(far + (near - far) * part, 0.055 + 0.02 * part, hue + (second - hue) * 0.4 * (1.0 - part))
    };
    Palette {
        sky: [[top, 0.085, hue], [low, 0.062, second]],
        light: colour(0.965, 0.045, second),
        grounds: [ground(0.0), ground(0.35), ground(0.7), ground(1.0)],
        dark: colour(near * 0.5 + 0.05, 0.03, hue),
        ink: colour(0.205, 0.028, hue),
        text: colour(0.965, 0.008, hue),
        accent: colour(0.79, 0.11, hue),
    }
}

impl Palette {
    /// The sky from its top (0) to the horizon (1).
    pub(crate) fn sky(&self, part: f32) -> String {
        let [top, low] = self.sky;
        let between = |at: usize| top[at] + (low[at] - top[at]) * part;
        colour(between(0), between(1), between(2))
    }
}

/// A colour of OKLCH (lightness 0 to 1, chroma, hue in degrees) as `#rrggbb`.
fn colour(lightness: f32, chroma: f32, hue: f32) -> String {
    let (sin, cos) = hue.to_radians().sin_cos();
    let (a, b) = (chroma * cos, chroma * sin);
    let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    let red = 4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s;
    let green = -1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s;
    let blue = -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s;
    let byte = |linear: f32| {
        let part =
            if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
        (part.clamp(0.0, 1.0) * 255.0).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", byte(red), byte(green), byte(blue))
}
