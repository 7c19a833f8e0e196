//! Sheets of spreadsheet programs. A cell is read as the program shows it where that says more than its number.

use std::fmt::Display;
use std::io::Cursor;

use calamine::{Data, Dimensions, ExcelDateTime, Ods, Reader, Style, Xls, Xlsb, Xlsx, XlsxError};

use super::error::Refusal;
use super::grid::{Grid, Surplus};
use super::naming::Naming;
use super::table::{Cell, Table};

/// A sheet and what it is called.
type Sheet = (String, Grid);

/// A file inside a file, read where it is.
type Bytes<'a> = Cursor<&'a [u8]>;

/// Reads an XLSX file.
pub(super) fn read_xlsx(bytes: &[u8], naming: Naming<'_>) -> Result<Table, Refusal> {
    let mut book: Xlsx<Bytes<'_>> = Xlsx::new(Cursor::new(bytes)).map_err(unreadable)?;
    let mut sheets = Vec::new();
    for name in book.sheet_names() {
        let merged = book.merge_cells_by_sheet_name(&name).unwrap_or_default();
        match cells_of(&mut book, &name) {
            Ok(grid) => sheets.push((name, with_merged(grid, &merged))),
            // A sheet that is one big chart.
            Err(XlsxError::NotAWorksheet(_)) => {}
            Err(error) => return Err(unreadable(error)),
        }
    }
    choose(sheets, naming)
}

