//! What plain mode says: rows, the open pair, its passages and texts, in the sentences of the screen. It changes nothing.

use ratatui::{buffer::Buffer, layout::Rect};

use shingle::base::numbers::{counted, thousands, verb};
use shingle::pipeline::{Mark, PairView, Passage, Row, Snapshot};
use shingle::{base::span::Span, engine::Phase};

use crate::tui::drawing::{Depth, Ground, Theme, glyphs::columns};
use crate::tui::layout::{ListAreas, PaneSide, SourceAreas};
use crate::tui::lists;
use crate::tui::model::decisions::{describe, took};
use crate::tui::model::{Hints, Model, OpenPair, PairState, Work};
use crate::tui::plain::typed::{NO_PAIR, rows};
use crate::tui::view::pair::passages::{count, facts, no_passage};
use crate::tui::words::shares::{percent, scored};
use crate::tui::{actions::Room, keys::bindings};
use crate::tui::{model::pairs::why_empty, plain::commands::HELP, view::draw, view::pair::decided};
use crate::tui::{view::pairs::heading, words::facts::facts_of_both, words::score::score};

/// The room for a sentence, in columns: as much as any needs.
const ROOM: u16 = 10_000;
/// A gap of so many blanks stands between two columns.
const GAP: &str = "   ";
/// So many words stand on either side of what was found.
const WORDS_AROUND: usize = 9;
/// What stands before the selected row.
const SELECTED: &str = "▸";

/// What just happened, if anything did.
pub(crate) fn sentence(model: &Model) -> Option<String> {
    let sentence = Hints::new(model, ROOM).note.map(|(sentence, _)| sentence);
    // What is being done is done by now, or is said as progress.
    sentence.filter(|sentence| !sentence.ends_with('…'))
}

/// What the engine is doing.
pub(crate) fn progress(work: Option<Work>) -> String {
    let Some(Work { phase, done, total, .. }) = work else { return "working …".to_string() };
    let what = match phase {
        Phase::Listing => return "looking through the folder …".to_string(),
        Phase::Reading => "reading",
        Phase::Shingling => "cutting shingles",
        Phase::Comparing => "ranking",
    };
    match total {
        0 => format!("{what} …"),
        total => format!("{what} {} of {} …", thousands(done as u64), thousands(total as u64)),
    }
}

/// The list that is shown, from a row on, with at most so many rows. The last row that it tells.
pub(crate) fn list(model: &Model, from: usize, most: usize) -> (Vec<String>, usize) {
    let snapshot = model.listed();
    let is_ranked = model.rooms.here().is_ranked();
    let Some(snapshot) = snapshot.filter(|_| is_ranked) else {
        return (drawn(model), from);
    };
    let mut lines = match &model.list.filter.unknown {
        Some(unknown) => vec![format!("not understood: {unknown}")],
        None => vec![heading(model, snapshot, ROOM)],
    };
    if snapshot.params.leaves_out() {
        let shingles = u64::from(snapshot.surroundings.left_out.shingles());
        lines.push(format!("{} left out of the texts", counted(shingles, "shingle")));
    }
    if rows(model) == 0 {
        lines.push(why_empty(model, snapshot));
        return (lines, 0);
    }
    let first = from.clamp(1, rows(model));
    let last = rows(model).min(first + most - 1);
    lines.extend((first..=last).filter_map(|number| row(model, snapshot, number)));
    if last < rows(model) {
        lines.push(format!("more goes on: {} rows", thousands((rows(model) - last) as u64)));
    }
    (lines, last)
}

/// The number of the selected row of the ranked list, where that is the list.
pub(crate) fn number(model: &Model) -> Option<usize> {
    let is_ranked = model.rooms.here().is_ranked();
    (is_ranked && rows(model) > 0).then(|| model.list.place() + 1)
}

/// A row of the ranked list by its number.
pub(crate) fn numbered(model: &Model, number: usize) -> Option<String> {
    row(model, model.listed()?, number)
}

