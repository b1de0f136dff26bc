//! The sentences about sets, and about how pairs are found among many texts.

use crate::base::numbers::{counted, thousands, verb};
use crate::compare::threshold_bounds::Size;
use crate::pipeline::document::fate::{Fate, first_words};
use crate::pipeline::parameters::scoring::Demand;

use super::super::contents::Lesson;
use super::super::numbers::percent;
use super::super::side::LessonSide;
use super::each;

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
             said three times counts once, and a paragraph that was moved still matches. {again}: {} in A, {} in B. {shared}",
            overlap.a_shingles, overlap.b_shingles
        ),
        left_out(lesson),
    ]
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
        "These two texts make {}: {} hold{} both names, {} only one.",
        counted(u64::from(a + b - both), "list"),
        thousands(both),
        if both == 1 { "s" } else { "" },
        thousands(a + b - 2 * both)
    );
    let folder = match lesson.subject.folder {
        Some(folder) if folder.documents > 1 => format!(
            " In this folder of {} documents ({} pairs), the {} of A stand in lists with {} {} of other documents: so \
             many looks, instead of comparing A with {} texts.",
            thousands(folder.documents),
            thousands(pairs(folder.documents.into())),
            counted(folder.shingles, "shingle"),
            thousands(folder.entries),
            verb(folder.entries, "entry", "entries"),
            thousands(folder.documents - 1)
        ),
        _ => String::new(),
    };
    vec![million, format!("{here}{folder}"), rarest(lesson)]
}

/// What the threshold saves: only the rarest shingles of a text have to be looked up.
fn rarest(lesson: &Lesson) -> String {
    let params = &lesson.params;
    let a = lesson.overlap();
    if params.estimates() || a.a_shingles == 0 {
        return "Sketches are found in the same way: each of their numbers has a list.".into();
    }
    let bar = Demand::of(params).bar;
    let least = bar.least_with_larger(Size { shingles: a.a_shingles, words: a.a_words });
    let threshold = percent(params.threshold);
    if least <= 1 || least > a.a_shingles {
        return format!(
            "A higher threshold saves more: at {threshold} one shared shingle can be enough for A, so all of its lists are read."
        );
    }
    format!(
        "The threshold saves more. To reach {threshold} with a text that is no smaller, A must share at least {least} of its {} \
         shingles. So at least one of its {} rarest is shared, too: only their lists, the short ones, are read.",
        a.a_shingles,
        a.a_shingles - least + 1
    )
}
