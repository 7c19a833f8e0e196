//! Breaking text into lines by the real widths of its characters.

use textwrap::WordSeparator;
use unicode_width::UnicodeWidthChar;

use super::fonts::{Fonts, Weight};

/// More characters of a text than this are never looked at: no card has room for them.
const LONGEST: usize = 1_500;

/// More marks on one character than this are dropped.
const MOST_MARKS: usize = 3;

/// What stands where no font of the machine has the character.
const MISSING: char = '\u{25A1}';

/// What ends a text that was cut.
const ELLIPSIS: char = '…';

/// A text that can be drawn, its characters measured in em.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Measured {
    words: Vec<Word>,
    cut: bool,
    ellipsis: f32,
}

/// What stands between two places where a line may break.
#[derive(Debug, Clone, PartialEq)]
struct Word {
    text: Vec<(char, f32)>,
    width: f32,
    space: f32,
}

/// Cleans and measures a text: one paragraph, no control characters, nothing that would be drawn as a blank.
pub(crate) fn measure(text: &str, weight: Weight) -> Measured {
    let (clean, cut) = clean(text, weight);
    let width = |c: char| advance(c, weight);
    let words = WordSeparator::UnicodeBreakProperties.find_words(&clean).map(|word| {
        let text: Vec<(char, f32)> = word.word.chars().map(|c| (c, width(c))).collect();
        Word {
            width: text.iter().map(|it| it.1).sum(),
            space: word.whitespace.chars().map(width).sum(),
            text,
        }
    });
    Measured { words: words.collect(), cut, ellipsis: width(ELLIPSIS) }
}

/// The text that can be drawn, and whether it was longer than is looked at.
fn clean(text: &str, weight: Weight) -> (String, bool) {
    let fonts = Fonts::get();
    let missing = if fonts.glyph(MISSING, weight).is_some() { MISSING } else { '?' };
    let mut clean = String::new();
    let (mut taken, mut marks) = (0, 0);
    for c in text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }) {
        let mark = c.width() == Some(0);
        marks = if mark { marks + 1 } else { 0 };
        if c.is_control() || marks > MOST_MARKS || (c == ' ' && (clean.is_empty() || clean.ends_with(' '))) {
            continue;
        }
        if taken == LONGEST {
            return (clean, true);
        }
        taken += 1;
        if c == ' ' || fonts.glyph(c, weight).is_some() {
            clean.push(c);
        } else if !mark {
            clean.push(missing);
        }
    }
    clean.truncate(clean.trim_end().len());
    (clean, false)
}

fn advance(c: char, weight: Weight) -> f32 {
    if c.width() == Some(0) { 0.0 } else { Fonts::get().glyph(c, weight).map_or(0.5, |it| it.advance) }
}

impl Measured {
    /// The lines of a width in em, at most so many; and whether that is all of the text.
    pub(crate) fn lines(&self, width: f32, most: usize) -> (Vec<String>, bool) {
        let mut filler = Filler { lines: Vec::new(), line: Vec::new(), used: 0.0, width };
        for word in &self.words {
            filler.add(word);
            if filler.lines.len() > most {
                break;
            }
        }
        filler.end_line();
        let mut lines = filler.lines;
        if lines.len() <= most && !self.cut {
            return (lines.into_iter().map(|line| text_of(&line)).collect(), true);
        }
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            self.end_with_ellipsis(last, width);
        }
        (lines.into_iter().map(|line| text_of(&line)).collect(), false)
    }

    fn end_with_ellipsis(&self, line: &mut Vec<(char, f32)>, width: f32) {
        let mut used: f32 = line.iter().map(|it| it.1).sum();
        while used + self.ellipsis > width
            && let Some((_, last)) = line.pop()
        {
            used -= last;
        }
        while line.last().is_some_and(|it| it.0 == ' ') {
            line.pop();
        }
        line.push((ELLIPSIS, self.ellipsis));
    }
}

fn text_of(line: &[(char, f32)]) -> String {
    line.iter().map(|it| it.0).collect::<String>().trim_end().to_owned()
}

/// Fills line after line.
struct Filler {
    lines: Vec<Vec<(char, f32)>>,
    line: Vec<(char, f32)>,
    used: f32,
    width: f32,
}

impl Filler {
    fn add(&mut self, word: &Word) {
        if self.used + word.width > self.width && !self.line.is_empty() {
            self.end_line();
        }
        for &(c, advance) in &word.text {
            // A word longer than a line is broken; a mark stays with its character.
            if self.used + advance > self.width && advance > 0.0 && !self.line.is_empty() {
                self.end_line();
            }
            self.line.push((c, advance));
            self.used += advance;
        }
        if word.space > 0.0 {
            self.line.push((' ', word.space));
            self.used += word.space;
        }
    }

    fn end_line(&mut self) {
        if !self.line.is_empty() {
            self.lines.push(std::mem::take(&mut self.line));
        }
        self.used = 0.0;
    }
}

#[cfg(test)]
#[path = "wrap_tests.rs"]
mod tests;
