//! Tests that what the lesson claims besides its numbers is so, each found out in another way.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::path::DocPath;
use crate::base::ratio::Ratio;
use crate::compare::measure::{Above, Direction, Overlap};
use crate::lesson::contents::Lesson;
use crate::lesson::numbers::percent;
use crate::lesson::page::flow::written;
use crate::lesson::page::{FigureRoom, figure};
use crate::lesson::step::{Step, StepKind};
use crate::lesson::subject::{FolderLists, Subject};
use crate::pipeline::parameters::{LanguageChoice, Params, Preset, StopWords};
use crate::shingle::expected::{binomial, nearer};
use crate::shingle::hash::mix;
use crate::shingle::minhash::Family;
use crate::text::language::Language;

use super::{gym, said};

#[test]
fn where_all_shingles_are_kept_a_sample_is_tried_and_decides_nothing() {
    let lesson = gym(Params::defaults());
    assert_eq!((lesson.sample.modulo, lesson.sample.is_tried), (4, true));
    assert_eq!(lesson.score(), lesson.formula.result);
    let tried = gym(Params { modulo: 4, ..Params::defaults() });
    assert!(!tried.sample.is_tried);
    assert_eq!(tried.sample.overlap, lesson.sample.overlap);
    assert_eq!(tried.formula, lesson.formula, "sets and score come before the sample");
    assert_eq!(tried.score(), tried.sample.formula.result);
}

#[test]
fn under_a_modulo_minima_aim_at_the_resemblance_of_the_sample() {
    let text = include_str!("../../../assets/demo/essays/harbour.txt");
    let other = include_str!("../../../assets/demo/essays/harbour-corrected.txt");
    let subject =
        Subject::new(["a", "b"].map(DocPath::new), [text, other].map(Arc::from), Direction::First);
    let params = Params { modulo: 4, ..Params::defaults() };
    let lesson = Lesson::new(&subject, &Arc::new(params), &Arc::default());
    let [sample, whole] = [lesson.overlap(), lesson.truth()].map(Overlap::jaccard);
    assert_ne!(sample, whole);
    let step = lesson.steps.iter().find(|step| step.kind == StepKind::Estimate).unwrap();
    let rows = figure(&lesson, step, FigureRoom { width: 100, height: None, position: 0 }).rows;
    let row = |begins: &str| {
        let mut all = rows.iter().map(|row| written(row));
        all.find(|row| row.starts_with(begins)).unwrap()
    };
    assert!(row("84 minima, jaccard").contains(&format!(" {} ", percent(sample))));
    assert!(row("modulo 4, jaccard").contains(&format!(" {} ", percent(whole))));
    assert!(
        step.paragraphs[0].contains("the squares of both errors add up"),
        "{:?}",
        step.paragraphs
    );
}

#[test]
fn the_threshold_says_how_many_lists_are_read() {
    // 5 of 10 shingles must be shared, with 4 the containment would be 40 %: one of the 6 rarest is among any 5.
    let text = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu";
    let params =
        Params { threshold: Ratio::new(1, 2), stop_words: StopWords::Off, ..Params::defaults() };
    let of = |params| said(StepKind::Index, [text, text], params);
    let said = of(params.clone());
    assert!(said.contains("at most 40% for 4 in common, and 50% for 5"), "{said}");
    assert!(said.contains("at least 5 of its 10. "), "{said}");
    assert!(said.contains("the 10 - 5 + 1 = 6 rarest, since only 4 are not"), "{said}");
    assert!(
        said.contains("499,999,500,000 pairs") && said.contains("10 hold both names, 0 only one")
    );
    let low = of(Params { threshold: Ratio::new(1, 100), ..params.clone() });
    assert!(low.contains("all of its lists are read"), "{low}");
    let none = of(Params { threshold: Ratio::ONE, above: Above::Strictly, ..params.clone() });
    assert!(none.contains("at most 100%: none of its lists is read"), "{none}");
    // Of two texts the smaller one looks for the larger one.
    let beginning = "alpha beta gamma delta epsilon zeta eta";
    for texts in [[text, beginning], [beginning, text]] {
        let said = super::said(StepKind::Index, texts, params.clone());
        let name = if texts[0] == beginning { "A" } else { "B" };
        assert!(said.contains(&format!("here {name} with its 5 shingles")), "{said}");
    }
}

#[test]
fn a_folder_says_how_many_looks_it_takes() {
    let folder = FolderLists { documents: 1_000, shingles: 57, entries: 1 };
    let subject = Subject { folder: Some(folder), ..Subject::gym() };
    let lesson = Lesson::new(&subject, &Arc::new(Params::defaults()), &Arc::default());
    let index = lesson.steps.iter().find(|step| step.kind == StepKind::Index).unwrap();
    let said = index.paragraphs.join(" ");
    assert!(said.contains("1,000 documents (499,500 pairs), the 57 shingles of A"), "{said}");
    assert!(said.contains("lists with 1 entry of other documents"), "{said}");
    // 57 * 999
    assert!(said.contains("Comparing A with 999 texts"), "{said}");
    assert!(said.contains("look up 57 shingles in each: 56,943 looks."), "{said}");
}

