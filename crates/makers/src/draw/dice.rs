//! Chance that is the same on every machine.

/// A row of numbers that its beginning decides.
#[derive(Debug, Clone)]
pub(crate) struct Dice(u64);

impl Dice {
    /// Begins with a text.
    pub(crate) fn of(text: &str) -> Dice {
        let hash = |state: u64, byte: u8| (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Dice(text.bytes().fold(0xcbf2_9ce4_8422_2325, hash))
    }

    /// Begins with a number.
    pub(crate) fn seeded(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next number.
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` up to `high`.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        let part = (self.roll() >> 40) as f32 / (1u64 << 24) as f32;
        low + (high - low) * part
    }

    /// One of `count` choices, from zero.
    pub(crate) fn choice(&mut self, count: u64) -> u64 {
        self.roll() % count.max(1)
    }

    /// One or minus one.
    pub(crate) fn sign(&mut self) -> f32 {
        if self.choice(2) == 0 { 1.0 } else { -1.0 }
    }
}
