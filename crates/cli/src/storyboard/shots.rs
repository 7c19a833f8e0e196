//! Chooses who does what, where and in which light, and puts it into words.

use std::time::Duration;

use rushes_core::{Scenecode, Shot, TaskType};

use super::actions::{ALONE, Action, EMPTY, Needs};
use super::cast::{Both, PEOPLE, PLACES, Person, Place};
use super::chapters::{CHAPTERS, Chapter};
use super::look::{
    CLOSE_LENSES, Hour, LINES, MIDDLE_LENSES, MOVES, MOVES_WITH_PEOPLE, NOT_WANTED, WIDE_LENSES,
};
use super::random::{Deck, Random};
use super::together::TOGETHER;

/// The types of shots, and how many of the whole film's shots have each.
const KINDS: [(Kind, usize); 3] = [(Kind::Location, 231), (Kind::Character, 342), (Kind::Scene, 456)];

/// How many shots the whole film has.
const WHOLE: usize = super::DEMO_SHOTS;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Character,
    Location,
    Scene,
}

impl Kind {
    fn tasktype(self) -> TaskType {
        let word = match self {
            Kind::Character => "character",
            Kind::Location => "location",
            Kind::Scene => "scene",
        };
        TaskType::new(word).expect("the words are task types")
    }
}

/// The languages of a shot's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tongue {
    Chinese,
    English,
    Two,
}

/// Writes the storyboard.
pub(super) fn write(count: usize, seed: u64) -> Vec<Shot> {
    let mut film = Film {
        random: Random::new(seed, 0),
        alone: Deck::new(&ALONE),
        empty: Deck::new(&EMPTY),
        together: Deck::new(&TOGETHER),
        lines: Deck::new(&LINES),
        moves: Deck::new(&MOVES),
        following: Deck::new(&MOVES_WITH_PEOPLE),
        shots: Vec::with_capacity(count),
    };
    let told = chapters_of(count);
    let plan = plan(&mut film.random, count, told.len());
    for (number, (chapter, kinds)) in (1..).zip(told.into_iter().zip(plan)) {
        film.chapter(number, chapter, &kinds);
    }
    film.shots
}

/// The chapters that so many shots tell, spread over the whole year.
fn chapters_of(count: usize) -> Vec<&'static Chapter> {
    let last = CHAPTERS.len() - 1;
    let told = ((count * CHAPTERS.len() + WHOLE / 2) / WHOLE).clamp(1, CHAPTERS.len());
    (0..told).map(|it| &CHAPTERS[if told == 1 { 0 } else { it * last / (told - 1) }]).collect()
}

/// The types of the shots of every chapter. Chapters differ in length; each type's total is exact.
fn plan(random: &mut Random, count: usize, chapters: usize) -> Vec<Vec<Kind>> {
    let totals = totals(count);
    let weights: Vec<usize> = (0..chapters).map(|_| 10 + random.below(7)).collect();
    let all: usize = weights.iter().sum();
    let mut so_far = 0;
    let upto = |weight: usize, total: usize| total * weight / all;
    weights
        .iter()
        .map(|weight| {
            let mut kinds: Vec<(usize, Kind)> = Vec::new();
            for (kind, total) in totals {
                let here = upto(so_far + weight, total) - upto(so_far, total);
                // Each type is spread over the chapter, which begins with a location.
                let lead = if kind == Kind::Location { 0 } else { 500 };
                kinds.extend((0..here).map(|it| ((it * 1000 + lead) / here, kind)));
            }
            so_far += weight;
            kinds.sort_by_key(|(place, _)| *place);
            kinds.into_iter().map(|(_, kind)| kind).collect()
        })
        .collect()
}

