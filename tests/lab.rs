//! Numbers of the laboratory, compared with plain counts over word sets and with formulas.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use shingle::{
    base::cancel::NewestEpoch, lab::CandidateSketch, lab::Cell, lab::Grid, lab::Labelled,
    lab::Material, lab::Study, lab::chance::Chance, lab::survey::Survey, lab::texts::DistinctTexts,
    lab::texts::TextPart, lab::texts::next_random as next, lab::thresholds::ThresholdTrials,
    pipeline::Criteria, pipeline::shingle_params, texts::text_source,
};

use crate::common::prelude::*;

/// Limits of a sample with which the laboratory counts everything.
const ALL: (u64, u64) = (u64::MAX, u64::MAX);

type Folder = BTreeMap<String, Vec<String>>;

fn material(folder: &Folder, params: &Params) -> Material {
    let mut corpus = Corpus::new(Arc::new(params.clone()));
    for (name, words) in folder {
        let record = corpus.new_reader().read(&text_source(&words.join(" ")));
        corpus.put_document(&DocPath::new(name), record);
    }
    Material::new(&corpus)
}

fn study(folder: &Folder, params: &Params, pairs: usize) -> Study {
    let progress = |_: &str, _: usize, _: usize| ();
    let params = Arc::new(params.clone());
    let material = material(folder, &params);
    Study::new(&material, &params, pairs, &Cancel::never_cancelled(), &progress).unwrap()
}

/// Returns texts of `words` words out of a thousand, each with copies that replace one word in `one_in`.
fn families(texts: usize, words: usize, one_in: &[u64]) -> Folder {
    let mut state = 7;
    let mut folder = Folder::new();
    let mut word = || format!("w{}", next(&mut state) % 1000);
    for text in 0..texts {
        let first: Vec<String> = (0..words).map(|_| word()).collect();
        for (copy, one_in) in one_in.iter().enumerate() {
            let mut seed = (text * 31 + copy) as u64;
            let changed = first.iter().map(|old| {
                let is_changed = *one_in > 0 && next(&mut seed).is_multiple_of(*one_in);
                if is_changed { format!("v{}", next(&mut seed) % 1000) } else { old.clone() }
            });
            folder.insert(format!("{text:03}-{copy}.txt"), changed.collect());
        }
    }
    folder
}

/// Cuts each word to its first letters, for a smaller vocabulary.
fn with_short_words(folder: Folder, letters: usize) -> Folder {
    let short = |word: String| word.chars().take(letters).collect::<String>();
    folder.into_iter().map(|(name, words)| (name, words.into_iter().map(short).collect())).collect()
}

fn shingles(words: &[String], width: usize) -> BTreeSet<&[String]> {
    if words.len() < width { BTreeSet::from([words]) } else { words.windows(width).collect() }
}

/// Counts the shingles in a, in b, and in both.
fn counted(a: &[String], b: &[String], width: usize) -> (u64, u64, u64) {
    let (a, b) = (shingles(a, width), shingles(b, width));
    (a.len() as u64, b.len() as u64, a.intersection(&b).count() as u64)
}

fn larger_containment((a, b, both): (u64, u64, u64)) -> Ratio {
    Ratio::new(both, a.min(b))
}

fn jaccard((a, b, both): (u64, u64, u64)) -> Ratio {
    Ratio::new(both, a + b - both)
}

/// Counts of all pairs of documents with different words.
fn pairs(folder: &Folder, width: usize) -> Vec<(u64, u64, u64)> {
    let all: Vec<(&Vec<String>, BTreeSet<&[String]>)> =
        folder.values().map(|words| (words, shingles(words, width))).collect();
    let mut found = Vec::new();
    for (at, (words, a)) in all.iter().enumerate() {
        for (_, b) in all[at + 1..].iter().filter(|(others, _)| others != words) {
            found.push((a.len() as u64, b.len() as u64, a.intersection(b).count() as u64));
        }
    }
    found
}