/// Reads a sheet of Excel before 2007.
pub(super) fn read_xls(bytes: &[u8], naming: Naming<'_>) -> Result<Table, Refusal> {
    choose(ranges::<Xls<Bytes<'_>>>(bytes)?, naming)
}

/// Reads a binary sheet of Excel.
pub(super) fn read_xlsb(bytes: &[u8], naming: Naming<'_>) -> Result<Table, Refusal> {
    choose(ranges::<Xlsb<Bytes<'_>>>(bytes)?, naming)
}

/// Reads a sheet of LibreOffice.
pub(super) fn read_ods(bytes: &[u8], naming: Naming<'_>) -> Result<Table, Refusal> {
    choose(ranges::<Ods<Bytes<'_>>>(bytes)?, naming)
}

/// Cell by cell: a range would take memory for every place between the first cell and a stray one far away.
fn cells_of(book: &mut Xlsx<Bytes<'_>>, name: &str) -> Result<Grid, XlsxError> {
    let mut reader = book.worksheet_cells_reader(name)?;
    let seconds: Vec<bool> = reader.styles().iter().map(shows_seconds).collect();
    let mut grid = Grid::default();
    let (mut line, mut row) = (0, Vec::new());
    while let Some((cell, style)) = reader.next_cell_with_style_id()? {
        let (at, column) = cell.get_position();
        let value = of_value(cell.get_value().clone().into(), seconds.get(style).copied().unwrap_or(false));
        if value == Cell::Empty {
            continue;
        }
        if at != line {
            grid.push(line as usize + 1, std::mem::take(&mut row));
            line = at;
        }
        row.resize(row.len().max(column as usize + 1), Cell::Empty);
        row[column as usize] = value;
    }
    grid.push(line as usize + 1, row);
    Ok(grid)
}

fn ranges<'a, B: Reader<Bytes<'a>>>(bytes: &'a [u8]) -> Result<Vec<Sheet>, Refusal>
where
    B::Error: Display,
{
    let mut book = B::new(Cursor::new(bytes)).map_err(unreadable)?;
    let mut sheets = Vec::new();
    for name in book.sheet_names() {
        let range = book.worksheet_range(&name).map_err(unreadable)?;
        let (top, left) = range.start().unwrap_or_default();
        let mut grid = Grid::default();
        for (at, row) in range.rows().enumerate() {
            let before = std::iter::repeat_n(Cell::Empty, left as usize);
            let cells = before.chain(row.iter().map(|it| of_value(it.clone(), false)));
            grid.push(top as usize + at + 1, cells.collect());
        }
        sheets.push((name, grid));
    }
    Ok(sheets)
}

fn unreadable(error: impl Display) -> Refusal {
    let said = error.to_string();
    if said.contains("password protected") {
        return Refusal::whole(
            "expected a spreadsheet without a password, got one that is protected by a password",
            "take the password off in the spreadsheet program, or save the sheet as CSV",
        );
    }
    Refusal::whole(
        format!("expected a spreadsheet that can be read, got an error: {said}"),
        "the file is damaged, or is of another kind than its name says: open it in a spreadsheet program and save it as \
         .xlsx again",
    )
}

/// The first sheet with a prompt among its column names; says which.
fn choose(mut sheets: Vec<Sheet>, naming: Naming<'_>) -> Result<Table, Refusal> {
    sheets.retain(|(_, grid)| !grid.rows.is_empty());
    if sheets.is_empty() {
        return Err(Refusal::whole(
            "expected a storyboard, got an empty spreadsheet",
            "write the column names into the first row and one row for each shot",
        ));
    }
    let at = sheets.iter().position(|(_, grid)| grid.has_a_prompt(naming)).unwrap_or(0);
    let (name, grid) = sheets.remove(at);
    let mut table = grid.into_table(naming, Surplus::Kept);
    if !sheets.is_empty() {
        let others: Vec<String> = sheets.iter().map(|(it, _)| format!("`{it}`")).collect();
        table.warnings.insert(0, format!("the sheet `{name}` is read, not {}", others.join(", ")));
    }
    table.checked()
}

/// A merged cell stands in its first row only; here it stands in each row that it covers and that says anything.
fn with_merged(mut grid: Grid, merged: &[Dimensions]) -> Grid {
    for Dimensions { start, end } in merged {
        let (first, last) = (start.0 as usize + 1, end.0 as usize + 1);
        let column = start.1 as usize;
        let Ok(at) = grid.rows.binary_search_by_key(&first, |it| it.line) else { continue };
        if first == last {
            grid.wide.insert(first);
        }
        let value = grid.rows[at].cell(column).clone();
        for row in grid.rows[at + 1..].iter_mut().take_while(|it| it.line <= last) {
            row.cells.resize(row.cells.len().max(column + 1), Cell::Empty);
            row.cells[column] = value.clone();
        }
    }
    grid
}

fn shows_seconds(style: &Style) -> bool {
    style.number_format.as_ref().is_some_and(|it| it.format_code.to_ascii_lowercase().contains('s'))
}

fn of_value(value: Data, seconds: bool) -> Cell {
    match value {
        Data::Empty => Cell::Empty,
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => Cell::of_text(text),
        Data::Bool(truth) => Cell::Json(truth.to_string()),
        Data::Int(number) => Cell::Json(number.to_string()),
        Data::Float(number) if number.is_finite() => Cell::Json(number.to_string()),
        Data::Float(number) => Cell::Text(number.to_string()),
        Data::DateTime(at) => Cell::Text(moment(&at, seconds)),
        Data::Error(error) => Cell::Failed(error.to_string()),
    }
}

/// A time of day as its cell shows it: `00:03` stays `00:03`, which people mean as three seconds.
fn moment(at: &ExcelDateTime, seconds_shown: bool) -> String {
    let millis = (at.as_f64() * 86_400_000.0).round();
    if at.is_duration() || (0.0..1.0).contains(&at.as_f64()) {
        let whole = millis / 1000.0;
        let (hours, minutes) = ((whole / 3600.0).floor(), (whole / 60.0).floor() % 60.0);
        let seconds = whole - hours * 3600.0 - minutes * 60.0;
        let shown = seconds_shown || at.is_duration() || seconds > 0.0;
        return if shown {
            format!("{hours:02}:{minutes:02}:{seconds:02}")
        } else {
            format!("{hours:02}:{minutes:02}")
        };
    }
    let (year, month, day, hour, minute, second, _) = at.to_ymd_hms_milli();
    if (hour, minute, second) == (0, 0, 0) {
        return format!("{year}-{month:02}-{day:02}");
    }
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
}
