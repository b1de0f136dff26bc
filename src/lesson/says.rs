//! What each step says: a heading, and a few sentences for somebody who never heard of shingles, with the example's own
//! numbers. It draws no figure.

use crate::base::visible::visible;
use crate::compare::measure::Direction;
use crate::pipeline::params::{LanguageChoice, SketchKind, StopWords};
use crate::shingle::hash::HashKind;
use crate::shingle::tagged::GROUP;
use crate::text::language::Language;
use crate::text::normalize::{Case, Stem};
use crate::text::pos::PosRemoval;
use crate::text::tokenize::Words;

use super::estimate::{deviation, near_duplicate, supershingle};
use super::numbers::{counted, percent, percent_of, thousands};
use super::step::Kind;
use super::taught::Lesson;

/// The heading of a stage, and what is said of it.
pub fn of(lesson: &Lesson, kind: Kind) -> (String, Vec<String>) {
    let (title, says) = match kind {
        Kind::Texts => ("Two texts".into(), texts(lesson)),
        Kind::Words => ("Cut into words".into(), words(lesson)),
        Kind::Forms => ("Which words count, and in what form".into(), forms(lesson)),
        Kind::Window => (
            format!("A window of {} slides along", counted(lesson.params.width as usize, "word")),
            window(lesson),
        ),
        Kind::Hash => ("Every shingle becomes a number".into(), hash(lesson)),
        Kind::Modulo => ("Modulo: keep or drop".into(), modulo(lesson)),
        Kind::Minima => {
            (format!("{} minima instead of all shingles", lesson.minima.functions), minima(lesson))
        }
        Kind::Supershingles => ("Supershingles: 14 minima in one number".into(), groups(lesson)),
        Kind::Megashingles => ("Megashingles: two supershingles at once".into(), pairs(lesson)),
        Kind::Sets => ("Two sets, and what they share".into(), sets(lesson)),
        Kind::Score => ("The score".into(), score(lesson)),
        Kind::Estimate => ("Estimates beside the truth".into(), estimates(lesson)),
        Kind::Pitfall(_) => (String::new(), Vec::new()),
    };
    (title, says.into_iter().filter(|said| !said.is_empty()).collect())
}

/// A number for A and one for B.
fn each(lesson: &Lesson, of: impl Fn(&super::side::Side) -> usize) -> [usize; 2] {
    [of(&lesson.sides[0]), of(&lesson.sides[1])]
}

fn texts(lesson: &Lesson) -> Vec<String> {
    let [a, b] = each(lesson, |side| side.document.text.chars().count());
    let cut = if lesson.is_excerpt() {
        let [from_a, from_b] = each(lesson, |side| side.excerpt.whole / 1000);
        format!(
            "They are long ({from_a} and {from_b} thousand bytes), so the lesson works on an excerpt of each around a \
             shared passage; its score is the excerpts' own."
        )
    } else {
        String::new()
    };
    let gloss = lesson.subject.gloss.map_or_else(String::new, |gloss| gloss.join(" "));
    vec![
        format!(
            "Was one of these texts made from the other, or both from a third? A has {}, B has {}. The program \
             understands nothing of what they say: it cuts both into small overlapping pieces and counts how many pieces \
             they share.",
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
            "Where a word begins and ends, the Unicode standard says, with a dictionary for scripts without blanks."
        }
        Words::Spaces => {
            "A word is what stands between blanks, without its commas, stops and quotes."
        }
        Words::Node => {
            "A word is what stands between blanks, without tags, line ends and signs such as commas and stops."
        }
        Words::Phpir => "A word is a run of letters, digits and apostrophes, or a web address.",
    };
    vec![format!(
        "The first cut is into words: {a} in A, {b} in B. {rule} Commas, line breaks and the like only part words: \
             from here on they are gone, and a text that was merely laid out anew is the same text."
    )]
}

