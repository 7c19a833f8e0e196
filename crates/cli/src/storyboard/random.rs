//! Chance that never changes: SplitMix64, so that a seed gives the same storyboard for ever.

/// A stream of numbers from a seed.
pub(super) struct Random(u64);

impl Random {
    /// A stream of its own for each `part` of a seed.
    pub(super) fn new(seed: u64, part: u64) -> Random {
        let mut random = Random(seed ^ part.wrapping_mul(0xA076_1D64_78BD_642F));
        random.next();
        random
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let wide = u128::from(self.next()) * end as u128;
        usize::try_from(wide >> 64).expect("it is below a `usize`")
    }

    /// One of the things.
    pub(super) fn one<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len())]
    }
}

/// Things drawn like cards: each comes once before any comes again.
pub(super) struct Deck<T: 'static> {
    things: &'static [T],
    left: Vec<usize>,
}

impl<T> Deck<T> {
    pub(super) fn new(things: &'static [T]) -> Deck<T> {
        Deck { things, left: Vec::new() }
    }

    pub(super) fn draw(&mut self, random: &mut Random) -> &'static T {
        self.draw_fitting(random, |_| true)
    }

    /// Draws among the things that fit; at least one of all must.
    pub(super) fn draw_fitting(&mut self, random: &mut Random, fits: impl Fn(&T) -> bool) -> &'static T {
        let fitting = |left: &[usize]| -> Vec<usize> {
            (0..left.len()).filter(|at| fits(&self.things[left[*at]])).collect()
        };
        let mut places = fitting(&self.left);
        if places.is_empty() {
            let again = (0..self.things.len()).filter(|it| fits(&self.things[*it]));
            self.left.extend(again);
            places = fitting(&self.left);
        }
        let at = *random.one(&places);
        &self.things[self.left.remove(at)]
    }
}
