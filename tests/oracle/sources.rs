//! Sources of a text, compared with a cover by definition, over sets of word strings.

use std::ops::Range;

use shingle::compare::Overlap;
use shingle::pipeline::corpus::cover::{Cover, CoverPart, CoverSearch, CoveredBy};
use shingle::pipeline::{CoverLimits, corpus::covered_words::CoveredWords};

use super::{naive::Oracle, random::Case, random::case};
use crate::common::prelude::*;

/// Name, copies, counts, covered shingles, added shingles, and other documents with the added shingles.
type Part = (String, Vec<String>, Overlap, u32, u32, Vec<String>);

/// A cover by names, with the covering document of each word.
#[derive(Debug, PartialEq)]
struct Named {
    shingles: u32,
    parts: Vec<Part>,
    elsewhere: u32,
    own: u32,
    words: Vec<CoveredBy>,
}

/// Computes the sources of a document by their definition.
fn plain(oracle: &Oracle, name: &str, limits: CoverLimits) -> Named {
    let all = oracle.positions(name);
    let counted: Vec<&String> = all.iter().filter_map(|(_, shingle)| shingle.as_ref()).collect();
    let others: Vec<String> =
        oracle.documents().into_iter().map(|doc| doc.0).filter(|other| other != name).collect();
    let has = |other: &String, shingle: &String| oracle.kept(other).contains(shingle);
    let mut open = counted.clone();
    let (mut parts, mut by): (Vec<Part>, Vec<&String>) = (Vec::new(), Vec::new());
    while parts.len() < limits.most {
        let adds = |other: &&String| open.iter().filter(|shingle| has(other, shingle)).count();
        let covers = |other: &&String| counted.iter().filter(|shingle| has(other, shingle)).count();
        // Prefers a pair that no rule hides, then the largest addition, the largest cover, and the first document.
        let rank = |other: &&String| (oracle.allows(name, other), adds(other), covers(other));
        let is_source = |other: &&String| {
            let share = || Ratio::new(adds(other) as u64, counted.len() as u64);
            adds(other) > 0 && share() >= limits.least
        };
        let Some(best) = others.iter().rev().filter(is_source).max_by_key(rank) else { break };
        let adds = adds(&best);
        let is_copy = |other: &&String| *other != best && oracle.same_words(best, other);
        let copies = others.iter().filter(is_copy).cloned().collect();
        let covers = covers(&best) as u32;
        let is_tie = |other: &&String| {
            let is_other = *other != best && !oracle.same_words(best, other);
            is_other && open.iter().all(|shingle| has(other, shingle) == has(best, shingle))
        };
        let ties = others.iter().filter(is_tie).cloned().collect();
        let overlap = oracle.compare(name, best, Direction::First).overlap;
        parts.push((best.clone(), copies, overlap, covers, adds as u32, ties));
        by.push(best);
        open.retain(|shingle| !has(best, shingle));
    }
    let is_held = |shingle: &&&String| others.iter().any(|other| has(other, shingle));
    let elsewhere = open.iter().filter(is_held).count();
    let own = open.len() - elsewhere;
    let length = oracle.documents().into_iter().find(|doc| doc.0 == name).unwrap().1;
    let word = |word: usize| {
        let around = all.iter().filter(|(range, _)| range.contains(&word));
        let around: Vec<&String> = around.filter_map(|(_, shingle)| shingle.as_ref()).collect();
        let part = by.iter().position(|part| around.iter().any(|shingle| has(part, shingle)));
        match part {
            Some(part) => CoveredBy::Part(part as u32),
            None if around.iter().any(|shingle| is_held(&shingle)) => CoveredBy::Elsewhere,
            None if around.is_empty() => CoveredBy::Nothing,
            None => CoveredBy::Own,
        }
    };
    let words = (0..length as usize).map(word).collect();
    let (elsewhere, own) = (elsewhere as u32, own as u32);
    Named { shingles: counted.len() as u32, parts, elsewhere, own, words }
}

fn read(corpus: &Corpus, name: &str, bytes: &[u8]) -> Document {
    let params = corpus.params();
    let mut text = Document::read(name.as_ref(), bytes, params).unwrap();
    text.set_ignored_shingles(corpus.ignored_shingles());
    text
}