/// The selected row of the list.
pub(crate) fn selected(model: &Model) -> Option<String> {
    match model.rooms.here() {
        Room::Pairs | Room::Resembling => row(model, model.listed()?, model.list.place() + 1),
        _ => {
            let (buffer, areas) = drawing(model)?;
            let rows = list_of_sources(model, &areas).map_or(areas.rows, |parts| parts.rows);
            let is_marked = |y: &u16| {
                let mut row = (rows.left()..rows.right()).filter_map(|x| buffer.cell((x, *y)));
                row.any(|cell| cell.symbol() == SELECTED)
            };
            let marked = (rows.y..rows.bottom()).find(is_marked);
            // Where no row is marked, what stands below is about the selected one.
            let below = || {
                let rows = areas.below.y..areas.below.bottom();
                rows.map(|y| clean(&buffer, areas.below, y)).collect::<Vec<_>>().join("\n")
            };
            Some(marked.map_or_else(below, |y| clean(&buffer, rows, y)))
        }
    }
}

/// A row of the ranked list by its number in the list.
fn row(model: &Model, snapshot: &Snapshot, number: usize) -> Option<String> {
    let index = model.list.order.row(number.checked_sub(1)?)?;
    let row = snapshot.rows.get(index)?;
    let own = model.snapshot.as_ref().map_or(0, |snapshot| snapshot.rows.len());
    let mut parts = vec![named(snapshot, row)];
    let overlap = row.pair().overlap;
    if matches!(row, Row::Pair { .. }) && snapshot.params.counts() {
        let (a, b) = (percent(overlap.containment_a()), percent(overlap.containment_b()));
        parts.push(format!("{a} of A in B, {b} of B in A"));
    }
    parts.extend(match row.mark() {
        Mark::None => None,
        Mark::New => Some("new".to_string()),
        Mark::Changed => Some("changed".to_string()),
        Mark::Gone if model.list.is_lost(index, own) => Some("lost".to_string()),
        Mark::Gone => Some("gone".to_string()),
    });
    parts.extend(
        model
            .decisions
            .of_row(snapshot, row)
            .map(|one| describe(one, &took(one, snapshot.contents(row), ["A", "B"]))),
    );
    Some(format!(
        "{}. {} {}",
        thousands(number as u64),
        scored(row.pair().score, &snapshot.params),
        parts.join("; ")
    ))
}

/// The documents of a row.
fn named(snapshot: &Snapshot, row: &Row) -> String {
    let name = |id| snapshot.doc(id).path.to_string();
    match row {
        Row::Pair { pair, more, .. } => {
            let side = |id, more: u32| match more {
                0 => name(id),
                more => format!("{} and {more} {}", name(id), verb(more, "copy", "copies")),
            };
            format!("A {}, B {}", side(pair.a, more.0), side(pair.b, more.1))
        }
        Row::Copies { members, .. } => {
            let names: Vec<String> = members.iter().map(|id| name(*id)).collect();
            format!("copies: {}", names.join(", "))
        }
    }
}

/// What the screen would draw, and where its list is.
fn drawing(model: &Model) -> Option<(Buffer, ListAreas)> {
    let areas = model.areas()?.list?;
    let mut buffer = Buffer::empty(Rect::new(0, 0, model.size.0, model.size.1));
    draw(model, &Theme::on(Ground::Unknown, Depth::Mono), &mut buffer);
    Some((buffer, areas))
}

/// Where the parts of the room of sources are, if it has some.
fn list_of_sources(model: &Model, areas: &ListAreas) -> Option<SourceAreas> {
    let is_there = model.rooms.here() == Room::Sources && model.sources.answer.is_some();
    is_there.then(|| areas.sources(model.sources.sources().len(), model.sources.rest()))
}

