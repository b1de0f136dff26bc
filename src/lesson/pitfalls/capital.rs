//! Pitfall: a capital letter that costs the `php-shingles` article a match.

use std::sync::Arc;

use crate::pipeline::parameters::{Params, Preset};
use crate::text::normalize::Case;

use super::super::contents::Lesson;
use super::super::numbers::percent;
use super::super::step::StepNumber;
use super::super::subject::Subject;
use super::pitfall::{Exhibit, Pitfall};
use super::shared;

/// The lesson as the article counted, and with all capitals folded.
pub(super) fn lessons() -> [Lesson; 2] {
    [Case::Ascii, Case::Unicode].map(|case| {
        let params = Params { case, ..Params::preset(Preset::PhpShingles) };
        Lesson::of(&Subject::gym(), &Arc::new(params), &Arc::default())
    })
}

pub(super) fn pitfall() -> Pitfall {
    let [printed, mended] = lessons();
    let exhibit = |lesson: &Lesson, folded: &str| {
        let numbers = &lesson.formula.numbers;
        let heading = format!("{folded}: {numbers} = {}", percent(lesson.score()));
        Exhibit::new(heading, "Shingles in both texts:", shared(lesson))
    };
    let (was, is) = (percent(printed.score()), percent(mended.score()));
    Pitfall {
        title: "Pitfall 1: a capital letter".into(),
        says: vec![
            format!(
                "The article that these advertisements are from prints {was} for them. Its program made small letters only \
                 of the capitals A to Z; Cyrillic ones stayed. So the word that begins the second text was another word \
                 than the same one within the first, and one shared shingle was lost."
            ),
            format!(
                "A stop word with a capital was not recognised either, so one word too many was counted. With all capitals \
                 folded the score is {is}. One step near the beginning decides about everything after it."
            ),
        ],
        brief: "A capital letter that was not folded hid a shared shingle and added a word.".into(),
        number: StepNumber::new(is, format!("with capitals folded, printed {was}")),
        exhibits: vec![exhibit(&printed, "case ascii"), exhibit(&mended, "case unicode")],
    }
}
