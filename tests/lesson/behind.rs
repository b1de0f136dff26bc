//! Recomputes the numbers behind the stages: pitfalls, background and terms.

use shingle::lesson::numbers::{format_percent, format_share};
use shingle::lesson::page::{count_positions, draw_figure};
use shingle::lesson::{Lesson, Subject, pitfalls, step::StepKind};
use shingle::pipeline::{Params, Preset, StopWords};
use shingle::{compare::Direction, compare::Measure, text::Case, text::Stem};

use super::{counted::Counted, counted::chances, counted::fraction, left, shown};
use crate::common::prelude::*;

const NOTE: &str = include_str!("../../assets/lesson/chance-a.txt");
const OTHER: &str = include_str!("../../assets/lesson/chance-b.txt");
const ESSAY: &str = include_str!("../../assets/demo/essays/harbour.txt");
const LETTERS: [&str; 2] = [
    include_str!("../../assets/lesson/letter-a.txt"),
    include_str!("../../assets/lesson/letter-b.txt"),
];

fn lesson(texts: [&str; 2], params: Params) -> Lesson {
    let texts = texts.map(|text| Arc::from(text.trim_end()));
    let subject = Subject::new(["a", "b"].map(DocPath::new), texts, Direction::First);
    Lesson::new(&subject, &Arc::new(params), &[])
}

fn formula(counted: &Counted<'_>, measure: Measure) -> (String, String) {
    let (part, of) =
        fraction(measure, Counted::counts(&counted.sets), 1, counted.words()[0] as u64);
    (format!("{part} / {of}"), format_percent(Ratio::new(part, of)))
}

fn capital() -> Vec<String> {
    let [a, b] = Subject::gym_pair().texts;
    let [(was, printed), (is, mended)] = [Case::Ascii, Case::Unicode].map(|case| {
        let lesson = lesson([&a, &b], Params { case, ..Params::from_preset(Preset::PhpShingles) });
        formula(&Counted::new(&lesson), Measure::PerWord)
    });
    vec![
        "1".into(),
        format!("{mended} {printed}"),
        format!("{was} {printed}"),
        format!("{is} {mended}"),
    ]
}

fn empty() -> Vec<String> {
    let longer = format!("{} Or so they say.", NOTE.trim_end());
    let lesson = lesson(
        [NOTE, &longer],
        Params { modulo: 20, stop_words: StopWords::On, ..Params::defaults() },
    );
    let counted = Counted::new(&lesson);
    let [both, a, b] = Counted::counts(&counted.sets);
    let [_, kept_a, kept_b] = Counted::counts(&counted.sampled);
    let none = |shingles: u64| chances(shingles, 0.05)[0];
    let likelier = (0..20).rfind(|shingles| none(*shingles) > 0.5).unwrap();
    vec![
        "2".into(),
        "20".into(),
        format!("{} {}", kept_a + kept_b, a + b),
        format!("20 {a} {b} {kept_a} {kept_b}"),
        format!("1 1 {} {}", format_share(none(a)), format_share(none(b))),
        format!("20 {} {likelier}", format_share(none(20))),
        "50".into(),
        format!("1 {both} {a} {}", format_percent(Ratio::new(both, a))),
        format!("20 {} 0%", kept_a + kept_b),
    ]
}

/// Returns lessons at long and at short shingles, on a copy with one word in twenty changed.
fn copied() -> [Lesson; 2] {
    let changed = |(place, word)| if place % 20 == 10 { "instead" } else { word };
    let copy: Vec<&str> = ESSAY.split_whitespace().enumerate().map(changed).collect();
    [10, 3].map(|width| lesson([ESSAY, &copy.join(" ")], Params { width, ..plain() }))
}

fn missed() -> Vec<String> {
    let words: Vec<&str> = ESSAY.split_whitespace().collect();
    let [long, short] = copied();
    let [long, short] = [Counted::new(&long), Counted::new(&short)];
    let (_, r) = formula(&long, Measure::Jaccard);
    let (part, of) = fraction(Measure::Jaccard, Counted::counts(&long.sets), 1, 0);
    let found: f64 = chances(6, (part as f64 / of as f64).powi(14))[2..].iter().sum();
    let (agree, groups) = (long.agree(0..84), long.groups());
    let pairs = groups * groups.saturating_sub(1) / 2;
    let row = |what: &str, width: u64, measure: &str, says: String| {
        format!("{what:<14} {width:>5}  {measure:<11}  {says}")
    };
    vec![
        "3".into(),
        format!("10 {r}"),
        format!("{pairs}/15"),
        format!("{} {}", (10..words.len()).step_by(20).count(), words.len()),
        "10 84 10".into(),
        format_share(found),
        row("megashingles", 10, "jaccard", format!("{pairs} 15")),
        row("supershingles", 10, "jaccard", format!("{groups} 6")),
        row(
            "minima",
            10,
            "jaccard",
            format!("{agree} 84 {}", format_percent(Ratio::new(agree as u64, 84))),
        ),
        row("all shingles", 10, "jaccard", r),
        row("all shingles", 3, "jaccard", formula(&short, Measure::Jaccard).1),
        row("all shingles", 3, "containment", formula(&short, Measure::Containment).1),
        "1974".into(),
    ]
}

