//! Marks: typed marks, notes, and undo. The screen shows a mark after it was saved, not before.

use std::{collections::BTreeSet, sync::Arc};

use shingle::decisions::{ContentPair, MarkKind, NewestMarks, UserMark};
use shingle::{
    base::numbers::choose_verb, base::numbers::format_count, base::numbers::format_with_commas,
    base::path::DocPath, decisions::decision::LONGEST_NOTE, pipeline::DocInfo,
};

use crate::tui::model::decisions::{
    MEANINGS, MarkTarget, NewMark, describe_direction, describe_mark, marked_pair_of_copies,
    marks_in_order_of_keys,
};
use crate::tui::model::{Change, Command, FileAnswer, Model, Prompt, Purpose};
use crate::tui::{
    actions::KeyName, actions::ViewName, update::lists, update::pair::keeps_open_pair,
    update::pair::refresh_list_and_pair, update::pair::request_pair,
};

const NOTHING_TO_MARK: &str = "nothing to mark";

pub(crate) fn open_mark_prompt(model: &mut Model) {
    if let Some(why) = model.current_list().reason_marks_are_refused(model) {
        return model.show_note(why);
    }
    // The line opens even without a row to mark. Otherwise the letter of a mark would act as another key, such as `q`.
    model.prompt = Some(Prompt::new(Purpose::Mark, ""));
}

/// Handles text typed after the key: a number or `a`, then the letter of a mark. Marking several rows waits for Enter
/// (`is_entered`), so that `q` for leaving and a word typed by mistake mark nothing.
pub(crate) fn run_mark_line(model: &mut Model, is_entered: bool) {
    let Some(text) = model.prompt.as_ref().map(|prompt| prompt.text().replace(MEANINGS, "")) else {
        return;
    };
    model.note = None;
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let (number, rest) = text.split_at(text.len() - digits.len());
    let (all, rest) = rest.strip_prefix('a').map_or((false, rest), |rest| (true, rest));
    let count = if all { usize::MAX } else { number.parse().unwrap_or(1).max(1) };
    let verdict = match rest {
        "" => return,
        "n" if number.is_empty() && !all => {
            open_note_prompt(model);
            return;
        }
        " " => model.decisions.last.map(NewMark::from),
        ">" => Some(NewMark { source: Some(0), ..MarkKind::Reused.into() }),
        "<" => Some(NewMark { source: Some(1), ..MarkKind::Reused.into() }),
        rest => {
            let is_typed = |(_, mark): &&(&str, MarkKind)| mark.letter() == rest;
            MarkKind::ALL.iter().find(is_typed).map(|(_, mark)| NewMark::from(*mark))
        }
    };
    let verdict = verdict.map(|verdict| NewMark { keeps_source: count > 1, ..verdict });
    let Some(verdict) = verdict else {
        model.note = Some(match rest {
            " " => "nothing was marked before: type a letter".into(),
            "n" => "a note is for one pair: type n alone".into(),
            _ => {
                let letters: Vec<&str> =
                    marks_in_order_of_keys().skip(1).map(MarkKind::letter).collect();
                format!("{rest} is not a mark: r, > or <, {}, n for a note", letters.join(", "))
            }
        });
        // The line keeps its text, so that no later letter of a mistyped word marks a row.
        return;
    };
    if verdict.source.is_some() && count > 1 {
        // In other rows, the letters A and B stand for other documents.
        return model.show_note("a direction is for one pair: type > or < alone");
    }
    if verdict.source.is_some() && selected_documents(model).is_some_and(are_equal_files) {
        model.prompt = Some(Prompt::new(Purpose::Mark, ""));
        return model.show_note("equal files keep no direction: type r, then n for a note");
    }
    if count > 1 && !is_entered {
        let (selected, len) = model.current_list().markable_place_and_count(model);
        let rows = if all { len } else { count.min(len.saturating_sub(selected)) };
        let rows = format_count(rows, "row");
        return model.show_note(format!("Enter marks {rows} {}, Esc leaves", verdict.verdict));
    }
    model.prompt = None;
    model.compute_areas();
    match draft_marks(model, count, verdict) {
        Ok(drafts) => apply_drafts(model, drafts, verdict.verdict),
        Err(why) => {
            model.show_note(why);
            refresh_list_and_pair(model);
        }
    }
}

/// Opens the line for a note, with the existing note. Selects the row of the last mark, because the note belongs to it.
fn open_note_prompt(model: &mut Model) {
    let noted = match model.decisions.just_marked.clone() {
        Some(marked) => {
            if select_row_of(model, marked.subject) {
                show_selected_row(model);
            }
            Ok(marked)
        }
        None => draft_marks(model, 1, MarkKind::Undecided.into())
            .and_then(|(mut drafts, _)| drafts.pop().ok_or(NOTHING_TO_MARK)),
    };
    model.prompt = Some(match noted {
        Ok(noted) => {
            let line = Prompt::new(Purpose::Note, &noted.note);
            Prompt { noted: Some(noted), ..line }
        }
        Err(why) => Prompt::new(Purpose::Nothing(why), ""),
    });
}

