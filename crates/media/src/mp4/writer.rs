//! Writing a clip: one track of H.264 at a constant frame rate, frame by frame, never the whole clip in memory.

use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use mp4_atom::{Avc1, Avcc, AvccExt, Encode, Ftyp, Visual};

use super::annex_b::{self, Nal};
use super::track::{Sample, SampleTable, VideoTrack, moov};
use crate::Error;

/// Units of time in a frame; fine enough for players that dislike a timescale of a few units a second.
const FRAME_TIME: u32 = 512;
/// The header of the media data: its size in 64 bits comes after the usual eight bytes.
pub(crate) const MDAT_HEADER: u64 = 16;

/// Writes a clip. Without [`ClipWriter::finish`] the file is no clip, and no check takes it for one.
pub struct ClipWriter {
    path: PathBuf,
    file: BufWriter<File>,
    width: u16,
    height: u16,
    fps: u32,
    mdat: u64,
    end: u64,
    sps: Option<Vec<u8>>,
    pps: Vec<Vec<u8>>,
    table: SampleTable,
}

impl ClipWriter {
    /// Begins a clip of this size and frame rate; a file that is there already is written over.
    pub fn create(path: &Path, width: u32, height: u32, fps: u32) -> Result<ClipWriter, Error> {
        let refuse = |reason: String| Error::Clip { path: path.to_path_buf(), reason };
        let size = |pixels: u32| {
            u16::try_from(pixels)
                .ok()
                .filter(|it| *it > 0)
                .ok_or_else(|| refuse(format!("expected a size of 1 to 65535 pixels, got {width}x{height}")))
        };
        let (width, height) = (size(width)?, size(height)?);
        if !(1..=1000).contains(&fps) {
            return Err(refuse(format!("expected 1 to 1000 frames a second, got {fps}")));
        }
        let file = File::create(path).map_err(Error::file("create", path))?;
        let mut writer = ClipWriter {
            path: path.to_path_buf(),
            file: BufWriter::new(file),
            width,
            height,
            fps,
            mdat: 0,
            end: 0,
            sps: None,
            pps: Vec::new(),
            table: SampleTable::default(),
        };
        writer.begin()?;
        Ok(writer)
    }

    fn begin(&mut self) -> Result<(), Error> {
        let head = file_type();
        self.mdat = head.len() as u64;
        self.write(&head)?;
        self.write(&mdat_header(0))?;
        self.table.begin_chunk(self.end);
        Ok(())
    }

    /// Adds one frame as the encoder gave it (Annex B), in the order in which frames are shown. `key` says that decoding can begin here; the first frame has
    /// to be one, and has to bring the parameter sets.
    pub fn push(&mut self, annex_b: &[u8], key: bool) -> Result<(), Error> {
        let mut sample = Vec::with_capacity(annex_b.len() + 16);
        let mut pictures = 0;
        for nal in annex_b::split(annex_b) {
            match annex_b::kind(nal) {
                Nal::Sps => self.take_sps(nal)?,
                Nal::Pps => self.take_pps(nal),
                Nal::Padding => {}
                Nal::Slice | Nal::KeySlice => {
                    pictures += 1;
                    append(&mut sample, nal);
                }
                Nal::Other => append(&mut sample, nal),
            }
        }
        if pictures == 0 {
            return Err(
                self.refuse("expected a frame to hold a picture, got none (did the encoder skip it?)")
            );
        }
        if self.table.len() == 0 && !(key && self.sps.is_some() && !self.pps.is_empty()) {
            return Err(self.refuse("expected the first frame to be a key frame with its parameter sets"));
        }
        self.write(&sample)?;
        let size = u32::try_from(sample.len()).map_err(|_| self.refuse("expected a frame below 4 GiB"))?;
        self.table.push(Sample { size, duration: FRAME_TIME, shift: 0, key });
        Ok(())
    }

