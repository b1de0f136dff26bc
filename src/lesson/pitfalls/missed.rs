//! Pitfall: a copy with one word in twenty changed, which megashingles miss.

use crate::compare::measure::Measure;
use crate::pipeline::parameters::{Params, Preset, SketchKind, StopWords};
use crate::text::normalize::Stem;

use super::super::contents::Lesson;
use super::super::numbers::{percent, percent_of};
use super::super::step::{FigurePiece, FigureRow, Ink, StepNumber};
use super::pitfall::{Exhibit, Pitfall};
use super::{taught, words};
use crate::shingle::expected::near_duplicate;

const TEXT: &str = include_str!("../../../assets/demo/essays/harbour.txt");
/// One word in this many is changed.
const EVERY: usize = 20;
/// The word that replaces changed ones.
const OTHER: &str = "instead";

/// The words of the copy, and the positions of the changed ones.
pub(super) fn changed() -> (Vec<&'static str>, Vec<usize>) {
    let words: Vec<&str> = TEXT.split_whitespace().collect();
    let positions: Vec<usize> = (EVERY / 2..words.len()).step_by(EVERY).collect();
    let put = |(place, word)| if positions.contains(&place) { OTHER } else { word };
    (words.into_iter().enumerate().map(put).collect(), positions)
}

/// The lesson with megashingles as they were published, and counted: with the same shingles, with the short ones of the
/// defaults, and with these and containment. Each differs in one thing from the one before.
pub(super) fn lessons() -> (Lesson, [Lesson; 3]) {
    let copy = changed().0.join(" ");
    let names = ["harbour.txt", "harbour-copied.txt"];
    let sketch = SketchKind::MegaShingle;
    // As published: all words count, as they are.
    let (stop_words, stem) = (StopWords::Off, Stem::Off);
    let published = Params { stop_words, stem, sketch, ..Params::preset(Preset::MinHash84) };
    let long =
        Params { sketch: SketchKind::Modulo, measure: Measure::Jaccard, ..published.clone() };
    let short = Params { width: Params::defaults().width, ..long.clone() };
    let contained = Params { measure: Measure::Containment, ..short.clone() };
    let counted = [long, short, contained].map(|params| taught(names, [TEXT, &copy], params));
    (taught(names, [TEXT, &copy], published), counted)
}

/// A row of the table: what is looked at, how wide its shingles are, by which measure, and what it says.
fn row([what, width, measure, says]: [&str; 4], ink: Ink) -> FigureRow {
    vec![FigurePiece::own(format!("{what:<14} {width:>5}  {measure:<11}  {says}"), ink)]
}

/// One way to count, with its score.
fn counting(lesson: &Lesson) -> FigureRow {
    let (measure, score) = (lesson.params.measure.to_string(), percent(lesson.score()));
    row(["all shingles", &lesson.params.width.to_string(), &measure, &score], Ink::Strong)
}

pub(super) fn pitfall() -> Pitfall {
    let (lesson, counted) = lessons();
    let (text, positions) = changed();
    let (minima, truth) = (&lesson.minima, lesson.truth());
    let r = truth.jaccard();
    let width = lesson.params.width;
    let shown = text.iter().enumerate();
    let ink = |place| if positions.contains(&place) { Ink::Now } else { Ink::Plain };
    let sketch = |what, says: &str| row([what, &width.to_string(), "jaccard", says], Ink::Plain);
    Pitfall {
        title: "Pitfall 3: a copy that megashingles miss".into(),
        says: vec![
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
        exhibits: vec![
            Exhibit::new(
                "What each of them says: from row to row one thing changes",
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
                vec![words(shown.map(|(place, word)| (*word, ink(place))))],
            ),
        ],
    }
}