fn forms(lesson: &Lesson) -> Vec<String> {
    let params = &lesson.params;
    let [a, b] = each(lesson, super::side::Side::dropped);
    let [left_a, left_b] = each(lesson, |side| side.document.canonical.len());
    let no_list = params.stop_words == StopWords::Off && params.stop_words_add.is_none();
    let stop = if params.pos_removal == PosRemoval::On {
        format!(
            "Some parts of speech and stop words, like \"of\" and \"the\", tell little about who wrote a text: {a} of A's \
             words and {b} of B's are dropped."
        )
    } else if no_list {
        "No word is dropped: the list of stop words is off (key s).".to_string()
    } else {
        format!(
            "Stop words, like \"the\" and \"of\", stand in every text and tell nothing: {a} of A's words and {b} of B's \
             are dropped."
        )
    };
    let case = match params.case {
        Case::Unicode => "Capitals become small letters",
        Case::Ascii => "Only the capitals A to Z become small letters, as in an old program",
        Case::Keep => "Capitals and small letters stay different",
    };
    let languages: Vec<&str> = lesson
        .sides
        .iter()
        .map(|side| side.document.language.map_or("unsure", Language::name))
        .collect();
    let read = match params.language {
        LanguageChoice::Auto => format!("detected as {} and {}", languages[0], languages[1]),
        LanguageChoice::Fixed(language) => format!("read as {}", language.name()),
    };
    let stem = match params.stem {
        Stem::On => format!(
            "a stemmer cuts endings, so that \"walks\" and \"walking\" are one word; the texts are {read}"
        ),
        Stem::Off => "endings stay (key e would cut them)".to_string(),
    };
    vec![
        format!("{stop} {case}; {stem}."),
        format!("What is left are the words that count: {left_a} in A, {left_b} in B."),
    ]
}

fn window(lesson: &Lesson) -> Vec<String> {
    let w = lesson.params.width as usize;
    let [a, b] = each(lesson, |side| side.shingles.len());
    let [words_a, words_b] = each(lesson, |side| side.document.canonical.len());
    let move_by = match lesson.params.step {
        0 | 1 => "and moves on by one word".to_string(),
        step => format!("and moves on by {step} words"),
    };
    let sum = if lesson.params.step <= 1 && words_a >= w {
        format!("{words_a} - {w} + 1 = {a} of them")
    } else {
        format!("{a} of them")
    };
    let short = if words_a < w || words_b < w {
        if lesson.params.preset.is_some() {
            " A text of fewer words than the window has none here."
        } else {
            " A text of fewer words than the window is one shingle by itself."
        }
    } else {
        ""
    };
    let spoils = if w == 1 {
        "With one word only, order says nothing: w = 1 asks which words both use.".to_string()
    } else {
        format!(
            "That is what w decides: w = {w} asks for {w} same words in a row. Wider windows match less by chance, but one \
             changed word spoils every shingle that it stands in, here up to {w}."
        )
    };
    vec![
        format!(
            "A window shows {} in a row {move_by}. What it shows is a shingle: like the tiles on a roof, each overlaps the \
             next. A's {words_a} words give {sum}; B has {b}.{short}",
            counted(w, "word")
        ),
        spoils,
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
            "Numbers compare faster than words, so every shingle goes through a hash function: {which}. Same words, same \
             number, in whatever text; other words, almost surely another number.{example}"
        ),
        "The number looks random, and that is wanted: choosing shingles by their numbers is as fair as throwing dice, \
         and yet both texts throw the same dice."
            .to_string(),
    ]
}

fn modulo(lesson: &Lesson) -> Vec<String> {
    let m = lesson.params.modulo;
    let [all_a, all_b] = each(lesson, |side| side.shingles.len());
    if m == 1 {
        return vec![
            format!(
                "Large collections keep only a sample: the shingles whose number is divisible by m. Here m is 1, and every \
                 number is divisible by 1: all {all_a} and {all_b} stay, nothing is lost."
            ),
            "With m = 4 three of four would be thrown away, the same ones in every text, so that what is kept can still be \
             compared. The price: the score is then that of a sample. Press m and watch the column \"mod\"."
                .to_string(),
        ];
    }
    let [kept_a, kept_b] = each(lesson, super::side::Side::kept);
    let fewest = kept_a.min(kept_b);
    let price = if fewest == 0 {
        "Here a text is left with nothing at all: it can match nobody any more. That is what a modulo too high for short \
         texts costs."
            .to_string()
    } else {
        format!(
            "The price: the score is that of a sample. With {} in the smaller one, a single shingle more or less moves it by \
             {}.",
            counted(fewest, "kept shingle"),
            percent_of(1.0 / fewest as f64)
        )
    };
    vec![
        format!(
            "Only shingles whose number is divisible by {m} are kept: {kept_a} of {all_a} in A, {kept_b} of {all_b} in B. The \
             others are thrown away and never looked at again, which saves memory and time. Since a number depends on the \
             words alone, both texts keep the same shingles."
        ),
        price,
    ]
}

