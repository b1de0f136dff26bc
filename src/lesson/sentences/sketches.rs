//! The sentences of the steps that keep fewer shingles: modulo and what is left out, minima, and the groups and pairs
//! of minima.

use crate::base::numbers::{counted, thousands};
use crate::compare::measure::Measure;
use crate::pipeline::document::fate::Fate;
use crate::shingle::tagged::GROUP;

use super::super::contents::Lesson;
use super::super::numbers::{percent, percent_of};
use super::super::side::LessonSide;
use super::each;
use crate::shingle::expected::{deviation, near_duplicate, supershingle};

/// What modulo keeps, and what the sample costs.
pub(super) fn modulo(lesson: &Lesson) -> Vec<String> {
    let m = lesson.params.modulo;
    let [all_a, all_b] = each(lesson, LessonSide::begun);
    if m == 1 {
        return vec![
            format!(
                "Large collections keep only a sample. Divide a shingle's number by m: if nothing remains (mod {m} = 0), it is \
                 kept, else thrown away. Here m is 1, which leaves no remainder: all {all_a} and {all_b} stay, nothing is lost."
            ),
            "With m = 4 about three of four would go. A shingle has the same number everywhere, so both texts keep it or \
             both drop it, and the rest can be compared. The price: the score comes from the few that are left and is \
             rougher. Key m tries it."
                .to_string(),
            left_out(lesson),
        ];
    }
    let [kept_a, kept_b] = each(lesson, LessonSide::kept);
    let overlap = lesson.overlap();
    let fewest = overlap.a_shingles.min(overlap.b_shingles);
    let per_word = if lesson.params.measure == Measure::PerWord {
        format!(
            " (Of the words none was thrown away: so per-word counts each shared one {m} times.)"
        )
    } else {
        String::new()
    };
    let price = match () {
        () if fewest > 0 => format!(
            "The price: the score is that of the sample. With {} in the smaller one, each stands for {} of it. Here the sample \
             gives {}, all shingles {}.{per_word}",
            counted(fewest, "different shingle"),
            percent_of(1.0 / f64::from(fewest)),
            percent(lesson.formula.result),
            percent(lesson.truth().score(lesson.params.measure, lesson.subject.direction))
        ),
        () if all_a.min(all_b) == 0 => {
            "Here a text has no shingle, sampled or not: it can match no other text.".to_string()
        }
        () if kept_a.min(kept_b) == 0 => {
            "Here a text is left with nothing at all: it can no longer match another text. That is the price of a modulo too high for short texts."
                .to_string()
        }
        () => "Here all that is kept of a text is left out: it can no longer match another text.".to_string(),
    };
    vec![
        format!(
            "Divide a shingle's number by {m}: if nothing remains (mod {m} = 0), it is kept, else thrown away, which saves memory and time. \
             {kept_a} of {all_a} stay in A, {kept_b} of {all_b} in B. A shingle has the same number everywhere, so both texts keep it or both drop it."
        ),
        price,
        left_out(lesson),
    ]
}

/// What is left out besides the shingles that modulo drops, and why. Empty if nothing is.
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
    if let Some(share) = lesson.params.common
        && fates().any(|fate| matches!(fate, Fate::Common { .. }))
    {
        why.push(format!("more than {} of the documents have them", percent(share)));
    }
    format!(
        "{a} of the kept ones in A and {b} in B are left out (OUT), since {}: such words say nothing about these two texts. \
         They count no further, neither as shared nor in the size of a text.",
        why.join(" or ")
    )
}

/// Minima, and why they estimate the resemblance.
pub(super) fn minima(lesson: &Lesson) -> Vec<String> {
    let minima = &lesson.minima;
    let f = minima.functions;
    let mut says = vec![format!(
        "Another way to keep little: {}, each with different numbers for the same shingles. Under each, a text \
         keeps only the shingle with the smallest number, its minimum.",
        counted(f, "hash function")
    )];
    if minima.least.iter().any(Vec::is_empty) {
        says.push("Here a text has no shingle, and so no minima.".into());
        return says;
    }
    let truth = lesson.overlap().jaccard();
    let agree = minima.agree();
    let overlap = lesson.overlap();
    let both = overlap.shared;
    let off = match deviation(truth.to_f64(), f) {
        off if off > 0.0 => {
            format!("it depends on luck: expect an error of about {}", percent_of(off))
        }
        _ if both == 0 => "but with none shared it does not depend on luck".to_string(),
        _ => "but with all shared it does not depend on luck".to_string(),
    };
    says.push(format!(
        "Of the {} different shingles {} in both texts: {}, the resemblance. Each is as likely as any to have the \
         smallest number of all. If that one is in both, both keep it and the function agrees; else not. So each function \
         is a draw from all shingles. {agree} of {f} drew a shared one: {}. That is an estimate; {off}.",
        overlap.a_shingles + overlap.b_shingles - both,
        match both {
            0 => "none is".to_string(),
            1 => "one is".to_string(),
            some => format!("{} are", thousands(some as usize)),
        },
        percent(truth),
        percent(minima.estimate()),
    ));
    says
}

/// Groups of minima.
pub(super) fn groups(lesson: &Lesson) -> Vec<String> {
    let r = lesson.overlap().jaccard();
    let agree = lesson.minima.groups_agree();
    vec![
        format!(
            "To compare millions of texts, even 84 numbers are many. So 84 minima are put into 6 groups of {GROUP}, and each \
             group becomes one number, a supershingle. It is the same in both texts only if all {GROUP} minima are."
        ),
        format!(
            "One minimum agrees with a chance that is the resemblance r; all {GROUP} with r times itself, {GROUP} times over: \
             {} at r = 90%, {} at 50%. Here r is {}, the chance {}. {agree} of 6 agree; two make a near-duplicate.",
            percent_of(supershingle(0.9)),
            percent_of(supershingle(0.5)),
            percent(r),
            percent_of(supershingle(r.to_f64()))
        ),
    ]
}

/// Pairs of groups, and when they miss a copy.
pub(super) fn pairs(lesson: &Lesson) -> Vec<String> {
    let r = lesson.overlap().jaccard();
    let agree = lesson.minima.pairs_agree();
    vec![
        format!(
            "Near-duplicates share two of the six supershingles. To find them by a single number, each two of the six, 15 \
             pairs, become one number, a megashingle. These texts share {agree} of 15."
        ),
        format!(
            "A copy is missed unless two groups of {GROUP} minima stay unchanged; at a resemblance of 80%, {} of copies are \
             missed. And since a changed word alters {} here, one word in twenty can be enough (pitfall 3). Here the \
             resemblance is {}, the chance to be found {}.",
            percent_of(1.0 - near_duplicate(0.8)),
            match lesson.params.width.div_ceil(lesson.params.step.max(1)) {
                1 => "a shingle".to_string(),
                some => format!("up to {some} shingles"),
            },
            percent(r),
            percent_of(near_duplicate(r.to_f64()))
        ),
    ]
}
