//! The corpus alone, with a map instead of a folder, and with cancellations at every possible point.

use std::{sync::atomic::AtomicUsize, sync::atomic::Ordering};

use documents::hash_content;

use shingle::pipeline::{Between, Common, CountsBelowThreshold, SharesElsewhere, Template};
use shingle::{base::cancel::NewestEpoch, text::PosRemoval, texts::text_source};

use super::{changes::Change, changes::NAMES, changes::changes};
use crate::common::prelude::*;

fn offer(corpus: &mut Corpus, name: &str, bytes: &[u8]) {
    if corpus.content_hash(&DocPath::new(name)) != Some(hash_content(bytes)) {
        put(corpus, name, bytes);
    }
}

fn settle(corpus: &mut Corpus) {
    let never = Cancel::never_cancelled();
    assert_eq!(corpus.refresh_best_pairs(u64::MAX, &never, &|_, _, _| ()), Some(None));
    refresh(corpus);
}

/// Applies a change to files and corpus, and returns true if a complete result is requested.
fn apply(change: &Change, files: &mut Files, corpus: &mut Corpus) -> bool {
    match change {
        Change::Rewrite(at) => {
            if let Some(bytes) = files.get(NAMES[*at]) {
                put(corpus, NAMES[*at], bytes);
            }
        }
        Change::Rename(from, to) | Change::Copy(from, to) | Change::Swap(from, to) => {
            let (one, other) = (files.get(NAMES[*from]).cloned(), files.get(NAMES[*to]).cloned());
            let Some(bytes) = one.clone().filter(|_| from != to) else { return false };
            offer(corpus, NAMES[*to], &bytes);
            files.insert(NAMES[*to].to_string(), bytes);
            match (change, other) {
                (Change::Copy(..), _) => {}
                (Change::Swap(..), Some(other)) => {
                    offer(corpus, NAMES[*from], &other);
                    files.insert(NAMES[*from].to_string(), other);
                }
                _ => {
                    corpus.remove(&DocPath::new(NAMES[*from]));
                    files.remove(NAMES[*from]);
                }
            }
        }
        Change::Params(params) => {
            corpus.set_params(Arc::new((**params).clone()));
            for (name, bytes) in files.iter() {
                if !corpus.has_document_or_problem(&DocPath::new(name)) {
                    put(corpus, name, bytes);
                }
            }
        }
        Change::Cancelled(after) => {
            let (newest, left) = (NewestEpoch::default(), AtomicUsize::new(*after));
            let cancel = newest.token(newest.epoch());
            let step = |_, _, _| {
                let one_less = |left: usize| left.checked_sub(1);
                if left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_err() {
                    newest.advance();
                }
            };
            if *after == 0 {
                newest.advance();
            }
            let _ = corpus.refresh(&cancel, &step);
        }
        Change::Half => {
            corpus
                .refresh_sketches(&Cancel::never_cancelled(), &|_, _, _| ())
                .expect("nobody cancels");
        }
        Change::Settle => {
            settle(corpus);
            return true;
        }
        Change::Write(at, bytes) => {
            offer(corpus, NAMES[*at], bytes);
            files.insert(NAMES[*at].to_string(), bytes.clone());
        }
        Change::Remove(at) => {
            corpus.remove(&DocPath::new(NAMES[*at]));
            files.remove(NAMES[*at]);
        }
    }
    false
}

/// Applies changes, after which each complete result must equal that of a new corpus.
fn end_like_a_fresh_corpus(changes: &[Change], params: &Params) {
    let mut corpus = Corpus::new(Arc::new(params.clone()));
    let mut files = Files::new();
    for change in changes.iter().chain([&Change::Settle]) {
        if apply(change, &mut files, &mut corpus) {
            let params = Params::clone(corpus.params());
            let mut fresh = fresh(&files, &params);
            assert_eq!(state_of(&corpus), state_of(&fresh));
            assert_eq!(hints_of(&mut corpus), hints_of(&mut fresh));
            assert_eq!(corpus.estimate_sampled_share(), fresh.estimate_sampled_share());
            assert_eq!(scores(&corpus, &fresh), scores(&fresh, &fresh));
        }
    }
}

/// Returns the results that the engine computes after a ranking.
fn hints_of(corpus: &mut Corpus) -> (CountsBelowThreshold, Option<SharesElsewhere>, Option<u64>) {
    const WORDS: u32 = 12;
    let never = Cancel::never_cancelled();
    let mut found = CountsBelowThreshold::default();
    if corpus.params().passage.is_none() {
        let pairs = corpus.find_candidates_below_threshold(WORDS, &never).unwrap();
        corpus.find_passages_below_threshold(&mut found, &pairs, WORDS, &never).unwrap();
    }
    (
        found,
        SharesElsewhere::count_shared_elsewhere(corpus, &never),
        corpus.count_common_keys_by_groups(&never),
    )
}

