use std::collections::BTreeSet;

use shingle::lesson::numbers::{format_decimals, format_percent, format_share};
use shingle::{
    base::numbers::format_with_commas, compare::Measure, lesson::Step, shingle::SketchKind,
};

use super::{list, more, share, threshold};
use crate::lesson::counted::{Counted, Run, chances, fraction, sampling};

/// Returns the probabilities that a given group of 14, any of six groups, and two of six groups agree.
fn groups(r: f64) -> [f64; 3] {
    let one = r.powi(14);
    let all = chances(6, one);
    [one, all[1..].iter().sum(), all[2..].iter().sum()]
}

pub(super) fn modulo(counted: &Counted<'_>) -> Vec<String> {
    let (m, measure) = (counted.m, counted.lesson.params.measure);
    let words = counted.words()[0] as u64;
    let kept_runs = |runs: &Vec<Run>| {
        let counting = || runs.iter().filter(|run| run.counts);
        [
            counting().filter(|run| counted.number(&run.words).is_multiple_of(m)).count(),
            counting().count(),
        ]
    };
    let [[kept_a, all_a], [kept_b, all_b]] = counted.runs.each_ref().map(kept_runs);
    let mut told = list(counted, |words, counts| {
        let rest = counted.number(words) % m;
        let fate = match (counts, rest) {
            (false, _) => "STOP",
            (_, 0) => "KEEP",
            _ => "drop",
        };
        format!("{:>10} {m} {rest:<3} {fate}", counted.hash(words))
    });
    told.extend(more(counted.runs.iter().map(Vec::len).max().unwrap()));
    let (truth, sample) = (Counted::counts(&counted.sets), Counted::counts(&counted.sampled));
    let [by_sample, by_all] =
        [share(fraction(measure, sample, m, words)), share(fraction(measure, truth, 1, words))];
    told.extend([
        format!("{m} {kept_a} {all_a} {kept_b} {all_b}"),
        format!("{m} {m} 0 {kept_a} {all_a} {kept_b} {all_b}"),
        format!("1 {m}"),
        format!("{by_sample} {by_all}"),
        format!("{by_sample} {measure} {by_all}"),
        format!("{kept_a} {all_a}"),
        format!("{kept_b} {all_b}"),
        format!("{m}"),
    ]);
    // With the first shared shingle. By resemblance, each further one adds more.
    let (one, of) = fraction(measure, [1, sample[1], sample[2]], m, words);
    told.push(format!("{one} {of} {}", format_decimals(one as f64 / of.max(1) as f64 * 100.0)));
    told.push(format!("{} {}", sample[1], sample[2]));
    let none = format_share(chances(truth[0], 1.0 / m as f64)[0]);
    told.push(format!("{} 1 1 {} {none}", format_with_commas(truth[0] as usize), truth[0]));
    if truth[1].min(truth[2]) > 0 {
        let (off, near) = sampling(measure, truth, m, words);
        told.push(usually(off, near));
    }
    told
}

fn usually(off: f64, near: f64) -> String {
    format!("{} {:.0}%", format_decimals(off * 100.0), near * 100.0)
}

/// Returns the resemblance of the sets that minima are taken from.
fn resemblance(counted: &Counted<'_>) -> (u64, u64) {
    let (both, either) = fraction(Measure::Jaccard, Counted::counts(&counted.kept), 1, 0);
    (both, either.max(1))
}

fn deviation((both, either): (u64, u64), functions: usize) -> f64 {
    let r = both as f64 / either as f64;
    (r * (1.0 - r) / functions as f64).sqrt()
}