fn minima(lesson: &Lesson) -> Vec<String> {
    let minima = &lesson.minima;
    let f = minima.functions;
    let mut says = vec![format!(
        "Another way to keep little, however long a text is: {f} hash functions, each with other numbers for the same \
         shingles. Of each text one shingle is kept for each function: the one with the smallest number."
    )];
    if minima.least.iter().any(Vec::is_empty) {
        says.push("Here a text has no shingle, and so no minima.".into());
        return says;
    }
    let truth = lesson.overlap().jaccard();
    let agree = minima.agree();
    says.push(format!(
        "Among the shingles of both texts, each is as likely as any other to have the smallest number. If that one stands \
         in both texts, their minima are the same; if not, they differ. So a function agrees with the chance in both / in \
         either, here {}. {agree} of {f} agree: {}. It is an estimate, as one judges a coin by throwing it {f} times: off \
         by {}, give or take.",
        percent(truth),
        percent(minima.estimate()),
        percent_of(deviation(truth.to_f64(), f))
    ));
    says
}

fn groups(lesson: &Lesson) -> Vec<String> {
    let r = lesson.overlap().jaccard();
    let agree = lesson.minima.groups_agree();
    vec![
        format!(
            "To compare millions of texts, even 84 numbers are many. So 84 minima are put into 6 groups of {GROUP}, and each \
             group becomes one number, a supershingle. It is the same in both texts only if all {GROUP} minima are."
        ),
        format!(
            "Where a minimum agrees with probability r, {GROUP} of them do with r to the {GROUP}th: at 90% that is {}, at \
             50% {}. Here r is {}, so {} for each. {agree} of 6 agree; two are asked of near-duplicates.",
            percent_of(supershingle(0.9)),
            percent_of(supershingle(0.5)),
            percent(r),
            percent_of(supershingle(r.to_f64()))
        ),
    ]
}

fn pairs(lesson: &Lesson) -> Vec<String> {
    let r = lesson.overlap().jaccard();
    let agree = lesson.minima.pairs_agree();
    vec![
        format!(
            "\"Two of six supershingles\" is still two look-ups. The six make 15 pairs, and each pair becomes one number, a \
             megashingle: one that two texts share means two shared supershingles. Here they share {agree} of 15."
        ),
        format!(
            "A filter like this lets near-copies through and little else. At resemblance r it finds a pair with the chance \
             below; here r is {}, and the chance {}. Just as surely it misses copies in which every twentieth word is \
             another: a pitfall shows one.",
            percent(r),
            percent_of(near_duplicate(r.to_f64()))
        ),
    ]
}

fn sets(lesson: &Lesson) -> Vec<String> {
    let overlap = lesson.overlap();
    let [kept_a, kept_b] = each(lesson, super::side::Side::kept);
    let sampled = if lesson.params.modulo > 1 { "kept " } else { "" };
    let again = (kept_a + kept_b) as u32 - overlap.a_shingles - overlap.b_shingles;
    let again = match again {
        0 => "Here nothing is repeated".to_string(),
        some => format!("Here {} fell away", counted(some as usize, "repetition")),
    };
    vec![
        format!(
            "The {sampled}shingles of a text are put into a set: each counts once, and where it stands does not matter. A \
             sentence said three times is no threefold copy, and moved paragraphs still match. {again}: {} in A, {} in B.",
            overlap.a_shingles, overlap.b_shingles
        ),
        format!(
            "{} in both sets. That is what the two texts have in common.",
            match overlap.shared {
                1 => "One stands".to_string(),
                some => format!("{} stand", thousands(some as usize)),
            }
        ),
    ]
}

fn score(lesson: &Lesson) -> Vec<String> {
    let (params, formula) = (&lesson.params, &lesson.formula);
    let reaches = params.above.passes(formula.result, params.threshold);
    let verdict = if reaches { "reaches" } else { "does not reach" };
    let larger = if lesson.subject.direction == Direction::Larger {
        " (whichever way gives more)"
    } else {
        ""
    };
    vec![
        format!(
            "One number says how alike they are. The measure {} tells {}{larger}: {}. It {verdict} the threshold of {}, \
             from which on a pair is listed.",
            params.measure,
            formula.means,
            percent(formula.result),
            percent(params.threshold)
        ),
        "Below, what both texts share is marked where it stands. Other measures (key a) set the same count against \
         something else."
            .to_string(),
    ]
}

fn estimates(lesson: &Lesson) -> Vec<String> {
    let truth = lesson.truth();
    let exact = truth.score(lesson.params.measure, lesson.subject.direction);
    let score = lesson.score();
    let kind = match lesson.params.sketch {
        SketchKind::Modulo if lesson.params.modulo == 1 => {
            "Here nothing was left out, so the score is the truth itself".to_string()
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
    ]
}
