//! The heading and the sentences of each step, with the example's own numbers, for people who never heard of shingles.

pub mod brief;
mod finding;
mod sketches;

use hashbrown::HashSet;

use crate::base::numbers::{counted, thousands, verb};
use crate::base::ratio::Ratio;
use crate::base::visible::visible;
use crate::compare::measure::{Above, Direction, Measure};
use crate::pipeline::document::languages::{Languages, named};
use crate::pipeline::parameters::{LanguageChoice, Params, StopWords};
use crate::shingle::hash::HashKind;
use crate::text::normalize::{Case, Stem};
use crate::text::pos::PosRemoval;
use crate::text::tokenize::Words;

use super::contents::Lesson;
use super::numbers::{percent, percent_of};
use super::step::StepKind;

use self::finding::{index, sets};
use self::sketches::{estimates, groups, minima, modulo, pairs};

/// A resemblance, as an example of what it says.
const EXAMPLE: f64 = 0.45;

/// The chance that a word is not changed, as an example of what a width costs.
const STAYS: f64 = 0.9;

/// Widths that the resemblance is compared at.
const WIDTHS: [usize; 5] = [1, 2, 3, 4, 8];

/// The heading and the sentences of a stage.
pub fn of(lesson: &Lesson, kind: StepKind) -> (String, Vec<String>) {
    let (title, says) = match kind {
        StepKind::Texts => ("Two texts".into(), texts(lesson)),
        StepKind::Words => ("Cut into words".into(), words(lesson)),
        StepKind::Forms => ("Which words count, and in what form".into(), forms(lesson)),
        StepKind::Window => (
            format!("A window of {} slides along", counted(lesson.params.width as usize, "word")),
            window(lesson),
        ),
        StepKind::Hash => ("Every shingle becomes a number".into(), hash(lesson)),
        StepKind::Modulo => ("Modulo: keep or drop".into(), modulo(lesson)),
        StepKind::Minima => {
            (format!("{} instead of all shingles", lesson.minima.counted()), minima(lesson))
        }
        StepKind::Supershingles => {
            ("Supershingles: 14 minima in one number".into(), groups(lesson))
        }
        StepKind::Megashingles => ("Megashingles: two supershingles at once".into(), pairs(lesson)),
        StepKind::Sets => ("Two sets, and what they share".into(), sets(lesson)),
        StepKind::Score => ("The score".into(), score(lesson)),
        StepKind::Index => ("How pairs are found among many texts".into(), index(lesson)),
        StepKind::Estimate => ("Estimates beside the truth".into(), estimates(lesson)),
        StepKind::Pitfall(_) => (String::new(), Vec::new()),
        StepKind::Glossary => (
            "The terms of the field".into(),
            vec!["What articles and other programs call the things of this lesson.".into()],
        ),
    };
    (title, says.into_iter().filter(|said| !said.is_empty()).collect())
}

/// A number for A and one for B.
fn each(lesson: &Lesson, of: impl Fn(&super::side::LessonSide) -> usize) -> [usize; 2] {
    [of(&lesson.sides[0]), of(&lesson.sides[1])]
}

fn texts(lesson: &Lesson) -> Vec<String> {
    let [a, b] = each(lesson, |side| side.document.text.chars().count());
    let [from_a, from_b] = each(lesson, |side| side.excerpt.whole / 1000).map(thousands);
    let cut = match lesson.sides.each_ref().map(|side| side.excerpt.is_cut()) {
        [true, true] => format!(
            "They are long ({from_a} and {from_b} thousand bytes), so the lesson works on an excerpt of each, around a \
             shared passage where there is one; its score is the excerpts' own."
        ),
        [false, false] => String::new(),
        [is_a, _] => format!(
            "{} is long ({} thousand bytes), so the lesson works on an excerpt of it, around a shared passage where there \
             is one; its score is the excerpt's own.",
            if is_a { "A" } else { "B" },
            if is_a { from_a } else { from_b }
        ),
    };
    vec![
        format!(
            "Was one of these texts made from the other, or both from a third? A has {}, B has {}. The program \
             understands nothing of what they say: it cuts both into overlapping pieces (shingles) and counts how many they \
             share.",
            counted(a, "character"),
            thousands(b)
        ),
        cut,
    ]
}

