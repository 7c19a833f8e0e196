use ratatui::Terminal;
use ratatui::backend::TestBackend;
use rushes_core::{ClipState, ImageState};
use rushes_store::{ClipCount, Counts, ImageCount};

use super::*;
use crate::commands::plan::Plan;
use crate::list::{Cell, List};
use crate::progress::Look;

fn film(needs: &[&str]) -> View {
    let mut workers = List::new(&["worker", "state", "says"]);
    workers.push(vec![Cell::text("001"), Cell::text("working"), Cell::text("画图 2 in frames")]);
    workers.push(vec![Cell::text("PC-2"), Cell::text("asleep"), Cell::text("works again at 20:00")]);
    let frames = |state, tasks| ImageCount { tasktype: "scene".to_owned(), state, tasks };
    View {
        title: "长街".to_owned(),
        look: Look { shots: 1029, frames: 515, clips: 103, failed: 1, ..Look::default() },
        counts: Counts {
            images: vec![frames(ImageState::Pending, 514), frames(ImageState::Completed, 515)],
            clips: vec![ClipCount { state: ClipState::Done, clips: 103 }],
        },
        workers,
        plan: Plan::default(),
        needs: needs.iter().map(|it| (*it).to_owned()).collect(),
    }
}

/// The screen, line by line.
fn screen(view: &View, away: Option<&str>, width: u16, height: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, view, away)).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(|y| line(y).trim_end().to_owned()).collect()
}

#[test]
fn the_whole_farm_is_on_one_screen() {
    let lines = screen(&film(&[]), None, 80, 14);
    assert!(lines[0].starts_with("长") && lines[0].contains("complete"), "{lines:#?}");
    assert!(lines[1].starts_with("frames ") && lines[1].contains("515 of 1,029"), "{lines:#?}");
    assert!(lines[2].starts_with("clips ") && lines[2].contains("103 of 1,029"), "{lines:#?}");
    assert!(lines[4].contains("514 pending") && lines[4].contains("515 completed"), "{lines:#?}");
    assert!(lines[5].contains("clips") && lines[5].contains("103 done"), "{lines:#?}");
    assert!(lines[7].starts_with("worker") && lines[9].starts_with("PC-2"), "{lines:#?}");
    assert_eq!(lines[12..], ["Nothing needs you.", "q ends the watching"]);
}

#[test]
fn what_needs_a_person_and_a_database_that_is_away_are_told_below() {
    let lines = screen(&film(&["2 alerts need you: `rushes alerts`."]), Some("refused"), 80, 14);
    assert_eq!(
        lines[11..13],
        ["2 alerts need you: `rushes alerts`.", "The database does not answer: refused"]
    );
}

#[test]
fn a_small_screen_is_no_fault() {
    for (width, height) in [(1, 1), (20, 3), (40, 8)] {
        screen(&film(&["something"]), None, width, height);
    }
}
