//! Contents of a lesson on two texts: the results of each stage, the numbers, and the steps. Includes the easy pair, on
//! which every sketch succeeds.

use std::sync::Arc;

use hashbrown::HashSet;

use super::sample::{LessonMinima, LessonSample};
use super::side::{LessonSide, Sets};
use super::step::{Exercise, Step};
use super::{formula::Formula, numbers::format_percent, subject::Subject};
use base::{numbers::format_with_commas, path::DocPath, ratio::Ratio};
use shingle_core::compare::{Direction, Overlap};
use shingle_core::pipeline::corpus::leaving::keys_of_templates_and_phrases;
use shingle_core::pipeline::{Criteria, IgnoredShingles, PairView, Params};
use shingle_core::shingle::SketchKind;

#[derive(Debug, Clone)]
pub struct Lesson {
    pub subject: Subject,
    pub params: Arc<Params>,
    pub sides: [LessonSide; 2],
    pub sets: Sets,
    pub all: Sets,
    pub minima: LessonMinima,
    /// The pair as `compare` shows it.
    pub view: PairView,
    /// The pair without modulo.
    pub whole: PairView,
    pub formula: Formula,
    pub sample: LessonSample,
    /// The easy pair, or `None` in its own lesson.
    pub easy: Option<Arc<EasyPair>>,
    /// Steps: stages, pitfalls, background, terms.
    pub steps: Vec<Step>,
}

impl Lesson {
    /// Returns the overlap of the shingles that the modulo retains.
    pub fn overlap(&self) -> Overlap {
        self.sets.overlap(&self.sides, self.params.modulo)
    }

    /// Returns the overlap of all shingles.
    pub fn exact_overlap(&self) -> Overlap {
        self.all.overlap(&self.sides, 1)
    }

    /// Returns the score of the pair under its parameters, counted or estimated.
    pub fn score(&self) -> Ratio {
        if !self.params.is_estimate() {
            let formula = if self.sample.is_tried { &self.formula } else { &self.sample.formula };
            return formula.result;
        }
        self.estimate_by_sketch(self.params.sketch)
    }

    /// Returns the share of agreeing keys in sketches of a kind. Copies without shingles agree.
    pub fn estimate_by_sketch(&self, kind: SketchKind) -> Ratio {
        let overlap = self.overlap();
        if overlap.exact_copy && overlap.a_shingles == 0 && overlap.b_shingles == 0 {
            return Ratio::ONE;
        }
        let (agree, keys) = self.minima.count_agreeing_and_all_keys(kind);
        Ratio::new(agree as u64, keys as u64)
    }

    /// Returns true if the pair passes the threshold by score and, for verified sketches, by measure.
    pub fn passes_threshold(&self) -> bool {
        let direction = self.subject.direction;
        Criteria::new(&self.params).passes(self.score(), self.overlap(), direction)
    }

    /// Returns the exercises of all steps, each with the number of its step and its number, such as `4.1`.
    pub fn numbered_exercises(&self) -> impl Iterator<Item = (usize, String, &Exercise)> {
        (1..).zip(&self.steps).flat_map(|(number, step)| {
            let exercises = (1..).zip(&step.exercises);
            exercises.map(move |(at, one)| (number, format!("{number}.{at}"), one))
        })
    }
}
pub(super) fn read_sides(
    subject: &Subject,
    params: &Arc<Params>,
) -> ([LessonSide; 2], Sets, LessonMinima) {
    // Without a folder, only templates and phrases apply.
    let left_out = match &subject.left_out {
        _ if !params.ignores_shingles() => Arc::default(),
        Some(left_out) => Arc::clone(left_out),
        None => Arc::new(IgnoredShingles::new(&keys_of_templates_and_phrases(params), &[], 2)),
    };
    let [mut a, mut b] = [0, 1].map(|which| {
        let text = (&subject.texts[which], subject.excerpt_at[which]);
        LessonSide::read_text(&subject.names[which], text, params, &left_out)
    });
    let [in_a, in_b] = [&a, &b].map(|side| side.document.retained_keys().collect::<HashSet<u64>>());
    a.record_shingles(params, &in_b);
    b.record_shingles(params, &in_a);
    let sides = [a, b];
    let sets = Sets::new(&sides, params.modulo);
    let minima = LessonMinima::new(&sets, params);
    (sides, sets, minima)
}

