//! Highlights of an open pair equal the counted shingles, compared with windows of word strings. Runs of its passages
//! equal the shingles counted inside. Tests next to `compare::passages` cover the choice of passages.

use shingle::{
    base::span::Span, pipeline::Passage, pipeline::ReasonIgnored, pipeline::Side,
    pipeline::UncountedWord, pipeline::document::passages::runs_by_passage, text::Stem,
};

use crate::common::prelude::*;

const ENGLISH: [&str; 7] = [
    "Nobody knew why the lighthouse had been dark for three nights. ",
    "“The keeper’s daughter,” said the old sailor, “has gone to the town.” ",
    "It was a dark night, and the light-\nhouse stood on its rock as it always had. ",
    "The old sailor had seen the lamp go out. ",
    "Rain, rain, rain: rain on the roof and rain on the sea. ",
    "They were to be or not to be there at all. ",
    "Three nights later the lamp was burning again; nobody knew why. ",
];

const RUSSIAN: [&str; 6] = [
    "Никто не знал, почему маяк уже третью ночь не горел. ",
    "Старый смотритель маяка каждый вечер поднимался по лестнице и зажигал лампу. ",
    "Чтобы иметь стройную фигуру, вы должны заниматься спортом и правильно питаться. ",
    "«Будьте здоровы и красивы!» — сказал он, и никто не ответил. ",
    "Дождь, дождь, дождь: дождь на крыше и дождь над морем. ",
    "А почему маяк не горел, никто так и не узнал. ",
];

/// Returns a language and two texts in it with equal sentences and parts of sentences.
fn texts() -> impl Strategy<Value = (&'static str, String, String)> {
    let of = |code: &'static str, pool: &'static [&'static str]| {
        let piece = (select(pool), 0_usize..4).prop_map(|(sentence, part)| {
            let words: Vec<&str> = sentence.split_inclusive(' ').collect();
            match part {
                0 => words.get(words.len() / 2..).unwrap().concat(),
                1 => words.get(..words.len() / 3).unwrap().concat(),
                _ => sentence.to_string(),
            }
        });
        let text = || prop::collection::vec(piece.clone(), 0..7).prop_map(|all| all.concat());
        (text(), text()).prop_map(move |(a, b)| (code, a, b))
    };
    prop_oneof![of("en", &ENGLISH), of("ru", &RUSSIAN)]
}

fn params() -> impl Strategy<Value = Params> {
    (
        1_u32..6,
        prop_oneof![2 => Just(1_u32), 1 => 2_u32..5],
        select(vec![HashKind::Wide, HashKind::Crc32]),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(width, modulo, hash, drop, stem)| Params {
            width,
            modulo,
            hash,
            stop_words: if drop { StopWords::On } else { StopWords::Off },
            stem: if stem { Stem::On } else { Stem::Off },
            ..Params::defaults()
        })
}

/// Returns the retained shingles as strings, with their positions.
fn kept(document: &Document) -> Vec<(usize, String)> {
    let words: Vec<&str> = document.canonical.iter().map(|word| &*word.text).collect();
    let texts = words.windows(document.window.width.max(1)).map(|run| run.join(" ")).enumerate();
    texts.filter(|(place, _)| document.shingles[*place].kept).collect()
}

fn span_of(document: &Document, canonical: usize) -> Span {
    document.words[document.origin[canonical] as usize].span
}

fn holds(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn words_in(document: &Document, span: Span) -> Vec<&str> {
    (0..document.canonical.len())
        .filter(|word| holds(span, span_of(document, *word)))
        .map(|word| &*document.canonical[word].text)
        .collect()
}

/// Returns why each ignored word is ignored, by looking up each word separately.
fn reasons(document: &Document) -> Vec<UncountedWord> {
    let places = 0..document.shingles.len();
    let why = |canonical: Option<u32>| {
        let Some(word) = canonical.map(|word| word as usize) else {
            return Some(ReasonIgnored::StopWord);
        };
        let mut over =
            places.clone().filter(|place| (*place..place + document.window.width).contains(&word));
        if places.clone().any(|place| (place..place + document.window.width).contains(&word))
            && !over.any(|place| document.shingles[place].kept)
        {
            return Some(ReasonIgnored::SampledOut);
        }
        None
    };
    let words = document.words.iter();
    words
        .filter_map(|word| why(word.canonical).map(|why| UncountedWord { span: word.span, why }))
        .collect()
}

/// Fails if other words than those of shared shingles are highlighted.
fn check(document: &Document, side: &Side, shared: &BTreeSet<String>, runs: &[Span]) {
    for lit in &side.highlights {
        assert!(side.text.get(lit.span.range()).is_some_and(|text| !text.is_empty()));
        assert!(holds(runs[lit.run as usize], lit.span), "lit outside its run");
    }
    for pair in side.highlights.windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start, "{:?}", side.highlights);
    }
    let mut counted = vec![false; document.canonical.len()];
    for (place, text) in kept(document) {
        if shared.contains(&text) {
            counted[place..place + document.window.width].fill(true);
            let (first, last) = (place, place + document.window.width - 1);
            let whole = Span::new(span_of(document, first).start, span_of(document, last).end);
            let in_one = runs.iter().any(|run| holds(*run, whole));
            assert!(in_one, "{text:?} at {place} lies in no run");
        }
    }
    for (word, counted) in counted.into_iter().enumerate() {
        let span = span_of(document, word);
        let lit = side.highlights.iter().filter(|lit| holds(lit.span, span)).count();
        assert_eq!(lit, usize::from(counted), "{:?}", document.canonical[word].text);
    }
    let dropped: Vec<Span> = document
        .words
        .iter()
        .filter(|word| word.canonical.is_none())
        .map(|word| word.span)
        .collect();
    let stops = side.dropped.iter().filter(|dropped| dropped.why == ReasonIgnored::StopWord);
    assert_eq!(stops.map(|stop| stop.span).collect::<Vec<_>>(), dropped);
    assert_eq!(reasons(document), side.dropped);
    for dropped in dropped {
        let touched = side
            .highlights
            .iter()
            .any(|lit| lit.span.start < dropped.end && dropped.start < lit.span.end);
        assert!(!touched, "a dropped word is lit");
    }
}

