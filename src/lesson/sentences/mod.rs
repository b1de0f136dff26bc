//! The heading and the sentences of each step, with the example's own numbers, for people who never heard of shingles.

pub mod brief;
mod finding;
mod sketches;

use crate::base::numbers::{counted, thousands, verb};
use crate::base::visible::visible;
use crate::compare::measure::{Above, Direction};
use crate::pipeline::document::languages::{Languages, named};
use crate::pipeline::parameters::{LanguageChoice, StopWords};
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
    let gloss = lesson.subject.gloss.map_or_else(String::new, |gloss| gloss.join(" "));
    vec![
        format!(
            "Was one of these texts made from the other, or both from a third? A has {}, B has {}. The program \
             understands nothing of what they say: it cuts both into overlapping pieces (shingles) and counts how many they \
             share.",
            counted(a, "character"),
            thousands(b)
        ),
        cut,
        gloss,
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
            "Blanks and line breaks only separate words. From here on they are gone, so a text with another \
             layout is the same text."
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
        "No word is dropped: the list of stop words is off (key s).".to_string()
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
        Stem::On => format!(
            "a stemmer cuts endings, so that \"walks\" and \"walking\" are one word (and \"evening\" and \"even\", which is \
             wrong); the texts are {read}"
        ),
        Stem::Off => "endings stay (=stem would cut them)".to_string(),
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
        format!("{stop} {case}; {stem}.{same}"),
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
    let order = if w > 1 {
        " Their order counts: the same words in another order are other shingles."
    } else {
        ""
    };
    let price = if w == 1 {
        "w is that width: with w = 1 the order of words does not matter. Any two texts on the same subject share many words; \
         wider windows ask for the same wording."
            .to_string()
    } else {
        format!(
            "w is that width: w = {w} asks for {w} same words in a row. Narrow windows match common phrases by chance, wide \
             ones hardly; but one changed word alters every shingle that contains it, here up to {}.",
            w.div_ceil(step)
        )
    };
    vec![
        format!(
            "A window shows {} in a row {move_by}. What it shows is a shingle: {lies}. \
             A's {} {} {sum}; B has {b}.{short}{inside}{order}",
            counted(w, "word"),
            counted(words_a, "word"),
            verb(words_a as u64, "gives", "give"),
        ),
        price,
    ]
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
    vec![
        format!(
            "One number says how alike they are. The measure {} says {}{larger}: {}. {listed}",
            params.measure,
            formula.means,
            percent(formula.result)
        ),
        format!(
            "The other measures compare the same count with something else (key a). {}",
            match lesson.truth().shared {
                0 => "Nothing is marked below, because they share nothing.",
                _ => "Below the table, what both texts share is marked.",
            }
        ),
        format!(
            "A resemblance (jaccard) of {} does not say that so much was copied: of two texts of one length, each then has {} of \
             its shingles in common with the other, 2r / (1 + r).",
            percent_of(EXAMPLE),
            percent_of(2.0 * EXAMPLE / (1.0 + EXAMPLE))
        ),
    ]
}

/// Whether the pair is listed under the parameters, and why.
fn verdict(lesson: &Lesson) -> String {
    let params = &lesson.params;
    let (verdict, from) = match (params.above, lesson.passes()) {
        (Above::AtLeast, true) => ("reaches", "from which on"),
        (Above::AtLeast, false) => ("does not reach", "from which on"),
        (Above::Strictly, true) => ("exceeds", "above which"),
        (Above::Strictly, false) => ("does not exceed", "above which"),
    };
    let threshold = percent(params.threshold);
    if params.estimates() && params.verifies() {
        let share = lesson.overlap().score(params.measure, lesson.subject.direction);
        let listed = if lesson.passes() { "is" } else { "is not" };
        return format!(
            "A pair is listed where this and the counted {} both pass the threshold of {threshold}: this pair, with {}, \
             {listed}.",
            params.measure,
            percent(share)
        );
    }
    format!("It {verdict} the threshold of {threshold}, {from} a pair is listed.")
}
