//! Tests of the passages of whole documents, and of the words that read differently in them.

use std::sync::Arc;

use base::{path::DocPath, span::Span};
use proptest::{prelude::*, sample::select};

use crate::pipeline::{
    Document, IgnoredShingles, LanguageChoice, PairView, Params, Passage, SharedRun, Side,
    SingleRuns, Word, document::left_out::IgnoreReason, document::passages::Comparison,
    document::passages::SMALL,
};
use crate::{compare::Direction, text::Confusables, text::Language, text::Tag};

fn opened(a: &str, b: &str) -> (PairView, Document, Document) {
    opened_with(a, b, |_| {})
}

fn opened_with(a: &str, b: &str, change: impl Fn(&mut Params)) -> (PairView, Document, Document) {
    let language = LanguageChoice::Fixed(Language::from_code("en").unwrap());
    let mut params = Params { language, ..Params::defaults() };
    change(&mut params);
    let params = Arc::new(params);
    let read = |text: &str| Document::read("x.txt".as_ref(), text.as_bytes(), &params).unwrap();
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
    let expected = (vec!["walked", "the"], vec!["walking", "an"]);
    assert_eq!((changed(&view.a), changed(&view.b)), expected);
    assert_eq!(view.passages.len(), 1);
}

#[test]
fn a_rewritten_passage_is_one_and_says_how_alike_it_is() {
    let (view, ..) = opened(
        "Seven sailors left harbour quietly green boats followed them until midnight came. Nothing else.",
        "Something other. Seven sailors left harbour slowly green boats until midnight followed them came.",
    );
    assert_eq!(view.passages.len(), 1);
    let passage = &view.passages[0];
    assert_eq!(passage.describe_likeness(), "11 words: 10 unchanged, 2 moved");
    let text = view.a.text.get(passage.a.range()).unwrap();
    assert!(text.starts_with("Seven sailors left") && text.ends_with("until midnight"), "{text}");
    assert_eq!((changed(&view.a), changed(&view.b)), (vec!["quietly"], vec!["slowly"]));
    assert!(view.runs.iter().all(|run| run.passage == Some(0)));
    assert_eq!(SingleRuns::count_outside_passages(&view.runs), None);
}

#[test]
fn look_alikes_that_count_as_equal_are_counted_and_not_marked() {
    let text = "The sailors left the old harbour before the storm and came back at dawn.";
    let disguised = text.replace('e', "\u{435}");
    let (view, ..) = opened_with(text, &disguised, |params| params.confusables = Confusables::On);
    let passage = &view.passages[0];
    assert_eq!((passage.words, passage.alike, passage.count_unchanged_words()), (14, 14, 8));
    assert!(view.a.changed.is_empty() && view.b.changed.is_empty(), "{:?}", changed(&view.b));
}

/// Words that nobody else uses, each once.
fn filler(name: &str, count: usize) -> String {
    let words: Vec<String> = (0..count).map(|at| format!("{name}{at} ")).collect();
    words.concat()
}

#[test]
fn a_coincidence_is_a_single_run_that_stays_tinted() {
    let a = format!("{} general public licence {}", filler("alpha", 600), filler("beta", 600));
    let b = format!("{} general public licence {}", filler("gamma", 600), filler("delta", 600));
    let (view, ..) = opened(&a, &b);
    assert_eq!(view.passages, []);
    let expected = Some("1 single run of 3 words");
    assert_eq!(
        SingleRuns::count_outside_passages(&view.runs).map(|runs| runs.to_string()).as_deref(),
        expected
    );
    assert_eq!(view.a.highlights[0].passage, None);
}

#[test]
fn a_passage_is_whole_with_another_width_and_modulo() {
    let copied = "Before six in the morning the harbour belongs to the gulls, to two old men with rods and to a \
                  cat that nobody owns; the ferry comes at seven and wakes them all with its horn.";
    let a = format!("{}{copied} {}", filler("alpha", 90), filler("beta", 90));
    let b = format!("{}{copied} {}", filler("gamma", 90), filler("delta", 90));
    for (width, modulo) in [(1, 1), (3, 1), (10, 1), (3, 4)] {
        let (view, ..) =
            opened_with(&a, &b, |params| (params.width, params.modulo) = (width, modulo));
        assert_eq!(view.passages.len(), 1, "w {width} m {modulo}");
        let text = view.b.text.get(view.passages[0].b.range()).unwrap();
        assert_eq!(text, copied.trim_end_matches('.'), "w {width} m {modulo}");
    }
}

