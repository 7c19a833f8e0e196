//! A project: the folder that holds `rushes.toml`, and what it leads to.

use std::path::{Path, PathBuf};

use rushes_core::{Film, OnUnknown};
use rushes_makers::{clip_maker, clips_are_free, frame_maker};
use rushes_media::MediaRoot;
use rushes_store::{DatabaseUrl, Store};
use rushes_worker::{Makers, Stages};

use crate::report::Failure;
use crate::settings::{self, Settings};

/// The environment variable with the database's password.
const PASSWORD: &str = "RUSHES_DATABASE_PASSWORD";

/// A project folder and its settings.
#[derive(Debug, Clone)]
pub struct Project {
    /// The folder.
    pub folder: PathBuf,
    /// What its `rushes.toml` says, and the environment over it.
    pub settings: Settings,
}

impl Project {
    /// The project that was named, or the one around the current folder.
    pub fn find(named: Option<&Path>) -> Result<Project, Failure> {
        let here = std::env::current_dir().map_err(|it| {
            Failure::new(format!("could not tell the current folder: {it}"))
                .hint("go to a folder that is there")
        })?;
        let folder = match named {
            Some(folder) => here.join(folder),
            None => settings::find_project(&here).ok_or_else(|| {
                Failure::new("could not find a project: no rushes.toml here or in a folder above")
                    .hint("make one with `rushes init`, or name it with `--project FOLDER`")
            })?,
        };
        Project::open(&folder)
    }

    /// The project of a folder.
    pub fn open(folder: &Path) -> Result<Project, Failure> {
        let settings = settings::load(folder).map_err(Failure::from)?;
        Ok(Project { folder: folder.to_owned(), settings })
    }

    /// Where the database is.
    pub fn database(&self) -> DatabaseUrl {
        self.settings.database.beside(&self.folder)
    }

    /// Connects to the film's database, whose tables must fit this program.
    pub async fn store(&self) -> Result<Store, Failure> {
        let store = Store::connect(&self.database(), password().as_deref()).await?;
        store.check_schema().await?;
        Ok(store)
    }

    /// Connects to a database that may not have any tables yet.
    pub async fn new_store(&self) -> Result<Store, Failure> {
        Ok(Store::create(&self.database(), password().as_deref()).await?)
    }

    /// The film's settings, as a worker goes by them. A file that says something else is refused with both values.
    pub async fn film(&self, store: &Store) -> Result<Film, Failure> {
        let film = store.film().await?;
        let differences = self.settings.differences(&film);
        if differences.is_empty() {
            // Nobody can have paid for what a free maker was asked for: there is nothing to hold.
            let free = clips_are_free(&film.clip_maker);
            let on_unknown = if free { OnUnknown::Resubmit } else { film.on_unknown };
            return Ok(Film { on_unknown, ..film });
        }
        Err(Failure::new(format!("could not use this rushes.toml:\n  {}", differences.join("\n  ")))
            .hint("every machine of a farm has the same [film]; change the file to what the database says"))
    }

    /// The media root.
    pub fn media(&self) -> Result<MediaRoot, Failure> {
        Ok(MediaRoot::open(self.folder.join(&self.settings.media))?)
    }

    /// The media root, proved to be the one that every machine of the farm sees. A folder that is not is left as it is.
    pub async fn shared_media(&self, store: &Store) -> Result<MediaRoot, Failure> {
        let media = self.media()?;
        let film = store.media_marker().await?;
        let wrong = |what: &str| {
            let folder = media.folder().display();
            Failure::new(format!("could not use `{folder}` as the film's media folder: {what}"))
        };
        match media.known_marker()? {
            None if !film.is_empty() => Err(wrong("its file .rushes-media is not there").hint(
                "connect the share or the disk, or set `media` in rushes.toml to the folder with the film's files; \
                 if they are lost or were copied to here, `rushes verify --new-media --repair`",
            )),
            Some(ours) if !film.is_empty() && ours != film => {
                Err(wrong("its file .rushes-media is that of another folder").hint(
                    "set `media` in rushes.toml to the folder that the film's other machines see; if its files were moved to \
                     here, `rushes verify --new-media --repair`",
                ))
            }
            None | Some(_) => {
                let film = store.note_media_marker(&media.marker()?).await?;
                // Another machine may have been first a moment ago, with another folder.
                if media.marker()? != film {
                    return Err(wrong("another machine uses another one")
                        .hint("set `media` in rushes.toml to the folder that the film's other machines see"));
                }
                Ok(media)
            }
        }
    }

    /// The media folder of rushes.toml, taken as the film's from now on whatever was it before.
    pub async fn new_media(&self, store: &Store) -> Result<MediaRoot, Failure> {
        let media = self.media()?;
        store.replace_media_marker(&media.marker()?).await?;
        Ok(media)
    }

    /// The makers that work on this machine, of the stages that a worker takes part in. A type whose maker this
    /// machine does not have is left to others.
    pub fn makers(&self, film: &Film, stages: Stages) -> Result<Makers, Failure> {
        let mut makers = Makers::default();
        let mut missing = None;
        for name in film.frame_makers.values().filter(|_| stages.frames) {
            match frame_maker(name, &self.settings.makers) {
                Ok(maker) => {
                    makers.frames.insert(name.clone(), maker);
                }
                Err(error) => {
                    tracing::warn!(%error, "this machine does not have a maker of the film");
                    missing = Some(error);
                }
            }
        }
        if stages.clips {
            makers.clips = Some(clip_maker(&film.clip_maker, &self.settings.makers)?);
        }
        match missing {
            Some(error) if makers.frames.is_empty() && !stages.clips => Err(error.into()),
            _ => Ok(makers),
        }
    }
}

/// The database's password: only ever from the environment.
pub fn password() -> Option<String> {
    std::env::var(PASSWORD).ok().filter(|it| !it.is_empty())
}