fn words(lesson: &Lesson) -> Vec<String> {
    let [a, b] = each(lesson, |side| side.document.words.len());
    let rule = match lesson.params.words {
        Words::Unicode => {
            "The Unicode standard says where a word begins and ends, and a dictionary does for scripts without blanks."
        }
        Words::Spaces => {
            "A word is what stands between blanks, without its commas, stops and quotes."
        }
        Words::Node => {
            "A word is what stands between blanks, without tags, line ends and signs such as commas and stops."
        }
        Words::Phpir => "A word is a run of letters, digits and apostrophes, or a web address.",
    };
    let gone = match lesson.params.words {
        Words::Unicode | Words::Phpir => {
            "Commas, line breaks and the like only separate words. From here on they are gone, so a text with \
             another layout is the same text."
        }
        Words::Spaces => {
            "Blanks only separate words. From here on they are gone. A line break is no blank: it joins two words."
        }
        // Characters that it deletes do not separate words: the words around a line end become one.
        Words::Node => "Blanks only separate words. From here on they are gone.",
    };
    let forms = lesson.sides.iter().flat_map(|side| &side.forms);
    let otherwise = if forms.into_iter().any(|form| form.written.is_some()) {
        " Characters of special forms, such as ligatures, are read as plain ones, and a word broken at a line end as one."
    } else {
        ""
    };
    vec![format!("The first cut is into words: {a} in A, {b} in B. {rule} {gone}{otherwise}")]
}

fn forms(lesson: &Lesson) -> Vec<String> {
    let params = &lesson.params;
    let [a, b] = each(lesson, super::side::LessonSide::dropped);
    let [left_a, left_b] = each(lesson, |side| side.document.canonical.len());
    let no_list = params.stop_words == StopWords::Off && params.stop_words_add.is_none();
    let stop = if params.pos_removal == PosRemoval::On {
        format!(
            "Some parts of speech and stop words, like \"of\" and \"the\", seldom tell two texts apart: {a} of A's \
             words and {b} of B's are dropped."
        )
    } else if params.stop_words == StopWords::Inside {
        "No word is dropped, but stop words, like \"the\" and \"of\", will begin no shingle."
            .to_string()
    } else if no_list {
        "No word is dropped: the parameter stop-words is off.".to_string()
    } else {
        format!(
            "Stop words, like \"the\" and \"of\", are in most texts and seldom tell two apart: {a} of A's words and {b} of B's \
             are dropped. That has its price: \"not\" is on the list of English, and of \"to be or not to be\" nothing is left."
        )
    };
    let case = match params.case {
        Case::Unicode => "Capitals become small letters",
        Case::Ascii => "Only the capitals A to Z become small letters, as in an old program",
        Case::Keep => "Capitals and small letters stay different",
    };
    let languages: Vec<String> =
        lesson.sides.iter().map(|side| named(&Languages::of(&side.document.reading))).collect();
    let read = match params.language {
        LanguageChoice::Auto => {
            format!("recognised by their words as {} and {}", languages[0], languages[1])
        }
        LanguageChoice::Fixed(language) => format!("read as {}", language.name()),
    };
    let stem = match params.stem {
        Stem::On => format!("Here endings are cut; the texts are {read}."),
        Stem::Off => "Here endings stay.".to_string(),
    };
    let forms = lesson.sides.iter().flat_map(|side| &side.forms);
    let mut alike: Vec<&str> = forms.flat_map(|form| form.letters.iter().copied()).collect();
    alike.retain(|step| *step != "small letters");
    alike.sort_unstable();
    alike.dedup();
    let same = match alike.as_slice() {
        [] => String::new(),
        some => format!(" Other letters count as the same, too: {}.", some.join(", ")),
    };
    vec![
        stop,
        format!(
            "{case}.{same} A stemmer cuts endings, so that \"walks\" and \"walking\" are one word (and \"evening\" and \
             \"even\", which is wrong). {stem}"
        ),
        "Drop stop words and stem to find rewrites, in which small words and endings change. Do neither for exact copies, \
         for texts of a few words, and for phrases made of stop words."
            .to_string(),
        format!("What is left counts: {left_a} words in A, {left_b} in B."),
    ]
}

