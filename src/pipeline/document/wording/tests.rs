//! Tests of words that read differently, on whole documents.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::select;

use crate::pipeline::document::pair::{PairView, Side};
use crate::pipeline::document::wording::{SMALL, WIDEST_GAP, differing};
use crate::pipeline::document::{Document, Word};
use crate::pipeline::parameters::{LanguageChoice, Params};
use crate::{base::path::DocPath, base::span::Span, compare::measure::Direction};
use crate::{text::language::Language, text::pos::Tag};

fn opened(a: &str, b: &str) -> (PairView, Document, Document) {
    let language = LanguageChoice::Fixed(Language::from_code("en").unwrap());
    let params = Arc::new(Params { language, ..Params::defaults() });
    let read = |text: &str| {
        Document::read("x.txt".as_ref(), text.as_bytes(), &params, &Arc::default()).unwrap()
    };
    let (former, latter) = (read(a), read(b));
    let names = (DocPath::new("a"), DocPath::new("b"));
    let view =
        PairView::compare((&names.0, &former), (&names.1, &latter), &params, Direction::Larger);
    (view, former, latter)
}

fn changed(side: &Side) -> Vec<&str> {
    side.changed.iter().map(|span| side.text.get(span.range()).unwrap()).collect()
}

#[test]
fn words_written_otherwise_and_words_between_are_changed() {
    let (view, ..) = opened(
        "Seven sailors walked to the old harbour before dawn.",
        "Seven sailors walking to an old harbour before dawn.",
    );
    assert_eq!(
        (changed(&view.a), changed(&view.b)),
        (vec!["walked", "the"], vec!["walking", "an"])
    );
    assert_eq!(view.passages.len(), 1);
}

#[test]
fn a_small_gap_joins_two_passages_and_its_words_are_compared() {
    let (view, ..) = opened(
        "Seven sailors left harbour quietly green boats followed them until midnight came. Nothing else.",
        "Seven sailors left harbour slowly green boats followed them until midnight came. Something other.",
    );
    assert_eq!(view.passages.len(), 2);
    assert_eq!(view.bridges.len(), 1);
    let bridge = view.bridges[0];
    assert_eq!((bridge.from, bridge.to), (0, 1));
    assert_eq!(view.a.text.get(bridge.a.range()), Some(" quietly "));
    assert_eq!(view.b.text.get(bridge.b.range()), Some(" slowly "));
    assert_eq!((changed(&view.a), changed(&view.b)), (vec!["quietly"], vec!["slowly"]));
}

#[test]
fn a_gap_of_nine_words_and_passages_in_another_order_are_not_joined() {
    let head = "seven sailors left harbour quietly";
    let tail = "green boats followed until midnight";
    let nine = "one two three four five six seven eight nine";
    let eight = "one two three four five six seven eight";
    let joined = |a: &str, b: &str| opened(a, b).0.bridges.len();
    assert_eq!(joined(&format!("{head} {eight} {tail}"), &format!("{head} {tail}")), 1);
    assert_eq!(joined(&format!("{head} {nine} {tail}"), &format!("{head} {tail}")), 0);
    assert_eq!(joined(&format!("{head} {tail}"), &format!("{head} {nine} {tail}")), 0);
    assert_eq!(joined(&format!("{head} grey {tail}"), &format!("{tail} grey {head}")), 0);
}

fn words(text: &str) -> Vec<Word> {
    let word = |text: &str| Word {
        span: Span::new(0, 1),
        text: text.into(),
        tag: Tag::default(),
        language: None,
        canonical: None,
    };
    text.split_whitespace().map(word).collect()
}

#[test]
fn long_runs_are_compared_place_by_place_when_the_budget_is_spent() {
    let (here, there) = (words(&"the of ".repeat(SMALL)), words(&"of the ".repeat(SMALL)));
    let mut budget = here.len() * there.len();
    let count = |ranges: Vec<std::ops::Range<usize>>| {
        ranges.iter().map(ExactSizeIterator::len).sum::<usize>()
    };
    assert_eq!(count(differing(&here, &there, false, &mut budget)), 1);
    assert_eq!(budget, 0);
    assert_eq!(count(differing(&here, &there, false, &mut budget)), here.len());
    assert_eq!(count(differing(&here, &here, false, &mut budget)), 0);
}

#[test]
fn a_long_run_of_stop_words_is_compared_place_by_place() {
    let filler = "the of and to in ".repeat(40_000);
    let a = format!("harbour sailors {filler} ferry midnight");
    let b = format!("harbour sailors {} ferry midnight", filler.replace("of and", "and of"));
    let (view, ..) = opened(&a, &b);
    assert_eq!(view.passages.len(), 1);
    // Two words in five are moved. Compared as a whole, which takes quadratic time, only one would differ.
    assert_eq!(view.a.changed.len(), 2 * 40_000);
}

const POOL: [&str; 12] = [
    "harbour", "sailors", "ferry", "Ferry", "ferries", "the", "of", "and", "midnight", "lamp",
    "storm", "bell",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(select(&POOL[..]), 0..60).prop_map(|words| words.join(" "))
}

/// The words of a side, each with whether it reads differently.
fn marked<'a>(document: &'a Document, side: &'a Side) -> impl Iterator<Item = (&'a Word, bool)> {
    document.words.iter().map(|word| (word, side.changed.contains(&word.span)))
}

fn holds(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_not_changed_reads_the_same_and_what_is_lies_in_a_block(a in text(), b in text()) {
        let (view, former, latter) = opened(&a, &b);
        let pick = |second: bool| move |a: Span, b: Span| if second { b } else { a };
        for (second, document, side) in [(false, &former, &view.a), (true, &latter, &view.b)] {
            let pick = pick(second);
            let mut places: Vec<Span> = view.passages.iter().map(|one| pick(one.a, one.b)).collect();
            places.extend(view.bridges.iter().map(|one| pick(one.a, one.b)));
            for span in &side.changed {
                prop_assert!(places.iter().any(|place| holds(*place, *span)), "{span:?} of {side:?}");
            }
            prop_assert!(side.changed.is_sorted());
            for bridge in &view.bridges {
                let gap = pick(bridge.a, bridge.b);
                let inside = |span: Span| gap.start < span.end && span.start < gap.end;
                prop_assert!(document.words.iter().filter(|word| inside(word.span)).count() <= WIDEST_GAP);
                for lit in side.highlights.iter().filter(|lit| inside(lit.span)) {
                    prop_assert!([bridge.from, bridge.to].contains(&lit.passage));
                }
            }
        }
        for bridge in &view.bridges {
            let (from, to) = (&view.passages[bridge.from as usize], &view.passages[bridge.to as usize]);
            prop_assert!(from.a.start < to.a.start && from.b.start < to.b.start);
        }
        // Where every word belongs to one passage only, the words that are not marked read the same on both sides.
        for (index, passage) in view.passages.iter().enumerate() {
            let alone = |side: &Side, span: Span| {
                let lit = side.highlights.iter().filter(|lit| lit.span.start < span.end && span.start < lit.span.end);
                lit.clone().count() > 0 && lit.clone().all(|lit| lit.passage as usize == index)
            };
            if alone(&view.a, passage.a) && alone(&view.b, passage.b) {
                let rest = |document: &Document, side: &Side, span: Span| {
                    let kept = marked(document, side).filter(|(word, differs)| !differs && holds(span, word.span));
                    kept.map(|(word, _)| word.text.to_string()).collect::<Vec<_>>()
                };
                prop_assert_eq!(rest(&former, &view.a, passage.a), rest(&latter, &view.b, passage.b));
            }
        }
    }
}