/// The lines of a room as it draws them, without what only separates. Rows that can be opened begin with their numbers.
fn drawn(model: &Model) -> Vec<String> {
    let Some((buffer, areas)) = drawing(model) else { return Vec::new() };
    let of = |area: Rect| -> Vec<String> {
        (area.y..area.bottom()).map(|y| clean(&buffer, area, y)).collect()
    };
    let cursor = lists::here(model).cursor(model);
    let number = |(place, line): (usize, String)| match cursor {
        Some((cursor, rows)) if cursor.top + place < rows => {
            format!("{}. {line}", cursor.top + place + 1)
        }
        _ => line,
    };
    if let Some(parts) = list_of_sources(model, &areas) {
        // List and text stand side by side, so each is told by itself.
        let numbered_text = parts.gutter.union(parts.text);
        let all = [
            areas.title,
            parts.columns,
            parts.rows,
            parts.rest,
            parts.about,
            parts.title,
            numbered_text,
            parts.status,
        ];
        let mut lines: Vec<String> = all.into_iter().flat_map(of).collect();
        lines.retain(|line| !line.is_empty());
        return lines;
    }
    let parts: [Vec<String>; 3] = [areas.title, areas.above, areas.columns].map(of);
    let rows: Vec<String> = of(areas.rows);
    let below: Vec<String> = of(areas.below);
    let rows = rows.into_iter().enumerate().map(number);
    let all = parts.into_iter().flatten().chain(rows).chain(below);
    let mut lines: Vec<String> = all.filter(|line| !line.is_empty()).collect();
    if let Some((cursor, rows)) = cursor {
        let last = rows.min(cursor.top + usize::from(areas.rows.height));
        if cursor.top > 0 || last < rows {
            let [first, last, rows] = [cursor.top + 1, last, rows].map(|row| thousands(row as u64));
            lines.push(format!("rows {first} to {last} of {rows}: open N goes to any of them"));
        }
    }
    lines
}

/// The text of a row of the screen, without rules and bars, and with few blanks in a row.
fn clean(buffer: &Buffer, area: Rect, y: u16) -> String {
    let (mut line, mut blanks, mut next) = (String::new(), 0, area.left());
    while next < area.right() {
        let symbol = buffer.cell((next, y)).map_or(" ", |cell| cell.symbol());
        // A wide character has two cells.
        next += columns(symbol).max(1);
        let is_drawn = symbol.chars().all(|one| ('\u{2500}'..='\u{25ff}').contains(&one));
        if is_drawn || symbol.trim().is_empty() {
            blanks += 1;
            continue;
        }
        if !line.is_empty() {
            line.push_str(GAP.get(..GAP.len().min(blanks)).unwrap_or(GAP));
        }
        blanks = 0;
        line.push_str(symbol);
    }
    line
}

/// The open pair, and its active passage.
pub(crate) fn pair(model: &Model) -> Vec<String> {
    let Some(current) = &model.pair else { return Vec::new() };
    let (a, b) = &current.names;
    let mut lines = vec![format!("A {a}, B {b}")];
    match &current.answer {
        PairState::Awaited => lines.push("opening …".to_string()),
        PairState::Refused(reason) => lines.push(format!("Cannot be opened: {reason}")),
        PairState::Open(pair) => {
            let PairView { a, b, overlap, params, .. } = &*pair.view;
            let [in_a, in_b] = [PaneSide::A, PaneSide::B].map(|which| pair.stop_words(which));
            let facts = facts_of_both([(&a.doc, in_a, ROOM), (&b.doc, in_b, ROOM)], params);
            for (which, facts) in [PaneSide::A, PaneSide::B].into_iter().zip(facts) {
                lines.push(format!("{}: {}", which.letter(), facts.trim_start_matches(" · ")));
            }
            lines.push(score(*overlap, pair.view.score, params, pair.wording).to_string());
            lines.extend(decided(model, (&current.names.0, &current.names.1)).into_iter().next());
            lines.extend(passage(model));
        }
    }
    lines
}

