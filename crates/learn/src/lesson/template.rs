//! Fills the templates of `assets/lesson/steps` with facts, and reads the result as a step.

use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Value, ValueKind};
use minijinja::{Environment, Error, Output, State, UndefinedBehavior};

use super::numbers::{format_decimals, format_share};
use super::step::{
    Exercise, FigureLine, FigurePiece, FigureRow, Ink, Step, StepKind, StepNumber, text_piece,
};
use base::{numbers::format_count, numbers::format_with_commas, visible::make_visible};
use shingle_core::shingle::expected::{
    probability_of_any_band, probability_of_any_supershingle, probability_of_empty_sample,
    probability_of_supershingle, probability_within_deviation,
};
use shingle_core::shingle::{deviation_of_minhash, probability_of_near_duplicate};

macro_rules! templates {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../../assets/lesson/steps/", $name, ".txt")))),*]
    };
}

const TEMPLATES: [(&str, &str); 26] = templates![
    "texts" "words" "forms" "window" "hash" "sets" "score" "index" "modulo" "minima" "super" "mega" "estimate"
    "capital" "empty" "missed" "chance" "header" "bands" "others" "history" "groups" "terms" "wide" "both" "verdict"
];

/// Filters that give a piece of a figure its role. The flag is true for text of a document.
const INKS: [(&str, Ink, bool); 7] = [
    ("plain", Ink::Plain, false),
    ("quiet", Ink::Quiet, false),
    ("strong", Ink::Strong, false),
    ("letter", Ink::Letter, false),
    ("quote", Ink::Plain, true),
    ("shared", Ink::Shared, true),
    ("now", Ink::Now, true),
];

/// Marks of a piece. No value contains them, because `visible` replaces control characters.
const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';

static ENVIRONMENT: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut all = Environment::new();
    if let Ok(lines) = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build() {
        all.set_syntax(lines);
    }
    all.set_undefined_behavior(UndefinedBehavior::Strict);
    all.set_formatter(write_visible);
    all.add_filter("percent", format_share);
    all.add_filter("equals", format_equation_end);
    all.add_filter("decimals", format_decimals);
    all.add_function("count", |number: u64, noun: &str| format_count(number, noun));
    all.add_function("some_are", number_with_is_or_are);
    all.add_function("expected", format_expected_error);
    all.add_function("any_band", probability_of_any_band);
    all.add_function("any_supershingle", probability_of_any_supershingle);
    all.add_function("deviation", deviation_of_minhash);
    all.add_function("empty_sample", probability_of_empty_sample);
    all.add_function("near_duplicate", probability_of_near_duplicate);
    all.add_function("nearer", probability_within_deviation);
    all.add_function("supershingle", probability_of_supershingle);
    for (place, (name, _, _)) in INKS.iter().enumerate() {
        all.add_filter(*name, move |text: &Value| {
            let text = text.to_string();
            Value::from_safe_string(format!("{OPEN}{place}{}{CLOSE}", make_visible(&text)))
        });
    }
    for (name, source) in TEMPLATES {
        // A template with an error gives no step, and the tests fail.
        let _ = all.add_template(name, source);
    }
    all
});

/// Writes whole numbers with separators, and strings in visible form.
fn write_visible(out: &mut Output<'_>, _: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    let text = match (value.kind(), value.as_i64()) {
        (ValueKind::Number, Some(number)) if number >= 0 => format_with_commas(number),
        (ValueKind::String, _) if value.is_safe() => value.to_string(),
        _ => make_visible(&value.to_string()).into_owned(),
    };
    Ok(out.write_str(&text)?)
}

/// Formats the right side of an equation. The share may be shown as a bound: `< 0.000001%`.
fn format_equation_end(share: f64) -> String {
    let text = format_share(share);
    match text.split_once(' ') {
        Some(("under", bound)) => format!("< {bound}"),
        Some((_, bound)) => format!("> {bound}"),
        None => format!("= {text}"),
    }
}

fn number_with_is_or_are(number: u64) -> String {
    match number {
        0 => "none is".into(),
        1 => "one is".into(),
        some => format!("{} are", format_with_commas(some)),
    }
}

fn format_expected_error(deviation: f64, nearer: Option<f64>) -> String {
    let near = nearer
        .map_or_else(|| "about two in three".into(), |share| format!("{:.0}%", share * 100.0));
    let points = format_decimals(deviation * 100.0);
    format!(
        "{points} percentage points (one standard deviation; {near} of such estimates are nearer)"
    )
}

/// Fills the template of a step with facts. `first` is the initial position of the point.
pub(super) fn render_step_template(kind: StepKind, facts: &Value, first: usize) -> Step {
    let filled = ENVIRONMENT.get_template(kind.template_text()).and_then(|all| all.render(facts));
    let mut step = parse_step(kind, &filled.unwrap_or_else(|error| format!("{error:#}")));
    step.first = first;
    step
}

/// A line begins with `#` for the title, `>` for the brief version, `=` for the number, `?` and `!` for an exercise,
/// `|` for a line of the figure; others are paragraphs, with blank lines in between.
fn parse_step(kind: StepKind, filled: &str) -> Step {
    let mut step = Step { kind, ..Step::default() };
    let mut is_open = false;
    for line in filled.lines() {
        let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
        match head {
            "#" => step.title = rest.into(),
            ">" => step.brief = rest.into(),
            "=" => {
                let (text, counts) = rest.split_once(" | ").unwrap_or((rest, ""));
                step.number = StepNumber { text: text.into(), counts: counts.into() };
            }
            "?" => step.exercises.push(Exercise { question: rest.into(), answer: String::new() }),
            "!" => {
                if let Some(exercise) = step.exercises.last_mut() {
                    exercise.answer = rest.into();
                }
            }
            "|" | "|*" | "|." => {
                let (indent, ink) = match head {
                    "|" => (2, Ink::Plain),
                    "|*" => (0, Ink::Strong),
                    _ => (0, Ink::Quiet),
                };
                step.figure.push(FigureLine { indent, groups: split_into_groups(rest, ink) });
            }
            _ => {
                let words = line.split_whitespace().collect::<Vec<&str>>().join(" ");
                match step.paragraphs.last_mut().filter(|_| is_open) {
                    _ if words.is_empty() => {}
                    Some(paragraph) => *paragraph = format!("{paragraph} {words}"),
                    None => step.paragraphs.push(words),
                }
            }
        }
        is_open = !line.trim().is_empty();
    }
    let is_blank = |line: &FigureLine| line.groups.is_empty();
    let blank = step.figure.iter().take_while(|line| is_blank(line)).count();
    step.figure.drain(..blank);
    step
}

/// Splits a line at blanks outside of marked pieces. Pieces without a blank in between stay together.
fn split_into_groups(line: &str, ink: Ink) -> Vec<FigureRow> {
    let mut groups = vec![FigureRow::new()];
    for part in line.split_inclusive(CLOSE) {
        let (plain, marked) = part.split_once(OPEN).unwrap_or((part, ""));
        for (place, word) in plain.split(' ').enumerate() {
            if place > 0 {
                groups.push(FigureRow::new());
            }
            if let Some(group) = groups.last_mut().filter(|_| !word.is_empty()) {
                group.push(text_piece(word, ink));
            }
        }
        let mut signs = marked.trim_end_matches(CLOSE).chars();
        let mark = signs.next().and_then(|digit| INKS.get(digit.to_digit(10)? as usize));
        if let (Some((_, ink, quoted)), Some(group)) = (mark, groups.last_mut()) {
            group.push(FigurePiece { text: signs.as_str().into(), ink: *ink, quoted: *quoted });
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}
