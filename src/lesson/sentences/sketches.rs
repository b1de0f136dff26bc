//! Sentences of the steps that keep fewer shingles: modulo, minima, groups and pairs of minima, and all beside the
//! truth.

use super::{count_in_each, finding::verdict};
use crate::base::numbers::{format_count, thousands};
use crate::compare::{Measure, Overlap};
use crate::lesson::numbers::{decimals, percent, percent_of};
use crate::lesson::sample::{ROUNDING, deviation_of, nearer_than};
use crate::pipeline::Fate;
use crate::shingle::expected::{any_supershingle, empty_sample, nearer, supershingle};
use crate::shingle::{deviation, near_duplicate};
use crate::{base::ratio::Ratio, lesson::Lesson, lesson::contents::CHANGED};
use crate::{lesson::side::LessonSide, shingle::minhash::GROUP};

fn expected(deviation: f64, nearer: Option<f64>) -> String {
    let points = decimals(deviation * 100.0);
    let near = nearer
        .map_or_else(|| "about two in three".to_string(), |share| format!("{:.0}%", share * 100.0));
    format!(
        "{points} percentage points (one standard deviation; {near} of such estimates are nearer)"
    )
}

pub(super) fn modulo(lesson: &Lesson) -> Vec<String> {
    let sample = &lesson.sample;
    let m = sample.modulo;
    let [all_a, all_b] = count_in_each(lesson, LessonSide::shingle_count);
    let [kept_a, kept_b] = count_in_each(lesson, |side| sample.kept_count(side));
    let tried = if sample.is_tried {
        format!(" Here m is 1 and keeps all; this step tries m = {m}.")
    } else {
        String::new()
    };
    let mut shingles = lesson.sides.iter().flat_map(|side| &side.shingles);
    let stop = if shingles.any(|shingle| shingle.fate == Fate::Inside) {
        " STOP marks one that begins with a stop word and does not count."
    } else {
        ""
    };
    let rule = format!(
        "Large collections keep only a sketch of each text: few numbers in its place. The simplest is a sample. Divide a shingle's number by m = {m}: if nothing remains (mod {m} = 0), it is \
         kept, else thrown away: {kept_a} of {all_a} stay in A, {kept_b} of {all_b} in B. A shingle has the same number \
         everywhere, so both texts keep it or both drop it.{tried}{stop}"
    );
    vec![rule, price(lesson)]
}

fn price(lesson: &Lesson) -> String {
    let (sample, truth) = (&lesson.sample, lesson.truth());
    let (m, measure) = (sample.modulo, lesson.params.measure);
    let [all_a, all_b] = count_in_each(lesson, LessonSide::shingle_count);
    let [kept_a, kept_b] = count_in_each(lesson, |side| sample.kept_count(side));
    match () {
        () if all_a.min(all_b) == 0 => {
            return "Here a text is without shingles, so the text cannot match any other text."
                .into();
        }
        () if kept_a.min(kept_b) == 0 => {
            return "Here the sample of a text is empty, so the text cannot match any other text. A high modulo does this to \
                    short texts."
                .into();
        }
        () if sample.overlap.a_shingles.min(sample.overlap.b_shingles) == 0 => {
            return "Here the program ignores the whole sample of a text, so the text cannot match any other text.".into();
        }
        () => {}
    }
    let direction = lesson.subject.direction;
    // Effect of one shared shingle on the score.
    let one = Overlap { shared: 1, ..sample.overlap }.fraction(measure, direction).0;
    let of = sample.overlap.fraction(measure, direction).1;
    let weight = decimals(one as f64 / of.max(1) as f64 * 100.0);
    let per_word = if measure.counts_words() {
        format!(
            " (The sample drops shingles but no words, so per-word counts each shared shingle {m} times.)"
        )
    } else {
        String::new()
    };
    let none = |some: u32| {
        format!(
            "the sample drops all of {} with a chance of (1 - 1/m) to the power of {some}, {}.",
            format_count(some, "shared shingle"),
            percent_of(empty_sample(some.into(), m))
        )
    };
    let off = match (deviation_of(measure, truth, direction, m), truth.shared) {
        (0.0, 0) => "If the texts share no shingles, a sample is always exact.".to_string(),
        (0.0, some) => {
            format!(
                "If the texts share all shingles, only an empty sample is wrong: {}",
                none(some)
            )
        }
        (off, shared) => {
            let nearer = nearer_than(off, measure, truth, direction, m);
            let as_much = if off > lesson.formula.result.to_f64() - ROUNDING {
                " This error is as large as the score: the sample is too small."
            } else {
                ""
            };
            format!(
                "Expect an error of about {}.{as_much} The sample can lose everything that the texts share: {}",
                expected(off, nearer),
                none(shared)
            )
        }
    };
    format!(
        "The price: the score is that of the sample. With {} and {} different shingles, each that is shared \
         adds {one} / {of}, {weight} points. The sample gives {} by {measure}, all shingles {}. {off}{per_word}",
        sample.overlap.a_shingles,
        sample.overlap.b_shingles,
        percent(sample.formula.result),
        percent(lesson.formula.result)
    )
}

