//! Reading an MP4 that somebody else wrote: where its pictures lie and when they are shown. Nothing in it is
//! trusted: every table has to fit the others and the file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use mp4_atom::{Buf, Codec, DecodeAtom, Header, Moof, Mvex, Mvhd, Stbl, Trak};

use super::{fragments, samples};
use crate::Error;

/// The tables of a long film take some megabytes.
const LONGEST_TABLES: u64 = 256 * 1024 * 1024;

/// What an MP4 holds, as far as checking and assembling care.
#[derive(Debug)]
pub(crate) struct Movie {
    /// The bytes of the file.
    pub(crate) bytes: u64,
    /// The first picture track.
    pub(crate) video: Video,
    /// Whether there is sound.
    pub(crate) sound: bool,
}

/// A picture track.
#[derive(Debug)]
pub(crate) struct Video {
    /// How its pictures are coded.
    pub(crate) codec: Codec,
    /// Whether all of them are coded alike.
    pub(crate) one_codec: bool,
    /// Width and height as shown, for a codec that does not say its own.
    pub(crate) shown_size: (u32, u32),
    /// Units of time in a second.
    pub(crate) timescale: u32,
    /// Its pictures, in the order of decoding.
    pub(crate) samples: Vec<Place>,
    /// What an edit list says of the pictures shown.
    pub(crate) edit: Edit,
    /// Whether the picture is shown turned, or otherwise than it is stored.
    pub(crate) turned: bool,
}

/// Where a picture lies and when it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Its first byte in the file.
    pub(crate) offset: u64,
    /// Its bytes.
    pub(crate) size: u32,
    /// How long until the next is decoded.
    pub(crate) duration: u32,
    /// How much later than decoded it is shown.
    pub(crate) shift: i64,
    /// Whether decoding can begin here.
    pub(crate) key: bool,
}

/// What is shown of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edit {
    /// Everything, from its beginning.
    Everything,
    /// One stretch: from a time of the track on, for as long as a number of seconds times a million.
    Stretch {
        /// Where it begins, in units of the track.
        begin: u64,
        /// How long it runs; zero means to the end.
        micros: u64,
    },
    /// Several stretches, waits or other speeds.
    Cut,
}

impl Movie {
    /// Reads the tables of a file. The media data itself is not read.
    pub(crate) fn open(path: &Path) -> Result<Movie, Error> {
        let mut file = File::open(path).map_err(Error::file("open", path))?;
        let refuse = |reason: String| Error::Mp4 { path: path.to_path_buf(), reason };
        let boxes = Boxes::read(&mut file).map_err(Error::file("read", path))?;
        let boxes = boxes.map_err(refuse)?;
        boxes.movie().map_err(refuse)
    }
}

impl Video {
    /// How long all pictures run, in units of the track.
    pub(crate) fn duration(&self) -> u64 {
        self.samples.iter().map(|sample| u64::from(sample.duration)).sum()
    }

    /// When the first picture is shown, counted from when the first is decoded.
    pub(crate) fn first_shown(&self) -> i64 {
        self.shown().min().unwrap_or_default()
    }

    /// By how much all pictures have to be shown later, so that none is shown before it is decoded, when the first
    /// is to be shown at once.
    pub(crate) fn delay(&self) -> u64 {
        let first = self.first_shown();
        let early = self.samples.iter().map(|sample| first - sample.shift).max();
        early.and_then(|delay| u64::try_from(delay).ok()).unwrap_or_default()
    }

    /// When each picture is shown.
    fn shown(&self) -> impl Iterator<Item = i64> {
        let mut decoded = 0;
        self.samples.iter().map(move |sample| {
            let shown = decoded + sample.shift;
            decoded += i64::from(sample.duration);
            shown
        })
    }

    /// How long the part that is shown runs, in seconds.
    pub(crate) fn seconds(&self) -> f64 {
        match self.edit {
            Edit::Stretch { micros, .. } if micros > 0 => micros as f64 / 1e6,
            Edit::Everything | Edit::Stretch { .. } | Edit::Cut => {
                self.duration() as f64 / f64::from(self.timescale)
            }
        }
    }

