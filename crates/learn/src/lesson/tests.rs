//! Tests that the lesson's numbers are those of the pipeline, for any texts and parameters. A snapshot shows the whole
//! lesson on the articles' texts.

mod claims;
mod exercises;
mod reasons;
mod recounted;

use std::{fmt::Write as _, sync::Arc, sync::LazyLock};

use base::{path::DocPath, ratio::Ratio};
use proptest::prelude::*;
use shingle_core::{
    compare::Above, compare::Direction, compare::Measure, pipeline::Common, pipeline::Document,
    pipeline::IgnoredShingles, pipeline::LanguageChoice, pipeline::PairView, pipeline::Params,
    pipeline::Preset, pipeline::StopWords, pipeline::Template, pipeline::Verify,
    pipeline::corpus::leaving::keys_of_templates_and_phrases, shingle::Family, shingle::HashKind,
    shingle::SketchKind, text::Language, text::Stem, texts::text_source,
};

use super::page::{draw_figure, flow::plain_text_of};
use super::step::{Step, StepKind};
use super::{contents::Lesson, pitfalls::build_pitfalls, subject::Subject};

static PITFALLS: LazyLock<Arc<[Step]>> = LazyLock::new(build_pitfalls);

fn gym(params: Params) -> Lesson {
    Lesson::new(&Subject::gym_pair(), &Arc::new(params), &PITFALLS)
}

fn text_of_lesson(lesson: &Lesson) -> String {
    let mut out = String::new();
    for (number, step) in lesson.steps.iter().enumerate() {
        writeln!(out, "== {}. {}", number + 1, step.title).unwrap();
        for said in &step.paragraphs {
            writeln!(out, "{said}").unwrap();
        }
        for row in draw_figure(lesson, step, 100, None) {
            writeln!(out, "| {}", plain_text_of(&row)).unwrap();
        }
    }
    out
}

fn subject(texts: [&str; 2]) -> Subject {
    Subject::new(["a", "b"].map(DocPath::new), texts.map(Arc::from), Direction::First)
}

fn lesson_on(texts: [&str; 2], params: Params) -> Lesson {
    Lesson::new(&subject(texts), &Arc::new(params), &[])
}

fn step(lesson: &Lesson, kind: StepKind) -> &Step {
    lesson.steps.iter().find(|step| step.kind == kind).unwrap()
}

/// The rows of a step's figure, at this point of it.
fn rows(lesson: &Lesson, kind: StepKind, point: Option<usize>) -> Vec<String> {
    let rows = draw_figure(lesson, step(lesson, kind), 100, point);
    rows.iter().map(|row| plain_text_of(row)).collect()
}

/// The sentences of a step about two texts.
fn said(kind: StepKind, texts: [&str; 2], params: Params) -> String {
    step(&lesson_on(texts, params), kind).paragraphs.join(" ")
}

/// The numbers of a text, with the signs within and a per cent sign.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|sign: char| !sign.is_ascii_digit() && !".,%".contains(sign));
    let numbers = parts.map(|part| part.trim_matches(['.', ',']));
    numbers.filter(|number| number.contains(|sign: char| sign.is_ascii_digit()))
}

/// Asserts that a text has these numbers in this order, with others between them or not.
#[track_caller]
fn has_numbers(text: &str, wanted: &[&str]) {
    let mut all = numbers(text);
    for number in wanted {
        assert!(all.any(|one| one == *number), "{number} of {wanted:?}: {text}");
    }
}

#[test]
fn a_changed_word_alters_as_many_shingles_as_the_step_lets_overlap() {
    for (step, altered) in [(1, "4"), (3, "2")] {
        let params = Params { width: 4, step, ..Params::defaults() };
        let told = said(StepKind::Megashingles, ["one two three", "one"], params);
        has_numbers(&told, &[altered]);
    }
}

#[test]
fn a_pair_that_is_not_listed_is_not_called_so() {
    let strictly = Params { above: Above::Strictly, threshold: Ratio::ZERO, ..Params::defaults() };
    let unverified =
        Params { sketch: SketchKind::MinHash, verify: Verify::Off, ..Params::defaults() };
    for (kind, params) in [
        (StepKind::Score, Params::defaults()),
        (StepKind::Score, strictly),
        (StepKind::Estimate, unverified.clone()),
    ] {
        let told = said(kind, ["one two three", "one"], params);
        assert!(told.contains("this one is not."), "{told}");
    }
    let told = said(StepKind::Score, ["one two three", "one"], unverified);
    assert!(!told.contains("threshold"), "sketches decide, not this number: {told}");
}

#[test]
fn a_word_that_two_languages_take_otherwise_is_shown_for_each() {
    let texts = [
        "There was a harbour there, and the old ships that were waiting for it had sailed away.",
        "Das Schiff lag lange im Hafen, und there war ein Wort, das niemand von den Leuten dort kannte.",
    ];
    let params = Params { stop_words: StopWords::On, ..Params::defaults() };
    let shown = rows(&lesson_on(texts, params), StepKind::Forms, None).join(" ");
    let (_, dropped) = shown.split_once("dropped, a stop word of English:").unwrap();
    let dropped = dropped.split(':').next().unwrap();
    assert!(dropped.split([',', ' ']).any(|word| word == "there"), "{shown}");
    assert!(shown.contains("there → ther"), "{shown}");
}

