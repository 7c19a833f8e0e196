//! The shots that a film has already, and which rows of a storyboard without codes they are.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use rushes_core::{Scenecode, Shot};
use rushes_store::{Place, Store};

use crate::report::Failure;

/// So many shots are read at once.
const PAGE: u32 = 1000;
/// The beginning of the codes that we give.
const OURS: &str = "SCN";

/// What is remembered of a shot: its texts only by what they hash to, so that a large film takes little room.
#[derive(Debug)]
struct Known {
    scenecode: Scenecode,
    chapter: usize,
    content: u64,
    prompts: u64,
}

/// The shots of a film, in its order.
#[derive(Debug, Default)]
pub(super) struct KnownShots {
    shots: Vec<Known>,
    chapters: Vec<(u32, String)>,
}

impl KnownShots {
    /// Reads what the film has.
    pub(super) async fn of(store: &Store) -> Result<KnownShots, Failure> {
        let mut known = KnownShots::default();
        let mut after: Option<Place> = None;
        loop {
            let page = store.shots(after.as_ref(), PAGE).await?;
            let Some(last) = page.last() else { return Ok(known) };
            let scenecode = last.scenecode.clone();
            after = Some(Place { chapter: last.chapter, position: last.position, scenecode });
            page.iter().for_each(|it| known.add(it));
        }
    }

    fn add(&mut self, shot: &Shot) {
        let chapter = (shot.chapter, shot.chapter_title.clone());
        // Shots come in the order of chapters: a known one is among the last.
        let place = self.chapters.iter().rposition(|it| *it == chapter).unwrap_or_else(|| {
            self.chapters.push(chapter);
            self.chapters.len() - 1
        });
        self.shots.push(Known {
            scenecode: shot.scenecode.clone(),
            chapter: place,
            content: content(shot),
            prompts: prompts(shot),
        });
    }

    /// What each shot hashes to but for its place in the film, by its code.
    pub(super) fn contents(&self) -> HashMap<&Scenecode, u64> {
        self.shots.iter().map(|it| (&it.scenecode, it.content)).collect()
    }

    /// Gives the rows of a storyboard without codes the codes of the film's shots: by chapter and text, then by text
    /// alone, then by their order in the chapter. Rows that are left get new codes; no shot's code changes.
    pub(super) fn give_codes(&self, rows: &mut [Shot]) {
        let chapters = self.chapters_of(rows);
        let mut matched = Matched { of_row: vec![None; rows.len()], used: vec![false; self.shots.len()] };
        let all = |key: fn(&Known) -> (usize, u64)| self.shots.iter().map(key).collect::<Vec<_>>();
        matched.by(&all(|it| (it.chapter, it.content)), |at| Some((chapters[at]?, content(&rows[at]))));
        matched.by(&all(|it| (it.chapter, it.prompts)), |at| Some((chapters[at]?, prompts(&rows[at]))));
        matched.by(&all(|it| (0, it.content)), |at| Some((0, content(&rows[at]))));
        // Without one row that is known again the file is another one: its rows would overwrite shots that they are not.
        if matched.of_row.iter().any(Option::is_some) {
            self.match_by_order(&chapters, &mut matched);
        }
        let mut new = self.new_codes();
        for (row, shot) in rows.iter_mut().zip(&matched.of_row) {
            row.scenecode = match shot {
                Some(shot) => self.shots[*shot].scenecode.clone(),
                None => new.next().expect("there are more codes than shots"),
            };
        }
    }

    /// Which chapter of the film each row is in: one of its number and title, of its title, or of its number.
    fn chapters_of(&self, rows: &[Shot]) -> Vec<Option<usize>> {
        let mut found: HashMap<(u32, &str), Option<usize>> = HashMap::new();
        for row in rows {
            let (number, title) = (row.chapter, row.chapter_title.as_str());
            found.entry((number, title)).or_insert_with(|| {
                let find = |fits: &dyn Fn(&(u32, String)) -> bool| self.chapters.iter().position(fits);
                find(&|it| it.0 == number && it.1 == title)
                    .or_else(|| find(&|it| !title.is_empty() && it.1 == title))
                    .or_else(|| find(&|it| it.0 == number && (title.is_empty() || it.1.is_empty())))
            });
        }
        rows.iter().map(|it| found[&(it.chapter, it.chapter_title.as_str())]).collect()
    }

