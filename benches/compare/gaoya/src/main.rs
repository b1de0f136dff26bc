//! `peers gaoya DIR OUT` writes the pairs found by the gaoya crate. `peers exact DIR OUT` writes the exact pairs by
//! counting every shared shingle. Independent of shingle's code.

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use gaoya::minhash::{MinHashIndex, MinHasher, MinHasher32};
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

const WIDTH: usize = 4;
const THRESHOLD: f64 = 0.5;
/// Number of bands that gaoya's `calculate_minhash_params(0.5, 128)` recommends.
const BANDS: usize = 42;
const ROWS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, how, folder, out] = args.as_slice() else {
        return Err("usage: peers gaoya|exact DIR OUT".into());
    };
    let mut files = Vec::new();
    walk(Path::new(folder), &mut files)?;
    files.sort();
    let pairs = if how == "exact" { exact(&files)? } else { gaoya(&files)? };
    let mut out = BufWriter::new(fs::File::create(out)?);
    let name = |at: usize| files[at].strip_prefix(folder).unwrap_or(&files[at]).display();
    for (a, b) in pairs {
        writeln!(out, "{}\t{}", name(a), name(b))?;
    }
    Ok(out.flush()?)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Returns distinct shingles, as hashes of the words with a space after each word.
fn shingles(file: &Path) -> std::io::Result<Vec<u64>> {
    let text = fs::read_to_string(file)?.to_lowercase();
    // A word is a run of letters and digits. An apostrophe, point or comma between two of these joins them.
    let mut words: Vec<u8> = Vec::with_capacity(text.len());
    let mut ends = vec![0];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_alphanumeric() {
            words.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
        } else if matches!(letter, '\'' | '.' | ',')
            && words.len() > ends[ends.len() - 1]
            && letters.peek().is_some_and(|next| next.is_alphanumeric())
        {
            words.push(letter as u8);
        } else if words.len() > ends[ends.len() - 1] {
            words.push(b' ');
            ends.push(words.len());
        }
    }
    if words.len() > ends[ends.len() - 1] {
        words.push(b' ');
        ends.push(words.len());
    }
    let width = WIDTH.min(ends.len() - 1).max(1);
    let mut hashes: Vec<u64> =
        ends.windows(width + 1).map(|ends| xxh3_64(&words[ends[0]..ends[width]])).collect();
    hashes.sort_unstable();
    hashes.dedup();
    Ok(hashes)
}

fn gaoya(files: &[PathBuf]) -> std::io::Result<Vec<(usize, usize)>> {
    let hasher = MinHasher32::new(BANDS * ROWS);
    let signatures: Vec<Vec<u32>> = files
        .par_iter()
        .map(|file| Ok(hasher.create_signature(shingles(file)?.into_iter())))
        .collect::<std::io::Result<_>>()?;
    let mut index: MinHashIndex<u32, usize> = MinHashIndex::new(BANDS, ROWS, THRESHOLD);
    index.par_bulk_insert((0..files.len()).collect(), signatures.clone());
    Ok(signatures
        .par_iter()
        .enumerate()
        .flat_map_iter(|(a, signature)| {
            let partners: HashSet<usize> =
                index.query_owned_return_similarity(signature).into_iter().map(|(b, _)| b).collect();
            partners.into_iter().filter(move |b| *b > a).map(move |b| (a, b))
        })
        .collect())
}

fn exact(files: &[PathBuf]) -> std::io::Result<Vec<(usize, usize)>> {
    let sets: Vec<Vec<u64>> =
        files.par_iter().map(|file| shingles(file)).collect::<std::io::Result<_>>()?;
    let sizes: Vec<usize> = sets.iter().map(Vec::len).collect();
    let mut found: Vec<(u64, u32)> = sets
        .into_iter()
        .enumerate()
        .flat_map(|(at, set)| set.into_iter().map(move |hash| (hash, at as u32)))
        .collect();
    found.par_sort_unstable();
    // For each document except the last, the ranges in `found` of the documents with the same shingle.
    let mut runs: Vec<Vec<(u32, u32)>> = vec![Vec::new(); files.len()];
    let mut start = 0;
    for run in found.chunk_by(|a, b| a.0 == b.0) {
        let end = start + run.len();
        for at in start..end - 1 {
            runs[found[at].1 as usize].push((at as u32 + 1, end as u32));
        }
        start = end;
    }
    Ok((0..files.len())
        .into_par_iter()
        .map_init(
            || vec![0_u32; files.len()],
            |counts, a| {
                let mut seen = Vec::new();
                for &(start, end) in &runs[a] {
                    for &(_, b) in &found[start as usize..end as usize] {
                        if counts[b as usize] == 0 {
                            seen.push(b as usize);
                        }
                        counts[b as usize] += 1;
                    }
                }
                let mut pairs = Vec::new();
                for b in seen {
                    let shared = std::mem::take(&mut counts[b]) as usize;
                    if 2 * shared >= sizes[a] + sizes[b] - shared {
                        pairs.push((a, b));
                    }
                }
                pairs
            },
        )
        .flatten_iter()
        .collect())
}
