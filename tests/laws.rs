#![allow(clippy::unwrap_used)]

use shingle::{compare::Overlap, pipeline::Common, pipeline::Template, texts::text_source};

use crate::common::prelude::*;

fn params() -> impl Strategy<Value = Params> {
    (
        1_u32..6,
        prop_oneof![2 => Just(1_u32), 1 => 1_u32..6],
        select(vec![HashKind::Wide, HashKind::Crc32, HashKind::Md5First28]),
        select(Measure::ALL).prop_map(|(_, measure)| measure),
    )
        .prop_map(|(width, modulo, hash, measure)| Params {
            width,
            modulo,
            hash,
            measure,
            threshold: Ratio::ZERO,
            ..english()
        })
}

/// Returns a random text of few different words, so that texts share many.
fn text(words: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    prop::collection::vec(select(vec!["one", "two", "three", "four"]), words)
        .prop_map(|words| words.join(" "))
}

fn compare(a: &str, b: &str, params: &Params, direction: Direction) -> PairView {
    let read = |text: &str| Document::read(Path::new("x"), text.as_bytes(), params).unwrap();
    let names = (DocPath::new("a"), DocPath::new("b"));
    let (a, b) = (read(a), read(b));
    PairView::compare((&names.0, &a), (&names.1, &b), &Arc::new(params.clone()), direction)
}

fn overlap(a: &str, b: &str, params: &Params) -> Overlap {
    compare(a, b, params, Direction::Larger).overlap
}

proptest! {
    #![proptest_config(seeded(300))]

    #[test]
    fn every_score_lies_between_nothing_and_the_whole(a in text(0..30), b in text(0..30), params in params()) {
        for direction in [Direction::First, Direction::Larger] {
            let score = compare(&a, &b, &params, direction).score;
            prop_assert!(score >= Ratio::ZERO && score <= Ratio::ONE);
        }
    }

    #[test]
    fn symmetric_measures_are_symmetric_and_the_others_mirror(a in text(0..30), b in text(0..30), params in params()) {
        let (there, back) = (overlap(&a, &b, &params), overlap(&b, &a, &params));
        prop_assert_eq!(there.swap_sides(), back);
        prop_assert_eq!(there.jaccard(), back.jaccard());
        prop_assert_eq!(there.dice(), back.dice());
        prop_assert_eq!(there.overlap_coefficient(), back.overlap_coefficient());
        prop_assert_eq!(there.containment_a(), back.containment_b());
        prop_assert_eq!(there.containment_b(), back.containment_a());
        let larger = |one: &str, other: &str| compare(one, other, &params, Direction::Larger).score;
        prop_assert_eq!(larger(&a, &b), larger(&b, &a));
    }

    #[test]
    fn a_text_is_wholly_like_itself_and_an_empty_one_like_nothing(a in text(0..30), params in params()) {
        let same = overlap(&a, &a, &params);
        let whole = if a.is_empty() { Ratio::ZERO } else { Ratio::ONE };
        prop_assert_eq!(same.exact_copy, !a.is_empty());
        for score in [same.jaccard(), same.dice(), same.overlap_coefficient(), same.containment_a(), same.containment_b()] {
            prop_assert_eq!(score, whole);
        }
        prop_assert_eq!(overlap("", &a, &params).jaccard(), Ratio::ZERO);
    }

    #[test]
    fn the_measures_stand_in_their_known_order(a in text(0..30), b in text(0..30), params in params()) {
        let found = overlap(&a, &b, &params);
        let (smaller, larger) = if found.containment_a() < found.containment_b() {
            (found.containment_a(), found.containment_b())
        } else {
            (found.containment_b(), found.containment_a())
        };
        prop_assert!(found.jaccard() <= smaller);
        prop_assert!(found.jaccard() <= found.dice());
        prop_assert!(found.dice() <= larger);
        prop_assert_eq!(found.overlap_coefficient(), larger);
        // Exact copies with an empty sample score 1 by every measure. Otherwise, with all shingles retained, words
        // outnumber shingles.
        prop_assert!(params.modulo > 1 || found.shared_shingles_per_word_of_a() <= found.containment_a());
    }

    #[test]
    fn dice_is_twice_jaccard_over_one_more(a in text(0..30), b in text(0..30), params in params()) {
        let found = overlap(&a, &b, &params);
        if found.a_shingles + found.b_shingles > 0 {
            let union = u64::from(found.a_shingles + found.b_shingles - found.shared);
            let shared = u64::from(found.shared);
            // 2·(s/u) / (1 + s/u) = 2s / (u + s)
            prop_assert_eq!(found.jaccard(), Ratio::new(shared, union));
            prop_assert_eq!(found.dice(), Ratio::new(2 * shared, union + shared));
        }
    }

    #[test]
    fn appending_words_that_nobody_has_never_raises_the_resemblance(a in text(0..30), b in text(0..30), more in 1_usize..20, params in params()) {
        // A text shorter than w is one shingle, which disappears when the text grows.
        prop_assume!(a.split(' ').count() >= params.width as usize);
        let unique: Vec<String> = (0..more).map(|n| format!("unique{n}")).collect();
        let longer = format!("{a} {}", unique.join(" "));
        let (before, after) = (overlap(&a, &b, &params), overlap(&longer, &b, &params));
        prop_assert_eq!(before.shared, after.shared);
        prop_assert!(after.jaccard() <= before.jaccard());
        prop_assert!(after.containment_a() <= before.containment_a());
        if !before.exact_copy {
            prop_assert_eq!(after.containment_b(), before.containment_b());
        }
    }

    #[test]
    fn a_text_inside_another_is_wholly_contained(a in text(1..20), before in text(0..20), after in text(0..20), params in params()) {
        prop_assume!(a.split(' ').count() >= params.width as usize);
        let found = overlap(&a, &format!("{before} {a} {after}"), &params);
        prop_assert_eq!(found.shared, found.a_shingles);
        if found.a_shingles > 0 {
            prop_assert_eq!(found.containment_a(), Ratio::ONE);
            prop_assert_eq!(compare(&a, &format!("{before} {a} {after}"), &params, Direction::First).overlap, found);
        }
    }

    #[test]
    fn a_larger_threshold_finds_a_part_of_what_a_smaller_one_finds(texts in prop::collection::vec(text(0..20), 0..10), params in params(), low in 0_u64..=10, high in 0_u64..=10) {
        prop_assume!(low <= high);
        let files: Files = texts.iter().enumerate().map(|(n, text)| (format!("{n:02}"), text.clone().into_bytes())).collect();
        let lines = |threshold: u64| -> Vec<String> {
            let params = Params { threshold: Ratio::new(threshold, 10), ..params.clone() };
            state_of(&fresh(&files, &params)).lines().filter(|line| line.starts_with('(')).map(str::to_string).collect()
        };
        let many = lines(low);
        prop_assert!(lines(high).iter().all(|line| many.contains(line)));
    }
}

