//! Tests that count what the sentences say by other means, under the defaults, a sample of short shingles, the presets and a pair of
//! one's own.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::compare::measure::{Direction, Measure};
use crate::lesson::contents::Lesson;
use crate::lesson::numbers::{decimals, percent};
use crate::lesson::page::flow::written;
use crate::lesson::page::{FigureRoom, figure};
use crate::lesson::step::{Step, StepKind};
use crate::lesson::subject::Subject;
use crate::pipeline::parameters::{Params, Preset, StopWords};
use crate::text::normalize::Stem;
use crate::{base::path::DocPath, base::ratio::Ratio};

use super::PITFALLS;

/// All ways to look at the built-in texts, and a pair of one's own.
fn lessons() -> Vec<Lesson> {
    let short = Params { width: 2, modulo: 4, ..Params::defaults() };
    let presets = Preset::ALL.iter().map(|(_, preset)| Params::preset(*preset));
    let all: Vec<Params> = presets.chain([Params::defaults(), short]).collect();
    let own = ["The red fox sees a blue bird and a very old tree.", "A red fox sees a blue bird."];
    let own = Subject::new(["a", "b"].map(DocPath::new), own.map(Arc::from), Direction::First);
    let subjects = [Subject::ferry(), Subject::gym(), own];
    let lesson =
        |subject, params: &Params| Lesson::new(subject, &Arc::new(params.clone()), &PITFALLS);
    subjects
        .iter()
        .flat_map(|subject| all.iter().map(move |params| lesson(subject, params)))
        .collect()
}

fn step(lesson: &Lesson, kind: StepKind) -> &Step {
    lesson.steps.iter().find(|step| step.kind == kind).unwrap()
}

fn said(lesson: &Lesson, kind: StepKind) -> String {
    step(lesson, kind).paragraphs.join(" ")
}

fn rows(lesson: &Lesson, kind: StepKind) -> Vec<String> {
    let room = FigureRoom { width: 100, height: None, position: 0 };
    figure(lesson, step(lesson, kind), room).rows.iter().map(|row| written(row)).collect()
}

/// The sets of shingles as words, cut from the canonical words; all of them, or those that the sample keeps.
fn sets(lesson: &Lesson, is_sampled: bool) -> [BTreeSet<String>; 2] {
    lesson.sides.each_ref().map(|side| {
        let all = side.shingles.iter().filter(|one| {
            let begins = one.fate != crate::pipeline::Fate::Inside;
            begins && (!is_sampled || one.value % u64::from(lesson.sample.modulo) == 0)
        });
        all.map(crate::pipeline::ExplainedShingle::text).collect()
    })
}

#[test]
fn the_english_texts_share_something_under_the_defaults_and_every_preset() {
    let presets = Preset::ALL.iter().map(|(_, preset)| Params::preset(*preset));
    for params in presets.chain([Params::defaults()]) {
        let lesson = Lesson::new(&Subject::ferry(), &Arc::new(params), &PITFALLS);
        let (shared, sampled) = (lesson.truth().shared, lesson.overlap().shared);
        assert!(shared > 0 && sampled > 0, "{:?}: {shared} {sampled}", lesson.params.preset);
        assert!(lesson.truth().jaccard() < Ratio::ONE);
    }
}

#[test]
fn sets_score_and_lists_count_all_shingles_and_what_both_share_is_marked() {
    for lesson in lessons() {
        let [a, b] = sets(&lesson, false);
        let both = a.intersection(&b).count();
        let either = a.union(&b).count();
        let held = said(&lesson, StepKind::Sets);
        assert!(held.contains(&format!("{} in A, {} in B.", a.len(), b.len())), "{held}");
        let lists = said(&lesson, StepKind::Index);
        let only = either - both;
        assert!(lists.contains(&format!(" {only} only one.")), "{lists}");
        if !lesson.params.estimates() && a.len().min(b.len()) > 0 {
            let sizes = [("A", a.len()), ("B", b.len())];
            let is_told = sizes.iter().any(|(name, size)| {
                lists.contains(&format!("here {name} with its {size} shingle"))
            });
            assert!(is_told, "{sizes:?}: {lists}");
        }
        // Without a sample the same words are marked.
        let params = Arc::new(Params { modulo: 1, ..(*lesson.params).clone() });
        let whole = Lesson::new(&lesson.subject, &params, &PITFALLS);
        let marked = |lesson: &Lesson| -> Vec<String> {
            let texts = rows(lesson, StepKind::Score).into_iter();
            texts.skip_while(|row| !row.starts_with("A  ")).collect()
        };
        assert_eq!(marked(&lesson), marked(&whole));
        assert_eq!(both > 0, marked(&lesson).concat().contains('['), "{:?}", marked(&lesson));
    }
}

