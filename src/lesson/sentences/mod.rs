//! The heading and the sentences of each step, with the example's own numbers, for people who never heard of shingles.

mod sketches;

use crate::base::numbers::{counted, thousands, verb};
use crate::base::visible::visible;
use crate::compare::measure::{Above, Direction};
use crate::pipeline::document::languages::{Languages, named};
use crate::pipeline::parameters::{LanguageChoice, SketchKind, StopWords};
use crate::shingle::hash::HashKind;
use crate::text::normalize::{Case, Stem};
use crate::text::pos::PosRemoval;
use crate::text::tokenize::Words;

use super::contents::Lesson;
use super::numbers::percent;
use super::step::StepKind;

use self::sketches::{groups, minima, modulo, pairs};

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
        StepKind::Estimate => ("Estimates beside the truth".into(), estimates(lesson)),
        StepKind::Pitfall(_) => (String::new(), Vec::new()),
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
            "Some parts of speech and stop words, like \"of\" and \"the\", tell little about who wrote a text: {a} of A's \
             words and {b} of B's are dropped."
        )
    } else if params.stop_words == StopWords::Inside {
        "No word is dropped, but stop words, like \"the\" and \"of\", will begin no shingle."
            .to_string()
    } else if no_list {
        "No word is dropped: the list of stop words is off (key s).".to_string()
    } else {
        format!(
            "Stop words, like \"the\" and \"of\", are in every text and say nothing about it: {a} of A's words and {b} of B's \
             are dropped."
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
            "a stemmer cuts endings, so that \"walks\" and \"walking\" are one word; the texts are {read}"
        ),
        Stem::Off => "endings stay (key e would cut them)".to_string(),
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
             A's {} {} {sum}; B has {b}.{short}{inside}",
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

fn sets(lesson: &Lesson) -> Vec<String> {
    let overlap = lesson.overlap();
    let [kept_a, kept_b] = each(lesson, super::side::LessonSide::kept);
    let sampled = if lesson.params.modulo > 1 { "kept " } else { "" };
    let [out_a, out_b] = each(lesson, super::side::LessonSide::left_out);
    let all = (kept_a + kept_b - out_a - out_b) as u32;
    let again = match all - overlap.a_shingles - overlap.b_shingles {
        0 => "Here nothing is repeated".to_string(),
        some => format!("Here {} fell away", counted(some, "repetition")),
    };
    vec![
        format!(
            "The {sampled}shingles of a text are put into a set: a bag that holds each of them once, in no order. So a sentence \
             said three times counts once, and a paragraph that was moved still matches. {again}: {} in A, {} in B.",
            overlap.a_shingles, overlap.b_shingles
        ),
        match overlap.shared {
            0 => "None is in both sets: the two texts have nothing in common here.".to_string(),
            1 => "One is in both sets. That is what the two texts have in common.".to_string(),
            some => format!(
                "{} are in both sets. That is what the two texts have in common.",
                thousands(some as usize)
            ),
        },
    ]
}

fn score(lesson: &Lesson) -> Vec<String> {
    let (params, formula) = (&lesson.params, &lesson.formula);
    let reaches = params.above.passes(formula.result, params.threshold);
    let (verdict, from) = match (params.above, reaches) {
        (Above::AtLeast, true) => ("reaches", "from which on"),
        (Above::AtLeast, false) => ("does not reach", "from which on"),
        (Above::Strictly, true) => ("exceeds", "above which"),
        (Above::Strictly, false) => ("does not exceed", "above which"),
    };
    let threshold = percent(params.threshold);
    let listed = match (params.counts(), params.estimates()) {
        (true, false) => {
            format!("It {verdict} the threshold of {threshold}, {from} a pair is listed.")
        }
        (true, true) => format!(
            "It {verdict} the threshold of {threshold}, {from} a pair is listed that the sketches found alike."
        ),
        (false, _) => "Here the sketches alone decide what is listed.".to_string(),
    };
    let larger = if lesson.subject.direction == Direction::Larger {
        " (whichever way gives more)"
    } else {
        ""
    };
    vec![
        format!(
            "One number says how alike they are. The measure {} says {}{larger}: {}. {listed}",
            params.measure,
            formula.means,
            percent(formula.result)
        ),
        format!(
            "{} Other measures (key a) compare the same count with something else.",
            match lesson.overlap().shared {
                0 => "Nothing is marked below, because they share nothing.",
                _ => "Below, what both texts share is marked.",
            }
        ),
    ]
}

fn estimates(lesson: &Lesson) -> Vec<String> {
    let truth = lesson.truth();
    let exact = truth.score(lesson.params.measure, lesson.subject.direction);
    let score = lesson.score();
    let [out_a, out_b] = each(lesson, super::side::LessonSide::left_out);
    let unknown = if lesson.params.modulo > 1 && out_a + out_b > 0 {
        "What modulo dropped is counted in the truth even where it would be left out: templates and other documents are \
         known by their samples only."
    } else {
        ""
    };
    let kind = match lesson.params.sketch {
        SketchKind::Modulo if lesson.params.modulo == 1 => {
            "Here no shingle was dropped, so the score is the truth itself".to_string()
        }
        SketchKind::Modulo => {
            format!("Modulo {} looked at a sample, so its score may be off", lesson.params.modulo)
        }
        SketchKind::MinHash => "Here the minima decide, so the score is an estimate".to_string(),
        SketchKind::SuperShingle => {
            "Here supershingles decide: the score is the share of the six that agree".to_string()
        }
        SketchKind::MegaShingle => {
            "Here megashingles decide: the score is the share of the fifteen that agree".to_string()
        }
    };
    vec![
        format!(
            "All shingles counted give the truth: {} by {}, {} resemblance (in both / in either). Each sketch knows less and \
             guesses.",
            percent(exact),
            lesson.params.measure,
            percent(truth.jaccard())
        ),
        format!("{kind}: this pair scores {}.", percent(score)),
        unknown.to_string(),
    ]
}