/// The active passage as both texts word it.
pub(crate) fn passage(model: &Model) -> Vec<String> {
    let Some(pair) = model.open() else { return Vec::new() };
    let Some(passage) = pair.active.and_then(|index| pair.view.passages.get(index)) else {
        return match pair.view.passages.len() {
            0 => vec![no_passage(pair)],
            some => vec![counted(some as u64, "passage")],
        };
    };
    let theme = Theme::on(Ground::Unknown, Depth::Mono);
    let facts = facts(pair, PaneSide::A, passage, &theme).into_iter().map(|(fact, _)| fact);
    let mut lines = vec![facts.collect::<Vec<_>>().join("; ")];
    for which in [PaneSide::A, PaneSide::B] {
        lines.push(format!("{}: {}", which.letter(), wording(pair, passage, which)));
    }
    lines
}

/// What is sought in the open pair, how often it is there, and the match that is looked at with the words around it.
pub(crate) fn search_lines(model: &Model) -> Vec<String> {
    let Some(search) = &model.search else { return Vec::new() };
    let [a, b] = search.counts();
    let all = format!("“{}” {}: {a} in A, {b} in B", search.pattern, count(search));
    let current = search.current().and_then(|(which, span)| {
        let text = &model.open()?.side(which).text;
        Some(format!("{}: {}", which.letter(), excerpt(text, span)))
    });
    std::iter::once(all).chain(current).collect()
}

/// A part of a text in brackets, with some of what stands before and behind it, in one line.
fn excerpt(text: &str, span: Span) -> String {
    let (start, end) = (span.start as usize, span.end as usize);
    let before = text.get(..start).unwrap_or_default().rsplit(' ').take(WORDS_AROUND);
    let mut before: Vec<&str> = before.collect();
    before.reverse();
    let after = text.get(end..).unwrap_or_default().split(' ').take(WORDS_AROUND);
    let after: Vec<&str> = after.collect();
    let found = text.get(start..end).unwrap_or_default();
    let line = format!("{}[{found}]{}", before.join(" "), after.join(" "));
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of a passage in one text, in one line.
fn wording(pair: &OpenPair, passage: &Passage, which: PaneSide) -> String {
    let span = which.span(passage);
    let text = pair.side(which).text.get(span.start as usize..span.end as usize);
    text.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text of the open pair, with the numbers of its passages around them.
pub(crate) fn text(model: &Model, which: PaneSide) -> Vec<String> {
    let Some(pair) = model.open().filter(|_| model.zoomed) else {
        return vec![NO_PAIR.to_string()];
    };
    // Where a passage ends before another begins at the same place, it is closed first.
    let mut signs: Vec<(u32, bool, String)> = Vec::new();
    for passage in &pair.view.passages {
        let span = which.span(passage);
        signs.push((span.start, true, format!("[{} ", passage.id())));
        signs.push((span.end, false, format!(" {}]", passage.id())));
    }
    signs.sort();
    let (text, mut words, mut at) = (&*pair.side(which).text, String::new(), 0);
    for (place, _, sign) in signs {
        words.push_str(text.get(at..place as usize).unwrap_or_default());
        words.push_str(&sign);
        at = place as usize;
    }
    words.push_str(text.get(at..).unwrap_or_default());
    words.lines().map(String::from).collect()
}

/// The commands, or every line of the key table with a word.
pub(crate) fn help(word: &str) -> Vec<String> {
    if word.is_empty() {
        let mut lines: Vec<String> =
            HELP.iter().map(|(name, what)| format!("{name}: {what}")).collect();
        lines.push("All else that the screen does has a name, such as documents, clusters, sources, undo, sort or pin.".to_string());
        return lines;
    }
    let pattern = word.to_lowercase();
    let own = HELP.iter().map(|(name, what)| format!("{name}: {what}"));
    let keys = bindings().map(|line| format!("{}: {}", line.name.text(), line.help));
    let found: Vec<String> =
        own.chain(keys).filter(|line| line.to_lowercase().contains(&pattern)).collect();
    if found.is_empty() { vec![format!("help has nothing about “{word}”")] } else { found }
}
