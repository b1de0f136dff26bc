//! What each step may tell: its numbers as they were counted, with the words around them.

mod sketches;

use shingle::compare::measure::{Above, Measure};
use shingle::lesson::numbers::{percent, percent_of};
use shingle::lesson::step::{Step, StepKind};
use shingle::text::Words;
use shingle::{base::numbers::thousands, base::ratio::Ratio};

use sketches::{estimates, megashingles, minima, modulo, supershingles};

use super::counted::{Counted, Run, fraction};

/// A share of two counts.
fn share((part, of): (u64, u64)) -> String {
    percent(Ratio::new(part.min(of), of.max(1)))
}

/// All that a step may tell.
pub(crate) fn told(counted: &Counted<'_>, step: &Step) -> Vec<String> {
    match step.kind {
        StepKind::Texts | StepKind::Words | StepKind::Forms => words(counted, step.kind),
        StepKind::Window => window(counted),
        StepKind::Hash => hash(counted),
        StepKind::Sets => sets(counted),
        StepKind::Score => score(counted),
        StepKind::Index => index(counted),
        StepKind::Modulo => modulo(counted),
        StepKind::Minima => minima(counted),
        StepKind::Supershingles => supershingles(counted),
        StepKind::Megashingles => megashingles(counted, step),
        _ => estimates(counted),
    }
}

/// A number with its noun.
fn some(count: usize, noun: &str) -> String {
    format!("{} {noun}{}", thousands(count), if count == 1 { "" } else { "s" })
}

fn words(counted: &Counted<'_>, kind: StepKind) -> Vec<String> {
    let texts = &counted.lesson.subject.texts;
    let cut = |text: &std::sync::Arc<str>| {
        let is_word = |one: &&str| match counted.lesson.params.words {
            Words::Phpir => one.contains(|sign: char| sign.is_ascii_alphanumeric()),
            // A dash is left alone.
            Words::Node => true,
            _ => one.contains(char::is_alphanumeric),
        };
        text.split_whitespace().filter(is_word).count()
    };
    let [a, b] = match kind {
        StepKind::Texts => texts.each_ref().map(|text| text.chars().count()),
        StepKind::Words => texts.each_ref().map(cut),
        _ => counted.words(),
    };
    let [all_a, all_b] = texts.each_ref().map(cut);
    vec![
        format!("{a} {b}"),
        format!("A has {a} characters, B has {b}."),
        "a pair below 100% teaches more".into(),
        format!("{a} in A, {b} in B"),
        some(a, "word"),
        some(b, "word"),
        format!(
            "{} of A's words and {} of B's are dropped",
            all_a.saturating_sub(counted.words()[0]),
            all_b.saturating_sub(counted.words()[1])
        ),
        format!("{a} words in A, {b} in B"),
        "one of the 26 stop words of the php-shingles article".into(),
    ]
}

/// The rows of a list of runs, on paper and on the screen, with what stands before and behind the words of each.
fn list(counted: &Counted<'_>, before: impl Fn(&str, bool) -> String) -> Vec<String> {
    let all = counted.runs.iter().flat_map(|runs| runs.iter().enumerate());
    all.map(|(at, run)| format!(" {}  {}{}", at + 1, before(&run.words, run.counts), run.words))
        .collect()
}

fn window(counted: &Counted<'_>) -> Vec<String> {
    let w = counted.lesson.params.width as usize;
    let [a, _] = counted.words();
    let [runs_a, runs_b] = counted.runs.each_ref().map(Vec::len);
    let [begun_a, begun_b] =
        counted.runs.each_ref().map(|runs| runs.iter().filter(|run| run.counts).count());
    let mut told = list(counted, |_, _| String::new());
    told.extend([
        format!("window of {w} words slides"),
        format!("shows {w} words in a row"),
        format!("alters up to {w} "),
        format!("here up to {w}."),
        format!("{begun_a} {begun_b}"),
        format!(
            "A's {} {} {a} - {w} + 1 = {runs_a} shingles; B has {runs_b}.",
            some(a, "word"),
            if a == 1 { "gives" } else { "give" }
        ),
        format!(
            "A's {} {} {runs_a} shingles; B has {runs_b}.",
            some(a, "word"),
            if a == 1 { "gives" } else { "give" }
        ),
        format!("{begun_a} and {begun_b} remain"),
        format!("Why {w}?"),
        format!("{} of the runs stay whole", percent_of((0..w).fold(1.0, |all, _| all * 0.9))),
        some(runs_a, "shingle"),
        some(runs_b, "shingle"),
        format!("shingle 1 of {runs_a}"),
        format!("shingle 1 of {runs_b}"),
    ]);
    // With windows of other widths, cut from the words.
    let all =
        counted.lesson.sides.each_ref().map(|side| {
            side.document.canonical.iter().map(|word| &*word.text).collect::<Vec<&str>>()
        });
    for width in [1, 2, 3, 4, 8] {
        let sets =
            all.each_ref().map(|words| words.windows(width).map(|run| run.join(" ")).collect());
        let counts = Counted::counts(&sets);
        told.push(format!("{} with w = {width}", share(fraction(Measure::Jaccard, counts, 1, 0))));
    }
    told
}

