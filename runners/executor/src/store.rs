//! What is known about executions: an index in memory, the log and the blobs on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use killrate_model::{Blob, Digest, Limit, Observation};

use crate::blob_store::BlobStore;
use crate::codec::{self, Backstops, DecodeError, Ending, LARGEST_INLINE};
use crate::interner::Interner;
use crate::log::{self, Location, Writer};
use crate::{Cost, Damage, DamageKind, Fault, Outcome};

/// Every finished execution. Only places are kept in memory; outputs are read when asked for.
pub(crate) struct Store {
    index: RwLock<BTreeMap<Digest, Entry>>,
    writers: Vec<Mutex<Writer>>,
    blobs: BlobStore,
    /// Those of other harnesses.
    other_blobs: RwLock<Vec<BlobStore>>,
    interner: Interner,
    damages: Mutex<Vec<Damage>>,
}

struct Entry {
    location: Location,
    /// The clock's limit that ended it, if one did.
    stopped_at: Option<(Limit, Duration)>,
    owner: Owner,
}

/// Who ran an execution.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// A harness in the same folder.
    Own,
    /// One that ran a part of the same study in another folder.
    Part,
}

impl Store {
    /// Reads all logs in `folder` and prepares one writer for each worker of the harness in this slot.
    pub(crate) fn open(
        folder: &Path,
        blobs: PathBuf,
        slot: &str,
        n_workers: usize,
    ) -> Result<Self, Fault> {
        let start = log::next_start(folder)?;
        let mut index = BTreeMap::new();
        let damages = read_all(folder, Owner::Own, &mut index)?;
        Ok(Self {
            index: RwLock::new(index),
            writers: (0..n_workers)
                .map(|worker| {
                    Mutex::new(Writer::new(
                        folder,
                        format!("{start:06}-{slot}-{worker:03}"),
                    ))
                })
                .collect(),
            blobs: BlobStore::open(blobs, slot)?,
            other_blobs: RwLock::default(),
            interner: Interner::default(),
            damages: Mutex::new(damages),
        })
    }

    /// Reads the logs of another harness, which has ended; they are not written to.
    pub(crate) fn read_also(&self, folder: &Path, blobs: PathBuf) -> Result<Vec<Damage>, Fault> {
        let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
        let damages = read_all(folder, Owner::Part, &mut index)?;
        let mut others = { self.other_blobs.write() }.unwrap_or_else(PoisonError::into_inner);
        others.push(BlobStore::of_other(blobs));
        lock(&self.damages).extend(damages.iter().cloned());
        Ok(damages)
    }

    /// Whether the log answers for this execution within these limits.
    pub(crate) fn contains(&self, key: Digest, backstops: Backstops) -> bool {
        self.locate(key, backstops).is_some()
    }

    /// The keys of everything that was read or run.
    pub(crate) fn keys(&self) -> BTreeSet<Digest> {
        let index = self.index.read().unwrap_or_else(PoisonError::into_inner);
        index.keys().copied().collect()
    }

    /// What the log says about this execution.
    pub(crate) fn get(&self, key: Digest, backstops: Backstops) -> Result<Option<Outcome>, Fault> {
        let Some((location, owner)) = self.locate(key, backstops) else {
            return Ok(None);
        };
        let value = log::read_at(&location, key)?;
        let decoded = value.map(|value| {
            codec::decode(&value, |digest, length| match self.blob(digest, length) {
                Ok(Some(blob)) => Ok(blob),
                Ok(None) => Err(Ok((digest, length))),
                Err(fault) => Err(Err(fault)),
            })
        });
        let damage = match decoded {
            Some(Ok((observation, cost))) => {
                return Ok(Some(Outcome {
                    observation: self.interner.share(observation),
                    cost,
                    was_cached: owner == Owner::Own,
                }));
            }
            Some(Err(DecodeError::Blob(Err(fault)))) => return Err(fault),
            Some(Err(DecodeError::Blob(Ok((digest, length))))) => Damage {
                file: self.blobs.path(digest),
                offset: 0,
                length,
                kind: DamageKind::Blob,
            },
            Some(Err(DecodeError::Malformed)) | None => Damage {
                file: location.file.to_path_buf(),
                offset: location.offset,
                length: u64::from(location.length),
                kind: DamageKind::Corrupt,
            },
        };
        lock(&self.damages).push(damage);
        let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
        index.remove(&key);
        Ok(None)
    }