/// Returns counts of pairs from the first hundredth that is complete in `other` too, because a corpus joined from a
/// lower score counts more.
fn scores(corpus: &Corpus, other: &Corpus) -> Vec<u64> {
    let [own, first] = [corpus, other].map(|corpus| take_snapshot(corpus, &[], Epoch(0)).histogram);
    assert!(own.first_complete_hundredth() <= first.first_complete_hundredth());
    own.counts[first.first_complete_hundredth()..].to_vec()
}

proptest! {
    #![proptest_config(seeded(400))]

    #[test]
    fn any_sequence_of_changes_ends_in_the_state_of_a_fresh_corpus(changes in changes(1..40)) {
        end_like_a_fresh_corpus(&changes, &Params::defaults());
    }

}

proptest! {
    #![proptest_config(seeded(150))]

    // With constant parameters, the corpus never rebuilds its caches, so errors would accumulate.
    #[test]
    fn any_sequence_of_changes_to_files_alone_ends_as_a_fresh_corpus(changes in changes(20..100)) {
        let files_only: Vec<Change> =
            changes.into_iter().filter(|change| !matches!(change, Change::Params(_))).collect();
        end_like_a_fresh_corpus(&files_only, &Params::defaults());
    }
}

proptest! {
    #![proptest_config(seeded(30))]

    // Ignored shingles change with nearly every file, which joins all pairs again.
    #[test]
    fn changes_while_common_shingles_and_a_template_are_left_out_end_as_a_fresh_corpus(
        changes in changes(10..40), per_cent in 20_u64..70, templates in any::<bool>(),
    ) {
        let mut params = Params { common: Some(Common::Share(Ratio::new(per_cent, 100))), ..Params::defaults() };
        if templates {
            let text = text_source("Nobody knew why the lighthouse had been dark for three nights");
            let template = Template::from_source(DocPath::new("head.txt"), text);
            params.template.push(Arc::new(template));
        }
        let files_only: Vec<Change> =
            changes.into_iter().filter(|change| !matches!(change, Change::Params(_))).collect();
        end_like_a_fresh_corpus(&files_only, &params);
    }
}

#[test]
fn one_changed_document_is_sketched_and_joined_alone() {
    let mut corpus = Corpus::new(Arc::new(Params::defaults()));
    for (name, bytes) in crate::common::demo_files() {
        put(&mut corpus, &name, &bytes);
    }
    let whole_runs = AtomicUsize::new(0);
    let count = |_, _, _| {
        whole_runs.fetch_add(1, Ordering::Relaxed);
    };
    corpus.refresh(&Cancel::never_cancelled(), &count).unwrap();
    assert!(whole_runs.swap(0, Ordering::Relaxed) > 0, "the first run is a whole one");

    // Only work on the whole corpus reports progress.
    let tea = crate::common::demo("essays/tea.txt");
    put(
        &mut corpus,
        "essays/tea-again.txt",
        &[&tea[..], b" And one more sentence of it."].concat(),
    );
    put(&mut corpus, "essays/bread.txt", &tea);
    corpus.remove(&DocPath::new("news/bridge-abroad.md"));
    corpus.refresh(&Cancel::never_cancelled(), &count).unwrap();
    assert_eq!(whole_runs.load(Ordering::Relaxed), 0);

    let mut stricter = corpus.params().as_ref().clone();
    stricter.threshold = "0.5".parse().unwrap();
    corpus.set_params(Arc::new(stricter.clone()));
    corpus.refresh(&Cancel::never_cancelled(), &count).unwrap();
    assert_eq!(whole_runs.load(Ordering::Relaxed), 0, "a higher threshold joins nothing again");

    let all = take_snapshot(&corpus, &[], Epoch(0));
    for rule in ["essays news", "essays .", "off"] {
        stricter.between = Between::parse_two_sides(rule).unwrap();
        corpus.set_params(Arc::new(stricter.clone()));
        corpus.refresh(&Cancel::never_cancelled(), &count).unwrap();
        let ruled = take_snapshot(&corpus, &[], Epoch(0));
        assert_eq!(whole_runs.load(Ordering::Relaxed), 0, "a rule joins nothing again");
        assert_eq!(ruled.pairs_found + ruled.ruled_out, all.pairs_found);
        assert_eq!(ruled.ruled_out > 0, rule != "off");
        assert_eq!((ruled.docs, ruled.present), (Arc::clone(&all.docs), all.present));
    }

    stricter.width = 4;
    corpus.set_params(Arc::new(stricter));
    corpus.refresh(&Cancel::never_cancelled(), &count).unwrap();
    assert!(whole_runs.load(Ordering::Relaxed) > 0, "another width does");
}