fn chance() -> Vec<String> {
    let params = Params { hash: HashKind::Crc32, stem: Stem::Off, ..Params::defaults() };
    let lesson = lesson([NOTE, OTHER], params);
    let counted = Counted::new(&lesson);
    let [a, b] = &counted.sets;
    let same = || {
        a.iter()
            .flat_map(|one| b.iter().map(move |other| (one, other)))
            .filter(|(one, other)| counted.hash(one) == counted.hash(other))
    };
    let mut told = vec![
        "4".into(),
        "32 64".into(),
        format!("{}", same().count()),
        format!("{}", same().count()),
        format!("{}", Counted::counts(&counted.sets)[0]),
        "32 32".into(),
        "64 5".into(),
    ];
    for words in same().flat_map(|(one, other)| [one, other]) {
        told.push(format!("{words} 32 {}", counted.hash(words)));
        told.push(format!("{words} 64 {:016x}", counted.keys[words]));
    }
    told.push("64".into());
    told.extend(super::told::RECIPE.map(String::from));
    told
}

fn header() -> Vec<String> {
    let bodies = LETTERS.map(|letter| letter.split_once("\n\n").unwrap().1);
    let [(with, whole), (without, rest)] = [LETTERS, bodies].map(|texts| {
        formula(&Counted::new(&lesson(texts, Params::defaults())), Measure::Containment)
    });
    vec![
        "5".into(),
        whole.clone(),
        format!("{whole} {rest}"),
        format!("{with} {whole}"),
        format!("{without} {rest}"),
        "20%".into(),
        "4".into(),
    ]
}

fn bands() -> Vec<String> {
    let any = |bands: u64, rows: i32, least: usize, r: f64| {
        format_share(chances(bands, r.powi(rows))[least..].iter().sum())
    };
    // At the steepest point of the curve, b bands of n agree: r^n = 1 / b.
    let steep = [(20.0_f64, 5.0), (6.0, 14.0)]
        .map(|(bands, rows)| format_share((-bands.ln() / rows).exp()));
    let (a, b, both) = (20.0, 30.0, 10.0);
    let r: f64 = both / (a + b - both);
    assert!((r * (a + b) / ((1.0 + r) * a) - both / a).abs() < 1e-9);
    let mut told = vec![
        "r (a + b) / ((1 + r) a)".into(),
        "0".into(),
        "84".into(),
        "1 1".into(),
        "84 6 14".into(),
        format!("1 1 {} 20 5 {} 6 14", steep[0], steep[1]),
        "84 6 14 84 14".into(),
        "6".into(),
        "1 20 5 1 6 14 2 6 14".into(),
    ];
    for r in [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95] {
        let cells = [any(20, 5, 1, r), any(6, 14, 1, r), any(6, 14, 2, r)];
        told.push(format!(
            "{:>12} {:>13} {:>13} {:>14}",
            format_share(r),
            cells[0],
            cells[1],
            cells[2]
        ));
    }
    told
}

fn history() -> Vec<String> {
    let [text, _] = Subject::gym_pair().texts;
    let lesson = lesson([&text, &text], Params::from_preset(Preset::PhpShingles));
    let counted = Counted::new(&lesson);
    let [shingles, words] = [counted.sets[0].len(), counted.words()[0]];
    let crc = counted.hash("стройную фигуру вы");
    let signed = crc.parse::<u32>().unwrap().cast_signed();
    let mut told = vec![
        format!(
            "{words} {shingles} {shingles} {words} {}",
            format_percent(Ratio::new(shingles as u64, words as u64))
        ),
        format!("{signed} {crc} 32"),
        format!("{}", Params::from_preset(Preset::Node).width),
        format!("{}", Params::from_preset(Preset::Phpir).modulo),
        "2".into(),
    ];
    let said = "1994 1994 1995 1994|1995 1997 1997 1997 2003 2009 84 84 6";
    told.extend(said.split(' ').map(|said| said.replace('|', " ")));
    told
}

fn whole_lesson() -> Lesson {
    let params = Arc::new(Params::defaults());
    Lesson::new(&Subject::ferry_pair(), &params, &pitfalls::build_pitfalls())
}

#[test]
fn every_number_behind_the_stages_is_counted_again() {
    let lesson = whole_lesson();
    let others = ["4", "2002", "64", "2010", "2^b", "2003"];
    let terms = vec!["14".into(), "24".into()];
    let told = [
        capital(),
        empty(),
        missed(),
        chance(),
        header(),
        bands(),
        others.map(String::from).to_vec(),
        history(),
        vec!["3 21% 80% 75%".into()],
        terms,
    ];
    let steps = &lesson.steps[13..];
    assert_eq!(steps.len(), told.len());
    for (step, told) in steps.iter().zip(told) {
        let rest = left(&shown(&lesson, step, None), &told);
        assert!(rest.is_empty(), "{}: {rest:#?}", step.title);
    }
}

