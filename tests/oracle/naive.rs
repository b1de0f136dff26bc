//! The oracle: shingles as strings of words in sets, every document compared with every other. From the tested code,
//! it uses only the hash for sampling.

use std::{cmp::Ordering, collections::BTreeMap, collections::BTreeSet, ops::Range};

use shingle::compare::{Above, Direction, Measure, Overlap};
use shingle::pipeline::{Common, Params, StopWords, Verify};
use shingle::shingle::hash::{set_begin_bit, shingle_keys};
use shingle::shingle::{HashKind, ShortDocuments, SketchKind, Window, minhash, word_hash};
use shingle::{base::ratio::Ratio, text::normalize::Case as LetterCase};

use super::random::Case;
use crate::common::day_of;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found {
    pub(crate) a: String,
    pub(crate) b: String,
    pub(crate) overlap: Overlap,
    pub(crate) score: Ratio,
}

impl Found {
    /// Compares two pairs: exact copies first, then by score, shared shingles and names.
    pub(crate) fn rank(&self, other: &Self) -> Ordering {
        let (left, right) = (self, other);
        right
            .overlap
            .exact_copy
            .cmp(&left.overlap.exact_copy)
            .then(right.score.cmp(&left.score))
            .then(right.overlap.shared.cmp(&left.overlap.shared))
            .then(left.a.as_bytes().cmp(right.a.as_bytes()))
            .then(left.b.as_bytes().cmp(right.b.as_bytes()))
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Line {
    Pair(Found, (u32, u32)),
    Copies(Found, Vec<String>),
}

impl Line {
    fn pair(&self) -> &Found {
        match self {
            Self::Pair(pair, _) | Self::Copies(pair, _) => pair,
        }
    }
}

/// A pair with its scores, listed or not.
struct Judged {
    found: Found,
    /// Score by the measure. Estimated scores may differ.
    measured: Ratio,
}

struct Doc {
    bytes: Vec<u8>,
    words: Vec<String>,
    kept: BTreeSet<String>,
    /// Shingles by function. Empty for sketches without functions.
    least: Vec<String>,
}

pub(crate) struct Oracle {
    params: Params,
    docs: BTreeMap<String, Doc>,
    left_out: (u32, u32),
}

impl Oracle {
    pub(crate) fn of(case: &Case) -> Self {
        let fold = |word: &String| match case.params.case {
            LetterCase::Keep => word.clone(),
            LetterCase::Unicode | LetterCase::Ascii => word.to_lowercase(),
        };
        let stop: BTreeSet<String> = case.stop.iter().map(fold).collect();
        // With stop words inside, no word is dropped.
        let inside = case.params.stop_words == StopWords::Inside;
        let docs = case.files.iter().map(|file| {
            let words: Vec<String> =
                file.words.iter().map(fold).filter(|word| inside || !stop.contains(word)).collect();
            let kept = shingles(&words, &case.params, &stop);
            let least = least(&kept, &case.params, &stop);
            (file.name.clone(), Doc { bytes: file.bytes.clone(), words, kept, least })
        });
        let mut oracle =
            Self { params: case.params.clone(), docs: docs.collect(), left_out: (0, 0) };
        if case.params.sketch == SketchKind::Modulo {
            let read = |words: &Vec<String>| -> Vec<String> {
                words.iter().map(fold).filter(|word| inside || !stop.contains(word)).collect()
            };
            // Shingles of templates and phrases begin at every word.
            let anywhere = Params { step: 1, ..case.params.clone() };
            let named = case.templates.iter().chain(&case.phrases).map(read);
            let named: BTreeSet<String> =
                named.flat_map(|words| shingles(&words, &anywhere, &stop)).collect();
            oracle.leave_out(&named);
        }
        oracle
    }

    /// Removes the shingles of templates and phrases, and common shingles.
    fn leave_out(&mut self, templates: &BTreeSet<String>) {
        let with_shingles = self.docs.values().filter(|doc| !doc.kept.is_empty()).count() as u64;
        let mut documents: BTreeMap<String, u64> = BTreeMap::new();
        for shingle in self.docs.values().flat_map(|doc| &doc.kept) {
            *documents.entry(shingle.clone()).or_default() += 1;
        }
        let is_common = |count: u64| {
            self.params.common.is_some_and(|common| match common {
                Common::Auto => false,
                Common::Share(share) => count > 2 && Ratio::new(count, with_shingles) > share,
            })
        };
        let common = documents.into_iter().filter(|(_, count)| is_common(*count));
        let common: BTreeSet<String> = common.map(|(shingle, _)| shingle).collect();
        let all: Vec<&String> = self.docs.values().flat_map(|doc| &doc.kept).collect();
        let template: BTreeSet<_> =
            all.into_iter().filter(|one| templates.contains(*one)).collect();
        let only_common = common.iter().filter(|shingle| !templates.contains(*shingle)).count();
        self.left_out = (only_common as u32, template.len() as u32);
        for doc in self.docs.values_mut() {
            doc.kept.retain(|shingle| !templates.contains(shingle) && !common.contains(shingle));
        }
    }

    /// Returns the numbers of ignored common shingles, and of ignored shingles of templates or phrases.
    pub(crate) const fn left_out(&self) -> (u32, u32) {
        self.left_out
    }

    /// Returns the name, the number of words and the number of retained shingles of each document.
    pub(crate) fn documents(&self) -> Vec<(String, u32, u32)> {
        let count = |doc: &Doc| (doc.words.len() as u32, doc.kept.len() as u32);
        self.docs.iter().map(|(name, doc)| (name.clone(), count(doc).0, count(doc).1)).collect()
    }

    /// Compares two documents, even without shared shingles.
    pub(crate) fn compare(&self, a: &str, b: &str, direction: Direction) -> Found {
        self.judge(a, b, direction).found
    }

    /// Returns the shingle at each position with the range of its words, `None` for dropped or ignored shingles.
    pub(crate) fn positions(&self, name: &str) -> Vec<(Range<usize>, Option<String>)> {
        let doc = &self.docs[name];
        let step = self.params.step as usize;
        let counted = |(at, run): (usize, &[String])| {
            let joined = run.join(" ");
            let range = at * step..at * step + run.len();
            (range, doc.kept.contains(&joined).then_some(joined))
        };
        runs(&doc.words, &self.params).into_iter().enumerate().map(counted).collect()
    }

    pub(crate) fn runs_of(&self, name: &str) -> Vec<(Range<usize>, Option<String>, String)> {
        let joined = |range: &Range<usize>| self.docs[name].words[range.clone()].join(" ");
        let all = self.positions(name).into_iter();
        all.map(|(range, shingle)| (range.clone(), shingle, joined(&range))).collect()
    }

    pub(crate) fn same_words(&self, a: &str, b: &str) -> bool {
        self.docs[a].words == self.docs[b].words
    }

    pub(crate) fn kept(&self, name: &str) -> &BTreeSet<String> {
        &self.docs[name].kept
    }

    fn judge(&self, a: &str, b: &str, direction: Direction) -> Judged {
        let (left, right) = (&self.docs[a], &self.docs[b]);
        let shared = left.kept.intersection(&right.kept).count();
        let exact_copy =
            left.words == right.words && !left.words.is_empty() && !right.words.is_empty();
        let union = left.kept.union(&right.kept).count();
        let (l, r) = (left.kept.len(), right.kept.len());
        let of = |num: usize, den: usize| {
            if den == 0 { Ratio::ZERO } else { Ratio::new(num as u64, den as u64) }
        };
        let either = |one: Ratio, other: Ratio| match direction {
            Direction::First => one,
            Direction::Larger => one.max(other),
        };
        let nothing_left = exact_copy && l == 0 && r == 0;
        let measured = if nothing_left {
            Ratio::ONE
        } else {
            match self.params.measure {
                Measure::Jaccard => of(shared, union),
                Measure::Dice => of(2 * shared, l + r),
                Measure::Overlap => of(shared, l.min(r)),
                Measure::Containment => either(of(shared, l), of(shared, r)),
                Measure::PerWord => {
                    // Each retained shingle represents `modulo` shingles.
                    let all = shared * self.params.modulo as usize;
                    let per = |words: usize| of(all.min(words), words);
                    either(per(left.words.len()), per(right.words.len()))
                }
            }
        };
        let (agree, size) = agreement(&left.least, &right.least, self.params.sketch);
        let score = match self.params.sketch {
            SketchKind::Modulo => measured,
            _ if nothing_left => Ratio::ONE,
            _ => of(agree, size),
        };
        Judged {
            measured,
            found: Found {
                a: a.to_string(),
                b: b.to_string(),
                overlap: Overlap {
                    shared: shared as u32,
                    a_shingles: l as u32,
                    b_shingles: r as u32,
                    a_words: left.words.len() as u32,
                    b_words: right.words.len() as u32,
                    one_in: self.params.modulo,
                    exact_copy,
                },
                score,
            },
        }
    }

    fn passes(&self, share: Ratio) -> bool {
        match self.params.above {
            Above::AtLeast => share >= self.params.threshold,
            Above::Strictly => share > self.params.threshold,
        }
    }

    /// Returns the pair, or `None` if it is not listed.
    fn listed(&self, judged: Judged) -> Option<Found> {
        let passes = |share| self.passes(share);
        let Judged { mut found, measured } = judged;
        let estimates = self.params.sketch != SketchKind::Modulo;
        let counts = !estimates || self.params.verify == Verify::On;
        let is_there = found.score > Ratio::ZERO || found.overlap.exact_copy;
        let is_found =
            is_there && passes(found.score) && (!estimates || !counts || passes(measured));
        if !counts {
            found.overlap.shared = 0;
        }
        is_found.then_some(found)
    }

    /// Returns the pairs that no rule hides, sorted by a, then b.
    pub(crate) fn pairs(&self) -> Vec<Found> {
        let mut found = self.all_pairs();
        found.retain(|pair| self.allows(&pair.a, &pair.b));
        found
    }

    pub(crate) fn ruled_out(&self) -> u64 {
        self.all_pairs().iter().filter(|pair| !self.allows(&pair.a, &pair.b)).count() as u64
    }

    /// Returns all pairs, including those hidden by rules.
    pub(crate) fn all_pairs(&self) -> Vec<Found> {
        let mut found = Vec::new();
        for a in self.docs.keys() {
            for b in self.docs.keys().filter(|b| *b > a) {
                found.extend(self.listed(self.judge(a, b, Direction::Larger)));
            }
        }
        found
    }

    pub(crate) fn allows(&self, a: &str, b: &str) -> bool {
        let is_on = |side: &str, name: &str| match side.strip_prefix('*') {
            _ if side == "." => true,
            Some(ending) => name.ends_with(ending),
            None => name.split('/').any(|part| part == side),
        };
        let part = |name: &str| -> Option<String> {
            let (dir, file) = name.rsplit_once('/').unwrap_or(("", name));
            match &*self.params.skip_same.to_string() {
                "directory" => Some(dir.to_string()),
                "{}/" => name.split_once('/').map(|(first, _)| first.to_string()),
                "{}.*" => file
                    .split_at_checked(file.char_indices().nth(1)?.0)
                    .and_then(|(first, rest)| Some(format!("{first}{}", rest.split_once('.')?.0))),
                _ => None,
            }
        };
        let is_same = part(a).is_some() && part(a) == part(b);
        let is_old = |name: &str| {
            let day = day_of(name, &self.docs[name].bytes);
            day.zip(self.params.skip_older.day()).is_some_and(|(day, before)| day < before)
        };
        let are_old = is_old(a) && is_old(b);
        !is_same
            && !are_old
            && self.params.between.as_ref().is_none_or(|between| {
                let [one, other] = between.sides();
                is_on(&one, a) && is_on(&other, b) || is_on(&one, b) && is_on(&other, a)
            })
    }

    /// Counts the pairs that pass by estimate, but not by counts.
    pub(crate) fn dropped(&self) -> usize {
        let names: Vec<&String> = self.docs.keys().collect();
        let pairs = names.iter().flat_map(|a| names.iter().map(move |b| (*a, *b)));
        let judged = pairs.filter(|(a, b)| a < b).map(|(a, b)| self.judge(a, b, Direction::Larger));
        judged
            .filter(|judged| judged.found.score > Ratio::ZERO && self.passes(judged.found.score))
            .filter(|judged| self.params.verify == Verify::On && !self.passes(judged.measured))
            .count()
    }

    pub(crate) fn query(&self, a: &str, itself: bool) -> Vec<Found> {
        let others = self.docs.keys().filter(|b| itself || *b != a);
        let judged = others.map(|b| self.judge(a, b, Direction::First));
        let mut found: Vec<Found> = judged.filter_map(|judged| self.listed(judged)).collect();
        found.sort_by(Found::rank);
        found
    }

    /// Returns the first document by name with the words of each document.
    fn first_copies(&self) -> BTreeMap<&String, &String> {
        let first = |doc: &Doc| self.docs.iter().find(|(_, other)| other.words == doc.words);
        let has_words = |doc: &Doc| !doc.words.is_empty();
        let of = |(name, doc)| {
            (name, first(doc).filter(|_| has_words(doc)).map_or(name, |first| first.0))
        };
        self.docs.iter().map(of).collect()
    }
}

/// A row per group of copies, and a row per pair of different texts, named by the first files with the texts.
pub(crate) fn expected_rows(oracle: &Oracle) -> Vec<Line> {
    let text = oracle.first_copies();
    let members = |first: &String| -> Vec<String> {
        let same = text.iter().filter(|(_, class)| **class == first);
        same.map(|(name, _)| (*name).clone()).collect()
    };
    let partners = |docs: Vec<String>, others: &[String]| -> Vec<String> {
        let has =
            |one: &String| others.iter().any(|other| other != one && oracle.allows(one, other));
        docs.into_iter().filter(has).collect()
    };
    let mut lines: Vec<Line> = Vec::new();
    let mut seen: BTreeSet<BTreeSet<&String>> = BTreeSet::new();
    let mut groups: BTreeMap<&String, Vec<Found>> = BTreeMap::new();
    for pair in oracle.pairs() {
        if text[&pair.a] == text[&pair.b] {
            groups.entry(text[&pair.a]).or_default().push(pair);
        } else if seen.insert(BTreeSet::from([text[&pair.a], text[&pair.b]])) {
            let of = |name: &String| members(text[name]);
            let (left, right) = (of(&pair.a), of(&pair.b));
            let more = |docs: &[String], others: &[String]| {
                partners(docs.to_vec(), others).len() as u32 - 1
            };
            let more = (more(&left, &right), more(&right, &left));
            lines.push(Line::Pair(pair, more));
        }
    }
    for (first, mut pairs) in groups {
        pairs.sort_by(Found::rank);
        let all = members(first);
        lines.push(Line::Copies(pairs.swap_remove(0), partners(all.clone(), &all)));
    }
    lines.sort_by(|left, right| left.pair().rank(right.pair()));
    lines
}

/// Returns the runs of words by position, before sampling.
fn runs<'w>(words: &'w [String], params: &Params) -> Vec<&'w [String]> {
    let width = params.width as usize;
    if words.len() >= width {
        words.windows(width).step_by(params.step as usize).collect()
    } else if words.is_empty() || params.preset.is_some() {
        Vec::new()
    } else {
        vec![words]
    }
}