#[test]
fn the_whole_lesson_on_the_articles_texts() {
    insta::assert_snapshot!(text_of_lesson(&gym(Params::from_preset(Preset::PhpShingles))));
}

#[test]
fn long_texts_are_taught_by_excerpts_around_a_shared_passage() {
    let shared = "the lantern on the eastern pier was lit before anybody asked for it ";
    let long = |filler: &str, at: usize| {
        let (before, after) = (filler.repeat(at), filler.repeat(9_000 - at));
        Arc::<str>::from(format!("{before}{shared}{after}"))
    };
    let texts = [long("ein zwei drei ", 7_000), long("uno due tre ", 900)];
    let params = Arc::new(Params::defaults());
    let names = ["a.txt", "b.txt"].map(DocPath::new);
    let documents = texts.clone().map(|text| Document::from_text(text, &params));
    let view = PairView::compare(
        (&names[0], &documents[0]),
        (&names[1], &documents[1]),
        &params,
        Direction::Larger,
    );
    let lesson =
        Lesson::new(&Subject::from_pair(&view, None, Direction::Larger), &params, &PITFALLS);
    assert!(lesson.sides.iter().any(|side| side.excerpt.is_shortened()));
    assert!(lesson.sides.iter().all(|side| side.document.text.contains(shared)));
    assert!(lesson.sides.iter().all(|side| side.document.canonical.len() > 1_000));
    assert!(lesson.exact_overlap().shared > 0);
}

/// Two letters with the same letterhead, which is left out: in the pair, and in the lesson opened on it.
fn letters(
    params: Params,
    left_out: impl Fn(&Params, [&Document; 2]) -> IgnoredShingles,
) -> Lesson {
    let letters = [
        "Northgate Library, 4 Mill Lane, open Tuesday to Saturday. The old atlas of northern lighthouses, harbours \
         and beacons that several readers wanted waits downstairs for you.",
        "Northgate Library, 4 Mill Lane, open Tuesday to Saturday. Today an old atlas of northern lighthouses, \
         harbours and beacons that several readers wanted is missing.",
    ];
    let params = Arc::new(params);
    let names = ["a.txt", "b.txt"].map(DocPath::new);
    let read = |text: &str| Document::read(names[0].as_path(), text.as_bytes(), &params).unwrap();
    let [mut a, mut b] = letters.map(read);
    let whole = PairView::compare((&names[0], &a), (&names[1], &b), &params, Direction::Larger);
    let left_out = Arc::new(left_out(&params, [&a, &b]));
    a.set_ignored_shingles(&left_out);
    b.set_ignored_shingles(&left_out);
    let view = PairView::compare((&names[0], &a), (&names[1], &b), &params, Direction::Larger);
    let lesson =
        Lesson::new(&Subject::from_pair(&view, None, Direction::Larger), &params, &PITFALLS);
    assert!(view.overlap.shared > 0 && view.overlap.shared < whole.overlap.shared);
    assert_ne!(view.score, whole.score);
    assert_eq!((lesson.score(), lesson.overlap()), (view.score, view.overlap));
    let expected = (&view.a.highlights, &view.b.highlights);
    assert_eq!((&lesson.view.a.highlights, &lesson.view.b.highlights), expected);
    lesson
}

#[test]
fn what_a_template_has_is_left_out_of_the_lesson_as_of_the_pair() {
    let head = "Northgate Library, 4 Mill Lane, open Tuesday to Saturday.";
    for modulo in [1, 2] {
        let start = Params { stem: Stem::Off, modulo, ..Params::defaults() };
        let name = DocPath::new("head.txt");
        let template = Template::from_source(name, text_source(head));
        let params = Params { template: vec![Arc::new(template)], ..start };
        let by_params = |params: &Params, _: [&Document; 2]| {
            IgnoredShingles::new(&keys_of_templates_and_phrases(params), &[], 2)
        };
        let lesson = letters(params, by_params);
        let all = text_of_lesson(&lesson);
        assert!(all.matches("head.txt").count() > 1 && all.contains("OUT"), "{all}");
        // Without a folder, only templates are left out, and they are read again.
        let alone = Subject { left_out: None, ..lesson.subject.clone() };
        let alone = Lesson::new(&alone, &lesson.params, &PITFALLS);
        assert_eq!((alone.score(), alone.overlap()), (lesson.score(), lesson.overlap()));
    }
}

#[test]
fn what_too_many_documents_have_is_left_out_of_the_lesson_as_of_the_pair() {
    let params = Params { common: Some(Common::Share(Ratio::new(1, 4))), ..Params::defaults() };
    let by_folder = |_: &Params, [a, _]: [&Document; 2]| {
        let head: Vec<(u64, u32)> = a.retained_keys().take(5).map(|key| (key, 5)).collect();
        IgnoredShingles::new(&[], &head, 12)
    };
    let all = text_of_lesson(&letters(params, by_folder));
    has_numbers(&all, &["25%", "5", "12"]);
}