#[test]
fn what_is_said_of_stop_words_and_stems_is_so() {
    let english = Params {
        language: LanguageChoice::Fixed(Language::from_code("en").unwrap()),
        stop_words: StopWords::On,
        ..Params::defaults()
    };
    let words = |text: &str| {
        let texts = [text, text].map(Arc::from);
        let subject = Subject::new(["a", "b"].map(DocPath::new), texts, Direction::First);
        let lesson = Lesson::new(&subject, &Arc::new(english.clone()), &Arc::default());
        let canonical = lesson.sides[0].document.canonical.iter();
        canonical.map(|word| word.text.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(words("to be or not to be"), Vec::<String>::new());
    assert_eq!(words("evening even"), ["even", "even"]);
}

#[test]
fn the_recipe_of_the_functions_gives_their_numbers() {
    let params = Params { family: Family::Md5, ..Params::defaults() };
    let lesson = gym(params);
    let least = lesson.minima.first(0, 82, 1).pop().unwrap();
    // printf '20 WORDS' | md5sum, the third group of eight digits.
    let digest = md5::compute(format!("20 {}", least.text).as_bytes());
    let third: [u8; 4] = digest[8..12].try_into().unwrap();
    assert_eq!(u32::from_be_bytes(third), least.value);
    let minima = lesson.steps.iter().find(|step| step.kind == StepKind::Minima).unwrap();
    let rows = figure(&lesson, minima, FigureRoom { width: 200, height: None, position: 0 }).rows;
    let recipe = rows.iter().map(|row| written(row)).next_back().unwrap();
    assert!(recipe.contains("printf '20 to be or' | md5sum shows functions 80 to 83"), "{recipe}");
}

/// Words, cut and folded by plain means: at blanks, without signs at their ends, small letters A to Z.
fn plain_words(text: &str, dropped: &[&str]) -> Vec<String> {
    let bare = |word: &str| word.trim_matches(|one: char| !one.is_alphanumeric()).to_string();
    let words = text.split_whitespace().map(bare).map(|word| word.to_ascii_lowercase());
    words.filter(|word| !word.is_empty() && !dropped.contains(&&**word)).collect()
}

pub(super) fn plain_set(words: &[String], width: usize) -> BTreeSet<String> {
    words.windows(width).map(|window| window.join(" ")).collect()
}

/// CRC-32, bit by bit.
fn crc32(text: &str) -> u32 {
    let shift = |sum: u32| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
    !text.bytes().fold(!0_u32, |sum, byte| (0..8).fold(sum ^ u32::from(byte), |sum, _| shift(sum)))
}

/// The least shingle of a set under each of 84 functions, by MD5 as the recipe says.
fn least_by_md5(set: &BTreeSet<String>) -> Vec<String> {
    let value = |function: u32, shingle: &str| {
        let digest = md5::compute(format!("{} {shingle}", function / 4).as_bytes());
        let group = function as usize % 4 * 4;
        let bytes: [u8; 4] = digest[group..group + 4].try_into().unwrap();
        u32::from_be_bytes(bytes)
    };
    let least = |function: u32| {
        let shingles = set.iter().map(|shingle| (value(function, shingle), shingle.clone()));
        shingles.min().unwrap().1
    };
    (0..84).map(least).collect()
}

/// The built-in pair, counted by plain means.
struct PlainCount {
    lesson: Lesson,
    texts: [Arc<str>; 2],
    /// The words that count.
    words: [Vec<String>; 2],
    sets: [BTreeSet<String>; 2],
}

impl PlainCount {
    fn new() -> Self {
        let params = Params { family: Family::Md5, ..Params::preset(Preset::PhpShingles) };
        let texts = Subject::gym().texts;
        let words = texts.each_ref().map(|text| plain_words(text, &["в", "и", "как"]));
        let sets = words.each_ref().map(|words| plain_set(words, 3));
        Self { lesson: gym(params), texts, words, sets }
    }

    fn both(&self) -> usize {
        self.sets[0].intersection(&self.sets[1]).count()
    }

    fn either(&self) -> usize {
        self.sets[0].union(&self.sets[1]).count()
    }

    fn step(&self, kind: StepKind) -> &Step {
        self.lesson.steps.iter().find(|step| step.kind == kind).unwrap()
    }

    /// A step says all of these.
    fn holds(&self, kind: StepKind, wanted: &[String]) {
        let said = self.step(kind).paragraphs.join(" ");
        for one in wanted {
            assert!(said.contains(one), "{kind:?}: {one}: {said}");
        }
    }
}

fn share(part: usize, of: usize) -> String {
    percent(Ratio::new(part as u64, of as u64))
}

#[test]
fn every_number_of_the_built_in_pair_is_counted_by_plain_means() {
    let plain = PlainCount::new();
    let (both, either) = (plain.both(), plain.either());
    let PlainCount { lesson, texts, words, sets: [a, b] } = &plain;
    let all_words = texts.each_ref().map(|text| plain_words(text, &[]).len());
    let characters = texts.each_ref().map(|text| text.chars().count());
    plain.holds(
        StepKind::Texts,
        &[format!("A has {} characters, B has {}", characters[0], characters[1])],
    );
    plain.holds(StepKind::Words, &[format!("{} in A, {} in B", all_words[0], all_words[1])]);
    let left = words.each_ref().map(Vec::len);
    plain.holds(
        StepKind::Forms,
        &[
            format!(
                "{} of A's words and {} of B's",
                all_words[0] - left[0],
                all_words[1] - left[1]
            ),
            format!("{} words in A, {} in B", left[0], left[1]),
        ],
    );
    plain.holds(
        StepKind::Window,
        &[
            format!("{} - 3 + 1 = {} shingles; B has {}", left[0], left[0] - 2, left[1] - 2),
            "up to 3.".into(),
        ],
    );
    // The first that both have.
    let shared = words[0].windows(3).map(|words| words.join(" ")).find(|one| b.contains(one));
    let shared = shared.unwrap();
    let becomes = format!("\"{shared}\" becomes {} in both texts", crc32(&shared));
    plain.holds(StepKind::Hash, &[becomes]);
    plain.holds(
        StepKind::Sets,
        &[format!("{} in A, {} in B. The two sets share {both}", a.len(), b.len())],
    );
    plain.holds(
        StepKind::Score,
        &[
            share(both, left[0]),
            format!("From B's it is {}", share(both, left[1])),
            "45% does not say".into(),
            "62.07%".into(),
        ],
    );
    let rows = |kind: StepKind| -> Vec<String> {
        let rows =
            figure(lesson, plain.step(kind), FigureRoom { width: 100, height: None, position: 0 });
        rows.rows.iter().map(|row| written(row)).collect()
    };
    let table = rows(StepKind::Score);
    for (name, part, of) in [
        ("jaccard ", both, either),
        ("dice ", 2 * both, a.len() + b.len()),
        ("containment ", both, a.len()),
        ("overlap ", both, a.len().min(b.len())),
        ("per-word ", both, left[0]),
    ] {
        let row = table.iter().filter(|row| row.starts_with(name));
        assert!(row.clone().any(|row| row.contains(&share(part, of))), "{name}: {table:?}");
    }
    plain.holds(
        StepKind::Index,
        &[format!("make {either} lists: {both} hold both names, {} only one", either - both)],
    );
}

#[test]
fn every_number_of_its_sketches_is_counted_by_plain_means() {
    let plain = PlainCount::new();
    let (both, either) = (plain.both(), plain.either());
    let PlainCount { words, sets: [a, b], .. } = &plain;
    let left = words[0].len();
    let kept = |set: &BTreeSet<String>| {
        set.iter().filter(|one| crc32(one).is_multiple_of(4)).cloned().collect::<BTreeSet<String>>()
    };
    let [kept_a, kept_b] = [kept(a), kept(b)];
    let kept_both = kept_a.intersection(&kept_b).count();
    plain.holds(
        StepKind::Modulo,
        &[
            format!(
                "{} of {} stay in A, {} of {} in B",
                kept_a.len(),
                a.len(),
                kept_b.len(),
                b.len()
            ),
            // Each shared shingle of the sample counts four times over the words.
            share(4 * kept_both, left),
            // One of three kept is near, none is off by just one deviation: 3 · 1/4 · (3/4)² of all samples.
            format!("{:.0}% of such estimates are nearer", 100.0 * 27.0 / 64.0),
            format!("to the power of {both}, {}", percent(Ratio::new(27, 64))),
        ],
    );
    let [least_a, least_b] = [least_by_md5(a), least_by_md5(b)];
    let agrees: Vec<bool> = least_a.iter().zip(&least_b).map(|(a, b)| a == b).collect();
    let agree = agrees.iter().filter(|one| **one).count();
    let r = both as f64 / either as f64;
    let off = (r * (1.0 - r) / 84.0).sqrt() * 100.0;
    plain.holds(
        StepKind::Minima,
        &[
            format!(
                "Of the {either} different shingles, {both} are in both texts: {}",
                share(both, either)
            ),
            format!("{agree} of 84 say yes: {}", share(agree, 84)),
            format!("about {off:.2} percentage points"),
            "r = 50%, where it is 5.46 points".into(),
        ],
    );
    let groups = agrees.chunks(14).filter(|group| group.iter().all(|one| *one)).count();
    plain.holds(StepKind::Supershingles, &[format!("{groups} of 6 agree"), share(both, either)]);
    plain.holds(
        StepKind::Megashingles,
        &[format!("share {} of 15", groups * groups.saturating_sub(1) / 2)],
    );
}

#[test]
fn the_band_around_the_resemblance_is_two_deviations_wide_at_every_function() {
    let lesson = gym(Params { family: Family::Md5, ..Params::preset(Preset::PhpShingles) });
    let plain = PlainCount::new();
    let r = plain.both() as f64 / plain.either() as f64;
    let [a, b] = plain.sets.each_ref().map(least_by_md5);
    let step = lesson.steps.iter().find(|step| step.kind == StepKind::Minima).unwrap();
    let mut agree = 0;
    for function in 0..84 {
        agree += usize::from(a[function] == b[function]);
        let room = FigureRoom { width: 100, height: Some(20), position: function };
        let rows = figure(&lesson, step, room).rows;
        let row = rows.iter().map(|row| written(row)).find(|row| row.starts_with("0%")).unwrap();
        let gauge: Vec<char> = row.chars().skip(2).take_while(|sign| *sign != '1').collect();
        let counted = function + 1;
        assert!(row.contains(&format!("{agree} of {counted}: {}", share(agree, counted))), "{row}");
        let off = 2.0 * (r * (1.0 - r) / counted as f64).sqrt();
        let last = (gauge.len() - 1) as f64;
        // A sign stands for half a column on both sides.
        let half = 0.5 / last + 1e-9;
        for (column, sign) in gauge.iter().enumerate() {
            let at = column as f64 / last;
            match sign {
                '░' => assert!((at - r).abs() <= off + half, "{function}: {row}"),
                '─' => assert!((at - r).abs() >= off - half, "{function}: {row}"),
                '●' => {
                    assert!(
                        (at - agree as f64 / counted as f64).abs() <= half,
                        "{function}: {row}"
                    );
                }
                '│' => assert!((at - r).abs() <= half, "{function}: {row}"),
                _ => panic!("{row}"),
            }
        }
        assert!(gauge.contains(&'●'));
    }
    assert_eq!(agree, lesson.minima.agree());
    // Of all estimates by 84 functions, about 95 in 100 are within it.
    let off = 2.0 * (r * (1.0 - r) / 84.0).sqrt();
    let is_within = |agree: &u32| (f64::from(*agree) / 84.0 - r).abs() <= off;
    let within: f64 = (0..=84).filter(is_within).map(|agree| binomial(agree, 84, r)).sum();
    assert!((0.92..0.98).contains(&within), "{within}");
}

#[test]
fn the_table_of_chances_is_that_of_the_formulas_and_two_in_three_draws_are_nearer() {
    let lesson = gym(Params::defaults());
    let mega = lesson.steps.iter().find(|step| step.kind == StepKind::Megashingles).unwrap();
    let room = FigureRoom { width: 100, height: None, position: 0 };
    let rows: Vec<String> =
        figure(&lesson, mega, room).rows.iter().map(|row| written(row)).collect();
    let share = |text: &str| text.trim_end_matches('%').parse::<f64>().unwrap() / 100.0;
    let table: Vec<Vec<&str>> = rows
        .iter()
        .filter(|row| row.trim_start().starts_with(|one: char| one.is_ascii_digit()))
        .map(|row| row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    assert_eq!(table.len(), 6, "{rows:?}");
    for row in table {
        let one = share(row[0]).powi(14);
        let any = 1.0 - (1.0 - one).powi(6);
        let two = any - 6.0 * one * (1.0 - one).powi(5);
        for (cell, wanted) in [(row[1], one), (row[2], any), (row[3], two)] {
            if let Some(least) = cell.strip_prefix("over ") {
                assert!(wanted > share(least), "{row:?}");
            } else {
                let found = share(cell);
                let digits = if wanted < 0.0001 { 0.06 * wanted } else { 0.000_051 };
                assert!((found - wanted).abs() < digits, "{row:?}: {wanted}");
            }
        }
    }
    // The sentences say how many estimates are nearer than one standard deviation.
    for r in [0.01_f64, 0.1, 0.45, 0.9] {
        let deviation = (r * (1.0 - r) / 84.0).sqrt();
        let near = (0..4_000_u64).filter(|round| {
            let agree =
                (0..84).filter(|one| mix(mix(*round) ^ one) as f64 / 2_f64.powi(64) < r).count();
            (agree as f64 / 84.0 - r).abs() < deviation
        });
        let share = near.count() as f64 / 4_000.0;
        assert!((share - nearer(r, 84)).abs() < 0.03, "{r}: {share}");
    }
}
