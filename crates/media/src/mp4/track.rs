//! The tables of a track: which sample lies where and when it is shown. Shared by clips and the film.

use mp4_atom::{
    Co64, Codec, Ctts, CttsEntry, Dinf, Dref, Edts, Elst, ElstEntry, Hdlr, Mdhd, Mdia, Minf, Moov, Mvhd,
    Nmhd, Stbl, Stsc, StscEntry, Stsd, Stss, Stsz, StszSamples, Stts, SttsEntry, Tkhd, TrackReferenceTypeBox,
    Trak, Tref, Url, Vmhd,
};

/// One sample (a picture, or the text of a chapter) in the order of decoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sample {
    /// Its bytes.
    pub(crate) size: u32,
    /// How long until the next, in units of the track's timescale.
    pub(crate) duration: u32,
    /// How much later than decoded it is shown.
    pub(crate) shift: i64,
    /// Whether decoding can begin here.
    pub(crate) key: bool,
}

/// The samples of a track, run-length coded while they come.
#[derive(Debug, Default)]
pub(crate) struct SampleTable {
    times: Vec<SttsEntry>,
    shifts: Vec<CttsEntry>,
    keys: Vec<u32>,
    sizes: Vec<u32>,
    chunks: Vec<Chunk>,
    duration: u64,
}

#[derive(Debug)]
struct Chunk {
    offset: u64,
    samples: u32,
}

impl SampleTable {
    /// Begins a run of samples that lie one behind the other from `offset` on.
    pub(crate) fn begin_chunk(&mut self, offset: u64) {
        self.chunks.push(Chunk { offset, samples: 0 });
    }

    /// Adds a sample to the chunk that was begun last.
    pub(crate) fn push(&mut self, sample: Sample) {
        self.sizes.push(sample.size);
        if sample.key {
            self.keys.push(self.len());
        }
        self.duration += u64::from(sample.duration);
        match self.times.last_mut() {
            Some(run) if run.sample_delta == sample.duration => run.sample_count += 1,
            Some(_) | None => {
                self.times.push(SttsEntry { sample_count: 1, sample_delta: sample.duration });
            }
        }
        match self.shifts.last_mut() {
            Some(run) if run.sample_offset == sample.shift => run.sample_count += 1,
            Some(_) | None => self.shifts.push(CttsEntry { sample_count: 1, sample_offset: sample.shift }),
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.samples += 1;
        }
    }

    /// How many samples there are.
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.sizes.len()).expect("no film has four thousand million frames")
    }

    /// How long they run.
    pub(crate) fn duration(&self) -> u64 {
        self.duration
    }

    fn boxes(self, codec: Codec) -> Stbl {
        let every_sample_is_key = self.keys.len() == self.sizes.len();
        let shown_as_decoded = self.shifts.iter().all(|run| run.sample_offset == 0);
        Stbl {
            stsd: Stsd { codecs: vec![codec] },
            stts: Stts { entries: self.times },
            ctts: (!shown_as_decoded).then_some(Ctts { entries: self.shifts }),
            stss: (!every_sample_is_key).then_some(Stss { entries: self.keys }),
            stsc: Stsc { entries: chunk_runs(&self.chunks) },
            stsz: Stsz { samples: StszSamples::Different { sizes: self.sizes } },
            // Always 64 bits wide: one way for a clip and for a film beyond 4 GiB.
            co64: Some(Co64 { entries: self.chunks.iter().map(|chunk| chunk.offset).collect() }),
            ..Stbl::default()
        }
    }
}

fn chunk_runs(chunks: &[Chunk]) -> Vec<StscEntry> {
    let mut runs: Vec<StscEntry> = Vec::new();
    for (first_chunk, chunk) in (1_u32..).zip(chunks) {
        if runs.last().is_none_or(|run| run.samples_per_chunk != chunk.samples) {
            runs.push(StscEntry {
                first_chunk,
                samples_per_chunk: chunk.samples,
                sample_description_index: 1,
            });
        }
    }
    runs
}

const VIDEO: u32 = 1;
const CHAPTERS: u32 = 2;

/// The picture track of a file.
pub(crate) struct VideoTrack {
    /// How the samples are coded.
    pub(crate) codec: Codec,
    /// Width in pixels.
    pub(crate) width: u16,
    /// Height in pixels.
    pub(crate) height: u16,
    /// The samples.
    pub(crate) table: SampleTable,
    /// When the first picture is shown, in the track's own time; players begin there.
    pub(crate) begin: u64,
}

/// The text track that names the chapters.
pub(crate) struct ChapterTrack {
    /// How the text is coded.
    pub(crate) codec: Codec,
    /// One sample for each chapter.
    pub(crate) table: SampleTable,
}

/// The box that describes the whole file. One timescale serves the file and its tracks, so that no duration is
/// ever rounded.
pub(crate) fn moov(timescale: u32, video: VideoTrack, chapters: Option<ChapterTrack>) -> Moov {
    let duration = video.table.duration();
    let names_chapters = chapters.is_some();
    let mut trak = vec![video_trak(timescale, video, names_chapters)];
    trak.extend(chapters.map(|track| chapter_trak(timescale, track)));
    Moov {
        mvhd: Mvhd {
            timescale,
            duration,
            rate: 1.into(),
            volume: 1.into(),
            next_track_id: CHAPTERS + 1,
            ..Mvhd::default()
        },
        trak,
        ..Moov::default()
    }
}

fn video_trak(timescale: u32, track: VideoTrack, names_chapters: bool) -> Trak {
    let duration = track.table.duration();
    let chapters = TrackReferenceTypeBox { reference_type: b"chap".into(), track_ids: vec![CHAPTERS] };
    let begin = ElstEntry { segment_duration: duration, media_time: Some(track.begin), media_rate: 1.into() };
    Trak {
        tkhd: Tkhd {
            width: track.width.into(),
            height: track.height.into(),
            enabled: true,
            ..head(VIDEO, duration)
        },
        edts: (track.begin > 0).then(|| Edts { elst: Some(Elst { entries: vec![begin] }) }),
        tref: names_chapters.then(|| Tref { track_reference_type_boxes: vec![chapters] }),
        mdia: Mdia {
            mdhd: media_head(timescale, duration),
            hdlr: Hdlr { handler: b"vide".into(), name: "video".into() },
            minf: Minf {
                vmhd: Some(Vmhd::default()),
                dinf: same_file(),
                stbl: track.table.boxes(track.codec),
                ..Minf::default()
            },
        },
        ..Trak::default()
    }
}

fn chapter_trak(timescale: u32, track: ChapterTrack) -> Trak {
    let duration = track.table.duration();
    Trak {
        tkhd: head(CHAPTERS, duration),
        mdia: Mdia {
            mdhd: media_head(timescale, duration),
            hdlr: Hdlr { handler: b"text".into(), name: "chapters".into() },
            minf: Minf {
                nmhd: Some(Nmhd::default()),
                dinf: same_file(),
                stbl: track.table.boxes(track.codec),
                ..Minf::default()
            },
        },
        ..Trak::default()
    }
}

fn head(track_id: u32, duration: u64) -> Tkhd {
    Tkhd { track_id, duration, in_movie: true, ..Tkhd::default() }
}

fn media_head(timescale: u32, duration: u64) -> Mdhd {
    Mdhd { timescale, duration, language: "und".into(), ..Mdhd::default() }
}

fn same_file() -> Dinf {
    Dinf { dref: Dref { entries: vec![Url::default().into()] } }
}
