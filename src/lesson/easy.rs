//! A pair on which every sketch succeeds: an essay and the same essay with one word changed.

use std::sync::Arc;

use crate::base::path::DocPath;
use crate::base::ratio::Ratio;
use crate::compare::measure::Direction;
use crate::pipeline::parameters::Params;

use super::counted::counted;
use super::minhash::LessonMinima;
use super::subject::Subject;

const ESSAY: &str = include_str!("../../assets/demo/essays/bread.txt");
/// The word that is changed, and the word in its place.
pub const CHANGED: [&str; 2] = ["newspaper", "almanac"];

/// The essay without its last paragraph: with so many words, one changed word makes a resemblance of about 95 %.
fn text() -> &'static str {
    ESSAY.trim_end().rsplit_once("\n\n").map_or(ESSAY, |(text, _)| text)
}

/// What the sketches say of that pair, under the lesson's parameters but with every shingle kept.
#[derive(Debug, Clone)]
pub struct EasyPair {
    /// The resemblance of all shingles.
    pub resemblance: Ratio,
    /// The minima.
    pub minima: LessonMinima,
}

impl EasyPair {
    /// Takes the pair through the stages. Its modulo is 1, and nothing is left out.
    pub fn of(params: &Params) -> Self {
        let params = Params { modulo: 1, template: Vec::new(), common: None, ..params.clone() };
        let text = text();
        let names = ["bread.txt", "bread-again.txt"].map(DocPath::new);
        let texts = [text.into(), text.replace(CHANGED[0], CHANGED[1]).into()];
        let subject = Subject::new(names, texts, Direction::First);
        let (_, sets, minima) = counted(&subject, &Arc::new(params));
        let [all_a, all_b] = sets.each().map(|set| set.len() as u64);
        let shared = sets.both.len() as u64;
        Self { resemblance: Ratio::new(shared, (all_a + all_b - shared).max(1)), minima }
    }
}

#[cfg(test)]
mod tests {
    use super::{CHANGED, EasyPair, text};
    use crate::pipeline::parameters::{Params, Preset};
    use crate::shingle::expected::deviation;
    use crate::shingle::minhash::Family;

    #[test]
    fn one_word_is_changed_once() {
        assert_eq!(text().matches(CHANGED[0]).count(), 1);
        assert!(!text().contains(CHANGED[1]));
    }

    #[test]
    fn every_sketch_finds_it_under_the_parameters_that_lessons_begin_with() {
        for family in [Family::Fast, Family::Md5] {
            for start in [Params::defaults(), Params::preset(Preset::PhpShingles)] {
                let easy = EasyPair::of(&Params { family, ..start });
                let resemblance = easy.resemblance.to_f64();
                assert!((0.93..0.97).contains(&resemblance), "{resemblance}");
                let minima = &easy.minima;
                let off = (minima.estimate().to_f64() - resemblance).abs();
                assert!(off < 3.0 * deviation(resemblance, minima.functions), "{off}");
                assert!(minima.groups_agree() >= 2, "{family:?}: {}", minima.groups_agree());
                assert!(minima.pairs_agree() >= 1);
            }
        }
    }
}
