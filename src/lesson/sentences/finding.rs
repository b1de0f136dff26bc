//! The sentences about sets, and about how pairs are found among many texts.

use crate::base::numbers::{counted, thousands, verb};
use crate::compare::measure::Size;
use crate::compare::measure::{Direction, Measure, Overlap};
use crate::pipeline::document::explain::{Fate, first_words};
use crate::pipeline::parameters::Params;
use crate::pipeline::parameters::scoring::Demand;

use super::super::contents::Lesson;
use super::super::numbers::percent;
use super::super::side::LessonSide;
use super::each;
use super::scoring::from_threshold;

/// The documents of the largest folder that the sentences speak of.
const MILLION: u64 = 1_000_000;

/// The two sets, and what is left out of them.
pub(super) fn sets(lesson: &Lesson) -> Vec<String> {
    let overlap = lesson.truth();
    let [begun_a, begun_b] = each(lesson, LessonSide::begun);
    let [out_a, out_b] = each(lesson, LessonSide::left_out);
    let all = (begun_a + begun_b - out_a - out_b) as u32;
    let again = match all - overlap.a_shingles - overlap.b_shingles {
        0 => "Here nothing is repeated".to_string(),
        some => format!("Here {} fell away", counted(some, "repetition")),
    };
    let shared = match overlap.shared {
        0 => "None is in both sets: the two texts have nothing in common here.".to_string(),
        1 => "One is in both sets. That is what the two texts have in common.".to_string(),
        some => format!(
            "{} are in both sets. That is what the two texts have in common.",
            thousands(some)
        ),
    };
    vec![
        format!(
            "The shingles of a text are put into a set: a bag that holds each of them once, in no order. So a sentence \
             said three times counts once. {again}: {} in A, {} in B. {shared}",
            overlap.a_shingles, overlap.b_shingles
        ),
        moved(&lesson.params),
        left_out(lesson),
    ]
}

/// Why moved paragraphs still match, and what is lost at their seams.
fn moved(params: &Params) -> String {
    let (w, step) = (params.width, params.step);
    match (w, step) {
        (1, _) => "A set knows no order, so a paragraph that was moved matches as before.".into(),
        (_, 1) => format!(
            "A set knows no order, so a copy with moved paragraphs still scores high: a moved paragraph keeps all shingles \
             within it. Only those that reach over its seams are lost, at most w - 1 = {} at each seam.",
            w - 1
        ),
        _ => format!(
            "A set knows no order. A moved paragraph matches only where windows begin at the same words of it, since they move \
             on by {step}."
        ),
    }
}

/// What is left out of both sets, and why. Empty if nothing is.
fn left_out(lesson: &Lesson) -> String {
    let [a, b] = each(lesson, LessonSide::left_out);
    if a + b == 0 {
        return String::new();
    }
    let fates = || lesson.sides.iter().flat_map(|side| &side.shingles).map(|one| &one.fate);
    let mut why = Vec::new();
    if let Some(Fate::Template { name }) =
        fates().find(|fate| matches!(fate, Fate::Template { .. }))
    {
        why.push(format!("template {name} has them"));
    }
    if let Some(phrase) = fates().find_map(|fate| match fate {
        Fate::Phrase { text } => Some(first_words(text)),
        _ => None,
    }) {
        why.push(format!("the phrase “{phrase}” has them"));
    }
    if let Some(share) = lesson.params.common
        && fates().any(|fate| matches!(fate, Fate::Common { .. }))
    {
        why.push(format!("more than {} of the documents have them", percent(share)));
    }
    let known = match lesson.params.modulo {
        1 => String::new(),
        m => format!(" (Known only of those that modulo {m} keeps.)"),
    };
    format!(
        "{a} shingles of A and {b} of B are left out, since {}: such words say nothing about these two texts. They count \
         neither as shared nor in the size of a text.{known}",
        why.join(" or ")
    )
}

/// The pairs of some documents.
const fn pairs(documents: u64) -> u64 {
    documents * documents.saturating_sub(1) / 2
}

