//! Tests that what the lesson claims besides its numbers is so, each found out in another way.

use std::sync::Arc;

use md5::{Digest as _, Md5};

use crate::base::path::DocPath;
use crate::base::ratio::Ratio;
use crate::compare::measure::{Direction, Overlap};
use crate::lesson::contents::Lesson;
use crate::lesson::numbers::percent;
use crate::lesson::page::paper::written;
use crate::lesson::page::{FigureRoom, figure};
use crate::lesson::step::StepKind;
use crate::lesson::subject::{FolderLists, Subject};
use crate::pipeline::parameters::{LanguageChoice, Params, StopWords};
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
    let lesson = Lesson::of(&subject, &Arc::new(params), &Arc::default());
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
    assert!(step.says[0].contains("both errors add up"), "{:?}", step.says);
}

#[test]
fn the_threshold_says_how_many_lists_are_read() {
    // 5 of 10 shingles must be shared: one of the 6 rarest is among any 5.
    let text = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu";
    let params =
        Params { threshold: Ratio::new(1, 2), stop_words: StopWords::Off, ..Params::defaults() };
    let of = |params| said(StepKind::Index, [text, text], params);
    let said = of(params.clone());
    assert!(said.contains("at least 5 of its 10 shingles"), "{said}");
    assert!(said.contains("its 6 rarest"), "{said}");
    assert!(
        said.contains("499,999,500,000 pairs") && said.contains("10 hold both names, 0 only one")
    );
    let low = of(Params { threshold: Ratio::new(1, 100), ..params });
    assert!(low.contains("all of its lists are read"), "{low}");
}

#[test]
fn a_folder_says_how_many_looks_it_takes() {
    let folder = FolderLists { documents: 1_000, shingles: 57, entries: 1 };
    let subject = Subject { folder: Some(folder), ..Subject::gym() };
    let lesson = Lesson::of(&subject, &Arc::new(Params::defaults()), &Arc::default());
    let index = lesson.steps.iter().find(|step| step.kind == StepKind::Index).unwrap();
    let said = index.says.join(" ");
    assert!(said.contains("1,000 documents (499,500 pairs), the 57 shingles of A"), "{said}");
    assert!(said.contains("lists with 1 entry of other documents"), "{said}");
}

#[test]
fn what_is_said_of_stop_words_and_stems_is_so() {
    let english = Params {
        language: LanguageChoice::Fixed(Language::from_code("en").unwrap()),
        ..Params::defaults()
    };
    let words = |text: &str| {
        let texts = [text, text].map(Arc::from);
        let subject = Subject::new(["a", "b"].map(DocPath::new), texts, Direction::First);
        let lesson = Lesson::of(&subject, &Arc::new(english.clone()), &Arc::default());
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
    let digest = Md5::digest(format!("20 {}", least.text).as_bytes());
    let third: [u8; 4] = digest[8..12].try_into().unwrap();
    assert_eq!(u32::from_be_bytes(third), least.value);
    let minima = lesson.steps.iter().find(|step| step.kind == StepKind::Minima).unwrap();
    let rows = figure(&lesson, minima, FigureRoom { width: 200, height: None, position: 0 }).rows;
    let recipe = rows.iter().map(|row| written(row)).next_back().unwrap();
    assert!(recipe.contains("printf '20 to be or' | md5sum shows functions 80 to 83"), "{recipe}");
}
