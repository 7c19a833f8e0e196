//! The tables of a track, unfolded to one entry for each picture.

use mp4_atom::{Stbl, StszSamples};

use super::reader::Place;

/// More frames than any clip has.
pub(crate) const MOST: u32 = 10_000_000;

/// Unfolds the tables of a track. A table that promises more than the file can hold is refused before it is unfolded.
pub(crate) fn expand(table: &Stbl, file_bytes: u64) -> Result<Vec<Place>, String> {
    let sizes = sizes(table, file_bytes)?;
    let count = sizes.len();
    let durations = runs(table.stts.entries.iter().map(|run| (run.sample_count, run.sample_delta)), count);
    let shifts = match &table.ctts {
        Some(ctts) => runs(ctts.entries.iter().map(|run| (run.sample_count, run.sample_offset)), count),
        None => vec![0; count],
    };
    let offsets = offsets(table, &sizes)?;
    if durations.len() < count || shifts.len() < count || offsets.len() < count {
        return Err(format!("its tables do not agree on its {count} frames"));
    }
    let mut places: Vec<Place> = (0..count)
        .map(|at| Place {
            offset: offsets[at],
            size: sizes[at],
            duration: durations[at],
            shift: shifts[at],
            key: table.stss.is_none(),
        })
        .collect();
    for number in table.stss.iter().flat_map(|stss| &stss.entries) {
        let at = usize::try_from(*number).ok().and_then(|number| number.checked_sub(1));
        match at.and_then(|at| places.get_mut(at)) {
            Some(place) => place.key = true,
            None => return Err(format!("its key frame {number} is not among its {count} frames")),
        }
    }
    Ok(places)
}

fn sizes(table: &Stbl, file_bytes: u64) -> Result<Vec<u32>, String> {
    match &table.stsz.samples {
        StszSamples::Different { sizes } => Ok(sizes.clone()),
        StszSamples::Identical { count, size }
            if *count <= MOST && u64::from(*count) * u64::from(*size) <= file_bytes =>
        {
            Ok(vec![*size; *count as usize])
        }
        StszSamples::Identical { count, size } => {
            Err(format!("its {count} frames of {size} bytes do not fit into the file"))
        }
    }
}

/// Unfolds runs, but never to more than `count`.
fn runs<T: Copy>(runs: impl Iterator<Item = (u32, T)>, count: usize) -> Vec<T> {
    runs.flat_map(|(times, value)| std::iter::repeat_n(value, times as usize)).take(count).collect()
}

fn offsets(table: &Stbl, sizes: &[u32]) -> Result<Vec<u64>, String> {
    let chunks: Vec<u64> = match (&table.co64, &table.stco) {
        (Some(co64), _) => co64.entries.clone(),
        (None, Some(stco)) => stco.entries.iter().copied().map(u64::from).collect(),
        (None, None) => Vec::new(),
    };
    let mut offsets = Vec::with_capacity(sizes.len());
    let mut left = sizes.iter();
    let mut runs = table.stsc.entries.iter().peekable();
    let mut in_chunk = 0;
    for (number, chunk) in (1_u32..).zip(chunks) {
        if let Some(run) = runs.next_if(|run| run.first_chunk <= number) {
            in_chunk = run.samples_per_chunk;
        }
        let mut at = chunk;
        for size in left.by_ref().take(in_chunk as usize) {
            offsets.push(at);
            at = at.checked_add(u64::from(*size)).ok_or("a frame lies beyond the end of all files")?;
        }
    }
    Ok(offsets)
}
