//! Sentences about sets, scores (resemblance, measure, threshold), and the search for pairs among many texts.

use super::count_in_each;
use crate::base::numbers::{format_count, thousands, verb};
use crate::compare::{Above, Direction, Measure, Overlap, Size};
use crate::lesson::numbers::{percent, percent_of};
use crate::pipeline::{Common, Criteria, Fate, Params, document::explain::first_words};
use crate::{lesson::Lesson, lesson::side::LessonSide};

const MILLION: u64 = 1_000_000;

pub(super) fn sets(lesson: &Lesson) -> Vec<String> {
    let overlap = lesson.truth();
    let [begun_a, begun_b] = count_in_each(lesson, LessonSide::shingle_count);
    let [out_a, out_b] = count_in_each(lesson, LessonSide::left_out);
    let all = (begun_a + begun_b - out_a - out_b) as u32;
    let again = match all - overlap.a_shingles - overlap.b_shingles {
        0 => "Here nothing is repeated".to_string(),
        some => format!("Here {} fell away", format_count(some, "repetition")),
    };
    let shared = match overlap.shared {
        0 => "The two sets share no shingles.".to_string(),
        1 => "The two sets share one shingle.".to_string(),
        some => format!("The two sets share {} shingles.", thousands(some)),
    };
    vec![
        format!(
            "The shingles of a text are put into a set, which holds each of them once, in no order. So a sentence \
             said three times counts once. {again}: {} in A, {} in B. {shared}",
            overlap.a_shingles, overlap.b_shingles
        ),
        moved(&lesson.params),
        left_out(lesson),
    ]
}

/// Explains why moved paragraphs still match, and the loss at their seams.
fn moved(params: &Params) -> String {
    let (w, step) = (params.width, params.step);
    match (w, step) {
        (1, _) => "A set ignores order, so a moved paragraph matches as before.".into(),
        (_, 1) => format!(
            "A set ignores order, so a copy with moved paragraphs still scores high. A moved paragraph keeps all its inner \
             shingles. Only shingles across a seam are lost, at most w - 1 = {} at each seam.",
            w - 1
        ),
        _ => format!(
            "A set ignores order. A moved paragraph matches only where the windows begin at the same words, because a window \
             moves by {step}."
        ),
    }
}

fn left_out(lesson: &Lesson) -> String {
    let [a, b] = count_in_each(lesson, LessonSide::left_out);
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
    if let Some(common) = lesson.params.common
        && fates().any(|fate| matches!(fate, Fate::Common { .. }))
    {
        why.push(match common {
            Common::Auto => "many groups of similar texts have them".into(),
            Common::Share(share) => {
                format!("more than {} of the documents have them", percent(share))
            }
        });
    }
    let known = match lesson.params.modulo {
        1 => String::new(),
        m => format!(" (The program checks this only for shingles that modulo {m} keeps.)"),
    };
    format!(
        "The program ignores {a} shingles of A and {b} of B, because {}. Such words do not link these two texts. Ignored shingles count \
         neither as shared nor in the size of a text.{known}",
        why.join(" or ")
    )
}

const fn pairs(documents: u64) -> u64 {
    documents * documents.saturating_sub(1) / 2
}

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
        format_count(u64::from(a + b - both), "list"),
        thousands(both),
        if both == 1 { "s" } else { "" },
        thousands(a + b - 2 * both)
    );
    let folder = match lesson.subject.folder {
        Some(folder) if folder.documents > 1 => {
            let others = folder.documents - 1;
            let kept = match lesson.params.modulo {
                1 => String::new(),
                m => format!(" that modulo {m} keeps"),
            };
            format!(
                " In this folder of {} documents ({} pairs), the {} of A{kept} stand in lists with {} {} of other documents: so many \
                 are read, and all that A shares is counted. Comparing A with {} would mean to look up {} in each: {} looks.",
                thousands(folder.documents),
                thousands(pairs(folder.documents.into())),
                format_count(folder.shingles, "shingle"),
                thousands(folder.entries),
                verb(folder.entries, "entry", "entries"),
                format_count(others, "text"),
                format_count(folder.shingles, "shingle"),
                thousands(u64::from(folder.shingles) * u64::from(others))
            )
        }
        _ => String::new(),
    };
    vec![million, format!("{here}{folder}"), rarest(lesson)]
}

