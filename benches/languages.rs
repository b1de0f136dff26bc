//! Measures language detection from words. Reads texts from standard input, one per line:
//! `code<tab>words<tab>source<tab>text`. Prints the share of correct detections for each size and source, and languages
//! below 97 %. Then prints the most common errors, and the scores of correct and wrong detections. Finally prints the
//! shares of correct, wrong and unknown words, for single pieces and for texts of ten pieces of equal size.

use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::time::{Duration, Instant};

use shingle::text::language::evidence::{
    COLUMNS, Script, languages, score_word, score_word_quickly,
};
use shingle::text::language::units::{Gatherer, word_if_folded};
use shingle::text::tokenize::{Words, tokenize};

/// Weighs letters by script: texts in other scripts have Latin terms, and some scripts write a word with few
/// characters.
fn letter_weight(script: Script) -> usize {
    match script {
        Script::Latin => 1,
        Script::Han | Script::Hangul => 4,
        _ => 2,
    }
}

/// Detects the language of a text in the script of most letters, with the mean score of its words.
fn detect_and_time(text: &str, spent: &mut Duration, asked: &mut u32) -> Option<(String, f64)> {
    let mut sums: BTreeMap<Script, (usize, u32, [u32; COLUMNS])> = BTreeMap::new();
    let mut words = Vec::new();
    tokenize(text, Words::Unicode, &mut |_, word| words.push(word.to_string()));
    let start = Instant::now();
    let rows: Vec<_> = words.iter().map(|word| score_word(word)).collect();
    *spent += start.elapsed();
    *asked += rows.len() as u32;
    for (row, word) in rows.into_iter().zip(&words) {
        let Some(script) = row.script() else { continue };
        let (letters, words, sums) = sums.entry(script).or_insert((0, 0, [0; COLUMNS]));
        *letters += word.chars().count() * letter_weight(script);
        *words += 1;
        for (sum, &score) in sums.iter_mut().zip(row.column_scores()) {
            *sum += u32::from(score);
        }
    }
    let (script, (_, words, sums)) = sums.into_iter().max_by_key(|(_, (letters, ..))| *letters)?;
    let columns = languages(script).iter().zip(sums);
    let (language, sum) = columns.rev().max_by_key(|&(_, sum)| sum)?;
    Some((language.code().to_string(), f64::from(sum) / f64::from(words)))
}

/// Numbers of correct, wrong and unknown words.
type Counts = [usize; 3];

/// Joins the pieces to a text by empty lines, and counts its words by the detected language.
fn count_by_language(pieces: &[&(String, String)], languages: &mut Gatherer, counts: &mut Counts) {
    let mut text = String::new();
    let mut ends = Vec::new();
    for (code, piece) in pieces {
        text += piece;
        text += "\n\n";
        ends.push((text.len() as u32, code));
    }
    let mut codes = Vec::new();
    tokenize(&text, Words::Unicode, &mut |span, word| {
        let piece = ends.partition_point(|&(end, _)| end <= span.start);
        codes.push(ends[piece].1);
        languages.add_word(&text, span, word_if_folded(span, word), score_word_quickly(word));
    });
    for (range, stretch) in languages.finish(&text).word_ranges() {
        for code in &codes[range] {
            let place = match stretch {
                Some(language) if language.code() == *code => 0,
                Some(_) => 1,
                None => 2,
            };
            counts[place] += 1;
        }
    }
}

fn detect_by_stretches(pieces: &BTreeMap<(u32, bool), Vec<(String, String)>>) {
    let mut languages = Gatherer::default();
    for ((size, terms), pieces) in pieces {
        // A fixed order, in which neighbours share a language only by chance.
        let mut mixed: Vec<_> = pieces.iter().collect();
        mixed.sort_by_key(|(_, text)| xxhash_rust::xxh3::xxh3_64(text.as_bytes()));
        for together in [1, 10] {
            let mut counts = Counts::default();
            mixed
                .chunks(together)
                .for_each(|some| count_by_language(some, &mut languages, &mut counts));
            let [right, wrong, unknown] =
                counts.map(|count| percent(count as u32, counts.iter().sum::<usize>() as u32));
            let terms = if *terms { "with terms" } else { "" };
            println!(
                "{size:4} words, {together:2} in a text: right {right:.2} %, wrong {wrong:.2} %, unknown {unknown:.2} % {terms}"
            );
        }
    }
}

fn main() -> io::Result<()> {
    let mut pieces: BTreeMap<_, Vec<_>> = BTreeMap::new();
    let mut right: BTreeMap<(String, u32, String), (u32, u32)> = BTreeMap::new();
    let mut errors: BTreeMap<(u32, String, String), u32> = BTreeMap::new();
    let mut means: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let (mut spent, mut asked) = (Duration::ZERO, 0);
    score_word("the");
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut fields = line.splitn(4, '\t');
        let [Some(code), Some(size), Some(source), Some(text)] = [(); 4].map(|()| fields.next())
        else {
            continue;
        };
        let size = size.parse().unwrap_or(0);
        if code != "-" {
            let kind = (size, source.ends_with("+terms"));
            pieces.entry(kind).or_default().push((code.to_string(), text.to_string()));
        }
        let Some((answer, mean)) = detect_and_time(text, &mut spent, &mut asked) else { continue };
        let is_right = answer == code;
        let known = code != "-";
        means
            .entry(if !known {
                "none"
            } else if is_right {
                "right"
            } else {
                "wrong"
            })
            .or_default()
            .push(mean);
        if known {
            let (hits, all) =
                right.entry((code.to_string(), size, source.to_string())).or_default();
            *hits += u32::from(is_right);
            *all += 1;
            if !is_right {
                *errors.entry((size, code.to_string(), answer)).or_default() += 1;
            }
        }
    }
    let mut table: BTreeMap<(&str, u32), (u32, u32)> = BTreeMap::new();
    for ((_, size, source), (hits, all)) in &right {
        let total = if source.ends_with("+terms") { "all+terms" } else { "all" };
        for source in [source.as_str(), total] {
            let sum = table.entry((source, *size)).or_default();
            *sum = (sum.0 + hits, sum.1 + all);
        }
    }
    for ((source, size), (hits, all)) in table {
        println!("{source:16} {size:4} {hits:6} of {all:6} {:.2} %", percent(hits, all));
    }
    for ((code, size, source), (hits, all)) in &right {
        if hits * 100 < all * 97 {
            println!("below 97 %: {code} {size:4} {source:16} {hits:4} of {all:4}");
        }
    }
    let mut errors: Vec<_> = errors.into_iter().collect();
    errors.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    for ((size, code, answer), count) in errors.into_iter().take(30) {
        println!("{count:4} × {code} as {answer} ({size} words)");
    }
    for (which, mut means) in means {
        means.sort_by(f64::total_cmp);
        let at = |percent: usize| means[(means.len() - 1) * percent / 100];
        println!(
            "mean score, {which}: least {:.2}, 1 % {:.2}, 5 % {:.2}, half {:.2}, 95 % {:.2}, 99 % {:.2}",
            at(0),
            at(1),
            at(5),
            at(50),
            at(95),
            at(99)
        );
    }
    println!("{asked} words, {:.0} ns each", spent.as_nanos() as f64 / f64::from(asked.max(1)));
    detect_by_stretches(&pieces);
    Ok(())
}

fn percent(part: u32, whole: u32) -> f64 {
    f64::from(part) * 100.0 / f64::from(whole.max(1))
}