fn hash(counted: &Counted<'_>) -> Vec<String> {
    let mut told = list(counted, |words, _| format!("{:>10}  ", counted.hash(words)));
    let both = counted.runs[0]
        .iter()
        .filter(|one| counted.runs[1].iter().any(|other| other.words == one.words));
    told.extend(both.map(|one| {
        format!("\"{}\" becomes {} in both texts", one.words, counted.hash(&one.words))
    }));
    told.extend(
        counted
            .runs
            .iter()
            .flatten()
            .map(|one| format!("\"{}\" becomes {}.", one.words, counted.hash(&one.words))),
    );
    let [a, b] = counted.runs.each_ref().map(Vec::len);
    for runs in [a, b] {
        for name in ["wide", "crc32", "md5-28"] {
            told.push(some(runs, &format!("{name} number")));
        }
    }
    let m = counted.lesson.params.modulo;
    told.extend(
        [
            "64\nbits in the number",
            "64 bits",
            "sixteen digits 0 to f",
            "CRC-32 of 32 bits",
            "MD5, 28 bits",
            "crc32",
            "md5-28",
        ]
        .map(String::from),
    );
    told.extend(RECIPE.map(String::from));
    told.push(if m == 1 {
        "has no effect here, because modulo 1 keeps every shingle".into()
    } else {
        format!("what modulo {m} keeps")
    });
    told.extend(more(a.max(b)));
    told
}

/// How the 64 bits are made, with the numbers that `Counted` repeats them by.
pub(super) const RECIPE: [&str; 5] = [
    "XXH3",
    "its last bit 1 for a stop word, else 0",
    "s * 9e3779b97f4a7c15 + ",
    " modulo 2^64",
    "splitmix64",
];

/// How many rows a screen hides before and behind those that it shows. The rows that it shows are checked themselves.
fn more(rows: usize) -> Vec<String> {
    (1..=rows).flat_map(|rows| ["▲", "▼"].map(|sign| format!(" {sign} {rows} more"))).collect()
}

fn sets(counted: &Counted<'_>) -> Vec<String> {
    let [both, a, b] = Counted::counts(&counted.sets);
    let all = counted.runs.iter().flatten().filter(|run| run.counts).count();
    let mut told = vec![
        format!("once, in no order: {a} in A, {b} in B."),
        format!("Here nothing is repeated: {a} in A, {b} in B. "),
        format!(
            "Here {} fell away: {a} in A, {b} in B. ",
            some(all - (a + b) as usize, "repetition")
        ),
        format!("{both}\nin both sets"),
        format!("share {both} shingles"),
        format!("{} only in A, {both} in both (▓), {} only in B", a - both, b - both),
        format!("in both ({both})"),
        format!("only in A ({})", a - both),
        format!("only in B ({})", b - both),
        format!("at most w - 1 = {} at each seam", counted.lesson.params.width - 1),
    ];
    for words in counted.sets.iter().flatten() {
        let times = |runs: &Vec<Run>| runs.iter().filter(|run| run.words == *words).count();
        told.push(format!("{words} ×{}", counted.runs.iter().map(times).max().unwrap()));
    }
    told
}

/// From which score on a pair is listed.
fn threshold(counted: &Counted<'_>) -> String {
    let params = &counted.lesson.params;
    let percent = percent(params.threshold);
    if params.above == Above::Strictly {
        format!("above {percent}")
    } else {
        format!("from {percent} on")
    }
}

