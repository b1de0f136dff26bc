//! Prints `compare --explain`, every stage from text to score, and a lesson as plain text.

use std::io::Write;

use hashbrown::{HashMap, HashSet};

use shingle::base::numbers::{choose_verb, format_count, format_thousands};
use shingle::base::visible::make_visible;
use shingle::compare::{Above, Direction, fill_in_unit};
use shingle::lesson::page::{draw_figure, flow::plain_text_of as marked};
use shingle::lesson::{Flow, Ink, Lesson};
use shingle::pipeline::document::explain::{name_letter_changes, singular_of, text_if_changed};
use shingle::pipeline::document::info::language_names;
use shingle::pipeline::{
    Document, Languages, PairView, Params, Preset, StopWords, Word, shingles as explained,
};
use shingle::shingle::hash::may_begin_shingle;
use shingle::shingle::minhash::{GROUP, function_value};
use shingle::shingle::{megashingles, supershingles};

use super::table::{describe_footer, format_percent};
use super::{out::Stop, pair::print_pair};

pub(crate) fn print_exercises(
    out: &mut impl Write,
    lesson: &Lesson,
    with_answers: bool,
    columns: Option<usize>,
) -> Result<(), Stop> {
    for (_, number, one) in lesson.exercises() {
        let mut flow = Flow::new(columns.unwrap_or(PAPER).clamp(40, PAPER));
        flow.push_sentence(&format!("{number} {}", one.question), Ink::Plain);
        if with_answers {
            flow.indent(3).push_sentence(&one.answer, Ink::Plain);
        }
        for row in flow.finish() {
            writeln!(out, "{}", marked(&row))?;
        }
    }
    Ok(())
}

const PAPER: usize = 100;

/// Prints the stages of both documents, then the sets, the formula and the passages.
pub(crate) fn print_explanation(
    out: &mut impl Write,
    a: &Document,
    b: &Document,
    view: &PairView,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let (in_a, in_b): (HashSet<u64>, HashSet<u64>) =
        (a.kept_keys().collect(), b.kept_keys().collect());
    for (letter, document, name, others) in
        [("a", a, &view.a.doc.path, &in_b), ("b", b, &view.b.doc.path, &in_a)]
    {
        writeln!(out, "== {letter}: {name}")?;
        print_text(out, document)?;
        print_words(out, document, &view.params)?;
        print_shingles(out, document, &view.params, others)?;
        writeln!(out)?;
    }
    print_sketches(out, a, b, view)?;
    print_formula(out, view, columns)?;
    writeln!(out, "\n== result")?;
    print_pair(out, view, columns)
}

fn print_text(out: &mut impl Write, document: &Document) -> Result<(), Stop> {
    let counted_if = |number: u32, noun: &str, what: &str| match number {
        0 => String::new(),
        number => format!(", {}{what}", format_count(number, noun)),
    };
    let undecoded = counted_if(document.file.undecoded, "byte", " not decoded");
    let hidden = counted_if(document.file.hidden, "word", " hidden");
    let mixed = counted_if(document.mixed, "look-alike word", "");
    let languages = Languages::from_stretches(&document.reading);
    let language = match (languages.all().len(), languages.main()) {
        (1, None) => "language unsure".to_string(),
        (1, _) => format!("language {}", language_names(&languages)),
        _ => format!("languages {}", language_names(&languages)),
    };
    writeln!(
        out,
        "1. text: {}, read as {}{undecoded}{hidden}, {language}{mixed}",
        format_count(document.text.len() as u64, "byte"),
        document.file.encoding
    )?;
    for line in document.text.lines() {
        writeln!(out, "   | {}", make_visible(line))?;
    }
    Ok(())
}

fn print_words(out: &mut impl Write, document: &Document, params: &Params) -> Result<(), Stop> {
    let dropped = document.words.len() - document.canonical.len();
    let left_out = document.words.iter().filter(|word| word.part().is_ignored()).count();
    let stop_words = match params.stop_words {
        StopWords::Inside => {
            document.canonical.iter().filter(|word| !may_begin_shingle(word.hash)).count()
        }
        _ => dropped - left_out,
    };
    let by_part = if document.is_tagged {
        let are = choose_verb(left_out as u64, "is", "are");
        format!("{} {are} ignored by part of speech and ", format_thousands(left_out as u64))
    } else {
        String::new()
    };
    writeln!(
        out,
        "2. words: {}; {by_part}{}; {}",
        format_thousands(document.words.len() as u64),
        match stop_words {
            1 => "1 is a stop word".to_string(),
            some => format!("{} are stop words", format_thousands(some as u64)),
        },
        format_count(document.canonical.len() as u64, "canonical word"),
    )?;
    for word in &document.words {
        let place = format!("{}-{}", word.span.start, word.span.end);
        writeln!(out, "   {place:>13}  {}", describe_word(document, word, params))?;
    }
    Ok(())
}