fn params() -> impl Strategy<Value = Params> {
    let sketches = prop_oneof![
        4 => Just(SketchKind::Modulo),
        1 => Just(SketchKind::MinHash),
        1 => Just(SketchKind::SuperShingle),
        1 => Just(SketchKind::MegaShingle),
    ];
    let measures: Vec<Measure> = Measure::ALL.iter().map(|(_, measure)| *measure).collect();
    let hashes =
        prop_oneof![Just(HashKind::Wide), Just(HashKind::Crc32), Just(HashKind::Md5First28)];
    let family = prop_oneof![Just(Family::Fast), Just(Family::Md5)];
    (
        (1_u32..6, 1_u32..6, 1_u32..5, 1_u32..100),
        (sketches, prop::sample::select(measures), hashes, family),
        prop::sample::select(vec![StopWords::On, StopWords::Off, StopWords::Inside]),
        prop::sample::select(vec![None, Some(Preset::PhpShingles), Some(Preset::Node)]),
    )
        .prop_map(|(cut, (sketch, measure, hash, family), stop_words, preset)| {
            let (width, step, modulo, functions) = cut;
            let mut start = preset.map_or_else(Params::defaults, Params::from_preset);
            if preset == Some(Preset::Node) {
                // Only English texts have parts of speech to leave out.
                start.language = LanguageChoice::Fixed(Language::from_code("en").unwrap());
            }
            let step = step.min(width);
            Params {
                stop_words,
                width,
                step,
                hash,
                modulo,
                sketch,
                functions,
                family,
                measure,
                ..start
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_last_number_is_the_pair_s_score(
        a in "(the |walks |Walk |sea |Ёлка |日本 |to |be |or ){0,40}",
        b in "(the |walks |Walk |sea |Ёлка |日本 |to |be |or ){0,40}",
        same in 0_u8..8, params in params(), larger in any::<bool>(),
    ) {
        let b = if same == 0 { a.clone() } else { b };
        let (params, direction) =
            (Arc::new(params), if larger { Direction::Larger } else { Direction::First });
        let names = ["a.txt", "b.txt"].map(DocPath::new);
        let read = |text: &str| Document::read(names[0].as_path(), text.as_bytes(), &params).unwrap();
        let [first, second] = [read(&a), read(&b)];
        let view = PairView::compare((&names[0], &first), (&names[1], &second), &params, direction);
        let subject = Subject::new(names.clone(), [a.as_str().into(), b.as_str().into()], direction);
        let lesson = Lesson::new(&subject, &params, &[]);
        prop_assert_eq!(lesson.score(), view.score);
        prop_assert_eq!(lesson.overlap(), view.overlap);
        let formula = if params.modulo == 1 { &lesson.formula } else { &lesson.sample.formula };
        prop_assert_eq!(formula.result, view.overlap.score(params.measure, direction));
        prop_assert_eq!(lesson.formula.result, lesson.exact_overlap().score(params.measure, direction));
        let sampled = if params.modulo == 1 { lesson.sample.overlap } else { lesson.overlap() };
        prop_assert_eq!(lesson.sample.overlap, sampled);
        for (side, document) in lesson.sides.iter().zip([&first, &second]) {
            prop_assert_eq!(&side.document.reading, &document.reading);
            prop_assert_eq!(&side.document.shingles, &document.shingles);
        }
        if params.is_estimate() {
            let functions = params.sketch().functions().map_or(0, |(functions, _)| functions as usize);
            for (least, document) in lesson.minima.least.iter().zip([&first, &second]) {
                prop_assert_eq!(&least[..functions.min(least.len())], document.minima());
            }
        }
    }

    #[test]
    fn every_figure_has_rows_for_any_point_and_hides_nothing(
        a in "[a-d ж日]{0,200}", b in "[a-d ж日]{0,200}", params in params(),
        width in 38_usize..130, point in prop::option::of(0_usize..120),
    ) {
        let names = ["a.txt", "b\u{202e}.txt"].map(DocPath::new);
        let subject = Subject::new(names, [a.into(), b.into()], Direction::First);
        let lesson = Lesson::new(&subject, &Arc::new(params), &PITFALLS);
        prop_assert_eq!(lesson.steps.len(), StepKind::STAGES.len() + PITFALLS.len() + 1);
        for step in &lesson.steps {
            let rows = draw_figure(&lesson, step, width, point);
            let hidden = rows.iter().flatten().any(|piece| piece.text.chars().any(base::visible::is_hidden));
            prop_assert!(!hidden);
            let said = step.paragraphs.iter().chain([&step.title, &step.brief, &step.number.text]);
            for said in said {
                prop_assert!(!said.is_empty() && !said.chars().any(base::visible::is_hidden), "{}", said);
            }
        }
    }
}
