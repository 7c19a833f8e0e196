//! `rushes status --watch`: the film on one screen of the terminal, looked at again and again.

use std::io::{self, IsTerminal};
use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Gauge, Paragraph, Row, Table};

use crate::commands::status::{View, view};
use crate::progress::finish_words;
use crate::project::Project;
use crate::report::Failure;
use crate::stand::Stand;
use crate::summary::thousands;

/// How often the film is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// How soon a key is answered.
const KEY_EVERY: Duration = Duration::from_millis(150);

/// Watches until a key says that it is enough.
pub async fn watch(project: &Project, store: &rushes_store::Store, stand: &Stand) -> Result<(), Failure> {
    if !io::stdout().is_terminal() {
        return Err(Failure::misuse("expected a terminal for `--watch`")
            .hint("`rushes status` prints the same once, `rushes status --json` for programs"));
    }
    // The first look fails with a clear word, not on a screen that vanishes.
    let mut shown = view(project, store, stand).await?;
    let mut terminal = ratatui::init();
    let ended = loop {
        let mut away = None;
        match view(project, store, stand).await {
            Ok(view) => shown = view,
            Err(failure) => away = Some(failure.message),
        }
        if let Err(error) = terminal.draw(|frame| draw(frame, &shown, away.as_deref())) {
            break Err(terminal_failed(&error));
        }
        match tokio::task::spawn_blocking(wait_for_key).await {
            Ok(Ok(false)) => {}
            Ok(Ok(true)) | Err(_) => break Ok(()),
            Ok(Err(error)) => break Err(terminal_failed(&error)),
        }
    };
    ratatui::restore();
    ended
}

fn terminal_failed(error: &io::Error) -> Failure {
    Failure::new(format!("could not use the terminal: {error}")).hint("`rushes status` prints the same once")
}

/// Waits until the next look is due; says whether a key ended the watching.
fn wait_for_key() -> io::Result<bool> {
    let until = std::time::Instant::now() + LOOK_EVERY;
    while std::time::Instant::now() < until {
        if !event::poll(KEY_EVERY)? {
            continue;
        }
        match event::read()? {
            Event::Key(key)
                if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) =>
            {
                return Ok(true);
            }
            Event::Key(key) if matches!(key.code, KeyCode::Char('q') | KeyCode::Esc) => return Ok(true),
            // A new size is drawn at once.
            Event::Resize(..) => return Ok(false),
            Event::Key(_) | Event::FocusGained | Event::FocusLost | Event::Mouse(_) | Event::Paste(_) => {}
        }
    }
    Ok(false)
}

/// Draws one look; `away` is why the last one failed.
fn draw(frame: &mut Frame<'_>, view: &View, away: Option<&str>) {
    let rows = |number: usize| Constraint::Length(u16::try_from(number).unwrap_or(u16::MAX));
    let (counts, needs) = (count_lines(view), need_lines(view, away));
    let [head, frames, clips, _, count_area, _, worker_area, need_area, keys] = Layout::vertical([
        rows(1),
        rows(1),
        rows(1),
        rows(1),
        rows(counts.len()),
        rows(1),
        Constraint::Min(2),
        rows(needs.len()),
        rows(1),
    ])
    .areas(frame.area());
    let title = Line::from(format!("{}: {}", view.title, finish_words(&view.look)));
    frame.render_widget(title.style(Style::new().add_modifier(Modifier::BOLD)), head);
    gauge(frame, frames, "frames", view.look.frames, view.look.shots);
    gauge(frame, clips, "clips", view.look.clips, view.look.shots);
    frame.render_widget(Paragraph::new(Text::from(counts)), count_area);
    frame.render_widget(workers(view), worker_area);
    frame.render_widget(Paragraph::new(Text::from(needs)), need_area);
    frame.render_widget(Line::from("q ends the watching").style(Style::new().fg(Color::DarkGray)), keys);
}

fn gauge(frame: &mut Frame<'_>, area: Rect, name: &str, done: u64, all: u64) {
    let ratio = if all == 0 { 0.0 } else { (done as f64 / all as f64).min(1.0) };
    let [label, bar] = Layout::horizontal([Constraint::Length(8), Constraint::Min(10)]).areas(area);
    frame.render_widget(Line::from(name.to_owned()), label);
    let words = format!("{} of {}", thousands(done), thousands(all));
    frame.render_widget(
        Gauge::default().ratio(ratio).label(words).gauge_style(Style::new().fg(Color::Green)),
        bar,
    );
}

fn count_lines(view: &View) -> Vec<Line<'static>> {
    view.count_lines().into_iter().chain(view.plan.lines.clone()).map(Line::from).collect()
}

fn need_lines(view: &View, away: Option<&str>) -> Vec<Line<'static>> {
    let red = Style::new().fg(Color::Red);
    let away = away.map(|it| format!("The database does not answer: {it}"));
    let needs = view.needs.iter().cloned().chain(away);
    let lines: Vec<Line<'static>> = needs.map(|it| Line::from(it).style(red)).collect();
    if lines.is_empty() { vec![Line::from("Nothing needs you.")] } else { lines }
}

fn workers(view: &View) -> Table<'static> {
    let lines = view.workers.table();
    let widths: Vec<Constraint> = view
        .workers
        .widths()
        .into_iter()
        .map(|it| Constraint::Length(u16::try_from(it).unwrap_or(u16::MAX)))
        .collect();
    let mut lines = lines.into_iter();
    let head = lines.next().unwrap_or_default();
    Table::new(lines.map(Row::new), widths)
        .header(Row::new(head).style(Style::new().add_modifier(Modifier::UNDERLINED)))
        .column_spacing(2)
}

#[cfg(test)]
#[path = "watch_tests.rs"]
mod tests;