#[test]
fn more_texts_than_are_counted_one_by_one_are_joined_anew() {
    let (mut files, mut corpus) = (Files::new(), Corpus::new(Arc::new(Params::defaults())));
    for round in 0..3 {
        // Less than half of all texts, because more texts would trigger new sketches for all.
        for at in if round == 0 { 0..200 } else { 60 * round..60 * round + 80 } {
            let text =
                format!("gulls flew over harbour number {} while baker {round} slept", at / 2);
            let (name, bytes) = (format!("{at}.txt"), format!("{text}, {at}").into_bytes());
            put(&mut corpus, &name, &bytes);
            files.insert(name, bytes);
        }
        settle(&mut corpus);
        assert_eq!(state_of(&corpus), state_of(&fresh(&files, corpus.params())));
    }
}

#[test]
fn part_of_speech_removal_reads_again_only_what_it_tags_and_goes_without_reading() {
    let texts = crate::common::demo_files();
    let mut corpus = Corpus::new(Arc::new(Params::defaults()));
    for (name, bytes) in &texts {
        put(&mut corpus, name, bytes);
    }
    refresh(&mut corpus);
    let turned = |corpus: &mut Corpus, pos_removal, language| {
        let params = Params { pos_removal, language, ..corpus.params().as_ref().clone() };
        corpus.set_params(Arc::new(params.clone()));
        let missing: Vec<&String> = texts
            .keys()
            .filter(|name| !corpus.has_document_or_problem(&DocPath::new(name)))
            .collect();
        for name in &missing {
            put(corpus, name, &texts[*name]);
        }
        refresh(corpus);
        assert_eq!(state_of(corpus), state_of(&fresh(&texts, &params)));
        missing.len()
    };
    let is_english = |bytes: &Vec<u8>| {
        let read = Document::read("a.txt".as_ref(), bytes, &Params::defaults()).unwrap();
        read.reading.word_ranges().any(|(_, language)| language == Language::from_code("en"))
    };
    let english = texts.values().filter(|bytes| is_english(bytes)).count();
    assert!(english > 10 && english < texts.len());
    let fixed = LanguageChoice::Fixed(Language::from_code("en").unwrap());
    let auto = LanguageChoice::Auto;
    assert_eq!(turned(&mut corpus, PosRemoval::On, auto), english);
    assert_eq!(turned(&mut corpus, PosRemoval::Off, auto), 0, "tags are there and do not count");
    assert_eq!(turned(&mut corpus, PosRemoval::On, auto), 0);
    assert_eq!(turned(&mut corpus, PosRemoval::On, fixed), texts.len() - english);
    let unseen = texts.len() - english;
    assert_eq!(turned(&mut corpus, PosRemoval::On, auto), unseen, "whose languages are unknown");
    assert_eq!(turned(&mut corpus, PosRemoval::On, fixed), unseen);
}

#[test]
fn words_that_no_document_has_any_more_are_forgotten() {
    let names = ["a.txt", "b.txt", "c.txt", "d.txt"];
    // Half of the words are always equal.
    let text = |n: usize| -> String {
        let word = |word| format!("w{}x{word}", if word % 2 == 0 { 0 } else { n });
        (0..1000).map(word).collect::<Vec<_>>().join(" ")
    };
    let mut corpus = fresh(&Files::new(), &Params::defaults());
    put(&mut corpus, "still.txt", text(7).as_bytes());
    settle(&mut corpus);
    let mut files = Files::from([("still.txt".to_string(), text(7).into_bytes())]);
    for n in 0..300 {
        let name = names[n % names.len()];
        files.insert(name.to_string(), text(n).into_bytes());
        put(&mut corpus, name, &files[name]);
        settle(&mut corpus);
        corpus.drop_unused_words();
        if n % 50 == 0 {
            assert_eq!(state_of(&corpus), state_of(&fresh(&files, &Params::defaults())), "{n}");
        }
    }
    assert!(corpus.lexicon.number_limit() < 150_000, "{} words", corpus.lexicon.number_limit());
}