    /// Writes a finished execution to the log of this worker.
    pub(crate) fn put(
        &self,
        worker: usize,
        key: Digest,
        backstops: Backstops,
        observation: Observation,
        cost: Cost,
    ) -> Result<Outcome, Fault> {
        let streams = [&observation.stdout, &observation.stderr];
        let is_large = |blob: &&Blob| blob.bytes().len() > LARGEST_INLINE;
        for blob in observation.outputs.values().chain(streams).filter(is_large) {
            self.blobs.put(blob)?;
        }
        let ending = Ending {
            exit: observation.exit,
            backstops,
        };
        let value = codec::encode(&ending, &observation, cost);
        let location = lock(&self.writers[worker]).append(key, &value)?;
        let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
        insert(&mut index, key, location, &ending, Owner::Own);
        drop(index);
        Ok(Outcome {
            observation: self.interner.share(observation),
            cost,
            was_cached: false,
        })
    }

    /// Makes everything written so far survive a power cut.
    pub(crate) fn sync(&self) -> Result<(), Fault> {
        for writer in &self.writers {
            // The worker goes on writing while the disk works.
            let unsynced = lock(writer).take_unsynced();
            if let Some((path, file)) = unsynced {
                file.sync_data()
                    .map_err(Fault::file("write to disk", &path))?;
            }
        }
        Ok(())
    }

    /// Everything found damaged so far, in order of place.
    pub(crate) fn damages(&self) -> Vec<Damage> {
        let mut damages = lock(&self.damages).clone();
        damages.sort();
        damages.dedup();
        damages
    }

    fn blob(&self, digest: Digest, length: u64) -> Result<Option<Blob>, Fault> {
        if let Some(blob) = self.blobs.get(digest, length)? {
            return Ok(Some(blob));
        }
        let others = self.other_blobs.read();
        for blobs in &*others.unwrap_or_else(PoisonError::into_inner) {
            if let Some(blob) = blobs.get(digest, length)? {
                return Ok(Some(blob));
            }
        }
        Ok(None)
    }

    fn locate(&self, key: Digest, backstops: Backstops) -> Option<(Location, Owner)> {
        let index = self.index.read().unwrap_or_else(PoisonError::into_inner);
        let entry = index.get(&key)?;
        let is_answer = match entry.stopped_at {
            None => true,
            // With more time it might have ended by itself.
            Some((Limit::Cpu, limit)) => backstops.cpu <= limit,
            Some((_, limit)) => backstops.wall <= limit,
        };
        is_answer.then(|| (entry.location.clone(), entry.owner))
    }
}

/// Reads all logs in a folder into the index and gives what is damaged.
fn read_all(
    folder: &Path,
    owner: Owner,
    index: &mut BTreeMap<Digest, Entry>,
) -> Result<Vec<Damage>, Fault> {
    let mut damages = Vec::new();
    for path in logs(folder)? {
        let path: Arc<Path> = path.into();
        log::read(&path)?.scan(
            &path,
            |offset, frame| {
                // Records of other versions have keys that nobody asks for.
                if let Some(ending) = codec::decode_ending(frame.value) {
                    let location = Location {
                        file: Arc::clone(&path),
                        offset,
                        length: u32::try_from(frame.len()).unwrap_or(u32::MAX),
                    };
                    insert(index, frame.key, location, &ending, owner);
                }
            },
            // Another harness may be in the middle of a frame.
            |damage| {
                if damage.kind != DamageKind::Truncated || !log::is_being_written(&path) {
                    damages.push(damage);
                }
            },
        );
    }
    Ok(damages)
}

/// Keeps the more telling of two records of one execution: one that no clock ended, else the one
/// that was given more time.
fn insert(
    index: &mut BTreeMap<Digest, Entry>,
    key: Digest,
    location: Location,
    ending: &Ending,
    owner: Owner,
) {
    let time = |stopped_at: Option<(Limit, Duration)>| {
        stopped_at.map_or(Duration::MAX, |(_, limit)| limit)
    };
    let entry = Entry {
        location,
        stopped_at: ending.stopped_at(),
        owner,
    };
    match index.get(&key) {
        Some(known) if time(known.stopped_at) >= time(entry.stopped_at) => {}
        _ => {
            index.insert(key, entry);
        }
    }
}

fn logs(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    let fault = || Fault::file("list the folder", folder);
    let entries = fs::read_dir(folder).map_err(fault())?;
    let listed: Result<Vec<PathBuf>, _> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = listed.map_err(fault())?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "log"));
    paths.sort();
    Ok(paths)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every state that a panicking thread can leave behind is one that could be left on purpose.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
