//! What can go wrong with shingles, shown on small built-in texts that are taken through the same stages.

mod capital;
mod chance;
mod empty;
mod header;
mod missed;
pub mod pitfall;

use std::sync::Arc;

use crate::base::path::DocPath;
use crate::base::span::Span;
use crate::compare::measure::Direction;
use crate::pipeline::parameters::Params;

use pitfall::Pitfall;

use super::contents::Lesson;
use super::page::LETTERS;
use super::step::{FigurePiece, FigureRow, Ink};
use super::subject::Subject;

/// All pitfalls, in the order in which they are taught.
pub fn all() -> Arc<[Pitfall]> {
    [capital::pitfall(), empty::pitfall(), missed::pitfall(), chance::pitfall(), header::pitfall()]
        .into()
}

/// Two small texts, taken through the stages.
fn taught(names: [&str; 2], texts: [&str; 2], params: Params) -> Lesson {
    let texts = texts.map(|text| text.trim_end().into());
    let subject = Subject::new(names.map(DocPath::new), texts, Direction::First);
    Lesson::of(&subject, &Arc::new(params), &Arc::default())
}

/// The shingles of both texts, one in each row.
fn shared(lesson: &Lesson) -> Vec<FigureRow> {
    let both = lesson.sets.both.iter();
    both.map(|held| vec![FigurePiece::quoted(&held.text, Ink::Shared)]).collect()
}

/// Words, some of them in another role.
fn words<'a>(words: impl Iterator<Item = (&'a str, Ink)>) -> FigureRow {
    words.map(|(word, ink)| FigurePiece::quoted(word, ink)).collect()
}

/// Both texts, each after its letter, with their shared words highlighted.
fn both(lesson: &Lesson) -> Vec<FigureRow> {
    let shown = [&lesson.view.a, &lesson.view.b].into_iter().zip(&lesson.sides).zip(LETTERS);
    shown
        .map(|((side, taught), letter)| {
            let is_lit = |span: Span| {
                side.lit.iter().any(|lit| lit.span.start <= span.start && span.end <= lit.span.end)
            };
            let ink = |span| if is_lit(span) { Ink::Shared } else { Ink::Plain };
            let all = taught.document.words.iter();
            let mut row = vec![FigurePiece::own(letter, Ink::Letter)];
            row.extend(words(all.map(|word| (&*word.text, ink(word.span)))));
            row
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::side::LessonSide;
    use crate::base::ratio::Ratio;
    use crate::pipeline::parameters::Params;
    use crate::shingle::expected::near_duplicate;

    use super::{all, capital, chance, empty, header, missed};

    #[test]
    fn the_capital_letter_costs_what_the_article_printed() {
        let [printed, mended] = capital::lessons();
        assert_eq!((printed.overlap().shared, printed.overlap().a_words), (3, 23));
        assert_eq!((mended.overlap().shared, mended.overlap().a_words), (4, 22));
    }

    #[test]
    fn the_sample_is_empty_and_the_texts_are_nearly_the_same() {
        let [whole, sampled] = empty::lessons();
        assert!(whole.score().to_f64() > 0.8);
        assert_eq!(sampled.sides.each_ref().map(LessonSide::kept), [0, 0]);
        assert_eq!(sampled.score(), Ratio::ZERO);
    }

    #[test]
    fn one_word_in_twenty_is_changed_and_no_megashingle_is_left() {
        let (lesson, counted) = missed::lessons();
        let (words, changed) = missed::changed();
        let share = changed.len() as f64 / words.len() as f64;
        assert!((0.045..0.055).contains(&share), "{share}");
        assert_eq!(lesson.minima.pairs_agree(), 0);
        assert!(lesson.minima.agree() > 0);
        assert!(near_duplicate(lesson.truth().jaccard().to_f64()) < 0.01);
        // Each way of counting differs in one thing from the one before, and finds more.
        let scores = counted.each_ref().map(|one| one.score().to_f64());
        assert!(scores[0] < scores[1] && scores[1] < scores[2] && scores[2] > 0.6, "{scores:?}");
        let [long, short, contained] = counted.map(|one| (*one.params).clone());
        assert_eq!(Params { width: short.width, ..long }, short);
        assert_eq!(Params { measure: contained.measure, ..short }, contained);
    }

    #[test]
    fn two_shingles_have_one_checksum_and_are_not_taken_for_one() {
        let lesson = chance::lesson();
        let values = lesson.sides.each_ref().map(|side| {
            let found =
                side.shingles.iter().find(|shingle| chance::PHRASES.contains(&&*shingle.text()));
            found.unwrap().value
        });
        assert_eq!(values[0], values[1]);
        assert_eq!(lesson.overlap().shared, 0);
        assert_eq!(chance::by_checksum(&lesson), 1);
    }

    #[test]
    fn a_header_alone_makes_a_match() {
        let [with, without] = header::lessons();
        assert!(with.score().to_f64() > 0.4 && without.score() == Ratio::ZERO);
    }

    /// What a pitfall says, and what it shows.
    fn told(index: usize) -> (String, String) {
        let pitfall = &all()[index];
        let lines = pitfall.exhibits.iter().flat_map(|one| &one.lines).flatten();
        let shown = lines.map(|piece| piece.text.as_str()).collect::<Vec<&str>>().join(" ");
        (pitfall.says.join(" "), shown)
    }

    #[test]
    fn every_pitfall_says_that_its_texts_are_an_example() {
        for index in 0..5 {
            let (said, _) = told(index);
            assert!(said.starts_with("The example is "), "{said}");
        }
    }

    #[test]
    fn russian_shingles_have_their_english() {
        for lesson in capital::lessons() {
            for shared in &lesson.sets.both {
                let (_, shown) = told(0);
                let (_, behind) = shown.split_once(&shared.text).unwrap();
                assert!(behind.starts_with(" ("), "{}: {behind}", shared.text);
            }
        }
    }

    #[test]
    fn both_texts_of_a_pitfall_are_shown() {
        let (_, note) = told(1);
        assert_eq!(note.matches("At noon the patient pilot").count(), 4, "{note}");
        let (_, letters) = told(4);
        assert!(
            letters.contains("Dear Ms Okoro") && letters.contains("A Northgate Library"),
            "{letters}"
        );
        assert_eq!(letters.matches("Northgate Library").count(), 2, "{letters}");
    }

    #[test]
    fn every_pitfall_says_something_and_shows_it() {
        let all = all();
        assert_eq!(all.len(), 5);
        for pitfall in all.iter() {
            assert!(!pitfall.title.is_empty() && !pitfall.says.is_empty());
            assert!(pitfall.exhibits.len() >= 2);
        }
    }
}