#[test]
fn every_width_counts_what_a_plain_comparison_counts() {
    // The last copy of each text is exact.
    let mut folder = families(6, 120, &[0, 5, 12, 0]);
    folder.insert("short.txt".into(), vec!["only".into(), "two".into()]);
    let study = study(&folder, &plain(), 0);
    assert_eq!((study.documents, study.texts), (25, 19));
    let expected = (1..=12).collect::<Vec<_>>();
    assert_eq!(study.widths.rows.iter().map(|row| row.width).collect::<Vec<_>>(), expected);
    for row in &study.widths.rows {
        let mut counts = [0; 101];
        let mut passing = 0;
        for pair in pairs(&folder, row.width as usize).into_iter().filter(|(.., both)| *both > 0) {
            let score = larger_containment(pair);
            let hundredth = (0..=100).rev().find(|at| score >= Ratio::new(*at, 100)).unwrap();
            counts[hundredth as usize] += 1;
            passing += u64::from(score >= Ratio::new(1, 5));
        }
        assert_eq!(row.survey.counts, counts, "width {}", row.width);
        assert_eq!((row.survey.passing.pairs, row.survey.passing.one_in), (passing, 1));
        assert_eq!((row.survey.one_in, row.survey.exact_from), (1, 0));
        let mut sizes: Vec<usize> =
            folder.values().map(|words| shingles(words, row.width as usize).len()).collect();
        sizes.sort_unstable();
        let lengths = (row.lengths.short as usize, row.lengths.median as usize);
        assert_eq!(lengths, (sizes[2], sizes[12]), "width {}", row.width);
    }
    let set = &study.widths.trial_of_width(plain().width).unwrap().survey;
    for row in &study.thresholds.rows {
        let at_least = |hundredths: usize| set.counts[hundredths..].iter().sum::<u64>();
        assert_eq!(row.pairs.pairs, at_least(row.hundredths));
        assert_eq!(row.lost.pairs, at_least(row.hundredths - 5) - row.pairs.pairs);
    }
}

#[test]
fn shuffled_words_share_what_words_alone_explain() {
    let study = study(&families(6, 120, &[0, 5, 12]), &plain(), 0);
    let row = |width: usize| &study.widths.rows[width - 1];
    // Single words have no order, so chance explains every pair.
    let all = row(1).survey.passing.pairs;
    let chance = row(1).pairs_by_chance();
    assert_eq!((chance.least, chance.most, chance.one_in), (all, all, 1));
    assert!((chance.mean - all as f64).abs() < 1e-9);
    for hundredths in [5, 20, 50, 100] {
        let found = row(1).chance.chance_of_score(hundredths, u64::MAX);
        assert_eq!(found.most, row(1).survey.count_pairs_from(hundredths), "{hundredths}");
        assert_eq!(found.least, found.most);
    }
    // Runs of four words out of a thousand do not arise by chance.
    assert_eq!(row(4).pairs_by_chance().most, 0);
    assert_eq!(study.widths.recommended.map(|width| width > 1), Some(true));
}

#[test]
fn shuffles_differ_and_are_the_same_at_every_run() {
    // Texts of few words: only some shuffles create common runs.
    let folder = families(40, 12, &[0]);
    let folder = with_short_words(folder, 2);
    let params = Params { width: 3, ..plain() };
    let [first, again] = [(), ()].map(|()| study(&folder, &params, 0));
    let chance = first.widths.trial_of_width(3).unwrap().pairs_by_chance();
    assert!(chance.least < chance.most, "{chance:?}");
    assert!(chance.mean > chance.least as f64 && chance.mean < chance.most as f64);
    assert_eq!(again.widths.trial_of_width(3).unwrap().pairs_by_chance(), chance);
}

#[test]
fn parts_of_a_large_folder_estimate_the_same_chance() {
    // With 1,300 texts, each shuffle takes every second text.
    let folder = families(1_300, 10, &[0]);
    let folder = with_short_words(folder, 3);
    let params = Params { width: 2, ..plain() };
    let material = material(&folder, &params);
    let never = Cancel::never_cancelled();
    let texts = DistinctTexts::new(&material, &params, &never).unwrap();
    let bar = Criteria::new(&params).bar;
    let chance = Chance::new(&texts, shingle_params(&params), bar).unwrap();
    assert_eq!(chance.one_in, 2);
    let whole = texts.sketch_part(shingle_params(&params), Some(0), TextPart::ALL).unwrap();
    let exact = Survey::new(&whole, bar, ALL).unwrap().passing.pairs as f64;
    let found = chance.chance_of_passing(u64::MAX).mean;
    assert!((found - exact).abs() < 0.1 * exact, "{found} for {exact}");
}

