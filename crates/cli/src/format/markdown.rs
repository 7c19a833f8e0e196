//! Markdown as language models write it: tables with prose around them, a heading before each is its chapter.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::problem::line_at;

use super::chapter::{self, Chapter};
use super::error::Refusal;
use super::naming::{Column, Naming, PROMPTS, plain};
use super::table::{Cell, Row, Table};

/// A word that is a prompt where no better one is, and the people's or places' list of a model where there is.
const WEAK_PROMPT: &str = "description";

/// One table of the document.
#[derive(Debug, Default)]
struct Block {
    line: usize,
    chapter: Option<Chapter>,
    headers: Vec<String>,
    rows: Vec<Row>,
}

/// Reads a Markdown file.
pub(super) fn read(text: &str, naming: Naming<'_>) -> Result<Table, Refusal> {
    let blocks = Document::of(text).blocks;
    if blocks.is_empty() {
        return Err(Refusal::whole(
            "expected a Markdown table, got none",
            "a table has a line of column names, below it a line such as `|---|---|`, then one row for each shot",
        ));
    }
    let strong = |it: &Block| has_a_prompt(it, naming, false);
    let weak_too = !blocks.iter().any(strong);
    let mut table = Table::default();
    let any = blocks.iter().any(|it| has_a_prompt(it, naming, true));
    for block in blocks {
        if any && !has_a_prompt(&block, naming, weak_too) {
            let names: Vec<String> = block.headers.iter().map(|it| format!("`{it}`")).collect();
            let line = block.line;
            table.warnings.push(format!(
                "the table on line {line} has no prompts and is not used: {}",
                names.join(", ")
            ));
            continue;
        }
        append(block, naming, &mut table);
    }
    table.checked()
}

fn has_a_prompt(block: &Block, naming: Naming<'_>, weak_too: bool) -> bool {
    let known = naming.understand(&block.headers);
    let mut places = PROMPTS.iter().filter_map(|it| known.get(it)).flatten();
    places.any(|at| weak_too || plain(&block.headers[*at]) != WEAK_PROMPT)
}

/// Puts a table below the others: columns of one meaning or one name are one column.
fn append(block: Block, naming: Naming<'_>, table: &mut Table) {
    if let Some(chapter) = block.chapter {
        table.headings.push((table.rows.len(), chapter));
    }
    let known = naming.understand(&table.headers);
    let used = |column: &Column| known.get(column).map(|places| places[0]);
    let ours = naming.understand(&block.headers);
    let mut taken = Vec::new();
    let mut places = Vec::new();
    for (at, header) in block.headers.iter().enumerate() {
        let meaning = ours.iter().find(|(_, places)| places[0] == at).and_then(|(column, _)| used(column));
        let same = || table.headers.iter().position(|it| plain(it) == plain(header));
        let place = meaning.or_else(same).filter(|it| !taken.contains(it)).unwrap_or_else(|| {
            table.headers.push(header.clone());
            table.headers.len() - 1
        });
        taken.push(place);
        places.push(place);
    }
    for row in block.rows {
        let mut cells = vec![Cell::Empty; places.iter().max().map_or(0, |it| it + 1)];
        for (cell, place) in row.cells.into_iter().zip(&places) {
            cells[*place] = cell;
        }
        if cells.iter().any(|it| *it != Cell::Empty) {
            table.rows.push(Row { line: row.line, cells });
        }
    }
}

/// A document as it is read.
struct Document<'a> {
    text: &'a str,
    /// Lines are counted from the last place, as the document is read from its beginning.
    counted: (usize, usize),
    blocks: Vec<Block>,
    /// The headings around this place, the outermost first.
    headings: Vec<(u8, String)>,
    /// The text of the heading, cell or paragraph that is being read.
    words: String,
    cells: Vec<Cell>,
    /// Whether all of the paragraph so far is bold: a heading of those who write none.
    bold: Option<bool>,
    strong: bool,
    in_table: bool,
    in_image: bool,
}

