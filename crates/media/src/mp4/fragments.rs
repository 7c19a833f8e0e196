//! Fragmented files: the tables come in pieces, each before its own media data.

use mp4_atom::{Moof, Mvex, Tfhd, Traf, Trex, Trun, TrunEntry};

use super::reader::Place;
use super::samples::MOST;

/// The flag of a picture that needs others.
const NOT_KEY: u32 = 0x0001_0000;

/// Adds the pictures of a fragment that begins at `at`.
pub(crate) fn add(
    samples: &mut Vec<Place>,
    moof: &Moof,
    at: u64,
    extends: Option<&Mvex>,
    track: u32,
) -> Result<(), String> {
    let of_all = extends.and_then(|mvex| mvex.trex.iter().find(|trex| trex.track_id == track));
    for traf in moof.traf.iter().filter(|traf| traf.tfhd.track_id == track) {
        let mut end = traf.tfhd.base_data_offset.unwrap_or(at);
        for run in &traf.trun {
            let usual = Usual::of(&traf.tfhd, of_all);
            end = add_run(samples, run, base(traf, at), end, &usual)?;
        }
    }
    Ok(())
}

/// What a sample is that does not say otherwise.
struct Usual {
    duration: u32,
    size: u32,
    flags: u32,
}

impl Usual {
    fn of(head: &Tfhd, of_all: Option<&Trex>) -> Usual {
        let or = |own: Option<u32>, of_all: Option<u32>| own.or(of_all).unwrap_or_default();
        Usual {
            duration: or(head.default_sample_duration, of_all.map(|it| it.default_sample_duration)),
            size: or(head.default_sample_size, of_all.map(|it| it.default_sample_size)),
            flags: or(head.default_sample_flags, of_all.map(|it| it.default_sample_flags)),
        }
    }
}

fn base(traf: &Traf, at: u64) -> u64 {
    traf.tfhd.base_data_offset.unwrap_or(at)
}

/// Adds a run; it begins where it says, or where the last one ended. Answers where it ends.
fn add_run(samples: &mut Vec<Place>, run: &Trun, base: u64, end: u64, usual: &Usual) -> Result<u64, String> {
    // A run may promise four thousand million frames without a byte for each.
    if samples.len().saturating_add(run.samples.len()) > MOST as usize {
        return Err(format!("it promises more than {MOST} frames"));
    }
    let begin = run.data_offset.map_or(Some(end), |offset| base.checked_add_signed(offset.into()));
    let mut at = begin.ok_or("a fragment lies before the file")?;
    for entry in run.samples.iter() {
        let place = place(&entry, at, usual);
        at = at.checked_add(place.size.into()).ok_or("a frame lies beyond the end of all files")?;
        samples.push(place);
    }
    Ok(at)
}

fn place(entry: &TrunEntry, offset: u64, usual: &Usual) -> Place {
    Place {
        offset,
        size: entry.size.unwrap_or(usual.size),
        duration: entry.duration.unwrap_or(usual.duration),
        shift: entry.cts.unwrap_or_default(),
        key: entry.flags.unwrap_or(usual.flags) & NOT_KEY == 0,
    }
}