pub(crate) fn describe_mark_subject(model: &Model, decision: &UserMark) -> String {
    let short = |name: &String| model.names.short_name(&DocPath::new(name).parse_line_suffix());
    match &decision.then.names[..] {
        [a, b] => format!("{} ↔ {}", short(a), short(b)),
        names => format_count(names.len(), "document"),
    }
}

/// Describes a mark on documents, and names the marked pair if they are its copies.
pub(crate) fn describe_mark_on_documents(
    model: &Model,
    mark: &UserMark,
    docs: [&DocInfo; 2],
) -> String {
    let snapshot = model.snapshot.as_ref();
    let marked = snapshot.and_then(|snapshot| marked_pair_of_copies(mark, docs, snapshot));
    let detail = match marked {
        Some([(one, first), (other, second)]) => {
            let names = [&one, &other].map(|path| model.names.short_name(path).to_string());
            let took = mark.describe_direction([first, second], [&names[0], &names[1]]);
            format!(" (marked: {})", took.unwrap_or_else(|| names.join(" ↔ ")))
        }
        None => describe_direction(mark, docs.map(|doc| doc.file.content), ["A", "B"]),
    };
    describe_mark(mark, &detail)
}

pub(crate) fn save_typed_note(model: &mut Model) {
    let Some(mut prompt) = model.prompt.take() else { return };
    let Some(mut decision) = prompt.noted.take() else { return };
    if let Some(before) = model.decisions.mark_of_subject(decision.subject) {
        (decision.verdict, decision.source) = (before.verdict, before.source);
        decision.then.source_name.clone_from(&before.then.source_name);
    }
    decision.note = prompt.text().trim().to_string();
    decision.note.truncate(decision.note.floor_char_boundary(LONGEST_NOTE));
    model.show_note(format!("noted: {}", describe_mark_subject(model, &decision)));
    if let Some(marked) = &mut model.decisions.just_marked {
        marked.note.clone_from(&decision.note);
        if select_row_of(model, decision.subject) {
            select_next_unmarked(model, &[model.list.row_of_selection()]);
        }
    }
    save_marks(model, vec![decision]);
    show_selected_row(model);
}

/// Marks to save, and their places in the list.
type Drafts = (Vec<UserMark>, Vec<usize>);

/// Returns the documents of the selected row, in the order of the row. `None` if the row cannot be marked now.
pub(crate) fn selected_documents(model: &Model) -> Option<[&DocInfo; 2]> {
    let list = model.current_list();
    let (place, _) = list.markable_place_and_count(model);
    let is_refused = list.reason_marks_are_refused(model).is_some();
    let target = list.mark_target(model, place).filter(|_| !is_refused);
    target.map(|(docs, _)| docs)
}

/// Returns true for equal files, whose mark cannot say which of them is the source.
pub(crate) const fn are_equal_files([a, b]: [&DocInfo; 2]) -> bool {
    a.file.content == b.file.content
}

/// Drafts marks of at most `count` rows from the selected row on. `usize::MAX` means all rows of the list.
fn draft_marks(model: &Model, count: usize, verdict: NewMark) -> Result<Drafts, &'static str> {
    let list = model.current_list();
    if let Some(why) = list.reason_marks_are_refused(model) {
        return Err(why);
    }
    let (selected, len) = list.markable_place_and_count(model);
    let from = if count == usize::MAX { 0 } else { selected };
    let places: Vec<usize> = (from..len).take(count).collect();
    let targets = places.iter().filter_map(|place| list.mark_target(model, *place));
    let draft = |(docs, score): MarkTarget<'_>| {
        model.decisions.draft_pair_mark(&model.folder_name, docs, score, verdict)
    };
    let decisions: Vec<UserMark> = targets.map(draft).collect();
    if decisions.is_empty() { Err(NOTHING_TO_MARK) } else { Ok((decisions, places)) }
}

fn apply_drafts(model: &mut Model, (decisions, places): Drafts, verdict: MarkKind) {
    // Repeating a mark does not repeat its direction, because the user has not looked at the next pair.
    model.decisions.last = Some(verdict);
    let marked = describe_new_marks(model, &decisions, &places);
    let only = decisions.first().filter(|_| decisions.len() == 1).cloned();
    save_marks(model, decisions);
    let next = if !select_next_unmarked(model, &places) {
        "every row shown is marked".into()
    } else if model.list.filter.needs_marks() {
        // The list will soon hide the marked rows, so the number of the next row would be wrong.
        "now the next undecided".into()
    } else {
        let (place, all) = model.current_list().markable_place_and_count(model);
        format!("now row {} of {}", format_with_commas(place + 1), format_with_commas(all))
    };
    model.show_note(format!("{marked} · {next} · {} undoes", KeyName::Undo.label()));
    model.decisions.just_marked = only;
    show_selected_row(model);
}