const ESSAY: &str = include_str!("../../assets/demo/essays/bread.txt");
/// The changed word and its replacement. Only the first shingle contains it, so nearly all shingles of any width stay.
pub const CHANGED: [&str; 2] = ["Bread", "Toast"];

/// Returns the essay in one line. Two articles split texts at blanks alone, so a line break would join two words.
fn essay_in_one_line() -> String {
    ESSAY.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Sketches of the easy pair, under the lesson's parameters without modulo.
#[derive(Debug, Clone)]
pub struct EasyPair {
    pub resemblance: Ratio,
    pub minima: LessonMinima,
}

impl EasyPair {
    /// Runs the pair through the stages, with modulo 1 and nothing ignored.
    pub fn new(params: &Params) -> Self {
        let params = Params { modulo: 1, template: Vec::new(), common: None, ..params.clone() };
        let text = essay_in_one_line();
        let names = ["bread.txt", "bread-again.txt"].map(DocPath::new);
        let copy = text.replace(CHANGED[0], CHANGED[1]);
        let texts = [text.into(), copy.into()];
        let subject = Subject::new(names, texts, Direction::First);
        let (sides, sets, minima) = read_sides(&subject, &Arc::new(params));
        Self { resemblance: sets.overlap(&sides, 1).jaccard(), minima }
    }
}

pub fn describe_change_of_score(before: &Lesson, after: &Lesson) -> String {
    let (old, new) = (before.overlap(), after.overlap());
    let (was, is) = (format_percent(before.score()), format_percent(after.score()));
    let score =
        if was == is { format!("the score stays {is}") } else { format!("score {was} → {is}") };
    // The most important part is first, because a narrow screen shows only the beginning.
    let mut parts = vec![score];
    let counts = [
        ("in both", old.shared, new.shared),
        ("shingles of A", old.a_shingles, new.a_shingles),
        ("shingles of B", old.b_shingles, new.b_shingles),
        ("words of A", old.a_words, new.a_words),
        ("words of B", old.b_words, new.b_words),
    ];
    for (what, old, new) in counts.into_iter().filter(|(_, old, new)| old != new) {
        let [old, new] = [old, new].map(format_with_commas);
        parts.push(format!("{old} → {new} {what}"));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{CHANGED, EasyPair, essay_in_one_line};
    use base::ratio::Ratio;
    use shingle_core::pipeline::parameters::{Params, Preset};
    use shingle_core::{shingle::expected::deviation_of_minhash, shingle::minhash::Family};

    #[test]
    fn its_resemblance_is_that_of_a_plain_count() {
        let text = essay_in_one_line();
        let copy = text.replace(CHANGED[0], CHANGED[1]);
        let words = |text: &str| -> Vec<String> {
            let all = text.split_whitespace();
            all.map(|word| word.trim_matches(|one: char| !one.is_alphanumeric()).to_lowercase())
                .collect()
        };
        let set = |text: &str| -> HashSet<Vec<String>> {
            words(text).windows(3).map(<[String]>::to_vec).collect()
        };
        let [a, b] = [set(&text), set(&copy)];
        let (both, either) = (a.intersection(&b).count() as u64, a.union(&b).count() as u64);
        assert_eq!((both, either), (247, 249));
        let easy = EasyPair::new(&Params::from_preset(Preset::PhpShingles));
        assert_eq!(easy.resemblance, Ratio::new(both, either));
    }

    #[test]
    fn every_sketch_finds_it_under_the_defaults_and_every_preset() {
        let presets = Preset::ALL.iter().map(|(_, preset)| Params::from_preset(*preset));
        let starts: Vec<Params> = presets.chain([Params::defaults()]).collect();
        for family in [Family::Fast, Family::Md5] {
            for start in &starts {
                let easy = EasyPair::new(&Params { family, ..start.clone() });
                let resemblance = easy.resemblance.to_f64();
                assert!((0.97..1.0).contains(&resemblance), "{resemblance}");
                let minima = &easy.minima;
                let share = minima.count_agreeing_minima() as f64 / minima.functions as f64;
                let off = (share - resemblance).abs();
                assert!(off < 3.0 * deviation_of_minhash(resemblance, minima.functions), "{off}");
                assert!(
                    minima.count_agreeing_supershingles() >= 2,
                    "{family:?}: {}",
                    minima.count_agreeing_supershingles()
                );
                assert!(minima.count_agreeing_megashingles() >= 1);
            }
        }
    }
}
