//! Pitfalls of sketches and hashes: a copy that megashingles miss, and two texts that share a checksum but no shingle.

use hashbrown::HashSet;

use super::{taught, words};
use crate::lesson::numbers::{percent, percent_of};
use crate::lesson::sentences::shingling::wide;
use crate::lesson::step::{Exhibit, LETTERS, StepKind, StepNumber, lesson_text, quoted};
use crate::lesson::{FigureRow, Ink, Lesson, Pitfall, Step};
use crate::pipeline::{ExplainedShingle, Params, Preset, StopWords};
use crate::shingle::{HashKind, SketchKind, near_duplicate};
use crate::{compare::Measure, text::Stem};

const TEXT: &str = include_str!("../../../assets/demo/essays/harbour.txt");
const EVERY: usize = 20;
const OTHER: &str = "instead";

/// The words of the copy, and the positions of the changed words.
pub(super) fn changed() -> (Vec<&'static str>, Vec<usize>) {
    let words: Vec<&str> = TEXT.split_whitespace().collect();
    let positions: Vec<usize> = (EVERY / 2..words.len()).step_by(EVERY).collect();
    let put = |(place, word)| if positions.contains(&place) { OTHER } else { word };
    (words.into_iter().enumerate().map(put).collect(), positions)
}

/// The lesson with published megashingles, then counted with: the same shingles, the short default shingles, and also
/// containment. Each differs from the one before in one parameter.
pub(super) fn missed_lessons() -> (Lesson, [Lesson; 3]) {
    let copy = changed().0.join(" ");
    let names = ["harbour.txt", "harbour-copied.txt"];
    let sketch = SketchKind::MegaShingle;
    // As published: all words count unchanged.
    let (stop_words, stem) = (StopWords::Off, Stem::Off);
    let published = Params { stop_words, stem, sketch, ..Params::preset(Preset::MinHash84) };
    let long =
        Params { sketch: SketchKind::Modulo, measure: Measure::Jaccard, ..published.clone() };
    let short = Params { width: Params::defaults().width, ..long.clone() };
    let contained = Params { measure: Measure::Containment, ..short.clone() };
    let counted = [long, short, contained].map(|params| taught(names, [TEXT, &copy], params));
    (taught(names, [TEXT, &copy], published), counted)
}

fn row([what, width, measure, value]: [&str; 4], ink: Ink) -> FigureRow {
    vec![lesson_text(format!("{what:<14} {width:>5}  {measure:<11}  {value}"), ink)]
}

fn counting(lesson: &Lesson) -> FigureRow {
    let (measure, score) = (lesson.params.measure.to_string(), percent(lesson.score()));
    row(["all shingles", &lesson.params.width.to_string(), &measure, &score], Ink::Strong)
}

pub(super) fn missed() -> Pitfall {
    let (lesson, counted) = missed_lessons();
    let (text, positions) = changed();
    let (minima, truth) = (&lesson.minima, lesson.truth());
    let r = truth.jaccard();
    let width = lesson.params.width;
    let words_of_text = text.iter().enumerate();
    let ink = |place| if positions.contains(&place) { Ink::Now } else { Ink::Plain };
    let sketch = |what, value: &str| row([what, &width.to_string(), "jaccard", value], Ink::Plain);
    Pitfall {
        step: Step {
            kind: StepKind::Pitfall(2),
            title: "Pitfall 3: a copy that megashingles miss".into(),
            paragraphs: vec![
                format!(
                    "The example is an essay and a copy in which every twentieth word was changed: {} of {}. Anybody would call it a copy. But \
                 shingles have {width} words here, as in the system that preset minhash84 repeats, and each changed word alters {width} of them: \
                 the resemblance falls to {}.",
                    positions.len(),
                    text.len(),
                    percent(r)
                ),
                format!(
                    "A supershingle asks for fourteen minima at once, so at this resemblance megashingles find a pair with a \
                 chance of {}. Megashingles are made for texts that are the same but for a word or two. For rewrites count \
                 short shingles.",
                    percent_of(near_duplicate(r.to_f64()))
                ),
            ],
            brief: format!(
                "One word in twenty is changed: with shingles of {width} words the resemblance falls to {}.",
                percent(r)
            ),
            number: StepNumber::new(format!("{}/15", minima.pairs_agree()), "megashingles agree"),
            first: 0,
        },
        exhibits: vec![
            Exhibit::new(
                "Results of the methods; each row changes one setting",
                "",
                [
                    row(["looked at", "words", "measure", "says"], Ink::Quiet),
                    sketch(
                        "megashingles",
                        &format!("{} of 15 agree: not found", minima.pairs_agree()),
                    ),
                    sketch("supershingles", &format!("{} of 6 agree", minima.groups_agree())),
                    sketch(
                        "minima",
                        &format!(
                            "{} of {} agree: {}",
                            minima.agree(),
                            minima.functions,
                            percent(minima.estimate())
                        ),
                    ),
                ]
                .into_iter()
                .chain(counted.iter().map(counting))
                .collect(),
            ),
            Exhibit::new(
                "The copy, with the changed words marked",
                "",
                vec![words(words_of_text.map(|(place, word)| (*word, ink(place))))],
            ),
        ],
    }
}

