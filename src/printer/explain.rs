//! Prints `compare --explain`, every stage from text to shingles, and a lesson as plain text.

use std::io::Write;

use hashbrown::HashSet;

use shingle::base::numbers::{choose_verb, format_count, format_thousands};
use shingle::base::visible::make_visible;
use shingle::lesson::page::{draw_figure, flow::plain_text_of as marked};
use shingle::lesson::{Flow, Ink, Lesson};
use shingle::pipeline::document::explain::{
    name_letter_changes, singular_if_changed, text_if_changed,
};
use shingle::pipeline::document::info::language_names;
use shingle::pipeline::{
    Document, Languages, PairView, Params, Preset, StopWords, Word, explain_shingles as explained,
};
use shingle::shingle::hash::may_begin_shingle;

use super::table::describe_footer;
use super::{out::Stop, pair::print_pair};

pub(crate) fn print_exercises(
    out: &mut impl Write,
    lesson: &Lesson,
    with_answers: bool,
    columns: Option<usize>,
) -> Result<(), Stop> {
    for (_, number, one) in lesson.numbered_exercises() {
        let mut flow = Flow::new(columns.unwrap_or(PAPER).clamp(40, PAPER));
        flow.push_sentence(&format!("{number} {}", one.question), Ink::Plain);
        if with_answers {
            flow.set_indent(3).push_sentence(&one.answer, Ink::Plain);
        }
        for row in flow.finish() {
            writeln!(out, "{}", marked(&row))?;
        }
    }
    Ok(())
}

const PAPER: usize = 100;

/// Prints the stages of both documents, then the result. A lesson explains the score and the sketches.
pub(crate) fn print_explanation(
    out: &mut impl Write,
    a: &Document,
    b: &Document,
    view: &PairView,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let (in_a, in_b): (HashSet<u64>, HashSet<u64>) =
        (a.retained_keys().collect(), b.retained_keys().collect());
    for (letter, document, name, others) in
        [("a", a, &view.a.doc.path, &in_b), ("b", b, &view.b.doc.path, &in_a)]
    {
        writeln!(out, "== {letter}: {name}")?;
        print_text(out, document)?;
        print_words(out, document, &view.params)?;
        print_shingles(out, document, &view.params, others)?;
        writeln!(out)?;
    }
    writeln!(out, "== result")?;
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
    let language = match (languages.all_shares().len(), languages.main_language()) {
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
    let left_out = document.words.iter().filter(|word| word.part_of_speech().is_ignored()).count();
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
    let one = singular_if_changed(word);
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
        None if word.part_of_speech().is_ignored() => {
            format!("{read}{tag}  (ignored: {})", word.part_of_speech().name())
        }
        None => format!("{read}{tag}  (stop word, dropped)"),
        Some(canonical) if *canonical == *word.text => format!("{read}{tag}"),
        Some(canonical) => {
            let one = if singular_if_changed(word).is_some() { "  (singular)" } else { "" };
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
            flow.push_sentence(paragraph, Ink::Plain).end_row();
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
