//! Assembling with ffmpeg: every clip is brought to the size and rate of the first, then all are joined.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::chapters::{self, Span};
use super::{Chapter, Source};
use crate::Error;
use crate::mp4::Video;

const SAMPLES: u32 = 48_000;
const MICROS: u64 = 1_000_000;

/// The program.
pub(super) struct Ffmpeg {
    program: PathBuf,
}

impl Default for Ffmpeg {
    fn default() -> Self {
        Ffmpeg { program: PathBuf::from("ffmpeg") }
    }
}

/// What is to be assembled.
pub(super) struct Order<'a> {
    /// Why the clips cannot be joined as they are.
    pub(super) why: &'a str,
    /// The clips.
    pub(super) sources: &'a [Source<'a>],
    /// The chapters.
    pub(super) chapters: &'a [Chapter],
    /// The file.
    pub(super) out: &'a Path,
}

/// The version of the ffmpeg that assembling would use, or why there is none.
pub fn ffmpeg_version() -> Result<String, Error> {
    let said = Ffmpeg::default().run(&["-version"], "tell its version", "clips may differ in format")?;
    Ok(said.lines().next().unwrap_or_default().to_owned())
}

impl Ffmpeg {
    /// Another program in its place.
    #[cfg(test)]
    pub(super) fn at(program: impl Into<PathBuf>) -> Ffmpeg {
        Ffmpeg { program: program.into() }
    }

    /// Assembles a film into a file that is there already. Answers how many frames it should have.
    pub(super) fn assemble(
        &self,
        order: &Order<'_>,
        progress: &mut impl FnMut(usize, usize),
    ) -> Result<u64, Error> {
        let target = Target::of(order.sources);
        let work = WorkFolder::beside(order.out)?;
        let plan = target.plan(order.sources);
        for (number, (source, step)) in (1..).zip(order.sources.iter().zip(&plan)) {
            let arguments = target.normalise(source, step, &work.part(number));
            let doing = format!("bring the clip of `{}` to the format of the film", source.part.label);
            self.run(&arguments, &doing, order.why)?;
            progress(number, order.sources.len());
        }
        let durations: Vec<u64> = plan.iter().map(|step| step.micros).collect();
        work.write("list.txt", &list(&durations))?;
        work.write("chapters.txt", &metadata(&chapters::spans(order.chapters, &durations)))?;
        self.run(&target.concatenate(&work, order.out), "join the clips", order.why)?;
        Ok(plan.iter().map(|step| step.frames).sum())
    }

    fn run(&self, arguments: &[impl AsRef<OsStr>], doing: &str, why: &str) -> Result<String, Error> {
        let mut command = Command::new(&self.program);
        command.args(["-nostdin", "-hide_banner", "-v", "error", "-y"]).args(arguments).stdin(Stdio::null());
        let output = command.output().map_err(|source| Error::NoFfmpeg {
            program: self.program.display().to_string(),
            why: why.to_owned(),
            source,
        })?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        Err(Error::Ffmpeg {
            doing: doing.to_owned(),
            status: output.status.to_string(),
            said: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        })
    }
}

/// What every clip is brought to.
struct Target {
    width: u32,
    height: u32,
    /// Frames a second as a fraction, since 23.976 is none.
    rate: (u64, u64),
    sound: bool,
}

/// What one clip becomes.
struct Step {
    frames: u64,
    micros: u64,
    samples: u64,
}