/// The inverted index, and what it saves.
pub(super) fn index(lesson: &Lesson) -> Vec<String> {
    let overlap = lesson.truth();
    let (a, b, both) = (overlap.a_shingles, overlap.b_shingles, overlap.shared);
    let million = format!(
        "A million texts are {} pairs, too many to compare. So the program turns texts round: for each shingle it keeps the \
         list of the texts that hold it, an inverted index. Two texts are counted only if they meet in a list. Any others \
         share nothing and score 0, so no pair is missed.",
        thousands(pairs(MILLION))
    );
    let here = format!(
        "These two texts make {}: {} hold{} both names, {} only one. How many names a list holds is the document frequency of \
         its shingle.",
        counted(u64::from(a + b - both), "list"),
        thousands(both),
        if both == 1 { "s" } else { "" },
        thousands(a + b - 2 * both)
    );
    let folder = match lesson.subject.folder {
        Some(folder) if folder.documents > 1 => {
            let others = folder.documents - 1;
            format!(
                " In this folder of {} documents ({} pairs), the {} of A stand in lists with {} {} of other documents: so many \
                 are read, and all that A shares is counted. Comparing A with {} would mean to look up {} in each: {} looks.",
                thousands(folder.documents),
                thousands(pairs(folder.documents.into())),
                counted(folder.shingles, "shingle"),
                thousands(folder.entries),
                verb(folder.entries, "entry", "entries"),
                counted(others, "text"),
                counted(folder.shingles, "shingle"),
                thousands(u64::from(folder.shingles) * u64::from(others))
            )
        }
        _ => String::new(),
    };
    vec![million, format!("{here}{folder}"), rarest(lesson)]
}

/// What the threshold saves: only the rarest shingles of the smaller text have to be looked up.
fn rarest(lesson: &Lesson) -> String {
    let params = &lesson.params;
    let overlap = lesson.overlap();
    if params.estimates() || overlap.a_shingles.min(overlap.b_shingles) == 0 {
        return "Sketches are found in the same way: each of their numbers has a list.".into();
    }
    let bar = Demand::of(params).bar;
    let sizes = [
        ("A", Size { shingles: overlap.a_shingles, words: overlap.a_words }),
        ("B", Size { shingles: overlap.b_shingles, words: overlap.b_words }),
    ];
    let smaller = sizes.into_iter().min_by_key(|(_, size)| bar.key(*size));
    let Some((name, size)) = smaller else { return String::new() };
    let (least, all) = (bar.least_with_larger(size), size.shingles);
    // The best score with so many in common: that with a text of the same size.
    let best = |shared: u32| {
        let both = Overlap {
            shared,
            a_shingles: all,
            b_shingles: all,
            a_words: size.words,
            b_words: size.words,
            exact_copy: false,
            ..overlap
        };
        percent(both.score(params.measure, Direction::First))
    };
    let from = from_threshold(params);
    // Per word the bound depends on the words, too.
    let words = match params.measure {
        Measure::PerWord => format!(" and {}", counted(size.words, "counted word")),
        _ => String::new(),
    };
    let looks = format!(
        "The threshold saves more. Of each pair the smaller text looks for the larger one, here {name} with its {}{words}.",
        counted(all, "shingle")
    );
    if least > all {
        return format!(
            "{looks} Pairs are listed {from}, and with a larger text it gets at most {}: none of its lists is read.",
            best(all)
        );
    }
    if least <= 1 {
        return format!(
            "{looks} Pairs are listed {from}, and one shared shingle can be enough for that: all of its lists are read. A higher \
             threshold reads fewer."
        );
    }
    format!(
        "{looks} Pairs are listed {from}. With a text that is not smaller {name} gets at most {} for {} in common, and {} for \
         {least}: so it must share at least {least} of its {all}. Sort these from rare to frequent. Of any {least} of them at \
         least one is among the {all} - {least} + 1 = {} rarest, since only {} {} not. So only the lists of these are read: the \
         longest are left alone.",
        best(least - 1),
        least - 1,
        best(least),
        all - least + 1,
        least - 1,
        verb(least - 1, "is", "are")
    )
}