fn window(lesson: &Lesson) -> Vec<String> {
    let w = lesson.params.width as usize;
    let step = (lesson.params.step as usize).clamp(1, w.max(1));
    let [a, b] = each(lesson, |side| side.shingles.len());
    let [words_a, words_b] = each(lesson, |side| side.document.canonical.len());
    let move_by = match step {
        1 => "and moves on by one word".to_string(),
        step => format!("and moves on by {step} words"),
    };
    let lies = if step < w {
        "like the tiles on a roof, each overlaps the next"
    } else {
        "like the tiles of a floor, none overlaps the next"
    };
    let sum = if step == 1 && words_a >= w {
        format!("{words_a} - {w} + 1 = {a} of them")
    } else {
        format!("{a} of them")
    };
    let [begun_a, begun_b] = each(lesson, super::side::LessonSide::begun);
    let inside = if lesson.params.stop_words == StopWords::Inside {
        format!(
            " Those that begin with a stop word do not count: {begun_a} and {begun_b} are left."
        )
    } else {
        String::new()
    };
    let any = |words: std::ops::Range<usize>| words.contains(&words_a) || words.contains(&words_b);
    let short = match lesson.params.preset {
        Some(_) if any(0..w) => " A text of fewer words than the window has none here.",
        None if any(1..w) => " A text of fewer words than the window is one shingle by itself.",
        None if any(0..1) => " A text without words has none.",
        _ => "",
    };
    let why = if w == 1 {
        "With w = 1 a shingle is a single word, and the order of words does not matter. Any two texts on one subject share \
         many single words; only texts of the same wording share runs of words."
    } else {
        "Why runs of words and not single words? Any two texts on one subject share many single words; only texts of the \
         same wording share runs, words in the same order."
    };
    let chance = match w {
        1 | 2 => "so few words in a row often meet by chance, but",
        3 | 4 => "so many words in a row seldom meet by chance, and",
        _ => "so many words in a row hardly ever meet by chance, but",
    };
    let price = format!(
        "w is that width. Why {w}? Because {chance} where each word is changed with a chance of one in ten, {} of the runs stay \
         whole. As w grows the score falls: one changed word alters every shingle that contains it, here up to {}.{}",
        percent_of(STAYS.powf(w as f64)),
        w.div_ceil(step),
        widths(lesson)
    );
    vec![
        format!(
            "A window shows {} in a row {move_by}. What it shows is a shingle: {lies}. \
             A's {} {} {sum}; B has {b}.{short}{inside}",
            counted(w, "word"),
            counted(words_a, "word"),
            verb(words_a as u64, "gives", "give"),
        ),
        why.to_string(),
        price,
    ]
}

/// What the resemblance of the two texts is with windows of other widths. Empty where not every run of words counts.
fn widths(lesson: &Lesson) -> String {
    let params = &lesson.params;
    let left_out: usize = each(lesson, super::side::LessonSide::left_out).iter().sum();
    if params.step > 1 || params.stop_words == StopWords::Inside || left_out > 0 {
        return String::new();
    }
    let words = lesson
        .sides
        .each_ref()
        .map(|side| side.document.canonical.iter().map(|word| &*word.text).collect::<Vec<&str>>());
    let runs = |width: usize| {
        words.each_ref().map(|words| words.windows(width).collect::<HashSet<&[&str]>>())
    };
    let said: Vec<String> = WIDTHS
        .iter()
        .map(|width| (width, runs(*width)))
        .filter(|(_, [a, b])| !a.is_empty() && !b.is_empty())
        .map(|(width, [a, b])| {
            let both = a.intersection(&b).count() as u64;
            let either = (a.len() + b.len()) as u64 - both;
            format!("{} with w = {width}", percent(Ratio::new(both, either)))
        })
        .collect();
    if said.is_empty() {
        return String::new();
    }
    format!(" Of all their different shingles these two share {}.", said.join(", "))
}

