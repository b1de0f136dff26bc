//! The same for what stands behind the stages: the pitfalls, the background and the terms.

use std::sync::Arc;

use shingle::base::{path::DocPath, ratio::Ratio};
use shingle::compare::measure::{Direction, Measure};
use shingle::lesson::exercises::exercises;
use shingle::lesson::numbers::{percent, percent_of};
use shingle::lesson::{Lesson, Subject, pitfalls};
use shingle::pipeline::parameters::{Params, Preset, StopWords};
use shingle::shingle::HashKind;
use shingle::text::Case;
use shingle::text::normalize::Stem;

use super::counted::{Counted, chances, fraction};
use super::{left, shown};

const NOTE: &str = include_str!("../../assets/lesson/chance-a.txt");
const OTHER: &str = include_str!("../../assets/lesson/chance-b.txt");
const ESSAY: &str = include_str!("../../assets/demo/essays/harbour.txt");
const LETTERS: [&str; 2] = [
    include_str!("../../assets/lesson/letter-a.txt"),
    include_str!("../../assets/lesson/letter-b.txt"),
];

/// Two texts under some parameters.
fn lesson(texts: [&str; 2], params: Params) -> Lesson {
    let texts = texts.map(|text| Arc::from(text.trim_end()));
    let subject = Subject::new(["a", "b"].map(DocPath::new), texts, Direction::First);
    Lesson::new(&subject, &Arc::new(params), &Arc::default())
}

/// The formula of a measure with its numbers, and its result.
fn formula(counted: &Counted<'_>, measure: Measure) -> (String, String) {
    let (part, of) =
        fraction(measure, Counted::counts(&counted.sets), 1, counted.words()[0] as u64);
    (format!("{part} / {of}"), percent(Ratio::new(part, of)))
}

/// Words of which all count, as they are.
fn as_they_are() -> Params {
    Params { stop_words: StopWords::Off, stem: Stem::Off, ..Params::defaults() }
}

fn capital() -> Vec<String> {
    let [a, b] = Subject::gym().texts;
    let [(was, printed), (is, mended)] = [Case::Ascii, Case::Unicode].map(|case| {
        let lesson = lesson([&a, &b], Params { case, ..Params::preset(Preset::PhpShingles) });
        formula(&Counted::new(&lesson), Measure::PerWord)
    });
    vec![
        "Pitfall 1:".into(),
        format!("{mended}\nwith capitals folded, printed {printed}"),
        format!("prints {printed} for them"),
        format!("folded the score is {mended}."),
        format!("case ascii: {was} = {printed}"),
        format!("case unicode: {is} = {mended}"),
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
        "Pitfall 2:".into(),
        "one in 20 ".into(),
        format!("{}\nkept of {} shingles", kept_a + kept_b, a + b),
        format!(
            "With modulo 20 they share no shingles: of {a} and {b} shingles the sample keeps {kept_a} and {kept_b}."
        ),
        format!(
            "(1 - 1/m) to the power of n: here {} and {}.",
            percent_of(none(a)),
            percent_of(none(b))
        ),
        format!("With 20 shingles it would be {}, with {likelier} or fewer", percent_of(none(20))),
        "above n / 50 leaves fewer than fifty".into(),
        format!("modulo 1: {both} / {a} = {}", percent(Ratio::new(both, a))),
        format!("modulo 20: {} shingles kept, score 0%", kept_a + kept_b),
    ]
}

