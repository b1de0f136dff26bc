//! Passages of a folder, compared with their definition by trying every span of every text.

use std::{cmp::Reverse, collections::BTreeMap, collections::BTreeSet};

use proptest::prelude::*;
use shingle::base::ids::DocId;
use shingle::pipeline::corpus::Corpus;
use shingle::pipeline::corpus::passages::{PassageOrder, params_of_all_words};
use shingle::pipeline::parameters::StopWords;
use shingle::text::normalize::Case as LetterCase;

use super::{naive::Oracle, random::Case, random::case};
use crate::common::{corpus_of, seeded};

/// A passage: its number of words, its documents, and its first word in the first document.
type Told = (u32, Vec<String>, u32);

/// The documents with a text, in path order, and its shingles as words, `None` for ignored shingles.
type OfWords = (Vec<String>, Vec<Option<String>>);

/// Position of a run: number of the text, and number of the first shingle.
type Place = (usize, usize);

/// Returns the texts in path order.
fn texts(case: &Case) -> Vec<OfWords> {
    let oracle = Oracle::of(case);
    let inside = case.params.stop_words == StopWords::Inside;
    let keeps = case.params.case == LetterCase::Keep;
    let folded = |word: &String| if keeps { word.clone() } else { word.to_lowercase() };
    let stop: BTreeSet<String> = case.stop.iter().map(folded).collect();
    let mut texts: Vec<OfWords> = Vec::new();
    for (name, words, _) in oracle.documents() {
        if let Some(same) = texts.iter_mut().find(|text| oracle.same_words(&text.0[0], &name)) {
            same.0.push(name);
            continue;
        }
        if words == 0 {
            continue;
        }
        let mut is_out = false;
        let mut shingles = Vec::new();
        for (range, shingle, joined) in oracle.runs_of(&name) {
            if range.len() < case.params.width as usize {
                continue;
            }
            // A stop word begins no shingle, and joins the previous shingle.
            let begins = !inside || !stop.contains(joined.split(' ').next().unwrap());
            is_out = if begins { shingle.is_none() } else { is_out };
            shingles.push((!is_out).then_some(joined));
        }
        texts.push((vec![name], shingles));
    }
    texts
}

/// Returns the runs of shingles that several texts have, and that would lose a text if longer.
fn maximal<'a>(texts: &'a [OfWords]) -> BTreeSet<Vec<&'a str>> {
    let mut runs: BTreeMap<Vec<&'a str>, BTreeSet<Place>> = BTreeMap::new();
    for (text, (_, shingles)) in texts.iter().enumerate() {
        for start in 0..shingles.len() {
            let mut run = Vec::new();
            for shingle in shingles[start..].iter().map_while(Option::as_deref) {
                run.push(shingle);
                runs.entry(run.clone()).or_default().insert((text, start));
            }
        }
    }
    let holders = |run: &[&str]| -> BTreeSet<usize> {
        runs.get(run).into_iter().flatten().map(|place| place.0).collect()
    };
    let is_maximal = |run: &[&str], places: &BTreeSet<Place>| {
        let here = holders(run).len();
        let loses = |more: Vec<&str>| holders(&more).len() < here;
        here > 1
            && places.iter().all(|(text, start)| {
                let shingles = &texts[*text].1;
                let before = start.checked_sub(1).and_then(|at| shingles[at].as_deref());
                let behind = shingles.get(start + run.len()).and_then(Option::as_deref);
                before.is_none_or(|before| loses([&[before], run].concat()))
                    && behind.is_none_or(|behind| loses([run, &[behind]].concat()))
            })
    };
    let found = runs.iter().filter(|(run, places)| is_maximal(run, places));
    found.map(|(run, _)| run.clone()).collect()
}

/// Takes the best passage, then the best of the others, and so on. A passage is cut at every run of at least `least`
/// words that earlier passages contain.
fn plain(case: &Case, least: u32, order: PassageOrder) -> Vec<Told> {
    let texts = texts(case);
    let width = case.params.width as usize;
    let least = (least as usize).saturating_sub(width - 1).max(1);
    let told = |run: &Vec<&str>| {
        let holds = |shingles: &[Option<String>]| {
            let is_run = |part: &[Option<String>]| {
                part.iter().zip(run).all(|(one, word)| one.as_deref() == Some(*word))
            };
            shingles.windows(run.len()).position(is_run)
        };
        let found = texts.iter().filter_map(|(names, all)| Some((names, holds(all)?)));
        let (names, places): (Vec<&Vec<String>>, Vec<usize>) = found.unzip();
        let mut names: Vec<String> = names.into_iter().flatten().cloned().collect();
        names.sort();
        (run.len() + width - 1, names, places[0])
    };
    let mut runs: BTreeSet<Vec<&str>> =
        maximal(&texts).into_iter().filter(|run| run.len() >= least).collect();
    let (mut taken, mut found) = (BTreeSet::new(), Vec::new());
    loop {
        let rank = |run: &&Vec<&str>| {
            let (words, names, at) = told(run);
            let documents = names.len();
            let by = match order {
                PassageOrder::Repeated => [words * (documents - 1), words],
                PassageOrder::Words => [words, documents],
                PassageOrder::Documents => [documents, words],
            };
            (Reverse(by), names[0].clone(), at)
        };
        let Some(best) = runs.iter().min_by_key(rank).cloned() else { return found };
        runs.remove(&best);
        let stretches: Vec<&[&str]> =
            best.chunk_by(|one, two| taken.contains(one) == taken.contains(two)).collect();
        let is_long = |part: &&[&str]| part.len() >= least && taken.contains(&part[0]);
        let mut parts: Vec<Vec<&str>> = stretches.split(is_long).map(<[_]>::concat).collect();
        parts.retain(|part| part.len() >= least);
        if parts.as_slice() == std::slice::from_ref(&best) {
            let (words, names, at) = told(&best);
            found.push((words as u32, names, at as u32));
            taken.extend(best);
        } else {
            runs.extend(parts);
        }
    }
}

fn told(corpus: &Corpus, least: u32, order: PassageOrder) -> Vec<Told> {
    let runs = corpus.find_passages(least, order, &|| false).unwrap();
    let name =
        |doc: DocId| -> String { corpus.docs()[doc.index()].path.to_str().unwrap().to_string() };
    let told = runs.all.iter().map(|run| {
        let names: Vec<String> =
            corpus.documents_with_run(&runs, run).into_iter().map(name).collect();
        assert_eq!((names.len() as u32, &names[0]), (run.documents, &name(run.first)));
        assert_eq!(run.count_repeated_words(), u64::from(run.words) * (names.len() as u64 - 1));
        (run.words, names, run.at)
    });
    told.collect()
}

fn of_words() -> impl Strategy<Value = Case> {
    case().prop_map(|case| Case { params: params_of_all_words(case.params), ..case })
}

proptest! {
    #![proptest_config(seeded(300))]

    #[test]
    fn passages_are_what_the_definition_says_in_any_order_of_the_folder(
        case in of_words(),
        least in 0_u32..9,
        order in prop::sample::select(PassageOrder::ALL),
    ) {
        let files = || case.files.iter().map(|file| (file.name.as_str(), file.bytes.as_slice()));
        let expected = plain(&case, least, order.1);
        prop_assert_eq!(&told(&corpus_of(files(), &case.params), least, order.1), &expected);
        prop_assert_eq!(told(&corpus_of(files().rev(), &case.params), least, order.1), expected);
    }
}
