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

/// The essay without its last paragraph, in one line: with so many words, one changed word makes a resemblance of about
/// 95 %. In one line, because the words of the `php-shingles` article end at blanks alone: it would join two words at each
/// line break, and nobody who counts by hand would find its numbers.
fn text() -> String {
    let text = ESSAY.trim_end().rsplit_once("\n\n").map_or(ESSAY, |(text, _)| text);
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
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
        let copy = text.replace(CHANGED[0], CHANGED[1]);
        let texts = [text.into(), copy.into()];
        let subject = Subject::new(names, texts, Direction::First);
        let (_, sets, minima) = counted(&subject, &Arc::new(params));
        let [all_a, all_b] = sets.each().map(|set| set.len() as u64);
        let shared = sets.both.len() as u64;
        Self { resemblance: Ratio::new(shared, (all_a + all_b - shared).max(1)), minima }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{CHANGED, EasyPair, text};
    use crate::base::ratio::Ratio;
    use crate::pipeline::parameters::{Params, Preset};
    use crate::shingle::expected::deviation;
    use crate::shingle::minhash::Family;

    #[test]
    fn one_word_is_changed_once() {
        assert_eq!(text().matches(CHANGED[0]).count(), 1);
        assert!(!text().contains(CHANGED[1]));
    }

    #[test]
    fn its_resemblance_is_that_of_a_plain_count() {
        let text = text();
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
        assert_eq!((both, either), (173, 179));
        let easy = EasyPair::of(&Params::preset(Preset::PhpShingles));
        assert_eq!(easy.resemblance, Ratio::new(both, either));
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
