//! Questions on a lesson, with answers counted by the lesson.

use super::contents::Lesson;
use super::numbers::{percent, percent_of};
use super::side::LessonSide;
use crate::base::{numbers::thousands, numbers::verb, visible::visible};
use crate::shingle::expected::{any_band, deviation, supershingle};
use crate::shingle::{empty_sample, near_duplicate};
use crate::{lesson::side::FormReason, text::Words};

/// A question with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercise {
    /// Step from 1.
    pub step: usize,
    /// The question.
    pub question: String,
    /// The answer with its calculation.
    pub answer: String,
}

impl Exercise {
    fn new(step: usize, question: impl Into<String>, answer: impl Into<String>) -> Self {
        Self { step, question: question.into(), answer: answer.into() }
    }
}

/// Exercises on two texts, by step.
pub fn exercises(lesson: &Lesson) -> Vec<Exercise> {
    let (truth, params) = (lesson.truth(), &lesson.params);
    let [a, b, both] = [truth.a_shingles, truth.b_shingles, truth.shared];
    let w = params.width as usize;
    let words = lesson.sides[0].document.canonical.len();
    let windows = lesson.sides[0].shingles.len();
    let mut all: Vec<Exercise> = on_words(lesson).into_iter().flatten().collect();
    if params.step == 1 && words >= w {
        all.push(Exercise::new(
            4,
            format!("A has {words} words that count. How many windows of {w} words does it have?"),
            format!("{words} - {w} + 1 = {windows}."),
        ));
        all.push(Exercise::new(
            4,
            format!("A writer changes a word in the middle of a long text. How many windows of {w} words change?"),
            format!("{w}: every window that has the word."),
        ));
    }
    // Pairs of a million.
    let pairs = 499_999_500_000_u64;
    all.push(Exercise::new(
        5,
        "A million different shingles have numbers of 64 bits. How many pairs have one number by chance, and how many with 32 bits?",
        format!(
            "{0} pairs / 2^64 = {1:.9}, so none; {0} pairs / 2^32 = {2:.0}.",
            thousands(pairs),
            pairs as f64 / 64_f64.exp2(),
            pairs as f64 / 32_f64.exp2()
        ),
    ));
    all.push(Exercise::new(
        6,
        format!(
            "A has {a} different shingles, B has {b}, and {both} {} in both. How many are in either?",
            verb(both, "is", "are")
        ),
        format!("{a} + {b} - {both} = {}: those in both would be counted twice.", a + b - both),
    ));
    if a.min(b) > 0 {
        all.push(measured(lesson));
    }
    all.push(Exercise::new(
        7,
        "A page is quoted whole in a book of 200 pages. Which measure finds it, and why not the resemblance?",
        "The containment of the page in the book, about 100%. The resemblance is about 1 / 200, as the book has much else.",
    ));
    all.push(Exercise::new(
        8,
        "Two texts never meet in a list. What do they score, and why need the program not compare them?",
        "0: they share no shingle, for each shingle that they share has a list with both.",
    ));
    if both > 0 {
        let m = lesson.sample.modulo;
        all.push(Exercise::new(
            9,
            format!("A sample keeps each shingle with a chance of 1 in {m}. What is the chance that the sample drops all {both} shared shingles?"),
            format!("(1 - 1 / {m})^{both} = {}.", percent_of(empty_sample(both.into(), m))),
        ));
    }
    let [kept_a, kept_b] =
        lesson.sides.each_ref().map(|side: &LessonSide| lesson.sample.kept_count(side));
    all.push(Exercise::new(
        9,
        format!("The sample keeps {kept_a} shingles of A and {kept_b} of B. Why may it not draw them for each text by itself?"),
        "Then both samples would seldom keep a shared shingle. With a hash, both texts keep the shingle or both drop it.",
    ));
    all.push(Exercise::new(
        10,
        "The standard deviation of 84 minima is 5.46 points at r = 50%. How many minima halve it?",
        "4 * 84 = 336: it falls with the square root.",
    ));
    all.push(Exercise::new(
        11,
        "Two texts have a resemblance of 90%. What is the chance that the first of their supershingles agrees?",
        format!("That of 14 minima at once: 0.9^14 = {}.", percent_of(supershingle(0.9))),
    ));
    all.push(Exercise::new(
        12,
        "Two texts have a resemblance of 80%. Do megashingles find them?",
        format!("Hardly: with a chance of {}.", percent_of(near_duplicate(0.8))),
    ));
    all.extend(on_any_texts());
    all
}

