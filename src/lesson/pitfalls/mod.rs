//! Pitfalls of shingles, shown on small built-in texts.

mod sketches;

use std::sync::Arc;

use super::background;
use super::numbers::{percent, percent_of};
use super::step::{
    Exhibit, FigureRow, Ink, LETTERS, PITFALLS, Pitfall, Step, StepKind, StepNumber, lesson_text,
    quoted,
};
use super::{contents::Lesson, side::LessonSide, subject::Subject, subject::in_english};
use crate::base::{numbers::format_count, path::DocPath, span::Span};
use crate::pipeline::{Params, Preset, StopWords};
use crate::{compare::Direction, shingle::expected::empty_sample, text::Case};

/// All pitfalls in the order of teaching, then the background pages.
pub fn all() -> Arc<[Pitfall]> {
    let pitfalls: [Pitfall; PITFALLS] =
        [capital(), empty(), sketches::missed(), sketches::chance(), header()];
    pitfalls.into_iter().chain(background::all()).collect()
}

fn taught(names: [&str; 2], texts: [&str; 2], params: Params) -> Lesson {
    let texts = texts.map(|text| text.trim_end().into());
    let subject = Subject::new(names.map(DocPath::new), texts, Direction::First);
    Lesson::new(&subject, &Arc::new(params), &Arc::default())
}

fn words<'a>(words: impl Iterator<Item = (&'a str, Ink)>) -> FigureRow {
    words.map(|(word, ink)| quoted(word, ink)).collect()
}

fn both(lesson: &Lesson) -> Vec<FigureRow> {
    let sides = [&lesson.view.a, &lesson.view.b].into_iter().zip(&lesson.sides).zip(LETTERS);
    sides
        .map(|((side, taught), letter)| {
            let is_lit = |span: Span| {
                side.highlights
                    .iter()
                    .any(|one| one.span.start <= span.start && span.end <= one.span.end)
            };
            let ink = |span| if is_lit(span) { Ink::Shared } else { Ink::Plain };
            let all = taught.document.words.iter();
            let mut row = vec![lesson_text(letter, Ink::Letter)];
            row.extend(words(all.map(|word| (&*word.text, ink(word.span)))));
            row
        })
        .collect()
}

// A capital letter that costs the `php-shingles` article a match.

fn capital_lessons() -> [Lesson; 2] {
    [Case::Ascii, Case::Unicode].map(|case| {
        let params = Params { case, ..Params::preset(Preset::PhpShingles) };
        Lesson::new(&Subject::gym(), &Arc::new(params), &Arc::default())
    })
}

fn capital() -> Pitfall {
    let [printed, mended] = capital_lessons();
    let exhibit = |lesson: &Lesson, folded: &str| {
        let numbers = &lesson.formula.numbers;
        let heading = format!("{folded}: {numbers} = {}", percent(lesson.score()));
        let lines = lesson.sets.both.iter().map(|shingle| {
            let gloss = in_english(&shingle.text);
            let gloss = gloss.map(|english| lesson_text(format!("({english})"), Ink::Quiet));
            std::iter::once(quoted(&shingle.text, Ink::Shared)).chain(gloss).collect()
        });
        Exhibit::new(heading, "Shingles in both texts:", lines.collect())
    };
    let (was, is) = (percent(printed.score()), percent(mended.score()));
    Pitfall {
        step: Step {
            kind: StepKind::Pitfall(0),
            title: "Pitfall 1: a capital letter".into(),
            paragraphs: vec![
                format!(
                "The example is a pair of Russian advertisements for gyms. The article of the preset php-shingles prints {was} \
                 for them."
                ),
                "Its program made small letters only of the capitals A to Z; Cyrillic ones stayed. So «Чтобы» (\"to\"), with which \
             the second text begins, was another word than «чтобы» within the first, and one shared shingle was lost."
                .into(),
                format!(
                "A stop word with a capital («У», \"at\") was not recognised either, so one word too many was counted. With all capitals \
                 folded the score is {is}. One step near the beginning decides about everything after it."
                ),
            ],
            brief: "A capital letter that was not folded hid a shared shingle and added a word.".into(),
            number: StepNumber::new(is, format!("with capitals folded, printed {was}")),
            first: 0,
        },
        exhibits: vec![exhibit(&printed, "case ascii"), exhibit(&mended, "case unicode")],
    }
}