/// How many shots of each type: the whole film's proportions, by largest remainder.
fn totals(count: usize) -> [(Kind, usize); 3] {
    let mut totals = KINDS.map(|(kind, of_whole)| (kind, count * of_whole / WHOLE));
    let mut by_remainder = [0, 1, 2];
    by_remainder.sort_by_key(|at| std::cmp::Reverse(count * KINDS[*at].1 % WHOLE));
    let missing = count - totals.iter().map(|(_, total)| total).sum::<usize>();
    for at in by_remainder.into_iter().take(missing) {
        totals[at].1 += 1;
    }
    totals
}

/// The film so far, and the actions that were not shown lately.
struct Film {
    random: Random,
    alone: Deck<Action>,
    empty: Deck<Action>,
    together: Deck<Action>,
    lines: Deck<Both>,
    moves: Deck<Both>,
    following: Deck<Both>,
    shots: Vec<Shot>,
}

/// Where a shot plays, with whom, and what happens.
struct Moment {
    kind: Kind,
    place: &'static Both,
    people: Vec<&'static Person>,
    action: &'static Action,
    light: &'static Both,
    lens: &'static Both,
}

impl Film {
    /// A chapter keeps to a few people and two places.
    fn chapter(&mut self, number: u32, chapter: &Chapter, kinds: &[Kind]) {
        let random = &mut self.random;
        let (mut people, mut places) = (Deck::new(&PEOPLE), Deck::new(&PLACES));
        let cast = [people.draw(random), people.draw(random), people.draw(random)];
        let places = [places.draw(random), places.draw(random)];
        let half = kinds.len().div_ceil(2);
        for (at, kind) in kinds.iter().enumerate() {
            let place = places[usize::from(at >= half)];
            let moment = self.moment(*kind, place, &cast, chapter.hour);
            let shot = self.shot(number, chapter, &moment);
            self.shots.push(shot);
        }
    }

    fn moment(
        &mut self,
        kind: Kind,
        place: &'static Place,
        cast: &[&'static Person; 3],
        hour: Hour,
    ) -> Moment {
        let random = &mut self.random;
        let first = random.below(cast.len());
        let second = (first + 1 + random.below(cast.len() - 1)) % cast.len();
        let (people, actions, lenses) = match kind {
            Kind::Character => (vec![cast[first]], &mut self.alone, &CLOSE_LENSES),
            Kind::Location => (vec![], &mut self.empty, &WIDE_LENSES),
            Kind::Scene => (vec![cast[first], cast[second]], &mut self.together, &MIDDLE_LENSES),
        };
        let action = actions.draw_fitting(random, |it| fits(it, place, hour));
        Moment {
            kind,
            place: &place.name,
            people,
            action,
            light: random.one(&hour.light().looks),
            lens: random.one(lenses),
        }
    }

    fn shot(&mut self, chapter_number: u32, chapter: &Chapter, moment: &Moment) -> Shot {
        let position = u32::try_from(self.shots.len() + 1).unwrap_or(u32::MAX);
        let opens = self.shots.last().is_none_or(|it| it.chapter != chapter_number);
        let random = &mut self.random;
        let tongue = *random.one(&[Tongue::Chinese, Tongue::English, Tongue::Two]);
        let narration = opens.then(|| in_words(tongue, &chapter.hour.light().narration));
        let speaks = !moment.people.is_empty() && random.below(5) == 0;
        let moves = if moment.people.is_empty() || random.below(4) > 0 {
            &mut self.moves
        } else {
            &mut self.following
        };
        let dialogue = speaks.then(|| spoken(tongue, moment.people[0], self.lines.draw(random)));
        Shot {
            scenecode: Scenecode::new(format!("SCN{position:06}")).expect("`SCN` and digits are a scenecode"),
            tasktype: moment.kind.tasktype(),
            chapter: chapter_number,
            chapter_title: format!("{} · {}", chapter.zh, chapter.en),
            position,
            title: title(tongue, moment),
            first_prompt: prompt(tongue, moment, &moment.action.start, true),
            last_prompt: prompt(tongue, moment, &moment.action.end, false),
            aiwords: in_words(tongue, moves.draw(random)),
            negative_prompt: in_words(tongue, &NOT_WANTED),
            seed: Some(random.next() >> 32),
            duration: Duration::from_millis(*random.one(&[2000, 2500, 3000, 3500, 4000])),
            dialogue: dialogue.unwrap_or_default(),
            characters: moment.people.iter().map(|it| it.name.zh).collect::<Vec<_>>().join(", "),
            location: moment.place.zh.to_owned(),
            refs: String::new(),
            priority: 50,
            extra: narration
                .map_or_else(|| "{}".to_owned(), |it| serde_json::json!({ "narration": it }).to_string()),
        }
    }
}

fn fits(action: &Action, place: &Place, hour: Hour) -> bool {
    let outdoors = place.has != Needs::Indoors;
    match action.needs {
        Needs::Anywhere => true,
        Needs::Indoors => !outdoors,
        Needs::Outdoors => outdoors,
        Needs::Water => place.has == Needs::Water,
        Needs::Rain => outdoors && hour == Hour::Rain,
    }
}

/// Words in the shot's languages.
fn in_words(tongue: Tongue, words: &Both) -> String {
    spread(tongue, words.zh.to_owned(), words.en.to_owned(), " / ")
}

fn spread(tongue: Tongue, zh: String, en: String, between: &str) -> String {
    match tongue {
        Tongue::Chinese => zh,
        Tongue::English => en,
        Tongue::Two => format!("{zh}{between}{en}"),
    }
}

fn spoken(tongue: Tongue, speaker: &Person, line: &Both) -> String {
    let (zh, en) = (format!("{}：{}", speaker.name.zh, line.zh), format!("{}: {}", speaker.name.en, line.en));
    spread(tongue, zh, en, " / ")
}

fn title(tongue: Tongue, moment: &Moment) -> String {
    let names = |name: fn(&Person) -> &'static str, and| -> String {
        moment.people.iter().map(|it| name(it)).collect::<Vec<_>>().join(and)
    };
    let (zh, en) = match moment.kind {
        Kind::Location => (moment.place.zh.to_owned(), capital(moment.place.en)),
        Kind::Character | Kind::Scene => (names(|it| it.name.zh, "与"), names(|it| it.name.en, " and ")),
    };
    spread(tongue, zh, en, " · ")
}