/// The essay and its copy with one word in twenty changed, by long shingles and by short ones.
fn copied() -> [Lesson; 2] {
    let changed = |(place, word)| if place % 20 == 10 { "instead" } else { word };
    let copy: Vec<&str> = ESSAY.split_whitespace().enumerate().map(changed).collect();
    [10, 3].map(|width| lesson([ESSAY, &copy.join(" ")], Params { width, ..as_they_are() }))
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
        "Pitfall 3:".into(),
        format!("with shingles of 10 words the resemblance falls to {r}."),
        format!("{pairs}/15"),
        format!("changed: {} of {}.", (10..words.len()).step_by(20).count(), words.len()),
        "shingles have 10 words here, as in the system that preset minhash84 repeats, and each changed word alters 10 of them".into(),
        format!("falls to {r}."),
        format!("a chance of {}.", percent_of(found)),
        row("megashingles", 10, "jaccard", format!("{pairs} of 15 agree: not found")),
        row("supershingles", 10, "jaccard", format!("{groups} of 6 agree")),
        row("minima", 10, "jaccard", format!("{agree} of 84 agree: {}", percent(Ratio::new(agree as u64, 84)))),
        row("all shingles", 10, "jaccard", r),
        row("all shingles", 3, "jaccard", formula(&short, Measure::Jaccard).1),
        row("all shingles", 3, "containment", formula(&short, Measure::Containment).1),
        // The essay's own.
        "until 1974 and".into(),
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
        "Pitfall 4:".into(),
        "A hash of 32 bits gives different shingles one number sooner than one thinks; 64 bits hardly".into(),
        format!("{}\nnumber that two shingles share", same().count()),
        format!("only these would count {} here", same().count()),
        format!("it counts {}.", Counted::counts(&counted.sets)[0]),
        "CRC-32. It has 32 bits, ".into(),
        "compares 64 bits, whatever hash is named (step 5)".into(),
    ];
    for words in same().flat_map(|(one, other)| [one, other]) {
        told.push(format!("{words} CRC-32 {}", counted.hash(words)));
        told.push(format!("{words} 64 bits {:016x}", counted.keys[words]));
    }
    told.push("The 64 bits".into());
    told.extend(super::told::RECIPE.map(String::from));
    told
}

fn header() -> Vec<String> {
    let bodies = LETTERS.map(|letter| letter.split_once("\n\n").unwrap().1);
    let [(with, whole), (without, rest)] = [LETTERS, bodies].map(|texts| {
        formula(&Counted::new(&lesson(texts, Params::defaults())), Measure::Containment)
    });
    vec![
        "Pitfall 5:".into(),
        format!("{whole} of the first stands in the second"),
        format!("{whole}\nof A is in B; without the head {rest}"),
        format!("With the head: {with} = {whole}"),
        format!("Without it: {without} = {rest}"),
        "--common 20%".into(),
        "Library 4 Mill".into(),
    ]
}

fn bands() -> Vec<String> {
    let any = |bands: u64, rows: i32, least: usize, r: f64| {
        percent_of(chances(bands, r.powi(rows))[least..].iter().sum())
    };
    // Where the curve is steep, b bands of n agree by r^n = 1 / b.
    let steep =
        [(20.0_f64, 5.0), (6.0, 14.0)].map(|(bands, rows)| percent_of((-bands.ln() / rows).exp()));
    let (a, b, both) = (20.0, 30.0, 10.0);
    let r: f64 = both / (a + b - both);
    assert!((r * (a + b) / ((1.0 + r) * a) - both / a).abs() < 1e-9);
    let mut told = vec![
        "r (a + b) / ((1 + r) a)".into(),
        "r is close to 0".into(),
        "why 84\n".into(),
        "the chance 1 - (1 - r^n)^b".into(),
        "84\nminima: 6 bands of 14".into(),
        format!("r = (1/b)^(1/n): {} for 20 bands of 5, {} for 6 of 14.", steep[0], steep[1]),
        "Why 84? 6 x 14 = 84. So 14 in a band".into(),
        "and 6 bands give".into(),
        "resemblance   1 of 20 x 5   1 of 6 x 14    2 of 6 x 14".into(),
    ];
    for r in [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95] {
        let cells = [any(20, 5, 1, r), any(6, 14, 1, r), any(6, 14, 2, r)];
        told.push(format!(
            "{:>12} {:>13} {:>13} {:>14}",
            percent_of(r),
            cells[0],
            cells[1],
            cells[2]
        ));
    }
    told
}

fn history() -> Vec<String> {
    let [text, _] = Subject::gym().texts;
    let lesson = lesson([&text, &text], Params::preset(Preset::PhpShingles));
    let counted = Counted::new(&lesson);
    let [shingles, words] = [counted.sets[0].len(), counted.words()[0]];
    let crc = counted.hash("стройную фигуру вы");
    let signed = crc.parse::<u32>().unwrap().cast_signed();
    let mut told = vec![
        format!(
            "A text of {words} words has {shingles} shingles, so against itself it scores {shingles} / {words} = {}. ",
            percent(Ratio::new(shingles as u64, words as u64))
        ),
        format!("{signed} is {crc}, the same 32 bits"),
        format!("cuts runs of {}.", Params::preset(Preset::Node).width),
        format!("takes a modulo of {}.", Params::preset(Preset::Phpir).modulo),
        "Dice, 2 * in both / (in A + in B)".into(),
    ];
    // The years of the articles, and what these have.
    for said in [
        "From 1994",
        "Manber 1994",
        "Molina 1995",
        "programs of 1994 and 1995",
        "1997\nthe year",
        "In 1997",
        "Broder 1997",
        "Najork 2003",
        "phpir 2009",
        "minhash84",
        "84 minima",
        "6 supershingles",
    ] {
        told.push(said.into());
    }
    told
}