/// Requires that the runs are the shared shingles inside passages in both texts.
fn check_passages(view: &PairView, (a, b): (&Document, &Document)) {
    let (within, single) = runs_by_passage(view.passages.len(), &view.runs);
    assert_eq!(within.iter().flatten().count() + single.len(), view.runs.len());
    let whole = |document: &Document, place: usize| {
        let last = place + document.window.width - 1;
        Span::new(span_of(document, place).start, span_of(document, last).end)
    };
    let places = |document: &Document| -> Vec<(Span, String)> {
        kept(document).into_iter().map(|(place, text)| (whole(document, place), text)).collect()
    };
    let (in_a, in_b) = (places(a), places(b));
    for (passage, runs) in view.passages.iter().zip(&within) {
        assert!(!runs.is_empty(), "nothing is counted in {passage:?}");
        assert!(passage.alike <= passage.words && passage.reordered <= passage.alike);
        assert!(runs.iter().all(|run| holds(passage.a, run.a) && holds(passage.b, run.b)));
        for (former, text) in in_a.iter().filter(|(place, _)| holds(passage.a, *place)) {
            let is_there = |place: &(Span, String)| place.1 == *text && holds(passage.b, place.0);
            // With overlapping passages, the shingle may be counted for the other passage.
            let counted = || within.iter().flatten().any(|run| holds(run.a, *former));
            assert!(
                !in_b.iter().any(is_there) || counted(),
                "{text:?} is in no run of {passage:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(seeded(500))]

    #[test]
    fn what_is_lit_is_what_was_counted((code, a, b) in texts(), params in params()) {
        let params = Arc::new(Params { language: LanguageChoice::Fixed(Language::from_code(code).unwrap()), ..params });
        let read = |text: &str| Document::read("x.txt".as_ref(), text.as_bytes(), &params).unwrap();
        let (left, right) = (read(&a), read(&b));
        let names = (DocPath::new("a"), DocPath::new("b"));
        let view = PairView::compare((&names.0, &left), (&names.1, &right), &params, Direction::Larger);

        let strings = |document: &Document| kept(document).into_iter().map(|(_, text)| text).collect::<BTreeSet<_>>();
        let shared: BTreeSet<String> = strings(&left).intersection(&strings(&right)).cloned().collect();
        prop_assert_eq!(view.overlap.shared as usize, shared.len());
        prop_assert_eq!(view.runs.is_empty(), shared.is_empty());

        let a_runs: Vec<Span> = view.runs.iter().map(|run| run.a).collect();
        let b_runs: Vec<Span> = view.runs.iter().map(|run| run.b).collect();
        check(&left, &view.a, &shared, &a_runs);
        check(&right, &view.b, &shared, &b_runs);

        for run in &view.runs {
            let words = words_in(&left, run.a);
            prop_assert_eq!(words.len(), run.words as usize);
            prop_assert_eq!(words, words_in(&right, run.b));
        }
        for lit in view.a.highlights.iter().chain(&view.b.highlights) {
            prop_assert_eq!(lit.passage, view.runs[lit.run as usize].passage);
        }
        check_passages(&view, (&left, &right));
        let swapped = PairView::compare((&names.1, &right), (&names.0, &left), &params, Direction::Larger);
        let likeness = |passage: &Passage| (passage.words, passage.alike, passage.reordered);
        let mut there: Vec<_> = view.passages.iter().map(|one| (one.a, one.b, likeness(one))).collect();
        let mut back: Vec<_> = swapped.passages.iter().map(|one| (one.b, one.a, likeness(one))).collect();
        there.sort_unstable();
        back.sort_unstable();
        prop_assert_eq!(there, back);
        let groups = || view.passages.chunk_by(|one, other| one.number == other.number);
        for (expected, group) in (1..).zip(groups()) {
            prop_assert_eq!(group[0].number, expected);
            let occurrences: Vec<u32> = group.iter().map(|passage| passage.occurrence).collect();
            let counted: Vec<u32> = if group.len() == 1 { vec![0] } else { (1..=group.len() as u32).collect() };
            prop_assert_eq!(occurrences, counted);
        }
        let firsts: Vec<u32> = groups().map(|group| group[0].a.start).collect();
        prop_assert!(firsts.is_sorted(), "numbers do not follow the reading order of a");
    }
}
