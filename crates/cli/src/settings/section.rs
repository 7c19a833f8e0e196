//! One table of the file, read key by key. What is wrong is collected, and what was never asked for is told.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use toml::de::{DeTable, DeValue};

use crate::problem::{Problem, excerpt, line_at};

/// A table of the file, or nothing where the file has none.
pub(super) struct Section<'a> {
    text: &'a str,
    /// What stands before its keys: `film.`.
    prefix: String,
    table: Option<&'a DeTable<'a>>,
    known: BTreeSet<String>,
    problems: Vec<Problem>,
}

impl<'a> Section<'a> {
    pub(super) fn root(text: &'a str, table: &'a DeTable<'a>) -> Section<'a> {
        Section {
            text,
            prefix: String::new(),
            table: Some(table),
            known: BTreeSet::new(),
            problems: Vec::new(),
        }
    }

    /// A table in this one.
    pub(super) fn section(&mut self, key: &str) -> Section<'a> {
        self.known.insert(key.to_owned());
        let found = self.table.and_then(|it| it.get(key)).map(|it| (it.get_ref(), it.span()));
        let table = match found {
            Some((DeValue::Table(table), _)) => Some(table),
            Some((other, span)) => {
                self.refuse_at(span, key, format!("expected a table, got {}", shown(other)));
                None
            }
            None => None,
        };
        let prefix = format!("{}{key}.", self.prefix);
        Section { text: self.text, prefix, table, known: BTreeSet::new(), problems: Vec::new() }
    }

    /// Takes over what a table in this one found wrong.
    pub(super) fn close(&mut self, section: Section<'_>) {
        self.problems.extend(section.finish());
    }

    /// The keys that the file has here.
    pub(super) fn keys(&self) -> Vec<String> {
        self.table.map(|it| it.keys().map(|key| key.get_ref().to_string()).collect()).unwrap_or_default()
    }

    /// The keys that the file has in a table in this one.
    pub(super) fn keys_of(&self, key: &str) -> Vec<String> {
        let table = self.table.and_then(|it| it.get(key)).and_then(|it| it.get_ref().as_table());
        table.map(|it| it.keys().map(|key| key.get_ref().to_string()).collect()).unwrap_or_default()
    }

    /// The value of a key, or `usual` if the file does not have it.
    pub(super) fn value<T>(
        &mut self,
        key: &str,
        usual: T,
        read: impl FnOnce(&DeValue<'_>) -> Result<T, String>,
    ) -> T {
        self.known.insert(key.to_owned());
        let Some(found) = self.table.and_then(|it| it.get(key)) else { return usual };
        match read(found.get_ref()) {
            Ok(value) => value,
            Err(reason) => {
                self.refuse_at(found.span(), key, reason);
                usual
            }
        }
    }

    /// Says that the value of a key does not do.
    pub(super) fn refuse(&mut self, key: &str, reason: impl Into<String>) {
        let span = self.table.and_then(|it| it.get(key)).map(|it| it.span());
        let line = span.map(|it| self.line(it));
        self.problems.push(self.problem(line, key, reason.into()));
    }

    fn refuse_at(&mut self, span: Range<usize>, key: &str, reason: String) {
        let line = self.line(span);
        self.problems.push(self.problem(Some(line), key, reason));
    }

    fn problem(&self, line: Option<usize>, key: &str, reason: String) -> Problem {
        Problem { line, place: Some(format!("key `{}{}`", self.prefix, excerpt(key))), reason }
    }

    fn line(&self, span: Range<usize>) -> usize {
        line_at(&self.text.as_bytes()[..span.start.min(self.text.len())])
    }

    /// What was wrong, with the keys that nobody asked for.
    pub(super) fn finish(mut self) -> Vec<Problem> {
        let unknown =
            self.table.into_iter().flatten().filter(|(key, _)| !self.known.contains(key.get_ref().as_ref()));
        let unknown: Vec<_> = unknown.map(|(key, _)| (key.span(), key.get_ref().to_string())).collect();
        for (span, key) in unknown {
            let known: Vec<String> = self.known.iter().map(|it| format!("`{it}`")).collect();
            self.refuse_at(span, &key, format!("expected a key that is known here: {}", known.join(", ")));
        }
        self.problems
    }
}

/// A text.
pub(super) fn text(value: &DeValue<'_>) -> Result<String, String> {
    value
        .as_str()
        .map(str::to_owned)
        .ok_or_else(|| format!("expected a text in quotes, got {}", shown(value)))
}

/// A text that is read further.
pub(super) fn text_as<T>(
    value: &DeValue<'_>,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, String> {
    text(value).and_then(|it| read(&it))
}

/// A whole number within bounds.
pub(super) fn whole(value: &DeValue<'_>, bounds: RangeInclusive<u64>) -> Result<u64, String> {
    let number = value.as_integer().and_then(|it| u64::from_str_radix(it.as_str(), it.radix()).ok());
    number.filter(|it| bounds.contains(it)).ok_or_else(|| {
        format!("expected a whole number from {} to {}, got {}", bounds.start(), bounds.end(), shown(value))
    })
}

/// A whole number within bounds that fits 32 bits.
pub(super) fn small(value: &DeValue<'_>, bounds: RangeInclusive<u32>) -> Result<u32, String> {
    let number = whole(value, u64::from(*bounds.start())..=u64::from(*bounds.end()))?;
    u32::try_from(number).map_err(|error| error.to_string())
}

/// A list of texts, each of which is read further.
pub(super) fn list<T>(
    value: &DeValue<'_>,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let parts =
        value.as_array().ok_or_else(|| format!("expected a list such as [\"..\"], got {}", shown(value)))?;
    parts.iter().map(|it| text_as(it.get_ref(), &read)).collect()
}

/// A value as it is named in a message.
fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("`{}`", excerpt(text)),
        DeValue::Integer(number) => format!("`{}`", excerpt(number.as_str())),
        DeValue::Float(number) => format!("`{}`", excerpt(number.as_str())),
        DeValue::Boolean(truth) => format!("`{truth}`"),
        DeValue::Datetime(date) => format!("`{date}`"),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