// A modulo that keeps nothing of a short text.

const NOTE: &str = include_str!("../../../assets/lesson/chance-a.txt");
/// More than the shingles of short texts.
const MODULO: u32 = 20;

fn empty_lessons() -> [Lesson; 2] {
    let longer = format!("{} Or so they say.", NOTE.trim_end());
    [1, MODULO].map(|modulo| {
        let params = Params { modulo, stop_words: StopWords::On, ..Params::defaults() };
        taught(["note.txt", "note-again.txt"], [NOTE, &longer], params)
    })
}

fn empty() -> Pitfall {
    let [whole, sampled] = empty_lessons();
    let [a, b] = whole.sides.each_ref().map(|side| side.shingles.len());
    let is_likelier = |shingles: &u64| empty_sample(*shingles, MODULO) > 0.5;
    let likelier = (0..u64::from(MODULO)).rev().find(is_likelier).unwrap_or(0);
    let [kept_a, kept_b] = sampled.sides.each_ref().map(LessonSide::kept_count);
    Pitfall {
        step: Step {
            kind: StepKind::Pitfall(1),
            title: "Pitfall 2: a sample that became empty".into(),
            paragraphs: vec![
                format!(
                    "The example is a short note, A, and the same note with a few words more, B. With modulo {MODULO} they share \
                 no shingles: of {a} and {b} \
                 shingles the sample keeps {kept_a} and {kept_b}. About one in {MODULO} would be kept, and both texts have \
                 fewer shingles."
                ),
                format!(
                    "With n shingles the chance of an empty sample is (1 - 1/m) to the power of n: here {} and {}. With {MODULO} \
                 shingles it would be {}, with {likelier} or fewer a sample is likelier empty than not. A sample is for long \
                 texts: a modulo above n / 50 leaves fewer than fifty shingles, and scores become rough.",
                    percent_of(empty_sample(a as u64, MODULO)),
                    percent_of(empty_sample(b as u64, MODULO)),
                    percent_of(empty_sample(MODULO.into(), MODULO))
                ),
            ],
            brief: format!(
                "A is the beginning of B, but a sample of one in {MODULO} shingles is empty."
            ),
            number: StepNumber::new(
                (kept_a + kept_b).to_string(),
                format!("kept of {} shingles", a + b),
            ),
            first: 0,
        },
        exhibits: vec![
            Exhibit::new(
                format!("modulo 1: {} = {}", whole.formula.numbers, percent(whole.score())),
                "Shared words are marked:",
                both(&whole),
            ),
            Exhibit::new(
                format!(
                    "modulo {MODULO}: {} kept, score {}",
                    format_count(kept_a + kept_b, "shingle"),
                    percent(sampled.score())
                ),
                "The texts again, without marks:",
                both(&sampled),
            ),
        ],
    }
}

// Two letters that share only the letterhead.

const LETTER_TEXTS: [&str; 2] = [
    include_str!("../../../assets/lesson/letter-a.txt"),
    include_str!("../../../assets/lesson/letter-b.txt"),
];

fn header_lessons() -> [Lesson; 2] {
    let bodies = LETTER_TEXTS.map(|letter| letter.split_once("\n\n").map_or("", |(_, body)| body));
    [LETTER_TEXTS, bodies]
        .map(|texts| taught(["to-hale.txt", "to-okoro.txt"], texts, Params::defaults()))
}

fn header() -> Pitfall {
    let [with, without] = header_lessons();
    let exhibit = |name: &str, lesson: &Lesson| {
        let heading = format!("{name}: {} = {}", lesson.formula.numbers, percent(lesson.score()));
        Exhibit::new(heading, "", both(lesson))
    };
    Pitfall {
        step: Step {
            kind: StepKind::Pitfall(4),
            title: "Pitfall 5: a common header".into(),
            paragraphs: vec![
                format!(
                "The example is two letters of one library to two people: nothing that matters is the same, and still {} of the first \
                 stands in the second. Their head does it, the same in every letter. Licences, mail signatures and menus \
                 of web pages do the same.",
                percent(with.score())
                ),
                "No width helps, because such a text is copied word for word. What helps is to leave it out: --template \
             letterhead.txt (on the screen =template) leaves out what that file holds, --common 20% (=common) every shingle that more \
             than a fifth of the documents hold. Look at the passages: where all pairs share one, it is boilerplate."
                .into(),
            ],
            brief: "Only the letterhead is the same. Leave it out: --template, or --common.".into(),
            number: StepNumber::new(percent(with.score()), format!("of A is in B; without the head {}", percent(without.score()))),
            first: 0,
        },
        exhibits: vec![exhibit("With the head", &with), exhibit("Without it", &without)],
    }
}