impl Target {
    fn of(sources: &[Source<'_>]) -> Target {
        let first = &sources[0].movie.video;
        let (width, height) = first.size();
        // Four pixels share a colour, so that both sides are even.
        let even = |pixels: u32| (pixels & !1).max(2);
        let sound = sources.iter().any(|source| source.movie.sound);
        Target { width: even(width), height: even(height), rate: rate(first), sound }
    }

    /// How many frames each clip gets. Ends are rounded in the time of the whole film, not clip by clip, so that a
    /// thousand roundings stay below one frame.
    fn plan(&self, sources: &[Source<'_>]) -> Vec<Step> {
        let (numerator, denominator) = self.rate;
        let in_units = |frame: u64, units: u64| frame * denominator * units / numerator;
        let mut seconds = 0.0;
        let mut begin = 0;
        let mut plan = Vec::new();
        for source in sources {
            seconds += source.movie.video.seconds();
            let end = (seconds * numerator as f64 / denominator as f64).round() as u64;
            let end = end.max(begin + 1);
            plan.push(Step {
                frames: end - begin,
                micros: in_units(end, MICROS) - in_units(begin, MICROS),
                samples: in_units(end, SAMPLES.into()) - in_units(begin, SAMPLES.into()),
            });
            begin = end;
        }
        plan
    }

    fn normalise(&self, source: &Source<'_>, step: &Step, to: &Path) -> Vec<OsString> {
        let mut arguments = words("-i");
        arguments.push(source.part.path.clone().into());
        if self.sound {
            arguments.extend(self.sound_of(source, step));
        }
        arguments.extend(words("-map 0:v:0 -vf"));
        arguments.push(self.filter(step.frames).into());
        // No frame looks ahead, so that clips can follow each other without a gap.
        arguments.extend(words("-c:v libx264 -preset medium -crf 18 -bf 0"));
        arguments.push(to.into());
        arguments
    }

    /// The last picture stands until the clip has its frames. Every filter ends by itself: ffmpeg feeds an endless one
    /// and starves the others.
    fn filter(&self, frames: u64) -> String {
        let (width, height) = (self.width, self.height);
        let (numerator, denominator) = self.rate;
        format!(
            "fps={numerator}/{denominator}:start_time=0,\
             scale={width}:{height}:force_original_aspect_ratio=decrease,\
             pad={width}:{height}:(ow-iw)/2:(oh-ih)/2,setsar=1,format=yuv420p,\
             tpad=stop={frames}:stop_mode=clone,trim=end_frame={frames}"
        )
    }

    /// The sound of a clip, cut or filled to the length of its pictures; silence if it has none. It stays
    /// uncompressed here, as compressed sound cannot be cut to the frame.
    fn sound_of(&self, source: &Source<'_>, step: &Step) -> Vec<OsString> {
        let samples = step.samples;
        let mut arguments = match source.movie.sound {
            true => words("-map 0:a:0"),
            false => words(&format!("-f lavfi -i anullsrc=r={SAMPLES}:cl=stereo -map 1:a:0")),
        };
        arguments.push("-af".into());
        let filter = format!(
            "aresample={SAMPLES}:async=1:first_pts=0,aformat=sample_fmts=s16:channel_layouts=stereo,\
             apad=whole_len={samples},atrim=end_sample={samples}"
        );
        arguments.push(filter.into());
        arguments.extend(words("-c:a pcm_s16le"));
        arguments
    }

    fn concatenate(&self, work: &WorkFolder, out: &Path) -> Vec<OsString> {
        let mut arguments = words("-f concat -safe 0 -i");
        arguments.push(work.0.join("list.txt").into());
        arguments.extend(words("-f ffmetadata -i"));
        arguments.push(work.0.join("chapters.txt").into());
        arguments.extend(words("-map_metadata 1 -map_chapters 1 -map 0:v -c:v copy"));
        if self.sound {
            arguments.extend(words("-map 0:a -c:a aac -b:a 192k"));
        }
        arguments.extend(words("-movflags +faststart -f mp4"));
        arguments.push(out.into());
        arguments
    }
}

/// Frames a second of the first clip. One whose frames differ in length gets the nearest whole number.
fn rate(video: &Video) -> (u64, u64) {
    let frame = video.samples[0].duration;
    if frame > 0 && video.samples.iter().all(|sample| sample.duration == frame) {
        return (video.timescale.into(), frame.into());
    }
    (video.fps().round().max(1.0) as u64, 1)
}

/// The list of the clips for ffmpeg; the names are ours and need no quoting.
fn list(durations: &[u64]) -> String {
    let lines = (1..).zip(durations).map(|(number, micros)| {
        let (whole, rest) = (micros / MICROS, micros % MICROS);
        format!("file {}\nduration {whole}.{rest:06}\n", part_name(number))
    });
    lines.collect()
}

/// The chapters as ffmpeg reads them.
fn metadata(spans: &[Span]) -> String {
    let mut text = String::from(";FFMETADATA1\n");
    for span in spans {
        let title = escape(&span.title);
        let (begin, end) = (span.begin, span.end);
        text.push_str(&format!("[CHAPTER]\nTIMEBASE=1/{MICROS}\nSTART={begin}\nEND={end}\ntitle={title}\n"));
    }
    text
}

fn escape(title: &str) -> String {
    let mut escaped = String::with_capacity(title.len());
    for letter in title.chars() {
        if matches!(letter, '=' | ';' | '#' | '\\') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

fn part_name(number: usize) -> String {
    format!("part-{number:05}.mov")
}

fn words(text: &str) -> Vec<OsString> {
    text.split(' ').map(OsString::from).collect()
}

/// A folder for what lies between the clips and the film; it goes when the work ends.
struct WorkFolder(PathBuf);

impl WorkFolder {
    fn beside(out: &Path) -> Result<WorkFolder, Error> {
        let mut path = out.as_os_str().to_owned();
        path.push(".work");
        let path = PathBuf::from(path);
        fs::create_dir(&path).map_err(Error::file("create the folder", &path))?;
        Ok(WorkFolder(path))
    }

    fn part(&self, number: usize) -> PathBuf {
        self.0.join(part_name(number))
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        let path = self.0.join(name);
        fs::write(&path, text).map_err(Error::file("write", &path))
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}