proptest! {
    #![proptest_config(seeded(100))]

    #[test]
    fn an_unrelated_file_changes_no_score(texts in prop::collection::vec(text(0..20), 2..8), params in params(), place in 0_usize..9) {
        let mut files: Files = texts.iter().enumerate().map(|(n, text)| (format!("{n}"), text.clone().into_bytes())).collect();
        let before = pairs_of(&fresh(&files, &params));
        files.insert(format!("{place}-unrelated"), b"nothing of this stands anywhere else at all".to_vec());
        prop_assert_eq!(pairs_of(&fresh(&files, &params)), before);
    }

    #[test]
    fn a_file_removed_and_added_again_restores_everything(texts in prop::collection::vec(text(0..20), 1..10), params in params(), pick in any::<prop::sample::Index>()) {
        let files: Files = texts.iter().enumerate().map(|(n, text)| (format!("{n}"), text.clone().into_bytes())).collect();
        let mut corpus = fresh(&files, &params);
        let before = state_of(&corpus);
        let (name, bytes) = files.iter().nth(pick.index(files.len())).unwrap();
        corpus.remove(&DocPath::new(name));
        refresh(&mut corpus);
        prop_assert_ne!(state_of(&corpus), before.clone());
        put(&mut corpus, name, bytes);
        refresh(&mut corpus);
        prop_assert_eq!(state_of(&corpus), before);
    }
}

/// Returns parameters that also ignore shingles in more than `common` eighths of the documents, and those of a
/// template.
fn leaving_out(params: &Params, common: Option<u64>, template: Option<&str>) -> Params {
    let template = template.map(|text| {
        let name = DocPath::new("template");
        Arc::new(Template::from_source(name, text_source(text)))
    });
    let common = common.map(|eighths| Common::Share(Ratio::new(eighths, 8)));
    Params { common, template: template.into_iter().collect(), ..params.clone() }
}

fn files_of(texts: &[String]) -> Files {
    let named = texts.iter().enumerate();
    named.map(|(n, text)| (format!("{n:02}"), text.clone().into_bytes())).collect()
}

/// Returns the sizes of documents in path order, and the number of all ignored shingles.
fn sizes(files: &Files, params: &Params) -> (Vec<u32>, u32) {
    let snapshot = take_snapshot(&fresh(files, params), &[], Epoch(0));
    let left_out = snapshot.ignored.common + snapshot.ignored.template;
    (snapshot.docs.iter().map(|doc| doc.shingles).collect(), left_out)
}