fn hash(lesson: &Lesson) -> Vec<String> {
    let first = lesson.sides.iter().find_map(|side| side.shingles.first());
    let example = first.map_or_else(String::new, |shingle| {
        format!(" Here \"{}\" becomes {}.", visible(&shingle.text()), shingle.hash)
    });
    let which = match lesson.params.hash {
        HashKind::Wide => "a hash of 64 bits, written with sixteen digits 0 to f",
        HashKind::Crc32 => "the checksum CRC-32",
        HashKind::Md5First28 => "the first seven digits of the checksum MD5",
    };
    vec![
        format!(
            "Numbers compare faster than words, so every shingle goes through a hash function: {which}. The same words give the same number in any text. Other words almost surely give another one.{example}"
        ),
        "The number looks random on purpose: choosing shingles by their numbers is as fair as throwing dice, \
         and yet both texts throw the same dice."
            .to_string(),
    ]
}

fn score(lesson: &Lesson) -> Vec<String> {
    let (params, formula) = (&lesson.params, &lesson.formula);
    let truth = lesson.truth();
    let either = truth.a_shingles + truth.b_shingles - truth.shared;
    let larger = if lesson.subject.direction == Direction::Larger {
        " (whichever way gives more)"
    } else {
        ""
    };
    let listed = match (params.estimates(), lesson.sample.is_tried) {
        (false, true) => verdict(lesson),
        (false, false) => format!(
            "All shingles are counted here; what modulo {} makes of it comes two steps on.",
            params.modulo
        ),
        (true, _) => "What the sketches make of it comes further on.".to_string(),
    };
    let resemblance = format!(
        "One number says how alike they are. The best known is the resemblance r, also called Jaccard index: of the {} that \
         are in either text, {} in both, {}.",
        counted(either, "different shingle"),
        match truth.shared {
            0 => "none is".to_string(),
            1 => "one is".to_string(),
            some => format!("{} are", thousands(some)),
        },
        percent(truth.jaccard())
    );
    let chosen = if params.measure == Measure::Jaccard {
        format!("It is the measure jaccard, which is chosen here. {listed}")
    } else {
        format!(
            "The measure chosen here is {}: {}{larger}, {}. {listed}",
            params.measure,
            formula.means,
            percent(formula.result)
        )
    };
    let share = percent_of(EXAMPLE);
    vec![
        resemblance,
        chosen,
        format!(
            "A resemblance of {share} does not say that so much was copied: of two texts of one length, each then has {} of \
             its shingles in common with the other, 2r / (1 + r). A containment of {share} does: of 100 different shingles of \
             A, {:.0} stand in B too.",
            percent_of(2.0 * EXAMPLE / (1.0 + EXAMPLE)),
            EXAMPLE * 100.0
        ),
        format!(
            "Each row of the table compares the same count with something else; the parameter measure chooses the row that \
             decides. For a quotation in a long text take containment: the resemblance is low there, because the long text has \
             much else. {}",
            match truth.shared {
                0 => "Nothing is marked below, because they share nothing.",
                _ => "Below the table, what both texts share is marked.",
            }
        ),
    ]
}

/// From which score on pairs are listed.
fn from_threshold(params: &Params) -> String {
    let threshold = percent(params.threshold);
    match params.above {
        Above::AtLeast => format!("from {threshold} on"),
        Above::Strictly => format!("above {threshold}"),
    }
}

/// The threshold, and whether the pair is listed.
fn verdict(lesson: &Lesson) -> String {
    let params = &lesson.params;
    let listed = if lesson.passes() { "is" } else { "is not" };
    let from = from_threshold(params);
    if params.estimates() && params.verifies() {
        let share = lesson.overlap().score(params.measure, lesson.subject.direction);
        return format!(
            "A pair is listed {from}, the threshold, by this number and by the counted {}, here {}: this pair {listed}.",
            params.measure,
            percent(share)
        );
    }
    format!("A pair is listed {from}, the threshold: this one {listed}.")
}
