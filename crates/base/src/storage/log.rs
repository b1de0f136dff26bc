//! A file of lines to which several programs append. A writer locks the file, so lines never mix. If a program was
//! killed within a line, the next writer ends that line.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::system_error::format_system_error;

use super::directory::{private_file_options, resolve_links};

const LARGEST: u64 = 256 << 20;

#[derive(Debug, Error)]
pub enum LogError {
    #[error("it is inside the scanned folder, and shingle never writes there")]
    Inside,
    #[error("it is an input, and shingle never writes there")]
    Itself,
    /// The path is a link; links are rejected, because they may point into the scanned folder.
    #[error("it is a link; name the target file")]
    Link,
    #[error("it is not a regular file")]
    NotAFile,
    #[error("it is larger than {} MiB", LARGEST >> 20)]
    TooLarge,
    #[error("{}", format_system_error(.0))]
    System(#[from] io::Error),
}

#[derive(Debug, Default)]
pub struct NewLines {
    /// True if the file was replaced or truncated; the lines then are all lines of the file.
    pub anew: bool,
    bytes: Vec<u8>,
}

impl NewLines {
    pub fn iter_lines(&self) -> impl Iterator<Item = &[u8]> {
        self.bytes.split_inclusive(|byte| *byte == b'\n').map(|line| &line[..line.len() - 1])
    }
}

/// A log file, opened again for each read to notice a replacement.
#[derive(Debug)]
pub struct LogFile {
    path: PathBuf,
    position: Option<(u64, FileIdentity)>,
    /// Last bytes of the part read so far. If they differ at the next read, the file was rewritten.
    tail: Vec<u8>,
}

/// Device and inode; constant if the system does not provide them.
type FileIdentity = (u64, u64);

impl LogFile {
    /// Checks that `path` can be a log and is outside of `read` (files and folders). Does not create the file.
    pub fn open(path: &Path, read: &[impl AsRef<Path>]) -> Result<Self, LogError> {
        let path = std::path::absolute(path)?;
        if std::fs::symlink_metadata(&path).is_ok_and(|it| it.is_symlink()) {
            return Err(LogError::Link);
        }
        let (target, _) = resolve_links(&path)?;
        for read in read.iter().filter_map(|read| read.as_ref().canonicalize().ok()) {
            if target == read {
                return Err(LogError::Itself);
            }
            if target.starts_with(read) {
                return Err(LogError::Inside);
            }
        }
        // Type and size come from one call, because another program may create the file at any moment.
        if std::fs::metadata(&target).is_ok_and(|it| !it.is_file()) {
            return Err(LogError::NotAFile);
        }
        Ok(Self { path, position: None, tail: Vec::new() })
    }

    /// Reads the lines that were added since the last call.
    ///
    /// # Errors
    /// [`LogError`] if the file cannot be read. A missing file is empty.
    pub fn read_new_lines(&mut self) -> Result<NewLines, LogError> {
        let mut file = match private_file_options().read(true).open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let anew = self.position.take().is_some();
                self.tail.clear();
                return Ok(NewLines { anew, bytes: Vec::new() });
            }
            file => file?,
        };
        let metadata = check_metadata(&file)?;
        let now = file_identity(&metadata);
        let goes_on = match self.position {
            Some((position, file_seen)) => {
                file_seen == now
                    && metadata.len() >= position
                    && self.has_known_tail(&mut file, position)?
            }
            None => false,
        };
        let anew = self.position.is_some() && !goes_on;
        let from = self.position.filter(|_| goes_on).map_or(0, |(position, _)| position);
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        file.take(LARGEST).read_to_end(&mut bytes)?;
        // Ignores an unfinished last line, because another program may still be writing it.
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        bytes.truncate(whole);
        if whole > 0 || anew {
            self.tail = bytes[whole.saturating_sub(64)..].to_vec();
        }
        self.position = Some((from + whole as u64, now));
        Ok(NewLines { anew, bytes })
    }

    /// Returns true if the bytes before `position` are the same as at the last read.
    fn has_known_tail(&self, file: &mut File, position: u64) -> io::Result<bool> {
        let mut there = vec![0; self.tail.len()];
        file.seek(SeekFrom::Start(position.saturating_sub(self.tail.len() as u64)))?;
        file.read_exact(&mut there)?;
        Ok(there == self.tail)
    }

    /// Appends lines.
    ///
    /// # Errors
    /// [`LogError`] if writing fails. The file then contains none of the lines.
    pub fn append(&self, lines: &[u8]) -> Result<(), LogError> {
        if let Some(above) = self.path.parent() {
            super::directory::create_private_directory(above)?;
        }
        let mut file =
            private_file_options().read(true).append(true).create(true).open(&self.path)?;
        check_metadata(&file)?;
        // Closing the file releases the lock, also if the program is killed. Without locks, as on some network file
        // systems, lines are safe only because they fit into one write.
        let _ = file.lock();
        let end = file.metadata()?.len();
        let mut last = [b'\n'];
        if end > 0 {
            file.seek(SeekFrom::Start(end - 1))?;
            file.read_exact(&mut last)?;
        }
        let whole = [if last == *b"\n" { &b""[..] } else { b"\n" }, lines].concat();
        if let Err(error) = file.write_all(&whole).and_then(|()| file.sync_data()) {
            let _ = file.set_len(end);
            return Err(error.into());
        }
        Ok(())
    }
}

