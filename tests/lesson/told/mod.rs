//! Allowed texts of each step, with independently computed numbers.

mod sketches;

use sketches::{estimates, megashingles, minima, modulo, supershingles};

use shingle::compare::{Above, Measure};
use shingle::lesson::{Step, numbers::format_percent, numbers::format_share, step::StepKind};
use shingle::{base::numbers::format_with_commas, base::ratio::Ratio, text::Words};

use super::{counted::Counted, counted::Run, counted::fraction};

fn share((part, of): (u64, u64)) -> String {
    format_percent(Ratio::new(part.min(of), of.max(1)))
}

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

fn words(counted: &Counted<'_>, kind: StepKind) -> Vec<String> {
    let texts = &counted.lesson.subject.texts;
    let cut = |text: &std::sync::Arc<str>| {
        let is_word = |one: &&str| match counted.lesson.params.words {
            Words::Phpir => one.contains(|sign: char| sign.is_ascii_alphanumeric()),
            // A dash counts as a word.
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
        "100%".into(),
        "45".into(),
        format_with_commas(a),
        format_with_commas(b),
        format!(
            "{} {}",
            all_a.saturating_sub(counted.words()[0]),
            all_b.saturating_sub(counted.words()[1])
        ),
        format!("{a} {b}"),
        "26".into(),
    ]
}

/// Lists runs on paper and on the screen, with the text before and after each run.
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
        format!("{w}"),
        format!("{begun_a} {begun_b}"),
        format!("{} {a} 1 {runs_a} {runs_b}", format_with_commas(a)),
        format_share((0..w).fold(1.0, |all, _| all * 0.9)),
        format_with_commas(runs_a),
        format_with_commas(runs_b),
    ]);
    // Includes windows of other widths, cut from the words.
    let all =
        counted.lesson.sides.each_ref().map(|side| {
            side.document.canonical.iter().map(|word| &*word.text).collect::<Vec<&str>>()
        });
    for width in [1, 2, 3, 4, 8] {
        let sets =
            all.each_ref().map(|words| words.windows(width).map(|run| run.join(" ")).collect());
        let counts = Counted::counts(&sets);
        told.push(format!("{} {width}", share(fraction(Measure::Jaccard, counts, 1, 0))));
    }
    told
}

fn hash(counted: &Counted<'_>) -> Vec<String> {
    let mut told = list(counted, |words, _| format!("{:>10}  ", counted.hash(words)));
    let both = counted.runs[0]
        .iter()
        .filter(|one| counted.runs[1].iter().any(|other| other.words == one.words));
    told.extend(both.map(|one| format!("{} {}", one.words, counted.hash(&one.words))));
    told.extend(
        counted
            .runs
            .iter()
            .flatten()
            .map(|one| format!("{} {}", one.words, counted.hash(&one.words))),
    );
    let [a, b] = counted.runs.each_ref().map(Vec::len);
    for runs in [a, b] {
        for name in ["wide", "32", "5 28"] {
            told.push(format!("{name} {}", format_with_commas(runs)));
        }
    }
    let m = counted.lesson.params.modulo;
    told.extend(["64", "64", "0", "32 32", "5 28", "32", "5 28"].map(String::from));
    told.extend(RECIPE.map(String::from));
    told.push(format!("{m}"));
    told.extend(more(a.max(b)));
    told
}

/// Construction of the 64 bits, with the constants that `Counted` uses.
pub(super) const RECIPE: [&str; 5] = ["3", "1 0", "s * 9e3779b97f4a7c15 + ", "2 64", "64"];

/// Returns the texts that count rows above and below the visible rows. Other checks cover visible rows.
fn more(rows: usize) -> Vec<String> {
    (1..=rows).flat_map(|rows| ["▲", "▼"].map(|sign| format!("{sign} {rows}"))).collect()
}

fn sets(counted: &Counted<'_>) -> Vec<String> {
    let [both, a, b] = Counted::counts(&counted.sets);
    let all = counted.runs.iter().flatten().filter(|run| run.counts).count();
    let mut told = vec![
        format!("{a} {b}"),
        format!("{} {a} {b}", format_with_commas(all - (a + b) as usize)),
        format!("{both}"),
        format!("{} {both} {}", a - both, b - both),
        format!("{}", a - both),
        format!("{}", b - both),
        format!("1 {}", counted.lesson.params.width - 1),
    ];
    for words in counted.sets.iter().flatten() {
        let times = |runs: &Vec<Run>| runs.iter().filter(|run| run.words == *words).count();
        told.push(format!("{words} ×{}", counted.runs.iter().map(times).max().unwrap()));
    }
    told
}

fn threshold(counted: &Counted<'_>) -> String {
    format_percent(counted.lesson.params.threshold)
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
        _ => format!("{both}"),
    };
    let modulo = params.modulo;
    let means = [
        "how much of A is in B",
        "how much of everything in the two texts is in both",
        "the common part as a share of the average text",
        "how many shared shingles there are for each word of A",
    ];
    let mut told = vec![
        format!("{either} {in_both} {}", here(Measure::Jaccard)),
        of(measure, [both, b, a], words_b),
        threshold(counted),
        format!("{modulo}"),
        "45%".into(),
        "62.07% 2 1".into(),
        "45% 100 45".into(),
        "2".into(),
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
        format!("{both}"),
        // 1,000,000 * 999,999 / 2
        "499,999,500,000".into(),
        "0".into(),
        format!("{} {both} {}", format_with_commas(lists), lists as u64 - both),
        threshold(counted),
    ];
    for (texts, count) in [("A B", both), ("A", a - both), ("B", b - both)] {
        told.push(format!("{} {texts}", count.saturating_sub(6)));
    }
    for (name, all, words) in [("A", a, words[0]), ("B", b, words[1])] {
        // With this many common shingles, a text of equal size gives the best score.
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
            format_with_commas(words as usize)
        } else {
            String::new()
        };
        told.push(format!("{name} {} {size}", format_with_commas(all as usize)));
        let Some(least) = (1..=all).find(passes) else { continue };
        let [less, most] = [least - 1, least].map(|shared| share(best(shared)));
        told.push(format!("{name} {less} {} {most} {least} {least} {all}", least - 1));
        told.push(format!("1 {} {}", all - least + 1, least - 1));
    }
    told
}
