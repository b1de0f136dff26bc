//! Pairs listed by `--passage`, compared with opening every pair of documents.

use std::cmp::Reverse;

use shingle::{
    compare::NearKeys, pipeline::CountsBelowThreshold, pipeline::Criteria, pipeline::Pair,
    pipeline::PassageElsewhere, pipeline::Row, pipeline::Stream,
    pipeline::parameters::scoring::LongPassage,
};

use super::{corpus_for, name, random::Case, random::case};
use crate::common::prelude::*;

/// Pairs with the words of their longest passages.
type Listed = BTreeMap<(String, String), u32>;

/// Returns true if enough of these keys are near one of them in both documents.
fn are_near(passage: LongPassage, keys: &BTreeSet<u64>, [a, b]: [&Document; 2]) -> bool {
    let places = |document: &Document| -> Vec<(u64, usize)> {
        let all = document.shingles.iter().enumerate();
        let all = all.filter(|(_, shingle)| keys.contains(&shingle.key));
        all.map(|(at, shingle)| (shingle.key, document.window.words_of_shingle(at).start)).collect()
    };
    let (here, there) = (places(a), places(b));
    let matches = here.iter().flat_map(|(key, at)| {
        let same = there.iter().filter(move |(other, _)| other == key);
        same.map(move |(_, other)| (*key, *at, *other))
    });
    let matches: Vec<(u64, usize, usize)> = matches.collect();
    let NearKeys { least, within, apart, .. } = passage.near_keys();
    matches.iter().any(|(_, at, other)| {
        let distances = |(_, next, beside): &(u64, usize, usize)| {
            [next.abs_diff(*at) as u32, beside.abs_diff(*other) as u32]
        };
        let near = matches.iter().filter(|one| distances(one).iter().all(|words| *words <= within));
        let keys: BTreeSet<u64> = near.clone().map(|(key, ..)| *key).collect();
        let mut far = near.filter(|one| distances(one).iter().all(|words| *words >= apart));
        keys.len() >= least as usize && far.next().is_some()
    })
}

/// Lists pairs by opening every pair that shares enough shingles.
fn slowly(case: &Case, corpus: &Corpus) -> Listed {
    let params = &case.params;
    let demand = Criteria::for_pairs(params).passage.unwrap();
    let documents: Vec<(DocPath, Document)> = corpus
        .docs()
        .iter()
        .map(|doc| {
            let file = case.files.iter().find(|file| doc.path == DocPath::new(&file.name)).unwrap();
            let path = doc.path.clone();
            let mut document = Document::read(path.as_path(), &file.bytes, params).unwrap();
            document.set_ignored_shingles(corpus.ignored_shingles());
            (path, document)
        })
        .collect();
    // Documents that differ only in dropped words are a single text. The first document represents the text.
    let speaker = |id: usize| {
        let node = corpus.numbering().node_of(DocId(id as u32))?;
        Some(corpus.numbering().members(node)[0].index())
    };
    let mut holders: BTreeMap<u64, usize> = BTreeMap::new();
    let texts = || (0..documents.len()).filter(|id| speaker(*id) == Some(*id));
    for id in texts() {
        for key in documents[id].1.comparison_keys() {
            *holders.entry(key).or_default() += 1;
        }
    }
    let mut listed = Listed::new();
    for a in 0..documents.len() {
        for b in a + 1..documents.len() {
            let ids = (DocId(a as u32), DocId(b as u32));
            let (Some(one), Some(other)) = (speaker(a), speaker(b)) else { continue };
            let (former, latter) =
                (documents[one].1.comparison_keys(), documents[other].1.comparison_keys());
            let in_either: BTreeSet<u64> = former.iter().chain(&latter).copied().collect();
            let in_both: BTreeSet<u64> =
                former.into_iter().filter(|key| latter.contains(key)).collect();
            let are_near_copies = !in_both.is_empty() && 5 * in_both.len() >= 4 * in_either.len();
            let is_rare = |key: &u64| holders[key] <= LongPassage::MOST_TEXTS;
            let rare: BTreeSet<u64> = in_both.into_iter().filter(is_rare).collect();
            let are_copies = corpus.numbering().are_copies(ids.0, ids.1);
            let is_near = || {
                if params.is_estimate() {
                    !rare.is_empty()
                } else {
                    are_near(demand, &rare, [one, other].map(|id| &documents[id].1))
                }
            };
            let is_looked_at = are_near_copies || is_near();
            if !is_looked_at && !are_copies || !corpus.is_pair_allowed(ids.0, ids.1) {
                continue;
            }
            let (one, other) = if is_looked_at && one != other { (one, other) } else { (a, b) };
            let [first, second] = [one, other].map(|id| (&documents[id].0, &documents[id].1));
            let params = Arc::new(params.clone());
            let pair = PairView::compare(first, second, &params, Direction::Larger);
            let longest = pair.passages.iter().map(|one| one.words).max().unwrap_or(0);
            if longest >= demand.words {
                listed.insert((name(corpus, ids.0), name(corpus, ids.1)), longest);
            }
        }
    }
    listed
}

