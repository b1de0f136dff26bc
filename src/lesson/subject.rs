//! The two texts that a lesson is about.

use std::sync::Arc;

use crate::base::path::DocPath;
use crate::compare::measure::Direction;
use crate::pipeline::document::left_out::LeftOut;
use crate::pipeline::document::pair::PairView;
use crate::text::language::folder::Prior;

/// The texts that the `php-shingles` article compares, in reverse order.
const GYM: [&str; 2] = [
    include_str!("../../assets/demo/russian/sport-b.txt"),
    include_str!("../../assets/demo/russian/sport-a.txt"),
];
/// Translations of the two texts.
const GLOSS: [&str; 2] = [
    "Girls! Come to the sports club Butterfly. We have many machines and experienced trainers, who \
     will tell you how to do sports and eat rightly, to have a slender figure and a cheerful spirit.",
    "To have a slender figure, you must do sports and eat rightly. Come to the gym Spark - be healthy and \
     beautiful!",
];

/// The lists of an inverted index that a text stands in, counted in its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FolderLists {
    /// All documents of the folder.
    pub documents: u32,
    /// The distinct kept shingles of the text: its lists.
    pub shingles: u32,
    /// The entries of other documents in these lists.
    pub entries: u64,
}

/// The two texts of a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// Their names.
    pub names: [DocPath; 2],
    /// The texts. Raw: they must pass through `base::visible` on their way to a terminal.
    pub texts: [Arc<str>; 2],
    /// For each text, the byte around which an excerpt is taken if the text is long.
    pub around: [u32; 2],
    /// The direction of a directional measure.
    pub direction: Direction,
    /// What is left out of the pair in its folder, under the parameters of the lesson. Without a folder `None`, and
    /// then only templates are left out.
    pub left_out: Option<Arc<LeftOut>>,
    /// The languages of their folder, which decide about short stretches. `None` to use the languages of the two texts.
    pub languages: Option<Arc<Prior>>,
    /// The lists of text A in its folder. `None` without a folder, or while nobody has counted.
    pub folder: Option<FolderLists>,
    /// Their English translations, where that helps.
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
            folder: None,
            gloss: None,
        }
    }

    /// The example of the `php-shingles` article: two advertisements for gyms.
    pub fn gym() -> Self {
        let names = ["club.txt", "gym.txt"].map(DocPath::new);
        Self {
            gloss: Some(GLOSS),
            ..Self::new(names, GYM.map(|text| text.trim_end().into()), Direction::First)
        }
    }

    /// An open pair. Excerpts of long texts are taken around one of its passages, or around the longest one.
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
