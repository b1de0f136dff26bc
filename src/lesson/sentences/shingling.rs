//! Sentences of the first steps: texts, words, forms, window and hash.

use std::ops::Range;

use hashbrown::HashSet;

use super::count_in_each;
use crate::base::numbers::{format_count, thousands, verb};
use crate::lesson::numbers::{percent, percent_of};
use crate::pipeline::{LanguageChoice, Languages, StopWords, document::info::language_names};
use crate::shingle::HashKind;
use crate::text::{Case, PosRemoval, Stem, Words};
use crate::{base::ratio::Ratio, base::visible::visible, lesson::Lesson, lesson::side::LessonSide};

const STAYS: f64 = 0.9;

const WIDTHS: [usize; 5] = [1, 2, 3, 4, 8];

pub(super) fn texts(lesson: &Lesson) -> Vec<String> {
    let [a, b] = count_in_each(lesson, |side| side.document.text.chars().count());
    let [from_a, from_b] = count_in_each(lesson, |side| side.excerpt.whole / 1000).map(thousands);
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
    // Equal texts leave little to explain.
    let same = if lesson.truth().jaccard() == Ratio::ONE {
        " Here all are shared: a pair below 100% teaches more."
    } else {
        ""
    };
    vec![
        format!(
            "Was one of these texts made from the other, or both from a third? A has {}, B has {}. The program \
             understands nothing of what they say: it cuts both into overlapping pieces (shingles) and counts how many they \
             share.{same}",
            format_count(a, "character"),
            thousands(b)
        ),
        cut,
    ]
}

pub(super) fn words(lesson: &Lesson) -> Vec<String> {
    let [a, b] = count_in_each(lesson, |side| side.document.words.len());
    let rule = match lesson.params.words {
        Words::Unicode => {
            "The Unicode standard says where a word begins and ends, and a dictionary does for scripts without blanks."
        }
        Words::Spaces => {
            "A word is the text between blanks, without commas, full stops and quotes."
        }
        Words::Node => {
            "A word is the text between blanks, without tags, line ends and signs such as commas and full stops."
        }
        Words::Phpir => {
            "A word is a run of the letters A to Z, digits and apostrophes, or a web address. Any other character separates words."
        }
    };
    let gone = match lesson.params.words {
        Words::Unicode | Words::Phpir => {
            "Commas, line breaks and the like only separate words. From here on they are gone, so a text with \
             another layout is the same text."
        }
        Words::Spaces => {
            "Blanks only separate words. From here on they are gone. A line break is no blank: the program of the article \
             cut at blanks alone, and so a line break joins two words."
        }
        Words::Node => {
            "Blanks only separate words. From here on they are gone. A line break joins two words, because the program of the \
             article deletes it."
        }
    };
    let forms = lesson.sides.iter().flat_map(|side| &side.forms);
    let otherwise = if forms.into_iter().any(|form| form.written.is_some()) {
        " Characters of special forms, such as ligatures, are read as plain ones, and a word broken at a line end as one."
    } else {
        ""
    };
    vec![format!(
        "First, the program cuts each text into words: {a} in A, {b} in B. {rule} {gone}{otherwise}"
    )]
}

pub(super) fn forms(lesson: &Lesson) -> Vec<String> {
    let params = &lesson.params;
    let [a, b] = count_in_each(lesson, LessonSide::dropped);
    let [left_a, left_b] = count_in_each(lesson, |side| side.document.canonical.len());
    let no_list = params.stop_words == StopWords::Off && params.stop_words_add.is_none();
    let stop = if params.pos_removal == PosRemoval::On {
        format!(
            "Some parts of speech and stop words, like \"of\" and \"the\", seldom tell two texts apart: {a} of A's \
             words and {b} of B's are dropped."
        )
    } else if params.stop_words == StopWords::Inside {
        "Stop words, like \"the\" and \"of\", are in most texts and seldom tell two apart. So none will begin a shingle: runs that \
         any text has, such as \"it is the\", then do not count. But inside a shingle they stay. If they were dropped, three words \
         would reach over five or six written ones, and one changed word would break more of the text; and \"not\" is one of them, \
         so a text and its denial would look alike."
            .to_string()
    } else if no_list {
        "No word is dropped: the parameter stop-words is off.".to_string()
    } else {
        format!(
            "Stop words, like \"the\" and \"of\", are in most texts and seldom tell two apart: {a} of A's words and {b} of B's \
             are dropped. That has its price: \"not\" is on the list of English, so a text and its denial then look alike, and of \
             \"to be or not to be\" nothing is left."
        )
    };
    let case = match params.case {
        Case::Unicode => "Capitals become small letters",
        Case::Ascii => "Only the capitals A to Z become small letters, as in an old program",
        Case::Keep => "Capitals and small letters stay different",
    };
    let languages = lesson
        .sides
        .each_ref()
        .map(|side| language_names(&Languages::from_stretches(&side.document.reading)));
    let read = match params.language {
        LanguageChoice::Auto => {
            let [a, b] = &languages;
            let both = if a == b { a.clone() } else { format!("{a} and {b}") };
            format!("recognised by their words as {both}")
        }
        LanguageChoice::Fixed(language) => format!("read as {}", language.name()),
    };
    let stem = match params.stem {
        Stem::On => format!("Here endings are cut; the texts are {read}."),
        Stem::Off if params.pos_removal == PosRemoval::On => {
            "Here endings stay, but plural nouns of English count in the singular.".to_string()
        }
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
        "Stop words and stems are there to find rewrites, in which small words and endings change. Set both off for exact copies, \
         for texts of a few words, and for phrases made of stop words."
            .to_string(),
        format!("The rest counts: {left_a} words in A, {left_b} in B. In this form they are called canonical words."),
    ]
}

