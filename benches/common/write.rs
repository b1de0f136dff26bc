//! Writes a corpus into a folder, with a thread per core.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::corpus::{Corpus, Variant};
use super::script::Script;

const SUBFOLDER: usize = 1_000;

/// Writes all documents as `000/000000.txt` and so on below `root`, which it creates. Returns their size in bytes.
///
/// # Errors
/// If a folder or file cannot be written. Earlier files remain.
pub(crate) fn write(root: &Path, corpus: &Corpus) -> io::Result<u64> {
    let subfolders = corpus.count().div_ceil(SUBFOLDER);
    std::fs::create_dir_all(root)?;
    let next = AtomicUsize::new(0);
    let worker = || -> io::Result<u64> {
        let mut text = String::new();
        let mut bytes = 0;
        loop {
            let subfolder = next.fetch_add(1, Ordering::Relaxed);
            if subfolder >= subfolders {
                return Ok(bytes);
            }
            let folder = root.join(format!("{subfolder:03}"));
            std::fs::create_dir_all(&folder)?;
            let end = corpus.count().min((subfolder + 1) * SUBFOLDER);
            for number in subfolder * SUBFOLDER..end {
                text.clear();
                corpus.write_document(number, &mut text);
                std::fs::write(folder.join(format!("{number:06}.txt")), &text)?;
                bytes += text.len() as u64;
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let mut bytes = 0;
        for worker in workers {
            bytes += worker.join().map_err(|_| io::Error::other("a thread panicked"))??;
        }
        Ok(bytes)
    })
}

/// # Errors
/// As [`write`].
pub(crate) fn write_plain_files(root: &Path, count: usize, seed: u64) -> io::Result<u64> {
    write(root, &Corpus::new(Script::English, Variant::Plain, count, seed))
}