#[cfg(test)]
mod tests {
    use super::super::side::LessonSide;
    use crate::base::ratio::Ratio;
    use crate::pipeline::parameters::Params;
    use crate::shingle::expected::near_duplicate;

    use super::{all, capital_lessons, empty_lessons, header_lessons, sketches};

    #[test]
    fn the_capital_letter_costs_what_the_article_printed() {
        let [printed, mended] = capital_lessons();
        assert_eq!((printed.overlap().shared, printed.overlap().a_words), (3, 23));
        assert_eq!((mended.overlap().shared, mended.overlap().a_words), (4, 22));
    }

    #[test]
    fn the_sample_is_empty_and_the_texts_are_nearly_the_same() {
        let [whole, sampled] = empty_lessons();
        assert!(whole.score().to_f64() > 0.8);
        assert_eq!(sampled.sides.each_ref().map(LessonSide::kept_count), [0, 0]);
        assert_eq!(sampled.score(), Ratio::ZERO);
    }

    #[test]
    fn one_word_in_twenty_is_changed_and_no_megashingle_is_left() {
        let (lesson, counted) = sketches::missed_lessons();
        let (words, changed) = sketches::changed();
        let share = changed.len() as f64 / words.len() as f64;
        assert!((0.045..0.055).contains(&share), "{share}");
        assert_eq!(lesson.minima.pairs_agree(), 0);
        assert!(lesson.minima.agree() > 0);
        assert!(near_duplicate(lesson.truth().jaccard().to_f64()) < 0.01);
        // Each way of counting differs in one thing from the one before, and finds more.
        let scores = counted.each_ref().map(|one| one.score().to_f64());
        assert!(scores[0] < scores[1] && scores[1] < scores[2] && scores[2] > 0.6, "{scores:?}");
        let [long, short, contained] = counted.map(|one| (*one.params).clone());
        assert_eq!(Params { width: short.width, ..long }, short);
        assert_eq!(Params { measure: contained.measure, ..short }, contained);
    }

    #[test]
    fn two_shingles_have_one_checksum_and_are_not_taken_for_one() {
        let lesson = sketches::chance_lesson();
        let values = lesson.sides.each_ref().map(|side| {
            let found =
                side.shingles.iter().find(|shingle| sketches::PHRASES.contains(&&*shingle.text()));
            found.unwrap().value
        });
        assert_eq!(values[0], values[1]);
        // By the recipe of step 5, computed by another program.
        let keys: hashbrown::HashSet<u64> =
            lesson.sides.iter().flat_map(|side| &side.shingles).map(|one| one.key).collect();
        assert!(
            [0x9515_0038_4299_0cf7, 0x31ca_5969_ea4d_3c14].iter().all(|key| keys.contains(key))
        );
        assert_eq!(lesson.overlap().shared, 0);
        assert_eq!(sketches::by_checksum(&lesson), 1);
    }

    #[test]
    fn a_header_alone_makes_a_match() {
        let [with, without] = header_lessons();
        assert!(with.score().to_f64() > 0.4 && without.score() == Ratio::ZERO);
    }

    /// Returns the text of an exhibit.
    fn shown(index: usize) -> String {
        let all = all();
        let lines = all[index].exhibits.iter().flat_map(|one| &one.lines).flatten();
        lines.map(|piece| piece.text.as_str()).collect::<Vec<&str>>().join(" ")
    }

    #[test]
    fn russian_shingles_have_their_english() {
        for lesson in capital_lessons() {
            for shared in &lesson.sets.both {
                let shown = shown(0);
                let (_, behind) = shown.split_once(&shared.text).unwrap();
                assert!(behind.starts_with(" ("), "{}: {behind}", shared.text);
            }
        }
    }
}