#[test]
fn advice_holds_when_every_document_gets_another_word() {
    let folder = families(6, 120, &[0, 5, 12]);
    let before = study(&folder, &plain(), 0).widths.recommended;
    for word in ["zebra", "w1", "v7", "one", "two", "three", "four", "five"] {
        let longer: Folder = folder
            .iter()
            .map(|(name, words)| (name.clone(), [words.clone(), vec![word.into()]].concat()))
            .collect();
        assert_eq!(study(&longer, &plain(), 0).widths.recommended, before, "{word}");
    }
}

#[test]
fn copies_are_no_evidence_for_a_width() {
    let rewritten = families(60, 60, &[0, 6]);
    let strangers: Folder = families(100, 60, &[0]).into_iter().skip(60).collect();
    let copies = strangers.clone().into_iter().map(|(name, words)| (format!("copy-{name}"), words));
    let apart: Folder = rewritten.into_iter().chain(strangers).collect();
    let with_copies: Folder = apart.clone().into_iter().chain(copies).collect();
    let params = Params { measure: Measure::Jaccard, ..plain() };
    let [without, with] = [apart, with_copies].map(|folder| study(&folder, &params, 0));
    assert_eq!((with.widths.recommended, &with.widths.reason), (Some(3), &without.widths.reason));
    assert_eq!(with.thresholds, without.thresholds);
    let gap = with.thresholds.valley.unwrap();
    assert!(gap.most == 60 && gap.least >= 57, "{gap:?}");
}

#[test]
fn advice_does_not_depend_on_the_threshold_that_is_set() {
    for folder in [families(6, 120, &[0, 5, 12]), families(12, 60, &[0, 3, 4, 6, 9])] {
        let advice = |hundredths| {
            let params = Params { threshold: Ratio::new(hundredths, 100), ..plain() };
            let found = study(&folder, &params, 0);
            (
                found.widths.recommended,
                found.widths.reason,
                found.thresholds.recommended_threshold(),
            )
        };
        let usual = advice(20);
        assert!(usual.0.is_some());
        for hundredths in [5, 15, 21, 25, 60] {
            assert_eq!(advice(hundredths), usual, "{hundredths}");
        }
    }
}

#[test]
fn of_settings_that_are_equal_within_noise_the_plainest_is_taken() {
    let folder = families(12, 120, &[0, 5]);
    let material = material(&folder, &Params::defaults());
    let pair = |a, b, label| Labelled { a, b, label };
    let labelled: Vec<Labelled> = (0..12)
        .flat_map(|at| [pair(2 * at, 2 * at + 1, true), pair(2 * at, (2 * at + 2) % 24, false)])
        .collect();
    let progress = |_: &str, _: usize, _: usize| ();
    let params = Params { width: 9, ..plain() };
    let grid =
        Grid::new(&material, &params, &labelled, &Cancel::never_cancelled(), &progress).unwrap();
    // Every width up to the default separates these texts perfectly.
    let plainest = grid.plainest_cell_within_noise().unwrap();
    let usual = Params::defaults();
    assert_eq!((plainest.width, plainest.measure), (usual.width, usual.measure));
    assert!(grid.cells_within_noise().len() > 1);
}

#[test]
fn the_smallest_sketch_that_serves_is_named_and_thresholds_are_always_advised() {
    let study = study(&families(12, 400, &[0, 30, 60]), &plain(), 0);
    let smallest = study.sketches.smallest_good_trial().unwrap();
    let least = [smallest.recall(), smallest.precision()]
        .map(|share| share.confidence_interval().unwrap().0);
    assert!(least.iter().all(|least| *least >= 0.9), "{least:?}");
    assert!(smallest.bytes < study.sketches.trial_of_modulo(1).unwrap().bytes);
    let flat = ThresholdTrials { valley: None, ..study.thresholds };
    let row = flat.rows.iter().find(|row| row.chance.most == 0 && row.pairs.pairs > 0).unwrap();
    let advice = flat.explain_recommendation();
    assert!(advice.contains(&format!("{}%", row.hundredths)), "{advice}");
}