pub(super) fn window(lesson: &Lesson) -> Vec<String> {
    let w = lesson.params.width as usize;
    let step = (lesson.params.step as usize).clamp(1, w.max(1));
    let [a, b] = count_in_each(lesson, |side| side.shingles.len());
    let [words_a, words_b] = count_in_each(lesson, |side| side.document.canonical.len());
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
        format!("{words_a} - {w} + 1 = {a} shingles")
    } else {
        format!("{a} shingles")
    };
    let [begun_a, begun_b] = count_in_each(lesson, LessonSide::shingle_count);
    let inside = if lesson.params.stop_words == StopWords::Inside {
        format!(
            " Shingles that begin with a stop word do not count: {begun_a} and {begun_b} remain."
        )
    } else {
        String::new()
    };
    let any = |words: Range<usize>| words.contains(&words_a) || words.contains(&words_b);
    let short = match lesson.params.preset {
        Some(_) if any(0..w) => " Here a text shorter than the window gives an empty set.",
        None if any(1..w) => " A text shorter than the window gives one shingle.",
        None if any(0..1) => " A text without words gives an empty set.",
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
         whole. As w grows the score nearly always falls: one changed word alters every shingle that contains it, here up to {}. (Texts \
         that put the same few words in many orders have more different runs than words, and their score may rise.){}",
        percent_of(STAYS.powf(w as f64)),
        w.div_ceil(step),
        widths(lesson)
    );
    vec![
        format!(
            "A window shows {} in a row {move_by}. The words in the window are a shingle: {lies}. \
             A's {} {} {sum}; B has {b}.{short}{inside}",
            format_count(w, "word"),
            format_count(words_a, "word"),
            verb(words_a as u64, "gives", "give"),
        ),
        why.to_string(),
        price,
    ]
}

/// Compares the resemblance at other widths. Empty unless every run of words counts.
fn widths(lesson: &Lesson) -> String {
    let params = &lesson.params;
    let left_out: usize = count_in_each(lesson, LessonSide::left_out).iter().sum();
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
    let paragraph: Vec<String> = WIDTHS
        .iter()
        .map(|width| (width, runs(*width)))
        .filter(|(_, [a, b])| !a.is_empty() && !b.is_empty())
        .map(|(width, [a, b])| {
            let both = a.intersection(&b).count() as u64;
            let either = (a.len() + b.len()) as u64 - both;
            format!("{} with w = {width}", percent(Ratio::new(both, either)))
        })
        .collect();
    if paragraph.is_empty() {
        return String::new();
    }
    format!(" Of all their different shingles these two share {}.", paragraph.join(", "))
}

pub(in crate::lesson) fn wide(lesson: &Lesson) -> String {
    let bit = match lesson.params.stop_words {
        StopWords::Inside => " (its last bit 1 for a stop word, else 0)",
        _ => "",
    };
    format!(
        "from the XXH3 of each word{bit}, s = s * 9e3779b97f4a7c15 + XXH3 modulo 2^64, mixed by the end of splitmix64"
    )
}

pub(super) fn hash(lesson: &Lesson) -> Vec<String> {
    // A shared shingle shows best that the number is the same.
    let all = || lesson.sides.iter().flat_map(|side| &side.shingles);
    let shared = all().find(|shingle| shingle.in_other);
    let example = shared.or_else(|| all().next()).map_or_else(String::new, |shingle| {
        let both = if shingle.in_other { " in both texts" } else { "" };
        format!(" Here \"{}\" becomes {}{both}.", visible(&shingle.text()), shingle.hash)
    });
    let role = match lesson.params.modulo {
        1 => "has no effect here, because modulo 1 keeps every shingle".to_string(),
        m => format!("decides only what modulo {m} keeps, as in the published system"),
    };
    let which = match lesson.params.hash {
        HashKind::Wide => "The number has 64 bits, written with sixteen digits 0 to f. Two shingles count as equal if these are, and \
                           modulo chooses by them what it keeps."
            .to_string(),
        named => format!(
            "The program makes two numbers of each shingle. Its own number, of 64 bits, shows which shingles are equal. The chosen \
             hash, {}, {role}. The picture shows this hash.",
            if named == HashKind::Crc32 {
                "the checksum CRC-32 of 32 bits"
            } else {
                "the number of the first seven hex digits of the checksum MD5, 28 bits"
            }
        ),
    };
    vec![
        format!(
            "Numbers compare faster than words, so every shingle goes through a hash function. The same words give the same \
             number in any text, other words almost surely another one.{example}"
        ),
        which,
        "A hash looks random on purpose. Choosing shingles by their numbers is as fair as throwing dice, \
         and yet both texts throw the same dice."
            .to_string(),
        format!("To repeat the calculation: the 64 bits are made {}.", wide(lesson)),
    ]
}