/// Returns the shingles of words, as words joined by spaces.
fn shingles(words: &[String], params: &Params, stop: &BTreeSet<String>) -> BTreeSet<String> {
    let may_begin = |word: &String| params.stop_words != StopWords::Inside || !stop.contains(word);
    let width = params.width as usize;
    runs(words, params)
        .into_iter()
        .filter(
            |run| {
                if run.len() < width { run.iter().any(may_begin) } else { may_begin(&run[0]) }
            },
        )
        .filter(|run| value(run, params, stop).is_multiple_of(u64::from(params.modulo)))
        .map(|run| run.join(" "))
        .collect()
}

fn value(run: &[String], params: &Params, stop: &BTreeSet<String>) -> u64 {
    let joined = run.join(" ");
    match params.hash {
        HashKind::Crc32 => u64::from(crc32fast::hash(joined.as_bytes())),
        HashKind::Md5First28 => {
            let digest = md5::compute(joined.as_bytes());
            let hex: Vec<String> = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            let hex = hex.concat();
            u64::from_str_radix(hex.get(..7).unwrap(), 16).unwrap()
        }
        HashKind::Wide => key(run.iter().map(String::as_str), params, stop),
    }
}

/// Joins the words of a shingle to its key, in which retained stop words are marked.
fn key<'a>(words: impl Iterator<Item = &'a str>, params: &Params, stop: &BTreeSet<String>) -> u64 {
    let hash = |word: &str| match params.stop_words {
        StopWords::Inside => set_begin_bit(word_hash(word), !stop.contains(word)),
        _ => word_hash(word),
    };
    let hashes: Vec<u64> = words.map(hash).collect();
    let window =
        Window::with_step_one(hashes.len(), hashes.len() as u32, ShortDocuments::NoShingle);
    shingle_keys(&hashes, window).next().unwrap()
}