/// A word as read, its tag if any, and its result. Adds changes of letters beyond lower case, and the written form if
/// different.
fn describe_word(document: &Document, word: &Word, params: &Params) -> String {
    let one = singular_of(word);
    let steps =
        params.letter_folding(word.language).folding_steps(one.as_deref().unwrap_or(&word.text));
    let unusual = |step: &&str| *step != "small letters";
    let mut remarks: Vec<String> =
        name_letter_changes(&steps).into_iter().filter(unusual).map(String::from).collect();
    if let Some(written) = text_if_changed(document, params, word) {
        remarks.push(format!("written {}", make_visible(written)));
    }
    let remarks = match remarks.as_slice() {
        [] => String::new(),
        some => format!("  ({})", some.join(", ")),
    };
    format!("{}{remarks}", describe_form(document, word))
}

fn describe_form(document: &Document, word: &Word) -> String {
    let read = make_visible(&word.text);
    let tag = if document.is_tagged { format!("/{}", word.tag.name()) } else { String::new() };
    let canonical = word.canonical.and_then(|index| document.canonical.get(index as usize));
    match canonical.map(|canonical| &*canonical.text) {
        None if word.part().is_ignored() => {
            format!("{read}{tag}  (ignored: {})", word.part().name())
        }
        None => format!("{read}{tag}  (stop word, dropped)"),
        Some(canonical) if *canonical == *word.text => format!("{read}{tag}"),
        Some(canonical) => {
            let one = if singular_of(word).is_some() { "  (singular)" } else { "" };
            format!("{read}{tag} → {}{one}", make_visible(canonical))
        }
    }
}

fn print_shingles(
    out: &mut impl Write,
    document: &Document,
    params: &Params,
    others: &HashSet<u64>,
) -> Result<(), Stop> {
    let sketch_keys = document.counted_keys().len();
    writeln!(
        out,
        "3. shingles of {}{}: {}; modulo {} keeps {} ({} hash)",
        format_count(document.window.width as u64, "word"),
        if params.step > 1 { format!(", one every {}", params.step) } else { String::new() },
        format_thousands(document.shingles.len() as u64),
        format_thousands(u64::from(params.modulo)),
        format_count(sketch_keys as u64, "distinct one"),
        params.hash
    )?;
    for explained in explained(document, params, others, 0..document.shingles.len()) {
        let words = explained.text();
        let (start, hash, fate) = (explained.start, &explained.hash, &explained.fate);
        writeln!(out, "   {start:>5}  {hash:>16}  {}  ({fate})", make_visible(&words))?;
    }
    if document.shingles.is_empty() && !document.canonical.is_empty() && params.preset.is_some() {
        writeln!(
            out,
            "   a document shorter than {} gets 0 shingles under preset {}",
            format_count(params.width, "word"),
            params.preset.map_or("", Preset::name)
        )?;
    }
    Ok(())
}

fn print_formula(
    out: &mut impl Write,
    view: &PairView,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let overlap = view.overlap;
    let (shared, a, b) = (overlap.shared, overlap.a_shingles, overlap.b_shingles);
    // Estimating sketches have a step before.
    let number = if view.params.estimates() { 5 } else { 4 };
    writeln!(out, "== score")?;
    writeln!(
        out,
        "{number}. sets: {} in a, {} in b, {} in both, {} in either",
        format_count(a, "kept shingle"),
        format_thousands(b),
        format_thousands(shared),
        format_thousands(u64::from(a) + u64::from(b) - u64::from(shared))
    )?;
    let measure = view.params.measure;
    let (num, den) = overlap.score_fraction(measure, Direction::First);
    let (times, limit, num) = match overlap.one_in {
        all if all > 1 && measure.counts_words() => {
            (" · modulo", ", at most 1", format!("{shared} · {all}"))
        }
        _ => ("", "", num.to_string()),
    };
    let formula =
        fill_in_unit(measure.unit_words().explained, &[("times", &times), ("limit", &limit)]);
    let formula = format!("{formula} = {num} / {den}");
    let params = &view.params;
    let reached = |share| {
        let verb = match (params.above, params.above.passes(share, params.threshold)) {
            (Above::AtLeast, true) => "reaches",
            (Above::AtLeast, false) => "does not reach",
            (Above::Strictly, true) => "exceeds",
            (Above::Strictly, false) => "does not exceed",
        };
        format!("{verb} the threshold of {}", format_percent(params.threshold))
    };
    let measured = overlap.score(params.measure, Direction::First);
    let explained =
        if params.counts() { format!("; {}", reached(measured)) } else { String::new() };
    writeln!(
        out,
        "{}. {}: {formula} = {}{explained}",
        number + 1,
        params.measure,
        format_percent(measured)
    )?;
    if params.estimates() {
        let (estimate, reached) = (format_percent(view.score), reached(view.score));
        writeln!(out, "{}. estimate by the sketches: {estimate}; {reached}", number + 2)?;
    }
    writeln!(out, "{}", describe_footer(&view.params, columns))?;
    Ok(())
}