/// Exercises on words and forms, if line breaks separate words or a word changes its form.
fn on_words(lesson: &Lesson) -> [Option<Exercise>; 2] {
    let breaks = matches!(lesson.params.words, Words::Unicode | Words::Phpir).then(|| {
        let words = lesson.sides[0].document.words.len();
        Exercise::new(
            2,
            format!(
                "The lines of A are broken at other blanks. How many of its {words} words change?"
            ),
            "None: a line break separates words as a blank does, and then both are gone.",
        )
    });
    let forms = lesson.sides.iter().flat_map(|side| &side.forms);
    let changed = forms.filter_map(|form| {
        let counts_as = form.counts_as.as_ref().filter(|one| **one != form.read)?;
        Some((form.reason != FormReason::Stemmed, &form.read, counts_as))
    });
    let form = changed.min_by_key(|(is_no_stem, ..)| *is_no_stem).map(|(_, read, counts_as)| {
        Exercise::new(
            3,
            format!("In which form does \"{}\" count, and what for?", visible(read)),
            format!("As \"{}\", so that its other forms are the same word.", visible(counts_as)),
        )
    });
    [breaks, form]
}

fn on_any_texts() -> [Exercise; 9] {
    let two = 2.0 * deviation(0.5, 84);
    [
        Exercise::new(
            13,
            "84 minima estimate 50%. In which range is the resemblance, most likely?",
            format!(
                "Within two standard deviations: between {} and {}.",
                percent_of(0.5 - two),
                percent_of(0.5 + two)
            ),
        ),
        Exercise::new(
            14,
            "An article finds 3 shingles in both texts and divides by 23 words. With all capitals folded one shingle more is in both, and one stop word more is dropped. What is the score?",
            "4 / 22 = 18.18%.",
        ),
        Exercise::new(
            15,
            "A text has 20 shingles. What is the chance that modulo 20 keeps none?",
            format!("(1 - 1 / 20)^20 = {}.", percent_of(empty_sample(20, 20))),
        ),
        Exercise::new(
            16,
            "A text of 217 words has 208 runs of 10 words and 215 of 3. In a copy 11 words are changed: the 11th and every twentieth word after it. What is the resemblance, by runs of 10 and by runs of 3?",
            "Each word alters up to 10 runs of 10, here 107 in all: (208 - 107) / (208 + 107) = 32.06%. The last one has 6 words behind it and alters 7 runs of 10 words. Of 3 it alters 3: (215 - 33) / (215 + 33) = 73.39%.",
        ),
        Exercise::new(
            17,
            "Two sentences share no three words in a row, but a shingle of each has the CRC-32 1847359316. How many shingles does this program count in both, and how many would one that compares only these numbers?",
            "0, as it compares 64 bits, in which they differ; the other 1.",
        ),
        Exercise::new(
            18,
            "Two letters share 22 of the 36 shingles of the first: their head. What do they score if the program ignores the head? Does a larger width help?",
            "0 / 13 = 0%. A larger width does not help: the head was copied word for word.",
        ),
        Exercise::new(
            19,
            "Minima are cut into 20 bands of 5. What is the chance that two texts with a resemblance of 50% meet?",
            format!("1 - (1 - 0.5^5)^20 = {}.", percent_of(any_band(20, 5, 0.5))),
        ),
        Exercise::new(
            20,
            "Do shingles find a paraphrase, a translation, a moved paragraph?",
            "Only the moved paragraph: its runs stay whole.",
        ),
        Exercise::new(
            21,
            "A program divides the shingles of 3 words that are in both by the words of the first text. What does a text of 23 words score against itself?",
            "(23 - 3 + 1) / 23 = 91.3%.",
        ),
    ]
}

