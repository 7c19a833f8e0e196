//! Which column of a storyboard is what.

use std::collections::BTreeMap;

use super::ColumnUse;
use super::naming::{Column, KEPT, NAMES, Naming, PROMPTS, shown};
use super::table::{Cell, Row, Table};

/// Which column of the file is what.
#[derive(Debug, Default)]
pub(super) struct Columns {
    known: BTreeMap<Column, Vec<usize>>,
    /// The columns that are kept, with the name under which they are kept.
    kept: Vec<(usize, String)>,
}

impl Columns {
    /// Understands the headers of a table. Two of one meaning and two of one name are warned of.
    pub(super) fn of(table: &Table, naming: Naming<'_>, warnings: &mut Vec<String>) -> Columns {
        let mut columns = Columns { known: naming.understand(&table.headers), kept: Vec::new() };
        let name = |at: &usize| shown(&table.headers[*at], *at);
        for (column, places) in &columns.known {
            let used = name(&places[0]);
            let when = if *column == Column::Scenecode { "" } else { "where a row has both, " };
            for other in places[1..].iter().map(name) {
                warnings.push(format!(
                    "`{other}` means the same as `{used}`; {when}`{used}` is used, `{other}` is kept"
                ));
            }
        }
        columns.keep_the_others(table, warnings);
        columns
    }

    fn keep_the_others(&mut self, table: &Table, warnings: &mut Vec<String>) {
        let used = |at| self.known.values().any(|places| places[0] == at);
        for (at, header) in table.headers.iter().enumerate() {
            let narration = self.at(Column::Narration) == Some(at);
            if !narration && used(at) {
                continue;
            }
            let mut name = if narration { "narration".to_owned() } else { shown(header, at) };
            if self.kept.iter().any(|(_, it)| *it == name) {
                let second = format!("{name} (column {})", at + 1);
                warnings
                    .push(format!("two columns are called `{name}`; the later one is kept as `{second}`"));
                name = second;
            }
            self.kept.push((at, name));
        }
    }

    /// Keeps the column with the codes and uses it no more; gives its name.
    pub(super) fn keep_the_codes(&mut self, headers: &[String]) -> String {
        let places = self.known.remove(&Column::Scenecode).unwrap_or_default();
        let at = places.first().copied().unwrap_or_default();
        let name = shown(&headers[at], at);
        self.kept.push((at, name.clone()));
        name
    }

    /// The column of a meaning.
    pub(super) fn at(&self, column: Column) -> Option<usize> {
        self.known.get(&column).map(|places| places[0])
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.known.contains_key(&column)
    }

    pub(super) fn has_a_prompt(&self) -> bool {
        PROMPTS.into_iter().any(|it| self.has(it))
    }

    /// The column of a meaning that a row uses: of several the first one that is not empty. Codes are all in one.
    pub(super) fn of_row(&self, column: Column, row: &Row) -> Option<usize> {
        let places = self.known.get(&column)?;
        let filled = places.iter().find(|at| *row.cell(**at) != Cell::Empty);
        filled.filter(|_| column != Column::Scenecode).or(places.first()).copied()
    }

    /// What a row keeps beside what it uses.
    pub(super) fn kept_of_row(&self, row: &Row) -> impl Iterator<Item = (usize, &str)> {
        let second = |at: usize| self.known.iter().find(|(_, places)| places[1..].contains(&at));
        let used = move |at| second(at).is_some_and(|(it, _)| self.of_row(*it, row) == Some(at));
        self.kept.iter().map(|(at, name)| (*at, name.as_str())).filter(move |(at, _)| !used(*at))
    }

    /// What every column was understood as, in the order of the file.
    pub(super) fn uses(&self, headers: &[String]) -> Vec<ColumnUse> {
        let meaning = |at| {
            let column = self.known.iter().find(|(_, places)| places[0] == at).map(|(column, _)| *column);
            NAMES.iter().find(|(it, _, _)| Some(*it) == column).map_or(KEPT, |(_, word, _)| *word)
        };
        let of = |(at, header)| ColumnUse { header: shown(header, at), meaning: meaning(at) };
        headers.iter().enumerate().map(|(at, header)| of((at, header.as_str()))).collect()
    }
}