#[test]
fn the_curve_of_bands_moves_through_the_splits_of_84() {
    let lesson = whole_lesson();
    let page = lesson.steps.iter().find(|step| step.kind == StepKind::BANDS).unwrap();
    let counted = Counted::new(&lesson);
    let [both, a, b] = Counted::counts(&counted.sets).map(|count| count as f64);
    let here = both / (a + b - both);
    let splits: Vec<u64> = (1..=84).filter(|bands| 84 % bands == 0).collect();
    assert_eq!(count_positions(&lesson, page.kind), splits.len());
    for position in 0..splits.len() {
        let rows = draw_figure(&lesson, page, 60, Some(position));
        let text: String = rows.iter().flatten().map(|piece| &*piece.text).collect();
        let told = splits.iter().map(|bands| {
            let rows = (84 / bands) as i32;
            let middle = (*bands as f64).recip().powf(f64::from(rows).recip());
            let any = |r: f64| format_share(chances(*bands, r.powi(rows))[1..].iter().sum());
            let shares = [middle, here].map(format_share);
            format!(
                "{bands} {rows} {} {} {} {} 50% 100% 0%",
                shares[0],
                any(middle),
                shares[1],
                any(here)
            )
        });
        let fits = |told: String| left(&text.replace('\n', " "), &[told]).is_empty();
        assert_eq!(told.filter(|told| fits(told.clone())).count(), 1, "{text}");
    }
}

#[test]
fn every_number_of_their_exercises_is_counted_again() {
    let [a, b] = Subject::gym_pair().texts;
    let [printed, mended] = [Case::Ascii, Case::Unicode]
        .map(|case| lesson([&a, &b], Params { case, ..Params::from_preset(Preset::PhpShingles) }));
    let (was, is) = (Counted::new(&printed), Counted::new(&mended));
    let (fraction, score) = formula(&is, Measure::PerWord);
    let capital = vec![
        format!("{} {}", Counted::counts(&was.sets)[0], was.words()[0]),
        format!("{fraction} = {score}."),
    ];
    let essays = copied();
    let [long, short] = essays.each_ref().map(Counted::new);
    let [(runs, altered), (short_runs, short_altered)] = [&long, &short].map(|counted| {
        let [both, a, b] = Counted::counts(&counted.sets);
        assert_eq!(a, b);
        (a, a - both)
    });
    let share = |counted: &Counted<'_>, runs: u64, altered: u64| {
        let (_, r) = formula(counted, Measure::Jaccard);
        format!("({runs} - {altered}) / ({runs} + {altered}) = {r}.")
    };
    let words = ESSAY.split_whitespace().count();
    let missed = vec![
        format!("{words} {runs} 10 {short_runs} 3"),
        format!("{}", (10..words).step_by(20).count()),
        "10 3".into(),
        format!("10 10 {altered} {}", share(&long, runs, altered)),
        format!("3 3 {}", share(&short, short_runs, short_altered)),
        "11".into(),
        format!("{}", (words - 11) % 20),
        format!("{} 10", (words - 11) % 20 + 1),
    ];
    let sentences = lesson([NOTE, OTHER], Params { hash: HashKind::Crc32, ..plain() });
    let counted = Counted::new(&sentences);
    let [ours, theirs] = counted.sets.each_ref().map(|set| {
        set.iter().map(|words| counted.hash(words)).collect::<std::collections::BTreeSet<_>>()
    });
    let same: Vec<_> = ours.intersection(&theirs).collect();
    let chance = vec![
        format!("32 {}", same[0]),
        format!("{} 64", Counted::counts(&counted.sets)[0]),
        format!("{}", same.len()),
    ];
    let bodies = LETTERS.map(|letter| letter.split_once("\n\n").unwrap().1);
    let [with, without] = [LETTERS, bodies].map(|texts| lesson(texts, Params::defaults()));
    let [both, of, _] = Counted::counts(&Counted::new(&with).sets);
    let (fraction, score) = formula(&Counted::new(&without), Measure::Containment);
    let header = vec![format!("{both} {of}"), format!("{fraction} = {score}.")];
    let [text, _] = Subject::gym_pair().texts;
    let itself = lesson([&text, &text], Params::from_preset(Preset::PhpShingles));
    let counted = Counted::new(&itself);
    let [shingles, words] = [counted.sets[0].len() as u64, counted.words()[0] as u64];
    assert_eq!(words - 3 + 1, shingles);
    let history = vec![
        "3".into(),
        format!("{words}"),
        format!("({words} - 3 + 1) / {words} = {}.", format_percent(Ratio::new(shingles, words))),
    ];
    let lesson = whole_lesson();
    for (step, told) in [(14, capital), (16, missed), (17, chance), (18, header), (21, history)] {
        let one = &lesson.steps[step - 1].exercises[0];
        let rest = left(&format!("{}\n{}", one.question, one.answer), &told);
        assert!(rest.is_empty(), "{step}: {rest:#?}");
    }
}