/// Explains the gain of the threshold: only the rarest shingles of the smaller text are looked up.
fn rarest(lesson: &Lesson) -> String {
    // All shingles have lists here; the next step is about the sample.
    let params = &Params { modulo: 1, ..(*lesson.params).clone() };
    let overlap = lesson.truth();
    if params.estimates() || overlap.a_shingles.min(overlap.b_shingles) == 0 {
        return "Sketches are found in the same way: each of their numbers has a list.".into();
    }
    let bar = Criteria::new(params).bar;
    let sizes = [
        ("A", Size { shingles: overlap.a_shingles, words: overlap.a_words }),
        ("B", Size { shingles: overlap.b_shingles, words: overlap.b_words }),
    ];
    let smaller = sizes.into_iter().min_by_key(|(_, size)| bar.key(*size));
    let Some((name, size)) = smaller else { return String::new() };
    let (least, all) = (bar.least_with_larger(size), size.shingles);
    // Best score with `shared` shingles: with a text of the same size.
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
    // A measure per word also depends on the words.
    let words = if params.measure.counts_words() {
        format!(" and {}", format_count(size.words, "counted word"))
    } else {
        String::new()
    };
    let looks = format!(
        "The threshold saves more. Of each pair the smaller text looks for the larger one, here {name} with its {}{words}.",
        format_count(all, "shingle")
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

const EXAMPLE: f64 = 0.45;

pub(super) fn score(lesson: &Lesson) -> Vec<String> {
    let (params, formula) = (&lesson.params, &lesson.formula);
    let truth = lesson.truth();
    let either = truth.a_shingles + truth.b_shingles - truth.shared;
    let listed = match (params.estimates(), lesson.sample.is_tried) {
        (false, true) => verdict(lesson),
        (false, false) => format!(
            "Here all shingles count. The effect of modulo {} comes two steps later.",
            params.modulo
        ),
        (true, _) => "A later step shows the estimates of the sketches.".to_string(),
    };
    let resemblance = format!(
        "One number says how alike they are. The best known is the resemblance r, also called Jaccard index: of the {} that \
         are in either text, {} in both, {}.",
        format_count(either, "different shingle"),
        match truth.shared {
            0 => "none is".to_string(),
            1 => "one is".to_string(),
            some => format!("{} are", thousands(some)),
        },
        percent(truth.jaccard())
    );
    let chosen = if params.measure == Measure::Jaccard {
        format!("The chosen measure is jaccard. {listed}")
    } else {
        format!(
            "The measure chosen here is {}: {}, {}.{} {listed}",
            params.measure,
            formula.means,
            percent(formula.result),
            both_ways(lesson)
        )
    };
    let share = percent_of(EXAMPLE);
    vec![
        resemblance,
        chosen,
        format!(
            "What would {share} say, for example? A resemblance of {share} does not say that so much was copied: of two texts of one length, each then has {} of \
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
                0 => "The texts below are unmarked, because they share no shingles.",
                _ => "Below the table, marks show the shared words.",
            }
        ),
    ]
}

/// Explains both directions of a directional measure. Empty for other measures.
fn both_ways(lesson: &Lesson) -> String {
    let (measure, truth) = (lesson.params.measure, lesson.truth());
    if !measure.is_directional() {
        return String::new();
    }
    let [a, b] =
        [truth, truth.swapped()].map(|side| percent(side.score(measure, Direction::First)));
    match lesson.subject.direction {
        Direction::First => format!(
            " It looks from one side, here from A's, as compare does. From B's it is {b}. In the list of a folder the larger of \
             both counts."
        ),
        Direction::Larger => {
            format!(
                " It looks from one side, {a} from A's and {b} from B's, and the larger counts."
            )
        }
    }
}

fn from_threshold(params: &Params) -> String {
    let threshold = percent(params.threshold);
    match params.above {
        Above::AtLeast => format!("from {threshold} on"),
        Above::Strictly => format!("above {threshold}"),
    }
}

pub(super) fn verdict(lesson: &Lesson) -> String {
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
