//! The two texts that a lesson is about. It runs no stage.

use std::sync::Arc;

use crate::base::path::DocPath;
use crate::compare::measure::Direction;
use crate::pipeline::document::left_out::LeftOut;
use crate::pipeline::document::pair::PairView;
use crate::text::language::folder::Prior;

/// The texts that `php-shingles` compares, as in its article; the second is the first there.
const GYM: [&str; 2] = [
    include_str!("../../assets/demo/russian/sport-b.txt"),
    include_str!("../../assets/demo/russian/sport-a.txt"),
];
/// What they say.
const GLOSS: [&str; 2] = [
    "In English A says: Girls! Come to the sports club Butterfly. We have many machines and experienced trainers, who \
     will tell you how to do sports and eat rightly, to have a slender figure and a cheerful spirit.",
    "B says: To have a slender figure, you must do sports and eat rightly. Come to the gym Spark - be healthy and \
     beautiful!",
];

/// Two texts, one beside the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// What they are called.
    pub names: [DocPath; 2],
    /// What they say. Raw: it must pass `base::visible` on its way to a terminal.
    pub texts: [Arc<str>; 2],
    /// The byte of each around which an excerpt is taken where it is long.
    pub around: [u32; 2],
    /// Which way a directional measure goes.
    pub direction: Direction,
    /// What is left out of the pair in its folder, under the parameters that the lesson is asked for with; `None` where there
    /// is no folder, and what templates have is all.
    pub left_out: Option<Arc<LeftOut>>,
    /// The languages of their folder, by which short stretches are read; `None`: those of the two.
    pub languages: Option<Arc<Prior>>,
    /// What they say in English, where that helps.
    pub gloss: Option<[&'static str; 2]>,
}

impl Subject {
    /// Any two texts.
    pub fn new(names: [DocPath; 2], texts: [Arc<str>; 2], direction: Direction) -> Self {
        Self {
            names,
            texts,
            around: [0, 0],
            direction,
            left_out: None,
            languages: None,
            gloss: None,
        }
    }

    /// The example of the `php-shingles` article: two advertisements of gyms.
    pub fn gym() -> Self {
        let names = ["club.txt", "gym.txt"].map(DocPath::new);
        Self {
            gloss: Some(GLOSS),
            ..Self::new(names, GYM.map(|text| text.trim_end().into()), Direction::First)
        }
    }

    /// An open pair; where its texts are long, around one of its passages, or around the longest.
    pub fn of_pair(view: &PairView, passage: Option<usize>, direction: Direction) -> Self {
        let chosen = passage.and_then(|index| view.passages.get(index));
        let longest = || view.passages.iter().rev().max_by_key(|passage| passage.words);
        let around = chosen.or_else(longest).map_or([0, 0], |one| [one.a.start, one.b.start]);
        let names = [view.a.doc.path.clone(), view.b.doc.path.clone()];
        let texts = [Arc::clone(&view.a.text), Arc::clone(&view.b.text)];
        let left_out = Some(Arc::clone(&view.surroundings.left_out));
        let languages = Some(Arc::clone(&view.surroundings.languages));
        Self { around, left_out, languages, ..Self::new(names, texts, direction) }
    }
}
