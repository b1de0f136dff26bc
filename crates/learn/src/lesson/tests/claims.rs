//! Tests that what the lesson claims besides its numbers is so, each found out in another way.

use std::{collections::BTreeSet, sync::Arc};

use base::ratio::Ratio;
use shingle_core::pipeline::{LanguageChoice, Params, Preset, StopWords};
use shingle_core::{shingle::Family, shingle::binomial_probability, text::Language};

use super::{gym, has_numbers, lesson_on, rows, step};
use crate::lesson::subject::{FolderLists, Subject};
use crate::{lesson::contents::Lesson, lesson::numbers::format_percent, lesson::step::StepKind};

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
fn a_folder_says_how_many_looks_it_takes() {
    let folder = FolderLists { documents: 1_000, shingles: 57, entries: 1 };
    let subject = Subject { folder: Some(folder), ..Subject::gym_pair() };
    let lesson = Lesson::new(&subject, &Arc::new(Params::defaults()), &[]);
    let said = step(&lesson, StepKind::Index).paragraphs.join(" ");
    has_numbers(&said, &["1,000", "499,500", "57", "1", "999", "57", "56,943"]);
}

#[test]
fn what_is_said_of_stop_words_and_stems_is_so() {
    let english = Params {
        language: LanguageChoice::Fixed(Language::from_code("en").unwrap()),
        stop_words: StopWords::On,
        ..Params::defaults()
    };
    let words = |text: &str| {
        let lesson = lesson_on([text, text], english.clone());
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
    let least = lesson.minima.permutation(82).remove(0);
    // printf '20 WORDS' | md5sum, the third group of eight digits.
    let digest = md5::compute(format!("20 {}", least.text).as_bytes());
    let third: [u8; 4] = digest[8..12].try_into().unwrap();
    assert_eq!(u32::from_be_bytes(third), least.value);
    let rows = rows(&lesson, StepKind::Minima, None);
    has_numbers(rows.last().unwrap(), &["20", "80", "83"]);
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

fn share(part: usize, of: usize) -> String {
    format_percent(Ratio::new(part as u64, of as u64))
}

#[test]
fn the_band_around_the_resemblance_is_two_deviations_wide_at_every_function() {
    let lesson = gym(Params { family: Family::Md5, ..Params::from_preset(Preset::PhpShingles) });
    let words = Subject::gym_pair().texts.map(|text| plain_words(&text, &["в", "и", "как"]));
    let sets = words.map(|words| plain_set(&words, 3));
    let [both, either] = [sets[0].intersection(&sets[1]).count(), sets[0].union(&sets[1]).count()];
    let r = both as f64 / either as f64;
    let [a, b] = sets.each_ref().map(least_by_md5);
    let mut agree = 0;
    for function in 0..84 {
        agree += usize::from(a[function] == b[function]);
        let rows = rows(&lesson, StepKind::Minima, Some(function));
        let row = rows.iter().find(|row| row.starts_with("0%")).unwrap();
        let gauge: Vec<char> = row.chars().skip(2).take_while(|sign| *sign != '1').collect();
        let counted = function + 1;
        let told = [agree.to_string(), counted.to_string(), share(agree, counted)];
        has_numbers(row, &told.each_ref().map(String::as_str));
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
    assert_eq!(agree, lesson.minima.count_agreeing_minima());
    // Of all estimates by 84 functions, about 95 in 100 are within it.
    let off = 2.0 * (r * (1.0 - r) / 84.0).sqrt();
    let is_within = |agree: &u32| (f64::from(*agree) / 84.0 - r).abs() <= off;
    let within: f64 =
        (0..=84).filter(is_within).map(|agree| binomial_probability(agree, 84, r)).sum();
    assert!((0.92..0.98).contains(&within), "{within}");
}
