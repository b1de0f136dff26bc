//! Pitfall: a capital letter that costs the `php-shingles` article a match.

use std::sync::Arc;

use crate::pipeline::parameters::{Params, Preset};
use crate::text::normalize::Case;

use super::super::contents::Lesson;
use super::super::numbers::percent;
use super::super::step::{FigurePiece, FigureRow, Ink, StepNumber};
use super::super::subject::Subject;
use super::pitfall::{Exhibit, Pitfall};
use super::shared;

/// The shared shingles in English, word by word.
const GLOSS: [(&str, &str); 4] = [
    ("заниматься спортом правильно", "do sports rightly"),
    ("спортом правильно питаться", "sports rightly eat"),
    ("чтобы иметь стройную", "to have a slender"),
    ("иметь стройную фигуру", "have a slender figure"),
];

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
        let lines = shared(lesson).into_iter().map(|mut row: FigureRow| {
            let said: String = row.iter().map(|piece| piece.text.as_str()).collect();
            if let Some((_, gloss)) = GLOSS.iter().find(|(shingle, _)| *shingle == said) {
                row.push(FigurePiece::own(format!("({gloss})"), Ink::Quiet));
            }
            row
        });
        Exhibit::new(heading, "Shingles in both texts:", lines.collect())
    };
    let (was, is) = (percent(printed.score()), percent(mended.score()));
    Pitfall {
        title: "Pitfall 1: a capital letter".into(),
        says: vec![
            format!(
                "The example is a pair of Russian advertisements for gyms. The article of the preset php-shingles prints {was} \
                 for them."
            ),
            "Its program made small letters only of the capitals A to Z; Cyrillic ones stayed. So «Чтобы» (\"to\"), with which \
             the second text begins, was another word than «чтобы» within the first, and one shared shingle was lost."
                .into(),
            format!(
                "A stop word with a capital («У», \"at\") was not recognised either, so one word too many was counted. With all capitals \
                 folded the score is {is}. One step near the beginning decides about everything after it."
            ),
        ],
        brief: "A capital letter that was not folded hid a shared shingle and added a word.".into(),
        number: StepNumber::new(is, format!("with capitals folded, printed {was}")),
        exhibits: vec![exhibit(&printed, "case ascii"), exhibit(&mended, "case unicode")],
    }
}