fn of_pair(corpus: &Corpus, pair: &Pair) -> ((String, String), u32) {
    ((name(corpus, pair.a), name(corpus, pair.b)), pair.passage)
}

proptest! {
    #![proptest_config(seeded(300))]

    #[test]
    fn pairs_are_listed_that_share_a_passage_of_so_many_words(case in case(), least in 5_u32..30) {
        let params = Params { passage: Some(least), ..case.params.clone() };
        let case = Case { params, ..case };
        let corpus = corpus_for(&case);
        let slowly = slowly(&case, &corpus);
        let mut streamed = Listed::new();
        let taken: Result<u64, ()> = Stream::new(&corpus, &corpus.build_index()).stream_pairs(|pairs| {
            streamed.extend(pairs.iter().map(|pair| of_pair(&corpus, pair)));
            Ok(())
        });
        prop_assert!(taken.is_ok());
        prop_assert_eq!(&streamed, &slowly);
        let snapshot = take_snapshot(&corpus, &[], Epoch(1));
        prop_assert_eq!(snapshot.pairs_found, slowly.len() as u64);
        for row in snapshot.rows.iter() {
            let (names, words) = of_pair(&corpus, row.pair());
            prop_assert_eq!(slowly.get(&names), Some(&words), "{:?}", row);
        }
        let words = || snapshot.rows.iter().map(|row| row.pair().passage);
        prop_assert!(words().is_sorted_by(|one, other| one >= other), "the longest come first");
        prop_assert_eq!(snapshot.histogram.longest, words().max().unwrap_or(0));
        let stands_for: u64 = snapshot.rows.iter().map(Row::count_pairs).sum();
        // Pairs absent from the list by score.
        let params = Params { passage: None, ..case.params.clone() };
        let mut by_score = corpus_for(&Case { params: params.clone(), ..case.clone() });
        let listed: BTreeSet<(String, String)> =
            pairs_of(&by_score).into_iter().map(|(a, b, ..)| (a, b)).collect();
        let below = by_score.find_candidates_below_threshold(least, &Cancel::never_cancelled()).unwrap();
        let mut found = CountsBelowThreshold::default();
        let added = by_score.find_passages_below_threshold(&mut found, &below, least, &Cancel::never_cancelled());
        prop_assert!(added.is_some());
        let id = |name: &str| corpus.numbering().id_of(&DocPath::new(name)).unwrap();
        let are_copies = |(a, b): &(String, String)| corpus.numbering().are_copies(id(a), id(b));
        let is_missing = |names: &&(String, String)| !listed.contains(*names) && !are_copies(names);
        // Under a sketch of few keys, no passage counts.
        let is_counted = case.params.sketch == SketchKind::Modulo;
        let mut missing = CountsBelowThreshold::default();
        for (names, words) in slowly.iter().filter(|(names, _)| is_counted && is_missing(names)) {
            missing.pairs += 1;
            for (doc, with) in [(&names.0, &names.1), (&names.1, &names.0)].map(|(a, b)| (id(a), id(b))) {
                let fresh = PassageElsewhere { words: 0, with, others: 0 };
                let known = missing.documents.entry(doc).or_insert(fresh);
                known.others += 1;
                if (*words, Reverse(with)) > (known.words, Reverse(known.with)) {
                    (known.words, known.with) = (*words, with);
                }
            }
        }
        prop_assert_eq!(found, missing);
        prop_assert!(corpus.rules().is_some() || stands_for == snapshot.pairs_found);
    }
}

#[test]
fn pairs_of_boilerplate_are_counted_alike_in_every_order_of_reading() {
    let words = |name: &str, range: std::ops::Range<u32>| {
        range.map(|word| format!("{name}{word}")).collect::<Vec<_>>().join(" ")
    };
    // The last two texts change two words. The last text has only the middle of the shared words, so its own shingles cover
    // more of its words.
    let text = |at: u32| {
        let shared = words("shared", if at < 13 { 0..30 } else { 6..24 });
        let shared = if at < 12 {
            shared
        } else {
            shared.replace("shared12 ", "one ").replace("shared17 ", "two ")
        };
        let (before, after) =
            (words(&format!("before{at}x"), 0..40), words(&format!("after{at}x"), 0..40));
        (format!("{at:02}.txt"), format!("{before} {shared} {after}"))
    };
    let texts: Vec<(String, String)> = (0..14).map(text).collect();
    let params = Params { passage: Some(16), width: 5, ..Params::defaults() };
    let count = |texts: &mut dyn Iterator<Item = &(String, String)>| {
        let mut corpus = Corpus::new(Arc::new(params.clone()));
        let never = Cancel::never_cancelled();
        for (name, text) in texts {
            put(&mut corpus, name, text.as_bytes());
            corpus.refresh_sketches(&never, &|_, _, _| ());
        }
        corpus.refresh_and_count_boilerplate_pairs(&never, &|_, _, _| ())
    };
    let counted = count(&mut texts.iter());
    assert!(counted > Some(0), "{counted:?}");
    assert_eq!(count(&mut texts.iter().rev()), counted);
}