fn said(corpus: &Corpus, name: &str, bytes: &[u8], limits: CoverLimits) -> (Named, Cover) {
    let text = read(corpus, name, bytes);
    let itself = corpus.numbering().id_of(&DocPath::new(name));
    let search = CoverSearch::new(corpus, &text, itself);
    let cover = search.find_sources(limits, &|| false).unwrap();
    let again = CoverSearch::with_memory_limit(corpus, &text, itself, 0)
        .find_sources(limits, &|| false)
        .unwrap();
    assert_eq!(cover, again, "it does not matter how much is remembered");
    let words = CoveredWords::new(&search, &cover, &text, &|| false).unwrap();
    check_words(&search, &cover, &text, &words);
    let path = |doc: &DocId| corpus.docs()[doc.index()].path.to_string();
    let part = |part: &CoverPart| {
        let copies = part.copies.iter().map(path).collect();
        let ties = part.ties.iter().map(path).collect();
        (path(&part.doc), copies, part.overlap, part.covers, part.adds, ties)
    };
    let Cover { shingles, elsewhere, own, .. } = cover;
    let parts = cover.parts.iter().map(part).collect();
    (Named { shingles, parts, elsewhere, own, words: words.by }, cover)
}

/// Returns true for each word of a text that is in a run.
fn words_of(runs: &[Range<usize>], count: usize) -> Vec<bool> {
    let mut has = vec![false; count];
    runs.iter().cloned().flatten().for_each(|word| has[word] = true);
    has
}

fn check_words(search: &CoverSearch<'_>, cover: &Cover, text: &Document, words: &CoveredWords) {
    let starts: Vec<u32> =
        text.origin.iter().map(|word| text.words[*word as usize].span.start).collect();
    let covered = |part| words_of(&search.runs_shared_with(part), starts.len());
    let has: Vec<Vec<bool>> = cover.parts.iter().map(covered).collect();
    for (has, runs) in has.iter().zip(&words.runs) {
        assert_eq!(&words_of(runs, starts.len()), has);
        assert!(runs.iter().all(|run| !run.is_empty()));
        assert!(runs.windows(2).all(|two| two[0].end < two[1].start), "{runs:?}");
    }
    for (word, start) in starts.iter().enumerate() {
        let mut sentences = words.sentences.iter();
        let sentence = sentences.find(|one| one.span.start <= *start && *start < one.span.end);
        let best = sentence.and_then(|one| one.best).filter(|best| has[*best as usize][word]);
        assert_eq!(words.by_sentence[word], best.map_or(words.by[word], CoveredBy::Part));
    }
}

fn counted() -> impl Strategy<Value = Case> {
    case().prop_map(|mut case| {
        case.params.sketch = SketchKind::Modulo;
        case
    })
}

fn limits() -> impl Strategy<Value = CoverLimits> {
    let least = prop_oneof![2 => Just(0_u64), 1 => 1_u64..60];
    (prop_oneof![3 => Just(usize::MAX), 1 => 0_usize..4], least)
        .prop_map(|(most, least)| CoverLimits { most, least: Ratio::new(least, 100) })
}

fn built<'a>(files: impl Iterator<Item = &'a super::random::File>, params: &Params) -> Corpus {
    corpus_of(files.map(|file| (file.name.as_str(), file.bytes.as_slice())), params)
}