/// Shows the selected pair. A pair that is being read stays open until the user asks for another, so that the next mark
/// belongs to the visible pair.
fn show_selected_row(model: &mut Model) {
    if keeps_open_pair(model) && model.visited.current().is_ranked() {
        request_pair(model, model.list.names.clone());
    }
    refresh_list_and_pair(model);
}

/// Saves the former marks of undone subjects, and selects the row of the first of them in the list of pairs.
pub(crate) fn restore_marks(model: &mut Model, before: Vec<UserMark>) {
    model.decisions.just_marked = None;
    if let Some(first) = before.first() {
        select_row_of(model, first.subject);
    }
    model.send_command(Command::SaveMarks(before));
    show_selected_row(model);
}

/// Selects the row of a marked pair in the list of pairs. Returns true if the list has this row.
fn select_row_of(model: &mut Model, subject: ContentPair) -> bool {
    if model.visited.current() != ViewName::Pairs {
        return false;
    }
    let Some(snapshot) = model.snapshot.clone() else { return false };
    let is_row = |place: &usize| {
        let row = model.list.order.row_at(*place).and_then(|row| snapshot.rows.get(row));
        row.is_some_and(|row| {
            let [a, b] = snapshot.content_hashes(row);
            subject == ContentPair::new(a, b)
        })
    };
    let found = (0..model.list.order.len()).find(is_row);
    if let Some(place) = found {
        let line = model.list.line_of_row(place);
        model.list.select_line(&snapshot, line);
    }
    found.is_some()
}

fn describe_new_marks(model: &Model, decisions: &[UserMark], places: &[usize]) -> String {
    let verdict = decisions.first().map_or("", |one| one.verdict.name());
    let [one] = decisions else {
        return format!("{} marked {verdict}", format_count(decisions.len(), "row"));
    };
    let contents = selected_documents(model).map(|docs| docs.map(|doc| doc.file.content));
    let took = contents.map_or_else(String::new, |both| describe_direction(one, both, ["A", "B"]));
    format!(
        "row {}: {verdict}{took}",
        format_with_commas(places.first().map_or(0, |place| place + 1))
    )
}

fn save_marks(model: &mut Model, decisions: Vec<UserMark>) {
    model.history.record(Change::Marks(model.decisions.zip_with_previous_marks(&decisions)));
    model.send_command(Command::SaveMarks(decisions));
}

/// Selects the next unmarked row after these rows, else the first one. Returns true if there is one.
fn select_next_unmarked(model: &mut Model, marked: &[usize]) -> bool {
    let marked: BTreeSet<usize> = marked.iter().copied().collect();
    let from = marked.last().map_or(0, |last| last + 1);
    let list = model.current_list();
    let is_next = |place: &usize| {
        let mark = || {
            let ([a, b], _) = list.mark_target(model, *place)?;
            model.decisions.mark_of_documents(a, b)
        };
        !marked.contains(place) && mark().is_none_or(UserMark::is_undecided)
    };
    let (_, len) = list.markable_place_and_count(model);
    let next = (from..len).find(is_next).or_else(|| (0..from.min(len)).find(is_next));
    if let Some(place) = next {
        list.select_line(model, list.line_of_markable_row(model, place));
    }
    next.is_some()
}

pub(crate) fn handle_marks_file(model: &mut Model, answer: FileAnswer<Arc<NewestMarks>>) {
    let Some(all) = contents_or_report_failure(model, answer, "decisions") else { return };
    model.decisions.all = all;
    lists::request_mark_counts(model);
    if model.list.filter.needs_marks() {
        lists::rearrange_rows(model);
    }
}

/// Returns the contents of the file of `what` (marks or phrases), or `None` if reading or writing failed. Shows a
/// failure as a note, and invalid lines as a notice.
pub(crate) fn contents_or_report_failure<T>(
    model: &mut Model,
    answer: FileAnswer<T>,
    what: &str,
) -> Option<T> {
    let (all, notice) = match answer {
        Err(reason) => {
            model.show_note(reason.clone());
            (None, Some(reason))
        }
        Ok((all, unparsed)) => {
            let lines = || {
                let is = choose_verb(unparsed.count, "is", "are");
                format!("the file of {what}: {unparsed} {is} not understood, and {is} left alone")
            };
            (Some(all), (unparsed.count > 0).then(lines))
        }
    };
    if let Some(notice) = notice.filter(|notice| !model.notices.contains(notice)) {
        model.notices.push(notice);
    }
    all
}