    /// A row between two known ones is the shot that stood there, if there was one.
    fn match_by_order(&self, chapters: &[Option<usize>], matched: &mut Matched) {
        let mut places = Vec::with_capacity(self.shots.len());
        let mut lists: Vec<Vec<usize>> = vec![Vec::new(); self.chapters.len()];
        for (at, shot) in self.shots.iter().enumerate() {
            places.push(lists[shot.chapter].len());
            lists[shot.chapter].push(at);
        }
        let mut next = vec![0; lists.len()];
        for (row, chapter) in chapters.iter().enumerate() {
            let Some(chapter) = *chapter else { continue };
            if matched.of_row[row].is_none()
                && let Some(shot) = lists[chapter].get(next[chapter]).filter(|it| !matched.used[**it])
            {
                matched.take(row, *shot);
            }
            if let Some(shot) = matched.of_row[row].filter(|it| self.shots[*it].chapter == chapter) {
                next[chapter] = places[shot] + 1;
            }
        }
    }

    /// Codes that come after all that we gave before, and that nobody else has taken.
    fn new_codes(&self) -> impl Iterator<Item = Scenecode> {
        let taken: HashSet<String> =
            self.shots.iter().map(|it| it.scenecode.as_str().to_lowercase()).collect();
        let ours = |it: &Known| it.scenecode.as_str().strip_prefix(OURS)?.parse::<u32>().ok();
        let last = self.shots.iter().filter_map(ours).max().unwrap_or(0);
        let code = |number| format!("{OURS}{number:06}");
        let free = (u64::from(last) + 1..).map(code).filter(move |it| !taken.contains(&it.to_lowercase()));
        free.map(|it| Scenecode::new(it).expect("`SCN` and digits are a scenecode"))
    }
}

/// Which rows are which shots.
struct Matched {
    of_row: Vec<Option<usize>>,
    used: Vec<bool>,
}

impl Matched {
    fn take(&mut self, row: usize, shot: usize) {
        self.of_row[row] = Some(shot);
        self.used[shot] = true;
    }

    /// Matches rows and shots with one key, the first with the first.
    fn by(&mut self, keys: &[(usize, u64)], key_of_row: impl Fn(usize) -> Option<(usize, u64)>) {
        let mut waiting: HashMap<(usize, u64), VecDeque<usize>> = HashMap::new();
        for (shot, key) in keys.iter().enumerate().filter(|(shot, _)| !self.used[*shot]) {
            waiting.entry(*key).or_default().push_back(shot);
        }
        for row in 0..self.of_row.len() {
            if self.of_row[row].is_some() {
                continue;
            }
            let shot = key_of_row(row).and_then(|key| waiting.get_mut(&key)?.pop_front());
            if let Some(shot) = shot {
                self.take(row, shot);
            }
        }
    }
}

/// What a shot hashes to but for its code, its place in the film and its priority.
pub(super) fn content(shot: &Shot) -> u64 {
    let texts = [
        &shot.title,
        &shot.first_prompt,
        &shot.last_prompt,
        &shot.aiwords,
        &shot.negative_prompt,
        &shot.dialogue,
        &shot.characters,
        &shot.location,
        &shot.refs,
        &shot.extra,
    ];
    hash(&(texts, shot.tasktype.as_str(), shot.seed, shot.duration))
}

fn prompts(shot: &Shot) -> u64 {
    hash(&(&shot.first_prompt, &shot.last_prompt))
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
#[path = "known_tests.rs"]
mod tests;
