//! The steps behind the stages: pitfalls of shingles on small built-in texts, and background pages for lectures.

use std::sync::Arc;

use hashbrown::HashSet;
use minijinja::{Value, context, value::Serde};

use super::facts::facts_of_lesson;
use super::step::{LETTERS, Step, StepKind};
use super::template::render_step_template;
use super::{contents::Lesson, subject::Subject, subject::translate_to_english};
use base::span::Span;
use shingle_core::compare::Measure;
use shingle_core::pipeline::{Params, Preset, StopWords};
use shingle_core::shingle::{HashKind, SketchKind};
use shingle_core::text::{Case, Stem};

/// Builds all pitfalls in the order of teaching, then the background pages.
pub fn build_pitfalls() -> Arc<[Step]> {
    let pitfalls = [
        facts_on_capital_letter(),
        facts_on_empty_sketch(),
        facts_on_missed_copy(),
        facts_on_equal_checksums(),
        facts_on_letterhead(),
    ]
    .into_iter()
    .enumerate();
    let pitfalls =
        pitfalls.map(|(place, facts)| render_step_template(StepKind::Pitfall(place), &facts, 0));
    let background =
        (0..4).map(|place| render_step_template(StepKind::Background(place), &context! {}, 0));
    pitfalls.chain(background).collect()
}

fn build_lesson(names: [&str; 2], texts: [&str; 2], params: Params) -> Lesson {
    Lesson::new(&Subject::built_in(names, texts), &Arc::new(params), &[])
}

/// Returns the facts of a lesson, with its shared shingles, and its words with their marks.
fn facts_of_lesson_with_marked_words(lesson: &Lesson) -> Value {
    let in_both = lesson.sets.both.iter().map(|one| {
        context! { text => &one.text, english => translate_to_english(&one.text).unwrap_or_default() }
    });
    let views = [&lesson.view.a, &lesson.view.b];
    let marked = [0, 1].map(|which| {
        let is_shared = |span: Span| {
            let mut all = views[which].highlights.iter();
            all.any(|one| one.span.start <= span.start && span.end <= one.span.end)
        };
        let words = lesson.sides[which].document.words.iter();
        words
            .map(|word| (word.text.to_string(), is_shared(word.span)))
            .collect::<Vec<(String, bool)>>()
    });
    context! { in_both => in_both.collect::<Value>(), marked => Serde(marked), ..facts_of_lesson(lesson) }
}

/// Returns two lessons on the texts of the `php-shingles` article. With folding of ASCII letters only, a capital letter
/// costs a match.
fn lessons_on_capital_letter() -> [Lesson; 2] {
    [Case::Ascii, Case::Unicode].map(|case| {
        let params = Params { case, ..Params::from_preset(Preset::PhpShingles) };
        Lesson::new(&Subject::gym_pair(), &Arc::new(params), &[])
    })
}

fn facts_on_capital_letter() -> Value {
    let [printed, mended] =
        lessons_on_capital_letter().each_ref().map(facts_of_lesson_with_marked_words);
    context! { printed, mended }
}

const NOTE: &str = include_str!("../../assets/lesson/chance-a.txt");
/// A modulo larger than the number of shingles of a short text.
const MODULO: u32 = 20;

/// Returns the facts of a short text, whole and with a modulo that keeps nothing of the text.
fn facts_on_empty_sketch() -> Value {
    let longer = format!("{} Or so they say.", NOTE.trim_end());
    let [whole, sampled] = [1, MODULO].map(|modulo| {
        let params = Params { modulo, stop_words: StopWords::On, ..Params::defaults() };
        let lesson = build_lesson(["note.txt", "note-again.txt"], [NOTE, &longer], params);
        facts_of_lesson_with_marked_words(&lesson)
    });
    context! { whole, sampled }
}

const ESSAY: &str = include_str!("../../assets/demo/essays/harbour.txt");
const EVERY: usize = 20;
const OTHER: &str = "instead";

/// Returns the words of an edited copy of the essay. The flag is true for changed words.
fn words_of_edited_essay() -> Vec<(&'static str, bool)> {
    let is_changed = |place| place % EVERY == EVERY / 2;
    let put = |(place, word)| if is_changed(place) { (OTHER, true) } else { (word, false) };
    ESSAY.split_whitespace().enumerate().map(put).collect()
}

/// Returns the lesson with published megashingles, then lessons that count all shingles: of the same width, of the
/// default width, and by containment. Each lesson differs from the previous one in one parameter.
fn lessons_on_missed_copy() -> [Lesson; 4] {
    let copy =
        words_of_edited_essay().iter().map(|(word, _)| *word).collect::<Vec<&str>>().join(" ");
    let sketch = SketchKind::MegaShingle;
    // As published: all words count unchanged.
    let (stop_words, stem) = (StopWords::Off, Stem::Off);
    let mega = Params { stop_words, stem, sketch, ..Params::from_preset(Preset::MinHash84) };
    let long = Params { sketch: SketchKind::Modulo, measure: Measure::Jaccard, ..mega.clone() };
    let short = Params { width: Params::defaults().width, ..long.clone() };
    let contained = Params { measure: Measure::Containment, ..short.clone() };
    let names = ["harbour.txt", "harbour-copied.txt"];
    [mega, long, short, contained].map(|params| build_lesson(names, [ESSAY, &copy], params))
}