fn score(counted: &Counted<'_>) -> Vec<String> {
    let [both, a, b] = Counted::counts(&counted.sets);
    let [words_a, words_b] = counted.words().map(|words| words as u64);
    let params = &counted.lesson.params;
    let measure = params.measure;
    let of = |measure, counts, words| share(fraction(measure, counts, 1, words));
    let here = |measure| of(measure, [both, a, b], words_a);
    let own = here(measure);
    let either = a + b - both;
    let in_both = match both {
        0 => "none is".to_string(),
        1 => "one is".to_string(),
        _ => format!("{both} are"),
    };
    let modulo = params.modulo;
    let means = [
        "how much of A is in B",
        "how much of everything in the two texts is in both",
        "the common part as a share of the average text",
        "how many shared shingles there are for each word of A",
    ];
    let mut told = vec![
        format!(
            "of the {either} different shingles that are in either text, {in_both} in both, {}.",
            here(Measure::Jaccard)
        ),
        format!("From B's it is {}.", of(measure, [both, b, a], words_b)),
        format!("A pair is listed {}, ", threshold(counted)),
        format!("The effect of modulo {modulo} "),
        "What would 45% say".into(),
        "A resemblance of 45% does not".into(),
        "each then has 62.07% of its shingles in common with the other, 2r / (1 + r)".into(),
        "A containment of 45% does: of 100 different shingles of A, 45 stand in B too".into(),
        "2 * in both / (in A + in B)".into(),
        format!("{own}\n{measure}"),
        format!("\n{own}  "),
    ];
    for means in means {
        told.push(format!("{means}, {own}."));
        let mut capital = means.to_string();
        capital.get_mut(..1).unwrap().make_ascii_uppercase();
        told.extend(formulas(counted).map(|(_, numbers, _)| format!("{capital}: {numbers}.")));
    }
    for (name, numbers, result) in formulas(counted) {
        told.push(format!(" = {numbers} = {result}"));
        told.push(format!("{name:<12} {result:>7}"));
    }
    told
}

/// Each measure with its numbers and its result.
fn formulas(counted: &Counted<'_>) -> impl Iterator<Item = (String, String, String)> {
    let [both, a, b] = Counted::counts(&counted.sets);
    let words = counted.words()[0] as u64;
    let either = a + b - both;
    let numbers = [
        (Measure::Jaccard, format!("{both} / ({a} + {b} - {both}) = {both} / {either}")),
        (Measure::Dice, format!("2 * {both} / ({a} + {b}) = {} / {}", 2 * both, a + b)),
        (Measure::Containment, format!("{both} / {a}")),
        (Measure::Overlap, format!("{both} / {}", a.min(b))),
        (Measure::PerWord, format!("{both} / {words}")),
    ];
    numbers.into_iter().map(move |(measure, numbers)| {
        (measure.to_string(), numbers, share(fraction(measure, [both, a, b], 1, words)))
    })
}

fn index(counted: &Counted<'_>) -> Vec<String> {
    let params = &counted.lesson.params;
    let [both, a, b] = Counted::counts(&counted.sets);
    let words = counted.words().map(|words| words as u64);
    let lists = (a + b - both) as usize;
    let mut told = vec![
        format!("{both}\nlists with both names"),
        // 1,000,000 * 999,999 / 2
        "499,999,500,000 pairs".into(),
        "score 0".into(),
        format!(
            "make {}: {both} {} both names, {} only one.",
            some(lists, "list"),
            if both == 1 { "holds" } else { "hold" },
            lists as u64 - both
        ),
        format!("Pairs are listed {}", threshold(counted)),
    ];
    for (texts, count) in [("A B", both), ("A", a - both), ("B", b - both)] {
        told.push(format!("… and {} more lists with {texts}", count.saturating_sub(12)));
    }
    for (name, all, words) in [("A", a, words[0]), ("B", b, words[1])] {
        // The best score with so many in common is that with a text of the same size.
        let best = |shared: u64| fraction(params.measure, [shared, all, all], 1, words);
        let passes = |shared: &u64| {
            let (part, of) = best(*shared);
            let score = Ratio::new(part.min(of), of.max(1));
            if params.above == Above::Strictly {
                score > params.threshold
            } else {
                score >= params.threshold
            }
        };
        let size = if params.measure == Measure::PerWord {
            format!(" and {}", some(words as usize, "counted word"))
        } else {
            String::new()
        };
        told.push(format!("here {name} with its {}{size}.", some(all as usize, "shingle")));
        let Some(least) = (1..=all).find(passes) else { continue };
        let [less, most] = [least - 1, least].map(|shared| share(best(shared)));
        told.push(format!(
            "{name} gets at most {less} for {} in common, and {most} for {least}: so it must share at least {least} of its {all}.",
            least - 1
        ));
        told.push(format!(
            "Of any {least} of them at least one is among the {all} - {least} + 1 = {} rarest, since only {} {} not.",
            all - least + 1, least - 1, if least == 2 { "is" } else { "are" }
        ));
    }
    told
}