pub(super) fn minima(lesson: &Lesson) -> Vec<String> {
    let minima = &lesson.minima;
    let f = minima.functions;
    let mut paragraphs = vec![format!(
        "Another way to keep little: {}, each with different numbers for the same shingles. Under each, a text keeps only the \
         shingle with the smallest number, its minimum.",
        format_count(f, "hash function")
    )];
    if minima.least.iter().any(Vec::is_empty) {
        paragraphs.push("Here a text is without shingles, and so without minima.".into());
        return paragraphs;
    }
    let overlap = lesson.overlap();
    let truth = overlap.jaccard();
    let (agree, both) = (minima.agree(), overlap.shared);
    let off = match deviation(truth.to_f64(), f) {
        off if off > 0.0 => {
            let nearer = nearer(truth.to_f64(), f as u32);
            format!("Expect it off by about {}.", expected(off, Some(nearer)))
        }
        _ if both == 0 => "If the texts share no shingles, the estimate is exact.".to_string(),
        _ => "If the texts share all shingles, the estimate is exact.".to_string(),
    };
    let formula = format!(
        "That is the square root of r (1 - r) / {f}: most at r = 50%, where it is {} points; four times as many functions halve \
         it.",
        decimals(deviation(0.5, f) * 100.0)
    );
    let sampling = if lesson.params.modulo > 1 { " that modulo keeps" } else { "" };
    paragraphs.push(format!(
        "Of the {} different shingles{sampling}, {} in both texts: {}, the resemblance r. Each is as likely as any to have the \
         smallest number of all. If that one is in both, both keep it and the function agrees; else not. So each function is \
         a draw from all shingles: one minimum tells no more than yes or no, yes with the chance r. {agree} of {f} say yes: {}, \
         an estimate of r. {off}",
        overlap.a_shingles + overlap.b_shingles - both,
        match both {
            0 => "none is".to_string(),
            1 => "one is".to_string(),
            some => format!("{} are", thousands(some)),
        },
        percent(truth),
        percent(minima.estimate()),
    ));
    if both > 0 && truth != Ratio::ONE {
        paragraphs.push(formula);
    }
    paragraphs
}

fn easy(lesson: &Lesson) -> String {
    let Some(easy) = &lesson.easy else { return String::new() };
    format!(
        "The easy pair is an essay (bread.txt) and its copy with the first word changed (\"{}\"): under these parameters r = {}.",
        CHANGED[1],
        percent(easy.resemblance)
    )
}

pub(super) fn groups(lesson: &Lesson) -> Vec<String> {
    let r = lesson.overlap().jaccard();
    let agree = lesson.minima.groups_agree();
    vec![
        format!(
            "To compare millions of texts, even 84 numbers are many. So 84 minima are put into 6 groups of {GROUP}, and each \
             group becomes one number, a supershingle. It is the same in both texts only if all {GROUP} minima are. Two of \
             six alike make a near-duplicate. {}",
            easy(lesson)
        ),
        format!(
            "One minimum agrees with a chance that is the resemblance r, all {GROUP} with r to the power of {GROUP}: {} at r = \
             90%, {} at 50%. Here r is {}, so the chance is {} for one given group and {} for any of six. {agree} of 6 agree.",
            percent_of(supershingle(0.9)),
            percent_of(supershingle(0.5)),
            percent(r),
            percent_of(supershingle(r.to_f64())),
            percent_of(any_supershingle(r.to_f64()))
        ),
    ]
}

pub(super) fn pairs(lesson: &Lesson) -> Vec<String> {
    let r = lesson.overlap().jaccard();
    let agree = lesson.minima.pairs_agree();
    vec![
        format!(
            "Megashingles find the near-duplicates among millions of texts without comparing any two. Each two of the six \
             supershingles become one number: 15 megashingles, and 15 buckets to put the text into. Two texts that meet in any \
             bucket have two supershingles alike. These share {agree} of 15."
        ),
        format!(
            "The curve is the chance to be found: {} at r = 80%, {} at 95%, {} here. A changed word alters {}, so one word in \
             twenty can be enough to hide a copy (pitfall 3).",
            percent_of(near_duplicate(0.8)),
            percent_of(near_duplicate(0.95)),
            percent_of(near_duplicate(r.to_f64())),
            match lesson.params.width.div_ceil(lesson.params.step.max(1)) {
                1 => "a shingle".to_string(),
                some => format!("up to {some} shingles"),
            }
        ),
    ]
}

pub(super) fn estimates(lesson: &Lesson) -> Vec<String> {
    let (params, truth) = (&lesson.params, lesson.truth());
    let [out_a, out_b] = count_in_each(lesson, LessonSide::left_out);
    let unknown = if params.modulo > 1 && out_a + out_b > 0 {
        "The true score also counts template and common shingles that modulo dropped: the program has only samples of \
         templates and other documents."
    } else {
        ""
    };
    let chain = if params.modulo > 1 {
        format!(
            " Minima are taken of the sample, so they aim at its resemblance, {}, and the squares of both errors add up.",
            percent(lesson.overlap().jaccard())
        )
    } else {
        String::new()
    };
    let by_measure = if params.measure == Measure::Jaccard {
        String::new()
    } else {
        format!(", and {} by {}", percent(lesson.formula.result), params.measure)
    };
    let decides = match params.modulo {
        _ if params.estimates() => params.sketch.facts().decides,
        1 => "no shingle was dropped, so the score is the truth itself",
        modulo => &format!("modulo {modulo} looked at a sample, so the score may be off"),
    };
    vec![
        format!(
            "All shingles give the true score: a resemblance of {}{by_measure}. Each sketch holds less and \
             estimates.{chain}",
            percent(truth.jaccard())
        ),
        format!(
            "Here {decides}: this pair scores {}. {}",
            percent(lesson.score()),
            verdict(lesson)
        ),
        unknown.to_string(),
    ]
}