    /// Frames in a second.
    pub(crate) fn fps(&self) -> f64 {
        self.samples.len() as f64 * f64::from(self.timescale) / self.duration() as f64
    }
}

/// The boxes that hold tables, and where the fragments began.
struct Boxes {
    bytes: u64,
    moov: Vec<u8>,
    moofs: Vec<(u64, Vec<u8>)>,
}

impl Boxes {
    /// The outer result is about the disk, the inner one about the file.
    fn read(file: &mut File) -> io::Result<Result<Boxes, String>> {
        let bytes = file.seek(SeekFrom::End(0))?;
        let mut boxes = Boxes { bytes, moov: Vec::new(), moofs: Vec::new() };
        let mut at = 0;
        // A rest shorter than a header is padding.
        while at + 8 <= bytes {
            file.seek(SeekFrom::Start(at))?;
            let mut head = Vec::new();
            file.take(16).read_to_end(&mut head)?;
            let (kind, head, body) = match box_header(&head, bytes - at) {
                Ok(found) => found,
                Err(reason) => return Ok(Err(format!("{reason} at byte {at} of {bytes}"))),
            };
            if at == 0 && &kind != b"ftyp" {
                return Ok(Err("expected an MP4 to begin with `ftyp`".to_owned()));
            }
            if matches!(&kind, b"moov" | b"moof") {
                if body > LONGEST_TABLES {
                    return Ok(Err(format!("expected its tables to have at most {LONGEST_TABLES} bytes")));
                }
                file.seek(SeekFrom::Start(at + head))?;
                let mut table = Vec::new();
                file.take(body).read_to_end(&mut table)?;
                boxes.keep(&kind, at, table);
            }
            at += head + body;
        }
        Ok(Ok(boxes))
    }

    fn keep(&mut self, kind: &[u8; 4], at: u64, table: Vec<u8>) {
        if kind == b"moov" {
            self.moov = table;
        } else {
            self.moofs.push((at, table));
        }
    }

    fn movie(self) -> Result<Movie, String> {
        if self.moov.is_empty() {
            return Err("it has no tables (`moov`): its writer did not finish".to_owned());
        }
        let tracks = Tracks::read(&self.moov)?;
        let trak = tracks.video()?;
        let mut video = video(trak, tracks.head.timescale, self.bytes)?;
        for (at, table) in &self.moofs {
            let moof: Moof = decode_body(b"moof", table)?;
            let track = trak.tkhd.track_id;
            fragments::add(&mut video.samples, &moof, *at, tracks.extends.as_ref(), track)?;
        }
        video.check(self.bytes)?;
        Ok(Movie { bytes: self.bytes, video, sound: tracks.sound })
    }
}

/// Kind, length of the header, length of the body.
fn box_header(head: &[u8], left: u64) -> Result<([u8; 4], u64, u64), String> {
    let (&size, rest) = head.split_first_chunk::<4>().ok_or("a box has no header")?;
    let (&kind, rest) = rest.split_first_chunk::<4>().ok_or("a box has no header")?;
    let name = kind.escape_ascii();
    let (header, whole) = match (u32::from_be_bytes(size), rest.first_chunk::<8>()) {
        (0, _) => (8, left),
        (1, Some(&size)) => (16, u64::from_be_bytes(size)),
        (size, _) => (8, u64::from(size)),
    };
    if whole < header {
        return Err(format!("the box `{name}` is shorter than its own header"));
    }
    if whole > left {
        return Err(format!("it is cut off: the box `{name}` has {whole} bytes, of which {left} are there,"));
    }
    Ok((kind, header, whole - header))
}

/// The tracks of a file. Boxes that hold words about it are passed over, as a clip is not worth less for them.
struct Tracks {
    head: Mvhd,
    extends: Option<Mvex>,
    traks: Vec<Trak>,
    sound: bool,
    unread: Option<String>,
}