/// Returns the least shingle under each function; empty without functions or shingles.
fn least(kept: &BTreeSet<String>, params: &Params, stop: &BTreeSet<String>) -> Vec<String> {
    let functions = match params.sketch {
        SketchKind::Modulo => 0,
        SketchKind::MinHash => params.functions,
        SketchKind::SuperShingle | SketchKind::MegaShingle => 84,
    };
    let keyed = |joined: &String| (key(joined.split(' '), params, stop), joined.clone());
    let kept: Vec<(u64, String)> = kept.iter().map(keyed).collect();
    let value = |function, (key, joined): &(u64, String)| {
        (minhash::function_value(params.family, function, *key, joined), *key)
    };
    (0..functions)
        .filter_map(|function| kept.iter().min_by_key(|shingle| value(function, shingle)))
        .map(|(_, joined)| joined.clone())
        .collect()
}

/// Returns the numbers of agreeing positions and of all positions; both are 0 without functions.
fn agreement(a: &[String], b: &[String], sketch: SketchKind) -> (usize, usize) {
    let groups = a.chunks(14).zip(b.chunks(14)).filter(|(left, right)| left == right).count();
    match sketch {
        SketchKind::Modulo => (0, 0),
        SketchKind::MinHash => {
            (a.iter().zip(b).filter(|(left, right)| left == right).count(), a.len().max(b.len()))
        }
        SketchKind::SuperShingle => (groups, 6),
        SketchKind::MegaShingle => (groups * groups.saturating_sub(1) / 2, 15),
    }
}