pub(super) fn minima(counted: &Counted<'_>) -> Vec<String> {
    let r = resemblance(counted);
    let n = counted.functions;
    let agree = counted.agree(0..n);
    let in_both = match r.0 {
        0 => "none is".to_string(),
        1 => "one is".to_string(),
        both => format!("{both}"),
    };
    let sampling = if counted.lesson.params.modulo > 1 { " that modulo keeps" } else { "" };
    let by_chance = chances(n as u64, r.0 as f64 / r.1 as f64);
    let is_near =
        |agree: usize| (agree as f64 / n as f64 - r.0 as f64 / r.1 as f64).abs() < deviation(r, n);
    let near = by_chance
        .iter()
        .enumerate()
        .filter(|(agree, _)| is_near(*agree))
        .map(|(_, chance)| chance)
        .sum();
    let estimate = share((agree as u64, n as u64));
    let mut told = vec![
        "84".into(),
        format!("{n}"),
        format!("{agree}/{n}"),
        format!("{estimate} {}", share(r)),
        format!("{} {sampling} {in_both} {}", r.1, share(r)),
        format!("{agree} {n} {estimate}"),
        usually(deviation(r, n), near),
        format!("1 {n} 50% {}", format_decimals((0.25 / n as f64).sqrt() * 100.0)),
        // The root of 1/4 / 84.
        "5.46".into(),
        format!("100% {agree} {n} {estimate}"),
        format!("100% {} 1 {}", counted.agree(0..1), share((counted.agree(0..1) as u64, 1))),
        "\n0%".into(),
        "5".into(),
        "2 32".into(),
        "32 64 5".into(),
    ];
    told.extend((0..n).step_by(42).map(|first| format!("\n{first:>4}  ")));
    for function in 0..3 {
        told.push(format!("{function} 32 64 5 2 32 32 1 5 1"));
        let union: BTreeSet<&String> = counted.kept.iter().flatten().collect();
        let mut values: Vec<(u32, &String)> =
            union.into_iter().map(|one| (counted.value(function, one), one)).collect();
        values.sort_unstable();
        told.extend(values.iter().enumerate().map(|(place, (value, words))| {
            format!("{} {}  {words}", place + 1, format_with_commas(*value))
        }));
        if let Some((value, least)) = values.first() {
            let (image, factor, _) = counted.factors(function, least);
            told.push(format!("{image} {factor} 2 32 {}", format_with_commas(*value)));
        }
    }
    told
}

pub(super) fn supershingles(counted: &Counted<'_>) -> Vec<String> {
    let r = resemblance(counted);
    let [one, any, _] = groups(r.0 as f64 / r.1 as f64).map(format_share);
    let agree = counted.groups();
    let easy = counted.lesson.easy.as_ref().unwrap();
    let mut told = vec![
        "14".into(),
        "14 14 6".into(),
        "84 84 6 14".into(),
        format!("r = {}.", format_percent(easy.resemblance)),
        format!(
            "14 14 {} 90% {} 50%",
            format_share(0.9_f64.powi(14)),
            format_share(0.5_f64.powi(14))
        ),
        format!("{} {one} {any} {agree} 6", share(r)),
        format!("{agree}/6"),
        format!("{} 6", easy.minima.count_agreeing_supershingles()),
    ];
    let row = (0..6).map(|group| {
        let members = group * 14..(group + 1) * 14;
        let agree = members
            .filter(|function| easy.minima.least[0][*function] == easy.minima.least[1][*function])
            .count();
        format!("{agree:>2}{}", if agree == 14 { "■" } else { "·" })
    });
    told.push(row.collect::<Vec<String>>().join(" "));
    for group in 0..6 {
        let members = group * 14..(group + 1) * 14;
        let signs: String = members
            .clone()
            .map(|at| if counted.agree(at..at + 1) == 1 { "■" } else { "·" })
            .collect();
        let agree = counted.agree(members);
        told.push(format!("{} {signs} {agree:>2} 14", group + 1));
        let fate = if agree == 14 { "the same" } else { "differ" };
        let [a, b] = counted.supershingle(group).map(|number| number.unwrap_or(0));
        told.push(format!("A {a:08x}  B {b:08x}  {fate}"));
    }
    told.push("9e3779b97f4a7c15 2 64 5 64 14 0".into());
    told
}