fn measured(lesson: &Lesson) -> Exercise {
    let truth = lesson.truth();
    let [a, b, both] = [truth.a_shingles, truth.b_shingles, truth.shared];
    Exercise::new(
        7,
        "How large are the resemblance of A and B, the containment of A in B, and Dice?",
        format!(
            "{both} / {} = {}; {both} / {a} = {}; 2 * {both} / ({a} + {b}) = {}.",
            a + b - both,
            percent(truth.jaccard()),
            percent(truth.containment_a()),
            percent(truth.dice())
        ),
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::exercises;
    use crate::base::ratio::Ratio;
    use crate::lesson::contents::Lesson;
    use crate::lesson::numbers::{percent, percent_of};
    use crate::lesson::subject::Subject;
    use crate::pipeline::Fate;
    use crate::pipeline::parameters::{Params, Preset};
    use crate::text::{normalize::Stem, tokenize::Words};

    #[test]
    fn the_answers_are_what_the_texts_give() {
        let presets = Preset::ALL.iter().map(|(_, preset)| Params::preset(*preset));
        for params in
            presets.chain([Params::defaults(), Params { modulo: 4, ..Params::defaults() }])
        {
            let lesson = Lesson::new(&Subject::ferry(), &Arc::new(params), &Arc::default());
            let sets = lesson.sides.each_ref().map(|side| {
                let counted = side.shingles.iter().filter(|one| one.fate != Fate::Inside);
                counted.map(crate::pipeline::ExplainedShingle::text).collect::<BTreeSet<String>>()
            });
            let [a, b] = sets.each_ref().map(BTreeSet::len);
            let both = sets[0].intersection(&sets[1]).count();
            let either = sets[0].union(&sets[1]).count();
            let all = exercises(&lesson);
            let answers: Vec<&str> = all.iter().map(|one| &*one.answer).collect();
            assert!(
                answers.contains(&&*format!(
                    "{a} + {b} - {both} = {either}: those in both would be counted twice."
                )),
                "{answers:?}"
            );
            let share = |part: usize, of: usize| percent(Ratio::new(part as u64, of as u64));
            let measures = format!(
                "{both} / {either} = {}; {both} / {a} = {}; 2 * {both} / ({a} + {b}) = {}.",
                share(both, either),
                share(both, a),
                share(2 * both, a + b)
            );
            assert!(answers.contains(&&*measures), "{answers:?}");
            // 5.46 points at 84, half of it at 336.
            assert!(((0.25_f64 / 336.0).sqrt() * 2.0 - (0.25_f64 / 84.0).sqrt()).abs() < 1e-12);
            let product = |times, factor: f64| (0..times).fold(1.0, |all, _| all * factor);
            let fourteen = percent_of(product(14, 0.9));
            let (none, band) =
                (percent_of(product(20, 0.95)), percent_of(1.0 - product(20, 31.0 / 32.0)));
            for answer in [
                "499,999,500,000 pairs / 2^64 = 0.000000027, so none; 499,999,500,000 pairs / 2^32 = 116.".to_string(),
                format!("That of 14 minima at once: 0.9^14 = {fourteen}."),
                // The variance of 84 draws at 50 % is 1 / 336.
                "Within two standard deviations: between 39.09% and 60.91%.".to_string(),
                format!("(1 - 1 / 20)^20 = {none}."),
                format!("1 - (1 - 0.5^5)^20 = {band}."),
            ] {
                assert!(answers.contains(&&*answer), "{answer}: {answers:?}");
            }
            assert!(all.is_sorted_by_key(|one| one.step));
            assert!(all.iter().all(|one| one.question.contains('?')));
            // Nothing is to be predicted on the first page and among the terms. Where line breaks join words, they may change some.
            let steps: BTreeSet<usize> = all.iter().map(|one| one.step).collect();
            let first =
                if matches!(lesson.params.words, Words::Unicode | Words::Phpir) { 2 } else { 3 };
            assert_eq!(steps, (first..=21).collect());
        }
    }

    fn answer(params: Params, step: usize) -> (String, String) {
        let lesson = Lesson::new(&Subject::ferry(), &Arc::new(params), &Arc::default());
        let found = exercises(&lesson).into_iter().find(|one| one.step == step).unwrap();
        (found.question, found.answer)
    }

    #[test]
    fn broken_lines_change_no_word_and_a_word_counts_in_its_form() {
        let texts = Subject::ferry().texts;
        let broken =
            texts.each_ref().map(|text| text.replace('\n', " ").replace(" the ", "\nthe ").into());
        let lesson = |texts| {
            let subject = Subject { texts, ..Subject::ferry() };
            Lesson::new(&subject, &Arc::new(Params::defaults()), &Arc::default())
        };
        let words = |lesson: &Lesson| -> Vec<String> {
            lesson.sides[0].document.words.iter().map(|word| word.text.to_string()).collect()
        };
        let [before, after] = [texts, broken].map(|texts| words(&lesson(texts)));
        let (question, answer_2) = answer(Params::defaults(), 2);
        assert!(before == after && question.contains(&format!("its {} words", before.len())));
        assert!(answer_2.starts_with("None"), "{answer_2}");
        for (stem, read, form) in [(Stem::On, "ferry", "ferri"), (Stem::Off, "The", "the")] {
            let (question, answer) = answer(Params { stem, ..Params::defaults() }, 3);
            assert!(question.contains(&format!("\"{read}\"")), "{question}");
            assert!(answer.starts_with(&format!("As \"{form}\"")), "{answer}");
        }
    }
}