fn print_sketches(
    out: &mut impl Write,
    a: &Document,
    b: &Document,
    view: &PairView,
) -> Result<(), Stop> {
    let params = &view.params;
    let Some((functions, family)) = params.sketch().functions() else { return Ok(()) };
    let (first, second) = (a.least_keys(), b.least_keys());
    let agree = first.iter().zip(second).filter(|(first, second)| first == second).count();
    writeln!(out, "== sketches")?;
    writeln!(
        out,
        "4. least shingles: the same under {agree} of {} ({family})",
        format_count(functions, "function")
    )?;
    let (in_a, in_b) = (texts_by_key(a), texts_by_key(b));
    let minimum = |function: usize, least: &[u64], texts: &HashMap<u64, String>| {
        least.get(function).map_or_else(
            || "none".to_string(),
            |key| {
                let text = texts.get(key).map_or("", String::as_str);
                let value = function_value(family, function as u32, *key, text);
                format!("{value:08x}  {}", make_visible(text))
            },
        )
    };
    for function in 0..functions as usize {
        let same = first.get(function).is_some() && first.get(function) == second.get(function);
        let in_a = minimum(function, first, &in_a);
        let rest = if same { "the same".to_string() } else { minimum(function, second, &in_b) };
        writeln!(out, "   {function:>5}  {in_a}  |  {rest}")?;
    }
    if params.sketch.facts().few.is_some() {
        print_groups(out, first, second)?;
    }
    writeln!(out, "   estimate: {}\n", format_percent(view.score))?;
    Ok(())
}

fn texts_by_key(document: &Document) -> HashMap<u64, String> {
    let sketch_keys = document.shingles.iter().enumerate().filter(|(_, shingle)| shingle.kept);
    sketch_keys.map(|(at, shingle)| (shingle.key, document.joined_words(at))).collect()
}

fn print_groups(out: &mut impl Write, first: &[u64], second: &[u64]) -> Result<(), Stop> {
    let both: Vec<(u64, u64)> = supershingles(first).zip(supershingles(second)).collect();
    for (place, (first, second)) in both.iter().enumerate() {
        let functions = format!("{} to {}", place * GROUP, (place + 1) * GROUP - 1);
        let fate = if first == second { "the same".to_string() } else { format!("{second:016x}") };
        writeln!(out, "   supershingle of functions {functions:>8}  {first:016x}  |  {fate}")?;
    }
    let agree = both.iter().filter(|(first, second)| first == second).count();
    let pairs: Vec<(u64, u64)> = megashingles(first).zip(megashingles(second)).collect();
    let pairs_agree = pairs.iter().filter(|(first, second)| first == second).count();
    writeln!(
        out,
        "   {agree} of {} supershingles {}, {pairs_agree} of {} megashingles",
        both.len(),
        choose_verb(agree as u64, "agrees", "agree"),
        pairs.len()
    )?;
    Ok(())
}

pub(crate) fn print_lesson(
    out: &mut impl Write,
    lesson: &Lesson,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let width = columns.unwrap_or(PAPER).clamp(40, PAPER);
    let [a, b] = lesson.subject.names.each_ref().map(ToString::to_string);
    writeln!(out, "A lesson on {} and {}", make_visible(&a), make_visible(&b))?;
    writeln!(out, "{}", describe_footer(&lesson.params, columns))?;
    writeln!(out, "Shared words are in [brackets], ignored words in (parentheses).")?;
    for (number, step) in lesson.steps.iter().enumerate() {
        writeln!(out, "\n== {}. {}\n", number + 1, step.title)?;
        let mut flow = Flow::new(width);
        for paragraph in &step.paragraphs {
            flow.push_sentence(paragraph, Ink::Plain).end();
        }
        for row in flow.finish() {
            writeln!(out, "{}", marked(&row))?;
        }
        writeln!(out)?;
        for row in draw_figure(lesson, step, width - 2, None) {
            writeln!(out, "{}", format!("  {}", marked(&row)).trim_end())?;
        }
    }
    Ok(())
}