#[test]
fn what_is_guessed_from_some_texts_is_near_what_is_counted() {
    let folder = families(60, 80, &[0, 4, 8, 20]);
    let params = Params { width: 2, ..plain() };
    let material = material(&folder, &params);
    let never = Cancel::never_cancelled();
    let texts = DistinctTexts::new(&material, &params, &never).unwrap();
    let sketched = texts.sketch_all_texts(shingle_params(&params)).unwrap();
    let bar = Criteria::new(&params).bar;
    let exact = Survey::new(&sketched, bar, ALL).unwrap();
    assert_eq!(exact.one_in, 1);
    let guessed = Survey::new(&sketched, bar, (4000, u64::MAX)).unwrap();
    assert!(guessed.one_in > 1, "{}", guessed.one_in);
    assert_eq!((guessed.passing, guessed.exact_from), (exact.passing, 20));
    assert_eq!(guessed.counts[20..], exact.counts[20..]);
    let (all, about) = (exact.count_pairs_from(0) as f64, guessed.count_pairs_from(0) as f64);
    assert!((about - all).abs() < all * 0.2, "{about} for {all}");
    let rough = Survey::new(&sketched, bar, (4000, 50)).unwrap();
    assert!(rough.passing.one_in > 1 && rough.exact_from == 101, "{rough:?}");
    let (all, about) = (exact.passing.pairs as f64, rough.passing.pairs as f64);
    assert!((about - all).abs() < all * 0.5, "{about} for {all}");
}

#[test]
fn sketches_are_judged_by_the_pairs_that_there_are() {
    let folder = families(40, 300, &[0, 60, 12, 3]);
    let params = Params { threshold: Ratio::new(1, 2), measure: Measure::Jaccard, ..plain() };
    let study = study(&folder, &params, 500);
    let all = pairs(&folder, 3);
    let truly: Vec<&(u64, u64, u64)> =
        all.iter().filter(|pair| jaccard(**pair) >= Ratio::new(1, 2)).collect();
    assert!(truly.len() > 50, "{}", truly.len());
    let sketches = &study.sketches;
    let expected = (truly.len() as u64, truly.len() as u64, 1);
    assert_eq!((sketches.listed, sketches.alike, sketches.one_in), expected);
    let tried = |kind| sketches.tried.iter().find(|tried| tried.kind == kind).unwrap();

    let all_kept = tried(CandidateSketch { sketch: SketchKind::Modulo, number: Some(1) });
    assert_eq!(
        (all_kept.recall().as_fraction(), all_kept.precision().as_fraction(), all_kept.errors),
        (Some(1.0), Some(1.0), Some((0.0, 0.0)))
    );
    let minhash = tried(CandidateSketch { sketch: SketchKind::MinHash, number: Some(84) });
    assert!((minhash.bytes - 84.0 * 8.0).abs() < 1e-9, "{}", minhash.bytes);
    // The mean absolute error of a normal estimate is .8 of its standard error, which is at most .055.
    let (mean, most) = minhash.errors.unwrap();
    assert!(mean < 0.055 && most < 5.0 * 0.055 && most > mean, "{mean} {most}");
    assert!(
        tried(CandidateSketch { sketch: SketchKind::MinHash, number: Some(200) }).errors.unwrap().0
            < mean
    );
    // With a larger modulo, errors grow and sketches shrink.
    let modulos: Vec<_> = [4, 16, 64]
        .map(|modulo| tried(CandidateSketch { sketch: SketchKind::Modulo, number: Some(modulo) }))
        .into();
    assert!(modulos.is_sorted_by(|left, right| left.errors.unwrap().0 < right.errors.unwrap().0));
    assert!(modulos.is_sorted_by(|left, right| left.bytes > right.bytes));
    // About 298 shingles divided by fifty are 5: modulo 4 keeps enough, modulo 16 does not.
    assert_eq!([modulos[0].short, modulos[1].short], [0, 160]);

    // The list of best pairs is complete here.
    assert_eq!(sketches.pairs.len(), truly.len());
    for row in &sketches.pairs {
        let counts = counted(&folder[&row.a.to_string()], &folder[&row.b.to_string()], 3);
        let exact =
            (row.exact.a_shingles.into(), row.exact.b_shingles.into(), row.exact.shared.into());
        assert_eq!(exact, counts);
        let (estimate, error) = row.minhash_range();
        assert!((estimate - jaccard(counts).to_f64()).abs() < 5.0 * error.max(0.03));
        assert_eq!(row.megashingles, row.supershingles * row.supershingles.saturating_sub(1) / 2);
        assert_eq!(row.is_found_by_filter(), row.megashingles >= 1);
    }
    let near = sketches.pairs.iter().filter(|row| row.is_found_by_filter()).count() as u64;
    for sketch in [SketchKind::SuperShingle, SketchKind::MegaShingle] {
        let kind = CandidateSketch { sketch, number: None };
        assert_eq!((tried(kind).rightly, tried(kind).found.pairs), (near, near));
        assert_eq!(tried(kind).errors, None);
    }
}