impl<'a> Document<'a> {
    fn of(text: &'a str) -> Document<'a> {
        let mut document = Document {
            text,
            counted: (0, 1),
            blocks: Vec::new(),
            headings: Vec::new(),
            words: String::new(),
            cells: Vec::new(),
            bold: None,
            strong: false,
            in_table: false,
            in_image: false,
        };
        for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            document.read(event, range);
        }
        document
    }

    fn read(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.begin(&tag, range),
            Event::End(tag) => self.end(tag, &range),
            Event::Text(_) if self.in_image => {}
            Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.bold = self.bold.map(|bold| bold && (self.strong || text.trim().is_empty()));
                self.words.push_str(&text);
            }
            Event::InlineHtml(html) | Event::Html(html) => {
                let is_break = html.to_ascii_lowercase().starts_with("<br");
                self.words.push_str(if is_break { "\n" } else { &html });
            }
            Event::SoftBreak | Event::HardBreak => self.words.push('\n'),
            Event::FootnoteReference(name) => self.words.push_str(&name),
            Event::Rule | Event::TaskListMarker(_) => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "most of Markdown is nothing to a storyboard")]
    fn begin(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Table(_) => {
                self.in_table = true;
                let block =
                    Block { line: self.line(range.start), chapter: self.chapter(), ..Block::default() };
                self.blocks.push(block);
            }
            Tag::Heading { .. } | Tag::TableCell => self.words.clear(),
            Tag::Paragraph => {
                self.words.clear();
                self.bold = Some(true);
            }
            Tag::Strong => self.strong = true,
            // A picture in a cell is a reference: its address says more than its name.
            Tag::Image { dest_url, .. } if self.in_table => {
                self.words.push_str(dest_url);
                self.in_image = true;
            }
            _ => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "most of Markdown is nothing to a storyboard")]
    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        match tag {
            TagEnd::Heading(level) => self.heading(rank(level)),
            TagEnd::Strong => self.strong = false,
            TagEnd::Paragraph => {
                let bold = self.bold.take() == Some(true) && !self.words.trim().is_empty();
                if bold && !self.words.trim().contains('\n') {
                    // Below every real heading.
                    self.heading(7);
                }
            }
            TagEnd::TableCell => self.cells.push(Cell::of_text(std::mem::take(&mut self.words).trim())),
            TagEnd::TableHead => {
                let headers = std::mem::take(&mut self.cells).into_iter().map(word).collect();
                if let Some(block) = self.blocks.last_mut() {
                    block.headers = headers;
                }
            }
            TagEnd::TableRow => {
                let row = Row { line: self.line(range.start), cells: std::mem::take(&mut self.cells) };
                if let Some(block) = self.blocks.last_mut() {
                    block.rows.push(row);
                }
            }
            TagEnd::Image => self.in_image = false,
            TagEnd::Table => self.in_table = false,
            _ => {}
        }
    }

    fn heading(&mut self, level: u8) {
        self.headings.retain(|(other, _)| *other < level);
        self.headings.push((level, std::mem::take(&mut self.words).trim().to_owned()));
    }

    /// The chapter of a table here: the nearest heading with a chapter's number, or else the nearest heading.
    fn chapter(&self) -> Option<Chapter> {
        let numbered = self.headings.iter().rev().find(|(_, it)| chapter::announces(it));
        numbered.or(self.headings.last()).map(|(_, it)| chapter::parse(it))
    }

    fn line(&mut self, at: usize) -> usize {
        let (from, line) = self.counted;
        if at >= from {
            self.counted = (at, line + line_at(&self.text.as_bytes()[from..at]) - 1);
        }
        self.counted.1
    }
}

fn rank(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

fn word(cell: Cell) -> String {
    match cell {
        Cell::Text(text) | Cell::Json(text) | Cell::Failed(text) => text,
        Cell::Empty => String::new(),
    }
}