/// Opens the file at `path`, which must be outside of `read`, for appending. Does not wait for the disk, so a system
/// crash may lose lines.
pub fn open_for_append(path: &Path, read: &[impl AsRef<Path>]) -> Result<File, LogError> {
    let place = LogFile::open(path, read)?.path;
    let file = private_file_options().append(true).create(true).open(place)?;
    check_metadata(&file)?;
    Ok(file)
}

/// Returns the metadata of a log, or an error if the log is too large or not a regular file.
fn check_metadata(file: &File) -> Result<Metadata, LogError> {
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(LogError::NotAFile);
    }
    if metadata.len() > LARGEST {
        return Err(LogError::TooLarge);
    }
    Ok(metadata)
}

#[cfg(unix)]
fn file_identity(metadata: &Metadata) -> FileIdentity {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
const fn file_identity(_: &Metadata) -> FileIdentity {
    (0, 0)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use std::{fs, thread};

    use super::*;

    fn texts(lines: &NewLines) -> Vec<String> {
        lines.iter_lines().map(|line| String::from_utf8_lossy(line).into_owned()).collect()
    }

    #[test]
    fn lines_of_several_writers_are_all_there_and_whole() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("made/log");
        let folder = tempfile::tempdir().unwrap();
        let writers = (0..4).map(|writer| {
            let log = LogFile::open(&path, &[folder.path()]).unwrap();
            thread::spawn(move || {
                for line in 0..50 {
                    let pair = format!("{writer} {line} a\n{writer} {line} b\n");
                    log.append(pair.as_bytes()).unwrap();
                }
            })
        });
        let writers: Vec<_> = writers.collect();
        let mut reader = LogFile::open(&path, &[folder.path()]).unwrap();
        let mut read = Vec::new();
        while read.len() < 400 {
            let news = reader.read_new_lines().unwrap();
            assert!(!news.anew);
            read.extend(texts(&news));
        }
        for writer in writers {
            writer.join().unwrap();
        }
        for two in read.chunks(2) {
            assert_eq!(two[0].replace('a', "b"), two[1]);
        }
        assert!(reader.read_new_lines().unwrap().iter_lines().next().is_none());
    }

    #[test]
    fn a_line_that_was_cut_off_is_closed_and_one_that_grows_is_awaited() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("log");
        fs::write(&path, "one\ntw").unwrap();
        let mut log = LogFile::open(&path, &[place.path().join("none")]).unwrap();
        assert_eq!(texts(&log.read_new_lines().unwrap()), ["one"]);
        log.append(b"three\n").unwrap();
        assert_eq!(texts(&log.read_new_lines().unwrap()), ["tw", "three"]);
    }

    #[test]
    fn a_file_that_was_replaced_or_cut_is_read_anew() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("log");
        let mut log = LogFile::open(&path, &[place.path().join("none")]).unwrap();
        assert!(log.read_new_lines().unwrap().iter_lines().next().is_none());
        log.append(b"one\ntwo\n").unwrap();
        assert_eq!(texts(&log.read_new_lines().unwrap()), ["one", "two"]);
        for instead in ["two\n", "six\none\nthree\n", ""] {
            fs::write(&path, instead).unwrap();
            let news = log.read_new_lines().unwrap();
            assert!(news.anew, "{instead:?}");
            assert_eq!(texts(&news), instead.lines().collect::<Vec<_>>());
        }
        fs::write(place.path().join("other"), "new\n").unwrap();
        fs::rename(place.path().join("other"), &path).unwrap();
        let news = log.read_new_lines().unwrap();
        assert_eq!((news.anew, texts(&news)), (true, vec!["new".to_string()]));
        fs::remove_file(&path).unwrap();
        assert!(log.read_new_lines().unwrap().anew);
    }

    #[test]
    fn a_file_beyond_the_limit_is_refused_and_many_short_lines_are_counted() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("log");
        fs::write(&path, vec![b'\n'; 1 << 20]).unwrap();
        let mut log = LogFile::open(&path, &["/none"]).unwrap();
        assert_eq!(log.read_new_lines().unwrap().iter_lines().count(), 1 << 20);
        File::options().write(true).open(&path).unwrap().set_len(LARGEST + 1).unwrap();
        assert_eq!(log.read_new_lines().unwrap_err().to_string(), "it is larger than 256 MiB");
        assert!(matches!(log.append(b"line\n"), Err(LogError::TooLarge)));
    }

    #[test]
    fn it_is_never_in_the_folder_that_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("deep/log");
        assert!(matches!(LogFile::open(&inside, &[folder.path()]), Err(LogError::Inside)));
        assert!(matches!(LogFile::open(folder.path(), &["/none"]), Err(LogError::NotAFile)));
        #[cfg(unix)]
        {
            // Links are rejected, including dangling and later ones.
            let outside = tempfile::tempdir().unwrap();
            let (link, target) = (outside.path().join("link"), folder.path().join("log"));
            let later = LogFile::open(&link, &[folder.path()]).unwrap();
            std::os::unix::fs::symlink(&target, &link).unwrap();
            let refused = || LogFile::open(&link, &[folder.path()]).map(|_| ());
            assert!(matches!(refused(), Err(LogError::Link)));
            assert!(later.append(b"line\n").is_err());
            assert!(!target.exists());
            fs::write(&target, "").unwrap();
            assert!(matches!(refused(), Err(LogError::Link)));
        }
    }
}
