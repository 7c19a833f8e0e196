//! The page itself.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Sheet, SheetChapter, SheetShot, address};

const STYLE: &str = include_str!("sheet.css");
const SCRIPT: &str = include_str!("sheet.js");
const ICONS: &str = include_str!("icons.svg");

/// The page as HTML.
pub fn render(sheet: &Sheet) -> String {
    html! {
        (DOCTYPE)
        html lang="zh-Hans" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (sheet.title) " · contact sheet" }
                style { (PreEscaped(STYLE)) }
            }
            body style={ "--ratio:" (sheet.width) "/" (sheet.height) } {
                (PreEscaped(ICONS))
                (top(sheet))
                div.sheet {
                    (index(sheet))
                    main { @for (at, chapter) in sheet.chapters.iter().enumerate() { (self::chapter(sheet, at, chapter)) } }
                }
                (viewer())
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

fn top(sheet: &Sheet) -> Markup {
    html! {
        header.top {
            div.name {
                p.kind { "contact sheet" }
                h1 { (sheet.title) }
                @if let Some(film) = &sheet.film {
                    a.film href=(address(film)) { (icon("play")) "Watch the film" }
                }
            }
            dl.facts {
                @for (what, value) in &sheet.facts { div { dt { (what) } dd { (value) } } }
            }
            (states(sheet))
        }
    }
}

/// How many shots are in each state; a click goes to the first of them.
fn states(sheet: &Sheet) -> Markup {
    let mut states: Vec<(&str, usize, &str)> = Vec::new();
    for shot in sheet.chapters.iter().flat_map(|it| &it.shots) {
        match states.iter_mut().find(|(state, _, _)| *state == shot.state) {
            Some((_, count, _)) => *count += 1,
            None => states.push((&shot.state, 1, &shot.scenecode)),
        }
    }
    html! {
        ul.states {
            @for (state, count, first) in states {
                li { a class={ "state " (look(state)) } href={ "#" (address(first)) } { (icon(look(state))) (count) " " (state) } }
            }
        }
    }
}

fn index(sheet: &Sheet) -> Markup {
    html! {
        nav.index aria-label="Chapters" {
            label.density {
                span { "Shots in a row" }
                input #density type="range" min="1" max="6" step="1" value="2";
                output {}
            }
            ol {
                @for (at, chapter) in sheet.chapters.iter().enumerate() {
                    li {
                        a href={ "#chapter-" (at + 1) } title=(chapter.title) {
                            span.number { (chapter.number) }
                            span.title { @if chapter.title.is_empty() { "Chapter " (chapter.number) } @else { (chapter.title) } }
                        }
                    }
                }
            }
            p.keys { "Hover or Tab plays a clip. Enter shows it large, ← → go on, Esc closes." }
        }
    }
}

fn chapter(sheet: &Sheet, at: usize, chapter: &SheetChapter) -> Markup {
    let seconds: f64 = chapter.shots.iter().map(|it| it.seconds).sum();
    let count = chapter.shots.len();
    html! {
        section.chapter id={ "chapter-" (at + 1) } style={ "--shots:" (count) } {
            h2 {
                span.number { (chapter.number) }
                span.title { (chapter.title) }
                span.length { (count) @if count == 1 { " shot" } @else { " shots" } " · " (length(seconds)) }
            }
            div.grid { @for shot in &chapter.shots { (self::shot(sheet, shot)) } }
        }
    }
}

fn shot(sheet: &Sheet, shot: &SheetShot) -> Markup {
    let look = look(&shot.state);
    let opens = shot.clip.as_ref().or(shot.first.as_ref()).or(shot.last.as_ref());
    html! {
        article class={ "shot " (look) } id=(shot.scenecode) {
            @match opens {
                Some(path) => a.pair href=(address(path)) aria-label={ (shot.scenecode) ", " (shot.state) } { (pair(sheet, shot)) },
                None => div.pair { (pair(sheet, shot)) },
            }
            div.caption {
                p.line {
                    b.code { (shot.scenecode) }
                    span { (shot.tasktype) }
                    span { (length(shot.seconds)) }
                    @if !shot.worker.is_empty() { span.worker { (shot.worker) } }
                    span class={ "state " (look) } { (icon(look)) (shot.state) }
                }
                p.prompt title=(shot.prompt) { (shot.prompt) }
                @if !shot.last_prompt.is_empty() { p.prompt.last title=(shot.last_prompt) { (shot.last_prompt) } }
                @if !shot.dialogue.is_empty() { p.prompt.dialogue title=(shot.dialogue) { (shot.dialogue) } }
                @if !shot.reason.is_empty() { p.prompt.reason title=(shot.reason) { (shot.reason) } }
            }
        }
    }
}

fn pair(sheet: &Sheet, shot: &SheetShot) -> Markup {
    html! {
        (frame(sheet, shot, shot.first.as_deref(), "first"))
        (frame(sheet, shot, shot.last.as_deref(), "last"))
        @if let Some(clip) = &shot.clip {
            video src=(address(clip)) width=(sheet.width) height=(sheet.height) preload="none" muted loop playsinline
                tabindex="-1" aria-hidden="true" {}
            span.play { (icon("play")) }
        }
    }
}

fn frame(sheet: &Sheet, shot: &SheetShot, path: Option<&str>, side: &str) -> Markup {
    html! {
        @match path {
            Some(path) => img src=(address(path)) width=(sheet.width) height=(sheet.height) loading="lazy" decoding="async"
                alt={ (shot.scenecode) ", " (side) " frame" };,
            None => span.missing { (icon(look(&shot.state))) "no " (side) " frame" },
        }
    }
}

/// One shot large; the script fills it.
fn viewer() -> Markup {
    html! {
        dialog #viewer aria-label="One shot, large" {
            div.screen {}
            div.below {
                div.about {}
                div.turn {
                    button type="button" value="-1" aria-label="the shot before" { "←" }
                    button type="button" value="1" aria-label="the next shot" { "→" }
                    button type="button" value="0" aria-label="close" { "✕" }
                }
            }
        }
    }
}

fn icon(name: &str) -> Markup {
    html! { svg.icon aria-hidden="true" { use href={ "#icon-" (name) } {} } }
}

/// How a state looks: its border, its colour and its icon.
fn look(state: &str) -> &'static str {
    match state {
        "done" | "completed" => "done",
        "failed" | "rejected" => "failed",
        "cancelled" => "cancelled",
        "making" | "filming" | "processing" | "submitted" => "making",
        _ => "waiting",
    }
}

/// `3 s`, `2.5 s`, `1 min 5 s`.
fn length(seconds: f64) -> String {
    let tenths = (seconds * 10.0).round() / 10.0;
    if tenths < 60.0 {
        return format!("{tenths} s");
    }
    let whole = tenths.round();
    format!("{} min {} s", (whole / 60.0).floor(), whole % 60.0)
}