#[test]
fn every_number_behind_the_stages_is_counted_again() {
    let lesson = Lesson::new(&Subject::ferry(), &Arc::new(Params::defaults()), &pitfalls::all());
    let others = ["4\nother ways", "Charikar 2002", "64 bits", "König 2010", "2^b", "Aiken 2003"];
    let terms = vec!["14 minima".into(), format!("{}\nterms", shingle::lesson::step::TERMS.len())];
    let told = [
        capital(),
        empty(),
        missed(),
        chance(),
        header(),
        bands(),
        others.map(String::from).to_vec(),
        history(),
        terms,
    ];
    let steps = &lesson.steps[13..];
    assert_eq!(steps.len(), told.len());
    for (step, told) in steps.iter().zip(told) {
        let rest = left(&shown(&lesson, step, None), told);
        assert!(rest.is_empty(), "{}: {rest:#?}", step.title);
    }
}

#[test]
fn every_number_of_their_exercises_is_counted_again() {
    let [a, b] = Subject::gym().texts;
    let [printed, mended] = [Case::Ascii, Case::Unicode]
        .map(|case| lesson([&a, &b], Params { case, ..Params::preset(Preset::PhpShingles) }));
    let (was, is) = (Counted::new(&printed), Counted::new(&mended));
    let (fraction, score) = formula(&is, Measure::PerWord);
    let capital = vec![
        format!(
            "finds {} shingles in both texts and divides by {} words",
            Counted::counts(&was.sets)[0],
            was.words()[0]
        ),
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
        format!("{words} words has {runs} runs of 10 words and {short_runs} of 3."),
        format!("a copy {} words", (10..words).step_by(20).count()),
        "by runs of 10 and by runs of 3?".into(),
        format!("up to 10 runs of 10, here {altered} in all: {}", share(&long, runs, altered)),
        format!("Of 3 it alters 3: {}", share(&short, short_runs, short_altered)),
        "the 11th and every twentieth word after it".into(),
        format!("The last one has {} words behind it", (words - 11) % 20),
        format!("alters {} runs of 10 words", (words - 11) % 20 + 1),
    ];
    let sentences = lesson([NOTE, OTHER], Params { hash: HashKind::Crc32, ..as_they_are() });
    let counted = Counted::new(&sentences);
    let [ours, theirs] = counted.sets.each_ref().map(|set| {
        set.iter().map(|words| counted.hash(words)).collect::<std::collections::BTreeSet<_>>()
    });
    let same: Vec<_> = ours.intersection(&theirs).collect();
    let chance = vec![
        format!("the CRC-32 {}.", same[0]),
        format!("{}, as it compares 64 bits", Counted::counts(&counted.sets)[0]),
        format!("the other {}.", same.len()),
    ];
    let bodies = LETTERS.map(|letter| letter.split_once("\n\n").unwrap().1);
    let [with, without] = [LETTERS, bodies].map(|texts| lesson(texts, Params::defaults()));
    let [both, of, _] = Counted::counts(&Counted::new(&with).sets);
    let (fraction, score) = formula(&Counted::new(&without), Measure::Containment);
    let header =
        vec![format!("share {both} of the {of} shingles"), format!("{fraction} = {score}.")];
    let [text, _] = Subject::gym().texts;
    let itself = lesson([&text, &text], Params::preset(Preset::PhpShingles));
    let counted = Counted::new(&itself);
    let [shingles, words] = [counted.sets[0].len() as u64, counted.words()[0] as u64];
    assert_eq!(words - 3 + 1, shingles);
    let history = vec![
        "shingles of 3 words".into(),
        format!("a text of {words} words"),
        format!("({words} - 3 + 1) / {words} = {}.", percent(Ratio::new(shingles, words))),
    ];
    let all = exercises(&with);
    for (step, told) in [(14, capital), (16, missed), (17, chance), (18, header), (21, history)] {
        let one = all.iter().find(|one| one.step == step).unwrap();
        let rest = left(&format!("{}\n{}", one.question, one.answer), told);
        assert!(rest.is_empty(), "{step}: {rest:#?}");
    }
}