proptest! {
    #![proptest_config(seeded(500))]

    #[test]
    fn a_cover_is_what_the_definition_says_in_any_order_of_the_folder(
        case in counted(),
        limits in limits(),
        pick in any::<prop::sample::Index>(),
    ) {
        prop_assume!(!case.files.is_empty());
        let file = pick.get(&case.files);
        let corpus = built(case.files.iter(), &case.params);
        let (named, _) = said(&corpus, &file.name, &file.bytes, limits);
        prop_assert_eq!(&named, &plain(&Oracle::of(&case), &file.name, limits));
        let added: u32 = named.parts.iter().map(|part| part.4).sum();
        prop_assert_eq!(added + named.elsewhere + named.own, named.shingles);
        let turned = built(case.files.iter().rev(), &case.params);
        prop_assert_eq!(said(&turned, &file.name, &file.bytes, limits).0, named);
    }

    #[test]
    fn a_part_covers_the_words_that_an_open_pair_highlights(
        case in counted(),
        pick in any::<prop::sample::Index>(),
    ) {
        prop_assume!(!case.files.is_empty());
        let file = pick.get(&case.files);
        let corpus = built(case.files.iter(), &case.params);
        let text = read(&corpus, &file.name, &file.bytes);
        let name = DocPath::new(&file.name);
        let search = CoverSearch::new(&corpus, &text, corpus.numbering().id_of(&name));
        let cover = search.find_sources(CoverLimits { most: usize::MAX, least: Ratio::ZERO }, &|| false).unwrap();
        for part in &cover.parts {
            let path = &corpus.docs()[part.doc.index()].path;
            let other = case.files.iter().find(|other| *path == DocPath::new(&other.name)).unwrap();
            let source = read(&corpus, &other.name, &other.bytes);
            let pair = PairView::compare((&name, &text), (path, &source), corpus.params(), Direction::First);
            prop_assert_eq!(part.overlap, pair.overlap);
            let mut lit = vec![false; text.canonical.len()];
            for run in &pair.runs {
                let start = pair.a.count_words_before(run.a.start);
                let words = start..start + run.words as usize;
                lit[words.clone()].fill(true);
                // A document with a whole run has each of its shingles, and vice versa.
                let within = text.window.shingles_in(words);
                let counted = text.shingles[within.clone()].iter().filter(|one| text.is_counted(one));
                let keys: Vec<u64> = counted.map(|one| one.key).collect();
                let having: Vec<DocId> = case
                    .files
                    .iter()
                    .filter(|other| other.name != file.name)
                    .filter(|other| {
                        let has = read(&corpus, &other.name, &other.bytes).counted_keys();
                        keys.iter().all(|key| has.binary_search(key).is_ok())
                    })
                    .map(|other| corpus.numbering().id_of(&DocPath::new(&other.name)).unwrap())
                    .collect::<BTreeSet<DocId>>()
                    .into_iter()
                    .collect();
                prop_assert_eq!(search.documents_with_shingles(within), having);
            }
            prop_assert_eq!(words_of(&search.runs_shared_with(part), lit.len()), lit);
        }
    }

    #[test]
    fn a_text_glued_from_documents_is_covered_and_each_share_is_known(
        lengths in prop::collection::vec(1_usize..40, 1..7),
        width in 1_u32..6,
        more in 0_usize..30,
    ) {
        let params = Params {
            width,
            ..english()
        };
        // Documents have no common words, and each document is at least one shingle long.
        let width = width as usize;
        let piece = |(at, length): (usize, &usize)| -> String {
            (0..length + width).map(|word| format!("w{at}x{word}")).collect::<Vec<_>>().join(" ")
        };
        let pieces: Vec<String> = lengths.iter().enumerate().map(piece).collect();
        let own: Vec<String> = (0..more).map(|word| format!("own{word}")).collect();
        let glued = [&pieces[..], &[own.join(" ")]].concat().join("\n\n");
        let names: Vec<String> = (0..pieces.len()).map(|at| format!("{at}.txt")).collect();
        let files = names.iter().zip(&pieces).map(|(name, text)| (name.as_str(), text.as_bytes()));
        let corpus = corpus_of(files.chain([("glued.txt", glued.as_bytes())]), &params);
        let all = CoverLimits { most: usize::MAX, least: Ratio::ZERO };
        let (named, _) = said(&corpus, "glued.txt", glued.as_bytes(), all);
        let mut expected: Vec<(String, u32)> = names
            .iter()
            .zip(&lengths)
            .map(|(name, length)| (name.clone(), *length as u32 + 1))
            .collect();
        if pieces.len() == 1 && more == 0 {
            prop_assert!(named.parts[0].2.exact_copy);
        }
        expected.sort_by(|left, right| right.1.cmp(&left.1).then(left.0.cmp(&right.0)));
        let found: Vec<(String, u32)> =
            named.parts.iter().map(|part| (part.0.clone(), part.4)).collect();
        prop_assert_eq!(found, expected);
        // Each seam between pieces has width - 1 shingles of both; each own word ends a further shingle.
        let own = (pieces.len() - 1) * (width - 1) + more;
        prop_assert_eq!((named.own, named.elsewhere), (own as u32, 0));
        let covered = named.words.iter().filter(|by| matches!(by, CoveredBy::Part(_))).count();
        prop_assert_eq!(covered, named.words.len() - more);
    }
}