fn facts_on_missed_copy() -> Value {
    let [mega, long, short, contained] = lessons_on_missed_copy().each_ref().map(facts_of_lesson);
    let copy = words_of_edited_essay();
    let changed = copy.iter().filter(|(_, is_changed)| *is_changed).count();
    context! { mega, long, short, contained, copy => Serde(copy), changed }
}

const TEXTS: [&str; 2] = [NOTE, include_str!("../../assets/lesson/chance-b.txt")];
/// Two phrases with the same CRC-32, found among 655,306 phrases of an adjective, a noun and a verb. In these, 38 pairs
/// without a common word share their CRC-32, about as many as by chance.
const PHRASES: [&str; 2] = ["patient pilot calls", "calm tailor wanders"];

fn count_shared_hash_values(lesson: &Lesson) -> usize {
    let [a, b] = lesson
        .sides
        .each_ref()
        .map(|side| side.shingles.iter().map(|shingle| shingle.value).collect::<HashSet<u64>>());
    a.intersection(&b).count()
}

fn facts_on_equal_checksums() -> Value {
    let params = Params { hash: HashKind::Crc32, stem: Stem::Off, ..Params::defaults() };
    let lesson = build_lesson(["pilot.txt", "tailor.txt"], TEXTS, params);
    let phrases = [0, 1].map(|which| {
        let (side, phrase) = (&lesson.sides[which], PHRASES[which]);
        let shingle = side.shingles.iter().find(|shingle| shingle.text() == phrase);
        let numbers = shingle.map(|one| {
            context! { words => one.text(), hash => one.hash.clone(), key => format!("{:016x}", one.key) }
        });
        let is_marked = |word: &str| phrase.split(' ').any(|one| one == word);
        let words = side.document.words.iter().map(|word| (word.text.to_string(), is_marked(&word.text)));
        (LETTERS[which], numbers, words.collect::<Vec<_>>())
    });
    context! { pair => facts_of_lesson(&lesson), by_checksum => count_shared_hash_values(&lesson), phrases => Serde(phrases) }
}

const LETTER_TEXTS: [&str; 2] = [
    include_str!("../../assets/lesson/letter-a.txt"),
    include_str!("../../assets/lesson/letter-b.txt"),
];

/// Returns the facts of two letters that share only the letterhead, with and without the letterhead.
fn facts_on_letterhead() -> Value {
    let bodies = LETTER_TEXTS.map(|letter| letter.split_once("\n\n").map_or("", |(_, body)| body));
    let [with_head, without] = [LETTER_TEXTS, bodies].map(|texts| {
        let lesson = build_lesson(["to-hale.txt", "to-okoro.txt"], texts, Params::defaults());
        facts_of_lesson_with_marked_words(&lesson)
    });
    context! { with_head, without }
}

#[cfg(test)]
mod tests {
    use shingle_core::{pipeline::Params, shingle::probability_of_near_duplicate};

    use super::{
        build_pitfalls, lessons_on_capital_letter, lessons_on_missed_copy, words_of_edited_essay,
    };

    #[test]
    fn one_word_in_twenty_is_changed_and_no_megashingle_is_left() {
        let [lesson, counted @ ..] = lessons_on_missed_copy();
        let words = words_of_edited_essay();
        let changed = words.iter().filter(|(_, is_changed)| *is_changed).count();
        let share = changed as f64 / words.len() as f64;
        assert!((0.045..0.055).contains(&share), "{share}");
        assert_eq!(lesson.minima.count_agreeing_megashingles(), 0);
        assert!(lesson.minima.count_agreeing_minima() > 0);
        assert!(probability_of_near_duplicate(lesson.exact_overlap().jaccard().to_f64()) < 0.01);
        // Each way of counting differs in one thing from the one before, and finds more.
        let scores = counted.each_ref().map(|one| one.score().to_f64());
        assert!(scores[0] < scores[1] && scores[1] < scores[2] && scores[2] > 0.6, "{scores:?}");
        let [long, short, contained] = counted.map(|one| (*one.params).clone());
        assert_eq!(Params { width: short.width, ..long }, short);
        assert_eq!(Params { measure: contained.measure, ..short }, contained);
    }

    /// Returns the text of a figure.
    fn shown(index: usize) -> String {
        let all = build_pitfalls();
        let lines = all[index].figure.iter().flat_map(|line| &line.groups).flatten();
        lines.map(|piece| piece.text.as_str()).collect::<Vec<&str>>().join(" ")
    }

    #[test]
    fn russian_shingles_have_their_english() {
        for lesson in lessons_on_capital_letter() {
            for shared in &lesson.sets.both {
                let shown = shown(0);
                let (_, behind) = shown.split_once(&shared.text).unwrap();
                assert!(behind.starts_with(" ("), "{}: {behind}", shared.text);
            }
        }
    }
}