/// The mean square error of the samples of three groups, drawn shingle by shingle.
fn drawn(
    groups: [usize; 3],
    modulo: f64,
    score: &dyn Fn([f64; 3]) -> Option<f64>,
    aim: f64,
) -> f64 {
    let mut states = vec![([0_u32; 3], 1.0)];
    for (group, size) in groups.into_iter().enumerate() {
        for _ in 0..size {
            let mut next: Vec<([u32; 3], f64)> = Vec::new();
            for (state, chance) in states {
                let mut kept = state;
                kept[group] += 1;
                for (state, chance) in
                    [(state, chance * (1.0 - 1.0 / modulo)), (kept, chance / modulo)]
                {
                    match next.iter_mut().find(|(other, _)| *other == state) {
                        Some((_, all)) => *all += chance,
                        None => next.push((state, chance)),
                    }
                }
            }
            states = next;
        }
    }
    let scored =
        states.iter().filter_map(|(state, chance)| Some((score(state.map(f64::from))?, *chance)));
    let (sum, all) = scored.fold((0.0, 0.0), |(sum, all), (score, chance)| {
        (sum + chance * (score - aim).powi(2), all + chance)
    });
    (sum / all).sqrt()
}

#[test]
fn the_error_of_a_small_sample_is_that_of_every_sample_which_is_not_empty() {
    for lesson in lessons() {
        let [a, b] = sets(&lesson, false);
        let both = a.intersection(&b).count();
        let groups = [both, a.len() - both, b.len() - both];
        let [kept_a, kept_b] = sets(&lesson, true);
        if kept_a.len().min(kept_b.len()) == 0 || both == 0 || groups.iter().max() > Some(&25) {
            continue;
        }
        let words = lesson.sides[0].document.canonical.len() as f64;
        let m = f64::from(lesson.sample.modulo);
        let score = |one_in: f64, [both, a, b]: [f64; 3]| -> Option<f64> {
            let (part, of) = match lesson.params.measure {
                Measure::Jaccard => (both, both + a + b),
                Measure::Dice => (2.0 * both, 2.0 * both + a + b),
                Measure::PerWord => (both * one_in, words),
                _ => (both, both + a),
            };
            (of > 0.0).then(|| (part / of).min(1.0))
        };
        let aim = score(1.0, groups.map(|size| size as f64)).unwrap();
        let off = drawn(groups, m, &|state| score(m, state), aim) * 100.0;
        let text = said(&lesson, StepKind::Modulo);
        let wanted = format!("about {} percentage points", decimals(off));
        let same = off < 1e-9 && text.contains("Where all are shared");
        assert!(same || text.contains(&wanted), "{wanted}: {text}");
        // One more that is shared makes as much of the score.
        let kept_both = kept_a.intersection(&kept_b).count();
        let of = match lesson.params.measure {
            Measure::Jaccard => kept_a.union(&kept_b).count() as f64,
            Measure::Dice => (kept_a.len() + kept_b.len()) as f64 / 2.0,
            Measure::PerWord => words / m,
            _ => kept_a.len() as f64,
        };
        let weight = format!("makes {} points", decimals(100.0 / of));
        assert!(text.contains(&weight), "{kept_both} {weight}: {text}");
    }
}