#[test]
fn labelled_pairs_are_judged_for_every_setting() {
    let folder = families(12, 200, &[0, 3]);
    let material = material(&folder, &plain());
    let place = |text: usize, copy: usize| text * 2 + copy;
    let mut labelled: Vec<Labelled> = (0..12)
        .map(|text| Labelled { a: place(text, 1), b: place(text, 0), label: true })
        .collect();
    labelled.extend((1..12).map(|text| Labelled {
        a: place(text, 1),
        b: place(0, 0),
        label: false,
    }));
    let progress = |_: &str, _: usize, _: usize| ();
    let grid =
        Grid::new(&material, &plain(), &labelled, &Cancel::never_cancelled(), &progress).unwrap();
    assert_eq!((grid.ones, grid.zeros, grid.cells.len()), (12, 11, 12 * 2 * 2 * 5));
    let set = grid.cell_of_params(&plain()).unwrap();
    assert_eq!((set.width, set.measure), (3, Measure::Containment));
    // Two words in three are retained, and other texts share no run of three, so every 1 scores above every 0.
    assert!((set.quality.auc - 1.0).abs() < 1e-12 && (set.quality.f1 - 1.0).abs() < 1e-12);
    // The threshold is the lowest score of a 1, here in the first document's direction.
    let ones = (0..12).map(|text| {
        let words = |copy: usize| &folder[&format!("{text:03}-{copy}.txt")];
        let (a, _, both) = counted(words(1), words(0), 3);
        Ratio::new(both, a)
    });
    let expected = ones.reduce(|one, other| if other < one { other } else { one });
    assert_eq!(Some(set.quality.threshold), expected);
    assert!(grid.best_cells().is_sorted_by(|left, right| left.quality.auc >= right.quality.auc));
}

#[test]
fn what_is_no_longer_wanted_ends() {
    let newest = NewestEpoch::default();
    let cancel = newest.token(newest.epoch());
    let params = Arc::new(plain());
    let material = material(&families(6, 50, &[0, 5]), &params);
    let steps = std::cell::RefCell::new(Vec::new());
    let progress = |what: &str, done: usize, all: usize| {
        steps.borrow_mut().push((what.to_string(), done, all));
        if what == "width 5" {
            newest.advance();
        }
    };
    assert!(Study::new(&material, &params, 3, &cancel, &progress).is_none());
    assert_eq!(steps.borrow().last(), Some(&("width 5".to_string(), 4, 12)));
}

#[test]
fn a_folder_without_pairs_gets_no_recommendation() {
    for texts in
        [Folder::new(), families(1, 40, &[0]), Folder::from([("empty.txt".into(), Vec::new())])]
    {
        let study = study(&texts, &plain(), 3);
        assert_eq!(study.widths.recommended, None);
        assert_eq!(study.widths.reason, "No two texts share enough at any width.");
        assert!(study.sketches.pairs.is_empty());
        assert!(study.sketches.tried.iter().all(|tried| tried.recall().as_fraction().is_none()));
        assert_eq!(study.thresholds.valley, None);
    }
}

#[test]
fn all_that_is_drawn_has_a_cell_for_each_column() {
    let study = study(&families(12, 100, &[0, 6]), &plain(), 5);
    let tables = study.tables();
    assert_eq!(tables.len(), 4);
    for table in &tables {
        assert!(table.rows.iter().all(|row| row.cells.len() == table.columns.len()));
        assert!(table.columns.iter().all(|column| column.heading != "time"), "no clock is told");
        assert!(table.columns.iter().all(|column| column.width > 0));
    }
    let widths = &tables[0];
    assert_eq!(widths.rows.iter().filter(|row| row.is_set).count(), 1);
    assert_eq!(widths.rows[2].cells[0], Cell::from(3_u32));
}

#[test]
fn the_estimate_by_a_modulo_of_the_per_word_measure_counts_what_was_not_kept() {
    let params = Params { measure: Measure::PerWord, ..plain() };
    let study = study(&families(12, 2_000, &[0, 40]), &params, 12);
    assert_eq!(study.sketches.pairs.len(), 12);
    for pair in &study.sketches.pairs {
        let exact = pair.exact.score(Measure::PerWord, Direction::Larger).to_f64();
        let estimate = pair.modulo.to_f64();
        assert!((estimate - exact).abs() < 0.3, "{estimate} for {exact}");
    }
}