pub(super) fn megashingles(counted: &Counted<'_>, step: &Step) -> Vec<String> {
    let r = resemblance(counted);
    let [one, any, two] = groups(r.0 as f64 / r.1 as f64).map(format_share);
    let pairs = |groups: usize| groups * groups.saturating_sub(1) / 2;
    let agree = pairs(counted.groups());
    let found =
        |agree: usize| format!("{agree} 15 {}", if agree > 0 { "found" } else { "not found" });
    let at = |r: f64| groups(r).map(format_share);
    let w = counted.lesson.params.width;
    let mut told = vec![
        "15 15".into(),
        "15".into(),
        format!("{agree} 15"),
        format!("{} 80% {} 95% {two}", at(0.8)[2], at(0.95)[2]),
        format!("{w}"),
        "3".into(),
        format!("{agree}/15"),
        found(agree),
        found(pairs(counted.lesson.easy.as_ref().unwrap().minima.count_agreeing_supershingles())),
        "100% │".into(),
        "  0% │".into(),
        format!("      0%{:>60}{:>59}\n", "50%", "100%"),
        format!("{} {one} {any} {two}", share(r)),
        format!("{} {any}", share(r)),
    ];
    for r in [step.first as f64 / 100.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99] {
        let [one, any, two] = at(r);
        told.push(format!("{} {one} {any} {two}", format_share(r)));
        told.push(format!("{:>11}   {one:>22}   {any:>10}   {two:>18}", format_share(r)));
    }
    told
}

pub(super) fn estimates(counted: &Counted<'_>) -> Vec<String> {
    let (params, m) = (&counted.lesson.params, counted.m);
    let words = counted.words()[0] as u64;
    let (truth, sample) = (Counted::counts(&counted.sets), Counted::counts(&counted.sampled));
    let of = |measure, counts, m| share(fraction(measure, counts, m, words));
    let r = resemblance(counted);
    let functions = counted.functions;
    let agree = counted.agree(0..functions) as u64;
    let score = match params.sketch {
        SketchKind::MinHash => share((agree, functions as u64)),
        _ if params.modulo > 1 => of(params.measure, sample, m),
        _ => of(params.measure, truth, 1),
    };
    let mut told = vec![
        score.clone(),
        of(Measure::Jaccard, truth, 1),
        format!("{} {}", of(params.measure, truth, 1), params.measure),
        share(r),
        format!("{m}"),
        threshold(counted),
        format!("{} {}", params.measure, of(params.measure, truth, 1)),
    ];
    let row = |told: u64, of: u64, aims: (u64, u64), off: f64, numbers: String| {
        let [told, aims] = [(told, of), aims].map(share);
        let in_points = |text: &str| text.trim_end_matches('%').parse::<f64>().unwrap();
        let by = in_points(&told) - in_points(&aims);
        let by = if told == aims {
            "0".into()
        } else {
            format!("{}{}", if by > 0.0 { "+" } else { "-" }, format_decimals(by.abs()))
        };
        let off =
            if off > 0.0 { format!("±{}", format_decimals(off * 100.0)) } else { "0".into() };
        format!(" {told:>7} {aims:>8} {by:>7} {off:>8}  {numbers}")
    };
    for measure in [Measure::Jaccard, params.measure] {
        let (part, all) = fraction(measure, truth, 1, words);
        let rest = row(part, all, (part, all), 0.0, format!("{} + {}", truth[1], truth[2]));
        told.push(rest);
        let (part, of) = fraction(measure, sample, m, words);
        let off =
            if truth[1].min(truth[2]) > 0 { sampling(measure, truth, m, words).0 } else { 0.0 };
        told.push(format!("{m} {measure}"));
        told.push(row(
            part,
            of,
            fraction(measure, truth, 1, words),
            off,
            format!("{} + {}", sample[1], sample[2]),
        ));
    }
    told.push(format!("{functions}"));
    let kept = |keys: usize| {
        let [a, b] = counted.kept.each_ref().map(|kept| if kept.is_empty() { 0 } else { keys });
        format!("{a} + {b}")
    };
    told.push(row(agree, functions as u64, r, deviation(r, functions), kept(functions)));
    let groups = counted.groups();
    for (name, agree, of, enough) in [
        ("supershingles", groups, 6, 2),
        ("megashingles", groups * groups.saturating_sub(1) / 2, 15, 1),
    ] {
        let verdict = format!(
            "{agree} {of} {}",
            if agree >= enough { "near-duplicate" } else { "no near-duplicate" }
        );
        told.push(format!("{verdict:<33}  {}", kept(of)));
        told.push(name.into());
    }
    told
}