#[test]
fn ignored_text_behind_a_passage_is_outside_of_it_and_within_it_does_not_count() {
    let language = LanguageChoice::Fixed(Language::from_code("en").unwrap());
    let params = Arc::new(Params { language, ..Params::defaults() });
    let read = |text: &str| Document::read("x.txt".as_ref(), text.as_bytes(), &params).unwrap();
    let told = "Seven sailors left harbour quietly, green boats followed until midnight came.";
    let last = "This essay is my own work, and I have named each of the sources that I have read.";
    let counted = read(last).shingles.into_iter().filter(|shingle| shingle.begins);
    let keys: Vec<_> = counted.map(|one| (one.key, IgnoreReason::Phrase(0))).collect();
    let left_out = Arc::new(IgnoredShingles::new(&keys, &[], 0));
    let passage_of = |told: &str| {
        let [former, latter] = ["Once upon a time.", "Others say otherwise."].map(|begin| {
            let mut document = read(&format!("{begin} {last} {told} {last}"));
            document.set_ignored_shingles(&left_out);
            document
        });
        let (a, b) = (DocPath::new("a"), DocPath::new("b"));
        let view = PairView::compare((&a, &former), (&b, &latter), &params, Direction::Larger);
        let [passage] = &*view.passages else { panic!("{:?}", view.passages) };
        let text = view.a.text.get(passage.a.range()).unwrap();
        assert!(text.contains("Seven sailors") && !text.starts_with("This essay"), "{text}");
        (passage.words, passage.alike)
    };
    // At the ends of ignored text are words that are also in other shingles.
    assert_eq!(passage_of(told), (15, 15));
    let more = "Eleven farmers carried yellow pumpkins beyond narrow bridges while thunder rolled.";
    assert_eq!(passage_of(&format!("{told} {last} {more}")), (33, 33));
}

#[test]
fn numbers_follow_the_left_text_and_what_moved_is_said() {
    let [one, two] = [filler("one", 60), filler("two", 30)];
    let gap = |name: &str| filler(name, 100);
    let a = format!("{one}{}{two}{}{one}", gap("a"), gap("b"));
    let b = format!("{two}{}{one}", gap("c"));
    let (view, ..) = opened(&a, &b);
    let found: Vec<_> = view.passages.iter().map(|one| (one.id(), one.moved)).collect();
    let expected = [("1a", false), ("1b", false), ("2", true)];
    assert_eq!(found, expected.map(|(id, moved)| (id.to_string(), moved)));
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
    let (_, a, b) = opened("", "");
    let mut comparison = Comparison::new([&a, &b], [&[], &[]], Confusables::Off);
    comparison.budget = here.len() * there.len();
    assert_eq!(comparison.match_words(&here, &there).len(), here.len() - 1);
    assert_eq!(comparison.budget, 0);
    assert_eq!(comparison.match_words(&here, &there), []);
    assert_eq!(comparison.match_words(&here, &here).len(), here.len());
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
    fn what_is_not_marked_stands_in_both_stretches(a in text(), b in text()) {
        let (view, former, latter) = opened(&a, &b);
        for (document, side) in [(&former, &view.a), (&latter, &view.b)] {
            prop_assert!(side.changed.is_sorted());
            let known: Vec<Span> = document.words.iter().map(|word| word.span).collect();
            prop_assert!(side.changed.iter().all(|span| known.contains(span)));
        }
        for passage in &view.passages {
            let words = |document: &Document, span: Span| {
                let inside = document.words.iter().filter(|word| holds(span, word.span));
                inside.map(|word| word.text.to_lowercase()).collect::<Vec<_>>()
            };
            let mut rest = words(&latter, passage.b);
            let in_both = |word: &String| rest.iter().position(|other| other == word).map(|at| rest.swap_remove(at));
            let alike = words(&former, passage.a).iter().filter_map(in_both).count();
            prop_assert_eq!(passage.alike as usize, alike);
            prop_assert!(passage.alike <= passage.words && passage.reordered <= passage.alike);
        }
        // Where no two passages share words, the words that are not marked are the same on both sides.
        let apart = |place: fn(&Passage) -> Span| {
            let mut places: Vec<Span> = view.passages.iter().map(place).collect();
            places.sort_unstable();
            places.windows(2).all(|two| two[0].end <= two[1].start)
        };
        let single = |span: Span, place: fn(&SharedRun) -> Span| {
            let runs = view.runs.iter().filter(|run| run.passage.is_none());
            runs.map(place).any(|run| run.start < span.end && span.start < run.end)
        };
        if apart(|one| one.a) && apart(|one| one.b) {
            for passage in view.passages.iter().filter(|one| !single(one.a, |run| run.a) && !single(one.b, |run| run.b)) {
                let rest = |document: &Document, side: &Side, span: Span| {
                    let kept = marked(document, side).filter(|(word, differs)| !differs && holds(span, word.span));
                    let mut kept: Vec<_> = kept.map(|(word, _)| word.text.to_string()).collect();
                    kept.sort();
                    kept
                };
                let alike = rest(&former, &view.a, passage.a);
                // Words that differ in capitals are marked, and alike.
                prop_assert!(alike.len() <= passage.alike as usize);
                prop_assert_eq!(alike, rest(&latter, &view.b, passage.b));
            }
        }
    }

    #[test]
    fn swapping_the_texts_swaps_the_passages(a in text(), b in text()) {
        let places = |a: &str, b: &str, swapped: bool| {
            let (view, ..) = opened(a, b);
            let place = |one: &Passage| if swapped { (one.b, one.a) } else { (one.a, one.b) };
            let mut places: Vec<_> = view.passages.iter().map(|one| (place(one), one.words, one.alike)).collect();
            places.sort_unstable();
            places
        };
        prop_assert_eq!(places(&a, &b, false), places(&b, &a, true));
    }
}