proptest! {
    #![proptest_config(seeded(200))]

    #[test]
    fn leaving_out_never_raises_the_shingles_of_a_document(texts in prop::collection::vec(text(0..12), 3..10), params in params(), common in prop::option::of(0_u64..8), template in prop::option::of(text(0..12))) {
        let files = files_of(&texts);
        let (all, none) = sizes(&files, &params);
        let leaving = leaving_out(&params, common, template.as_deref());
        let (rest, left_out) = sizes(&files, &leaving);
        prop_assert_eq!(none, 0);
        prop_assert!(rest.iter().zip(&all).all(|(rest, all)| rest <= all));
        // Every ignored shingle is in a document, and all are counted.
        prop_assert_eq!(left_out > 0, rest != all);
        prop_assert!(all.iter().sum::<u32>() - rest.iter().sum::<u32>() >= left_out);
    }

    #[test]
    fn nothing_is_in_more_than_all_documents(texts in prop::collection::vec(text(0..12), 0..10), params in params()) {
        let files = files_of(&texts);
        let leaving = leaving_out(&params, Some(8), None);
        prop_assert_eq!(sizes(&files, &leaving), sizes(&files, &params));
        prop_assert_eq!(pairs_of(&fresh(&files, &leaving)), pairs_of(&fresh(&files, &params)));
    }

    #[test]
    fn the_template_of_one_of_two_texts_leaves_them_nothing_in_common(a in text(1..30), b in text(0..30), params in params()) {
        prop_assume!(a != b);
        let files = files_of(&[a.clone(), b]);
        let leaving = leaving_out(&params, None, Some(&a));
        prop_assert_eq!(pairs_of(&fresh(&files, &leaving)), Vec::new());
        prop_assert_eq!(sizes(&files, &leaving).0[0], 0);
    }

    #[test]
    fn symmetric_measures_stay_symmetric_whatever_is_left_out(texts in prop::collection::vec(text(0..20), 3..8), params in params(), common in prop::option::of(0_u64..8), template in prop::option::of(text(0..12))) {
        let leaving = leaving_out(&params, common, template.as_deref());
        let corpus = fresh(&files_of(&texts), &leaving);
        let read = |text: &String| {
            let mut document = Document::read(Path::new("x"), text.as_bytes(), &leaving).unwrap();
            document.set_ignored_shingles(corpus.ignored_shingles());
            document
        };
        let (a, b) = (read(&texts[0]), read(&texts[1]));
        let (name, other) = (DocPath::new("a"), DocPath::new("b"));
        let params = Arc::new(leaving.clone());
        let there = PairView::compare((&name, &a), (&other, &b), &params, Direction::Larger);
        let back = PairView::compare((&other, &b), (&name, &a), &params, Direction::Larger);
        prop_assert_eq!(there.overlap.swap_sides(), back.overlap);
        prop_assert_eq!(there.overlap.jaccard(), back.overlap.jaccard());
        prop_assert_eq!(there.overlap.dice(), back.overlap.dice());
        prop_assert_eq!(there.overlap.overlap_coefficient(), back.overlap.overlap_coefficient());
        prop_assert_eq!(there.score, back.score);
        prop_assert!(there.overlap.shared <= overlap(&texts[0], &texts[1], &leaving).shared);
    }
}

/// Returns two texts that begin with the same `shared` words, in which no run of words occurs twice.
fn alike(all: usize, shared: usize) -> [String; 2] {
    ["a", "b"].map(|name| {
        let word = |at: usize| format!("{}{at}", if at < shared { "same" } else { name });
        (0..all).map(word).collect::<Vec<_>>().join(" ")
    })
}

#[test]
fn per_word_of_a_sample_is_about_that_of_all_shingles() {
    let [a, b] = alike(4000, 3000);
    for (modulo, near) in [(1, 0.0), (2, 0.03), (4, 0.05), (16, 0.1)] {
        let params = Params { modulo, measure: Measure::PerWord, ..plain() };
        let found = overlap(&a, &b, &params);
        let counted = u64::from(found.shared) * u64::from(modulo);
        assert_eq!(
            found.shared_shingles_per_word_of_a(),
            Ratio::new(counted, 4000),
            "modulo {modulo}"
        );
        let off = found.shared_shingles_per_word_of_a().to_f64() - 2998.0 / 4000.0;
        assert!(off.abs() <= near, "modulo {modulo} is off by {off}");
    }
}

#[test]
fn per_word_ends_at_one_however_lucky_the_sample() {
    let found = Overlap {
        shared: 3,
        a_shingles: 3,
        b_shingles: 3,
        a_words: 20,
        b_words: 40,
        one_in: 8,
        exact_copy: false,
    };
    assert_eq!(found.shared_shingles_per_word_of_a(), Ratio::ONE);
    assert_eq!(found.score(Measure::PerWord, Direction::Larger), Ratio::ONE);
    assert_eq!(found.swap_sides().shared_shingles_per_word_of_a(), Ratio::new(24, 40));
    assert_eq!(Measure::PerWord.score_fraction(3, 40, 20, 8), (20, 20));
    assert_eq!(Measure::PerWord.score_fraction(3, 40, 60, 8), (24, 40));
}