#[test]
fn who_follows_the_recipe_of_the_hash_gets_its_number() {
    for lesson in lessons() {
        let text = said(&lesson, StepKind::Hash);
        assert!(text.contains("s = s * 9e3779b97f4a7c15 + XXH3 modulo 2^64"), "{text}");
        for shingle in &lesson.sides[0].shingles {
            let words = shingle.text();
            let bit = |at: usize| {
                let inside = lesson.params.stop_words == StopWords::Inside;
                u64::from(inside && !begins(&lesson, words.split(' ').nth(at).unwrap()))
            };
            let sum = words.split(' ').enumerate().fold(0_u64, |sum, (at, word)| {
                let hash = xxhash_rust::xxh3::xxh3_64(word.as_bytes());
                let is_told = text.contains("its last bit 1 for a stop word, else 0");
                let hash = if is_told { hash & !1 | bit(at) } else { hash };
                sum.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(hash)
            });
            // The end of splitmix64, as Vigna publishes it.
            let z = (sum ^ (sum >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            assert_eq!(shingle.key, z ^ (z >> 31), "{words}");
        }
    }
}

/// Whether some shingle that counts begins with a word; the lists of the languages say nothing here.
fn begins(lesson: &Lesson, word: &str) -> bool {
    let mut words = lesson.sides.iter().flat_map(|side| &side.document.canonical);
    words.any(|one| &*one.text == word && crate::shingle::hash::begins(one.hash))
}

#[test]
fn who_follows_the_recipe_of_a_function_gets_its_number() {
    for lesson in lessons().iter().filter(|lesson| !lesson.minima.least[0].is_empty()) {
        for function in [0, 7, 83] {
            let room = FigureRoom { width: 400, height: Some(30), position: function };
            let rows = figure(lesson, step(lesson, StepKind::Minima), room).rows;
            let recipe = rows.iter().map(|row| written(row)).next_back().unwrap();
            let (_, rest) = recipe.split_once("'s least ").unwrap();
            let (image, rest) = rest.split_once(" * ").unwrap();
            let (factor, rest) = rest.split_once(" mod 2^32, flipped, is ").unwrap();
            let (value, _) = rest.split_once('.').unwrap();
            let [image, factor]: [u64; 2] = [image, factor].map(|number| number.parse().unwrap());
            let followed = (image * factor % (1 << 32)) as u32 ^ 0x8000_0000;
            assert_eq!(value.replace(',', ""), followed.to_string(), "{recipe}");
            // It is the number in the picture, of a key of which these are the upper bits.
            let shown = rows
                .iter()
                .map(|row| written(row))
                .any(|row| row.starts_with("A ") && row.contains(&format!(" {value}  least")));
            assert!(shown, "{value}");
            assert_eq!(lesson.minima.least[0][function] >> 32, image);
        }
    }
}

#[test]
fn a_pair_of_few_words_in_many_orders_scores_more_with_wider_windows() {
    let texts = ["x p q p p q q p q", "y p q p p q q p q"];
    let params = Params { stop_words: StopWords::Off, stem: Stem::Off, ..Params::defaults() };
    let told = super::said(StepKind::Window, texts, params);
    for (width, both, either) in [(1, 2, 4), (2, 4, 6), (3, 6, 8)] {
        let share = percent(Ratio::new(both, either));
        assert!(told.contains(&format!("{share} with w = {width}")), "{told}");
    }
    assert!(told.contains("nearly always falls") && told.contains("score may rise"), "{told}");
}

#[test]
fn what_is_said_of_endings_and_sets_and_errors_contradicts_nothing() {
    let node = Lesson::new(&Subject::ferry(), &Arc::new(Params::preset(Preset::Node)), &PITFALLS);
    let singular = rows(&node, StepKind::Forms).iter().any(|row| row.contains("singular"));
    assert!(singular && said(&node, StepKind::Forms).contains("plural nouns of English count"));
    for lesson in lessons() {
        assert!(!said(&lesson, StepKind::Sets).contains("bag"));
        let modulo = said(&lesson, StepKind::Modulo);
        assert!(!(modulo.contains("never off") && modulo.contains("lost")), "{modulo}");
    }
    let same = ["one two three four five six"; 2];
    let told = super::said(StepKind::Modulo, same, Params { modulo: 2, ..Params::defaults() });
    let empty = percent(Ratio::new(1, 16));
    assert!(
        told.contains("is off only if it is empty: of 4 shared shingles") && told.contains(&empty)
            || told.contains("nothing at all"),
        "{told}"
    );
}