/// What a frame shows. The first names people by their looks; the last says what stays the same.
fn prompt(tongue: Tongue, moment: &Moment, action: &Both, first: bool) -> String {
    let Moment { place, light, lens, .. } = moment;
    let (happens_zh, happens_en) = happens(moment, action);
    let (who_zh, who_en) = who(moment, action, first);
    let zh = format!("{}，{who_zh}{happens_zh}。{}，{}。", place.zh, light.zh, lens.zh);
    let en = format!("{}: {who_en}{happens_en}. {}; {}.", capital(place.en), capital(light.en), lens.en);
    spread(tongue, zh, en, " ")
}

/// Who is seen, up to the words of the action.
fn who(moment: &Moment, action: &Both, first: bool) -> (String, String) {
    match moment.people.as_slice() {
        [alone] if first => {
            let Person { name, look } = alone;
            (format!("{}（{}）", name.zh, look.zh), format!("{}, {}, ", name.en, look.en))
        }
        [alone] => (alone.name.zh.to_owned(), format!("{}, ", alone.name.en)),
        [a, b] if !action.zh.contains('{') => {
            (format!("{}与{}，", a.name.zh, b.name.zh), format!("{} and {}, ", a.name.en, b.name.en))
        }
        _ => (String::new(), String::new()),
    }
}

/// The action with the names of those who take part.
fn happens(moment: &Moment, action: &Both) -> (String, String) {
    match moment.people.as_slice() {
        [a, b] => (
            action.zh.replace("{a}", a.name.zh).replace("{b}", b.name.zh),
            action.en.replace("{a}", a.name.en).replace("{b}", b.name.en),
        ),
        _ => (action.zh.to_owned(), action.en.to_owned()),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |it| it.to_uppercase().chain(letters).collect())
}