const TEXTS: [&str; 2] = [
    include_str!("../../../assets/lesson/chance-a.txt"),
    include_str!("../../../assets/lesson/chance-b.txt"),
];
/// Found among 655,306 phrases of an adjective, a noun and a verb. There, 38 pairs without a common word share their
/// CRC-32. About as many are expected by chance.
pub(super) const PHRASES: [&str; 2] = ["patient pilot calls", "calm tailor wanders"];

pub(super) fn chance_lesson() -> Lesson {
    let params = Params { hash: HashKind::Crc32, stem: Stem::Off, ..Params::defaults() };
    taught(["pilot.txt", "tailor.txt"], TEXTS, params)
}

pub(super) fn by_checksum(lesson: &Lesson) -> usize {
    let [a, b] = lesson
        .sides
        .each_ref()
        .map(|side| side.shingles.iter().map(|shingle| shingle.value).collect::<HashSet<u64>>());
    a.intersection(&b).count()
}

pub(super) fn chance() -> Pitfall {
    let lesson = chance_lesson();
    let exhibit = |which: usize| {
        let (side, phrase) = (&lesson.sides[which], PHRASES[which]);
        let row = |key: bool, shingle: &ExplainedShingle| -> FigureRow {
            let (number, ink) = if key {
                (format!("64 bits {:016x}", shingle.key), Ink::Plain)
            } else {
                (format!("CRC-32 {}", shingle.hash), Ink::Now)
            };
            vec![quoted(&shingle.text(), Ink::Plain), lesson_text(number, ink)]
        };
        let found = side.shingles.iter().filter(|shingle| shingle.text() == phrase);
        let mut lines: Vec<FigureRow> =
            found.flat_map(|shingle| [row(false, shingle), row(true, shingle)]).collect();
        let all = side.document.words.iter();
        let ink = |word: &str| {
            if phrase.split(' ').any(|one| one == word) { Ink::Now } else { Ink::Plain }
        };
        lines.push(words(all.map(|word| (&*word.text, ink(&word.text)))));
        Exhibit::new(format!("Text {}", LETTERS[which]), "", lines)
    };
    Pitfall {
        step: Step {
            kind: StepKind::Pitfall(3),
            title: "Pitfall 4: the same number by chance".into(),
            paragraphs: vec![
                format!(
                "The example is two sentences that share no three words in a row, and yet two of their shingles have the same \
                 CRC-32. It has \
                 32 bits, about four thousand million numbers: among a hundred thousand different shingles, two with one \
                 number are to be expected already. A program that compares only these would count {} here.",
                by_checksum(&lesson)
                ),
                format!(
                "This one compares 64 bits, whatever hash is named (step 5): it counts {}. The named hash decides only which \
                 shingles a modulo keeps. The 64 bits are made {}.",
                lesson.overlap().shared,
                wide(&lesson)
                ),
            ],
            brief: "A hash of 32 bits gives different shingles one number sooner than one thinks; 64 bits hardly."
                .into(),
            number: StepNumber::new(by_checksum(&lesson).to_string(), "number that two shingles share by chance"),
            first: 0,
        },
        exhibits: vec![exhibit(0), exhibit(1)],
    }
}