impl Tracks {
    fn read(moov: &[u8]) -> Result<Tracks, String> {
        let mut head = None;
        let mut tracks =
            Tracks { head: Mvhd::default(), extends: None, traks: Vec::new(), sound: false, unread: None };
        let mut rest = moov;
        while rest.len() >= 8 {
            let (kind, header, body) = box_header(rest, rest.len() as u64)?;
            let (header, body) = (header as usize, body as usize);
            let table = &rest[header..header + body];
            match &kind {
                b"mvhd" => head = Some(decode_body::<Mvhd>(&kind, table)?),
                b"mvex" => tracks.extends = Some(decode_body(&kind, table)?),
                b"trak" => tracks.add(table),
                _ => {}
            }
            rest = &rest[header + body..];
        }
        tracks.head = head.ok_or("its tables have no head (`mvhd`)")?;
        Ok(tracks)
    }

    fn add(&mut self, trak: &[u8]) {
        // The kind of a track is told even where the rest cannot be read.
        self.sound |= handler(trak) == Some(b"soun");
        match decode_body(b"trak", trak) {
            Ok(trak) => self.traks.push(trak),
            Err(reason) => self.unread = Some(reason),
        }
    }

    /// The first picture track.
    fn video(&self) -> Result<&Trak, String> {
        let pictures = |trak: &&Trak| trak.mdia.hdlr.handler == b"vide".into();
        self.traks.iter().find(pictures).ok_or_else(|| match &self.unread {
            Some(reason) => format!("it has no picture track that can be read: {reason}"),
            None => "it has no picture track".to_owned(),
        })
    }
}

/// The four letters of a track that tell what it holds.
fn handler(trak: &[u8]) -> Option<&[u8; 4]> {
    const AFTER_KIND: usize = 12;
    let at = trak.windows(4).position(|window| window == b"hdlr")?;
    trak.get(at + AFTER_KIND..)?.first_chunk()
}

fn decode_body<T: DecodeAtom>(kind: &[u8; 4], mut body: &[u8]) -> Result<T, String> {
    let header = Header { kind: kind.into(), size: Some(body.remaining()) };
    T::decode_atom(&header, &mut body).map_err(|error| error.to_string())
}

fn video(trak: &Trak, movie_timescale: u32, file_bytes: u64) -> Result<Video, String> {
    let table: &Stbl = &trak.mdia.minf.stbl;
    let codec = table.stsd.codecs.first().ok_or("its picture track does not say how it is coded")?;
    let timescale = trak.mdia.mdhd.timescale;
    if timescale == 0 || movie_timescale == 0 {
        return Err("it counts time in units of nothing".to_owned());
    }
    Ok(Video {
        codec: codec.clone(),
        one_codec: table.stsd.codecs.len() == 1,
        shown_size: (trak.tkhd.width.integer().into(), trak.tkhd.height.integer().into()),
        timescale,
        samples: samples::expand(table, file_bytes)?,
        edit: edit(trak, movie_timescale),
        turned: trak.tkhd.matrix != mp4_atom::Matrix::default(),
    })
}

fn edit(trak: &Trak, movie_timescale: u32) -> Edit {
    let entries = trak.edts.as_ref().and_then(|edts| edts.elst.as_ref()).map(|elst| elst.entries.as_slice());
    let stretch = match entries {
        None | Some([]) => return Edit::Everything,
        Some([entry]) if entry.media_rate == 1.into() => entry,
        Some(_) => return Edit::Cut,
    };
    let micros = u128::from(stretch.segment_duration) * 1_000_000 / u128::from(movie_timescale);
    match (stretch.media_time, u64::try_from(micros)) {
        (Some(begin), Ok(micros)) => Edit::Stretch { begin, micros },
        _ => Edit::Cut,
    }
}

impl Video {
    fn check(&self, file_bytes: u64) -> Result<(), String> {
        if self.samples.is_empty() {
            return Err("it has no frames".to_owned());
        }
        if self.duration() == 0 {
            return Err("its frames take no time".to_owned());
        }
        let outside = |place: &Place| {
            place.size == 0
                || place.offset.checked_add(u64::from(place.size)).is_none_or(|end| end > file_bytes)
        };
        match self.samples.iter().position(outside) {
            Some(number) => {
                Err(format!("frame {} of {} is empty or outside of the file", number + 1, self.samples.len()))
            }
            None => Ok(()),
        }
    }
}