    /// Writes the tables and makes the file durable.
    pub fn finish(mut self) -> Result<(), Error> {
        let Some(sps) = self.sps.take() else {
            return Err(self.refuse("expected at least one frame, got none"));
        };
        let visual =
            Visual { data_reference_index: 1, width: self.width, height: self.height, ..Visual::default() };
        let avcc = parameter_sets(sps, std::mem::take(&mut self.pps));
        let video = VideoTrack {
            codec: Avc1 { visual, avcc, ..Avc1::default() }.into(),
            width: self.width,
            height: self.height,
            table: std::mem::take(&mut self.table),
            begin: 0,
        };
        let mdat_size = self.end - self.mdat;
        let mut tables = Vec::new();
        moov(self.fps * FRAME_TIME, video, None)
            .encode(&mut tables)
            .map_err(|e| self.refuse(&e.to_string()))?;
        self.write(&tables)?;
        self.seal(mdat_size).map_err(Error::file("finish", &self.path))
    }

    fn seal(&mut self, mdat_size: u64) -> std::io::Result<()> {
        self.file.seek(SeekFrom::Start(self.mdat))?;
        self.file.write_all(&mdat_header(mdat_size))?;
        self.file.flush()?;
        self.file.get_ref().sync_all()
    }

    fn take_sps(&mut self, sps: &[u8]) -> Result<(), Error> {
        match &self.sps {
            Some(known) if known == sps => Ok(()),
            Some(_) => {
                Err(self.refuse("expected one sequence parameter set for the whole clip, got a second"))
            }
            None if sps.len() < 4 => Err(self.refuse("expected a whole sequence parameter set")),
            None => {
                self.sps = Some(sps.to_vec());
                Ok(())
            }
        }
    }

    fn take_pps(&mut self, pps: &[u8]) {
        if !self.pps.iter().any(|known| known == pps) {
            self.pps.push(pps.to_vec());
        }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.file.write_all(bytes).map_err(Error::file("write", &self.path))?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    fn refuse(&self, reason: &str) -> Error {
        Error::Clip { path: self.path.clone(), reason: reason.to_owned() }
    }
}

/// The box that opens a file.
pub(crate) fn file_type() -> Vec<u8> {
    let head = Ftyp {
        major_brand: b"isom".into(),
        minor_version: 512,
        compatible_brands: vec![b"isom".into(), b"iso2".into(), b"avc1".into(), b"mp41".into()],
    };
    encode(&head).expect("a box of 32 bytes fits into its size")
}

/// The head of the media data, `size` being the whole box.
pub(crate) fn mdat_header(size: u64) -> [u8; MDAT_HEADER as usize] {
    let mut header = [0; MDAT_HEADER as usize];
    header[..4].copy_from_slice(&1_u32.to_be_bytes());
    header[4..8].copy_from_slice(b"mdat");
    header[8..].copy_from_slice(&size.to_be_bytes());
    header
}

/// The bytes of a box.
pub(crate) fn encode(atom: &impl Encode) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    atom.encode(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

fn append(sample: &mut Vec<u8>, nal: &[u8]) {
    let length = u32::try_from(nal.len()).expect("an encoder's frame is far below 4 GiB");
    sample.extend_from_slice(&length.to_be_bytes());
    sample.extend_from_slice(nal);
}

fn parameter_sets(sps: Vec<u8>, pps: Vec<Vec<u8>>) -> Avcc {
    // The profiles above Main say their colours here too; encoders of ours write 4:2:0 with eight bits.
    let high = matches!(sps[1], 100 | 110 | 122 | 144);
    Avcc {
        configuration_version: 1,
        avc_profile_indication: sps[1],
        profile_compatibility: sps[2],
        avc_level_indication: sps[3],
        length_size: 4,
        sequence_parameter_sets: vec![sps],
        picture_parameter_sets: pps,
        ext: high.then(AvccExt::default),
    }
}

#[cfg(test)]
#[path = "writer_tests.rs"]
mod tests;
