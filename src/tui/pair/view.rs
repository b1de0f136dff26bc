//! The frame of the two texts: names, score in words, all measures, the active passage.
//!
//! ```text
//! ── essay-a.md ↔ essay-b.md ────────────────────────────────────────────────────────────── 3 passages ──
//!  64% of B's wording stands in A
//!  passages   1 [2] ⇄3  4
//!  …
//! ```

pub(crate) mod gutter;
pub(crate) mod legend;
pub(crate) mod line;
pub(crate) mod longest;
pub(crate) mod minimap;
pub(crate) mod pane;
pub(crate) mod passages;
pub(crate) mod row;
pub(crate) mod status;

use ratatui::buffer::Buffer;
use shingle::base::numbers::counted;
use shingle::base::path::DocPath;
use shingle::base::ratio::Ratio;
use shingle::base::visible::visible;
use shingle::pipeline::document::languages::different_languages;
use shingle::pipeline::document::pair::PairView;

use crate::tui::decisions::model::{on_copies, said};
use crate::tui::drawing::glyphs::{columns, elide, elide_apart, fitting};
use crate::tui::drawing::pen::{Pen, rule};
use crate::tui::drawing::theme::Theme;
use crate::tui::layout::PairAreas;
use crate::tui::screen::focus::Focus;
use crate::tui::screen::model::Model;
use crate::tui::words::score::{example, score};
use crate::tui::words::shares::percent;
use crate::tui::words::wording::Wording;

use super::model::OpenPair;
use super::shown::{Answer, Shown};

/// Draws the frame around the texts.
pub(crate) fn render(
    model: &Model,
    shown: &Shown,
    theme: &Theme,
    buffer: &mut Buffer,
    areas: &PairAreas,
) {
    let style = if model.focus == Focus::List { theme.quiet } else { theme.focused };
    let (a, b) = &shown.names;
    let mut remark = match &shown.answer {
        Answer::Open(pair) => counted(pair.view.passages.len() as u64, "passage"),
        _ => String::new(),
    };
    let forms = decided(model, (a, b));
    if !forms.is_empty() {
        let dot = if remark.is_empty() { "" } else { " · " };
        let room = areas.title.width / 2 - columns(&remark).min(areas.title.width / 2);
        remark = format!("{}{dot}{remark}", elide(fitting(&forms, room), room));
    }
    let half = (areas.title.width / 2).saturating_sub(columns(&remark) / 2 + 6);
    let (left, right) = elide_apart((&a.to_string(), &b.to_string()), (half, half));
    let heading = format!("{left} ↔ {right}");
    rule(buffer, areas.title, (&heading, style), (&remark, theme.quiet), theme.line);
    match &shown.answer {
        Answer::Awaited => {
            Pen::at(buffer, areas.facts).skip(1).put("opening …", theme.quiet);
        }
        Answer::Refused(reason) => {
            let mut pen = Pen::at(buffer, areas.title.union(areas.status));
            pen.down().skip(1).paragraph(&format!("Cannot be opened: {reason}"), theme.alarm);
            // For a row that is gone: where its content went.
            for gone in [a, b].into_iter().filter_map(|path| model.activities.of_gone(path)) {
                pen.skip(1).paragraph(&format!("{gone}."), theme.strong);
            }
        }
        Answer::Open(pair) => {
            facts(model, pair, theme, buffer, areas);
            // The map of A beside it separates the texts well enough.
            let is_beside = areas.a.is_some_and(|a| a.map.right() == areas.divider.x);
            let divided = if is_beside { 0 } else { areas.divider.height };
            for y in areas.divider.y..areas.divider.y + divided {
                let area = ratatui::layout::Rect { y, height: 1, ..areas.divider };
                Pen::at(buffer, area).put("│", theme.line);
            }
            passages::strip(pair, theme, buffer, areas.strip);
            passages::list(pair, model.reading.order, theme, buffer, areas.passages);
            legend::render(&pair.view.params, theme, buffer, areas.legend);
            status::render(model, pair, theme, buffer, areas.status);
        }
    }
}

/// What was decided about the pair, with the note; or about an earlier version of it, in ever shorter forms. Empty for nothing.
pub(crate) fn decided(model: &Model, names: (&DocPath, &DocPath)) -> Vec<String> {
    let Some(snapshot) = &model.snapshot else { return Vec::new() };
    let former = |name: &DocPath| model.activities.former_names(name);
    let found = model.decisions.of_names(&model.folder_name, snapshot, names, former);
    let Some((decision, is_earlier)) = found else { return Vec::new() };
    if !is_earlier {
        let of_copies = on_copies(decision, names);
        let of_copies = of_copies.map(|copies| said(decision, &format!(" of {copies}, a copy")));
        return of_copies.into_iter().chain([said(decision, "")]).collect();
    }
    let score = visible(decision.then.score.split(' ').next().unwrap_or_default());
    let was = decision.verdict;
    // The note stays in every form: it is in the user's own words.
    let note = match visible(&decision.note) {
        note if note.is_empty() => String::new(),
        note => format!(": {note}"),
    };
    vec![
        said(decision, &format!(" on an earlier version, at {score}")),
        format!("was {was}, at {score}{note}"),
        format!("was {was}{note}"),
    ]
}

fn facts(model: &Model, pair: &OpenPair, theme: &Theme, buffer: &mut Buffer, areas: &PairAreas) {
    let mut pen = Pen::at(buffer, areas.facts);
    pen.skip(1);
    if model.pair_is_stale(&pair.view) {
        pen.put("stale", theme.pending).skip(1);
    }
    let PairView { a, b, params, .. } = &*pair.view;
    if let Some([left, right]) = different_languages(&a.doc.languages, &b.doc.languages, params) {
        pen.put(&format!("{left} ≠ {right}"), theme.pending).skip(1);
    }
    if model.reading.dropped {
        measured(&pair.view, pair.wording, theme, &mut pen);
        pen.down().skip(1);
        in_passages(pair, theme, &mut pen);
    } else {
        let head = score(pair.view.overlap, pair.view.score, params, pair.wording).head;
        pen.put(&fitted(head, pair.wording, pen.room()), theme.strong);
    }
}

/// How much of either text is tinted. The score counts shingles, so it is another number.
fn in_passages(pair: &OpenPair, theme: &Theme, pen: &mut Pen<'_>) {
    let words = [&pair.view.a, &pair.view.b].map(|side| side.words.len() as u64);
    // Of copies every word is.
    if pair.view.overlap.exact_copy || pair.view.passages.is_empty() {
        return;
    }
    let [a, b] =
        [0, 1].map(|at| percent(Ratio::new(u64::from(pair.lit_words[at]), words[at].max(1))));
    pen.put(&format!("words in shared passages: {a} of A's, {b} of B's"), theme.quiet);
}

/// The head of a score, with fewer words where columns are scarce.
fn fitted(head: String, wording: Wording, room: u16) -> String {
    if columns(&head) > room { head.replacen(&wording.copies(), "copies", 1) } else { head }
}

/// The score with the counts behind it, and in the next row all measures.
pub(crate) fn measured(view: &PairView, wording: Wording, theme: &Theme, pen: &mut Pen<'_>) {
    let said = score(view.overlap, view.score, &view.params, wording);
    let mut sentence = said.to_string();
    for word in [" distinct", " shingles", " shingle"] {
        if columns(&sentence) > pen.room() {
            sentence = sentence.replace(word, "");
        }
    }
    sentence = fitted(sentence, wording, pen.room());
    // A number that is cut in the middle would look like another number.
    if columns(&sentence) > pen.room() {
        sentence = fitted(said.head, wording, pen.room());
    }
    pen.put(&sentence, theme.strong).down().skip(1);
    let overlap = view.overlap;
    let measures = [
        ("jaccard", overlap.jaccard()),
        ("dice", overlap.dice()),
        ("overlap", overlap.overlap()),
        ("A in B", overlap.containment_a()),
        ("B in A", overlap.containment_b()),
        ("per word A", overlap.per_word_a()),
        ("B", overlap.swapped().per_word_a()),
    ];
    // The score above is an estimate, but these numbers are counted in the open texts.
    if view.params.estimates() {
        pen.put("counted:", theme.quiet).skip(1);
    }
    let room = pen.room();
    let gap = if room < 90 { 1 } else { 2 };
    let width = |name: &str, value: &str| columns(name) + 1 + columns(value) + gap;
    let line: u16 = measures.iter().map(|(name, share)| width(name, &percent(*share))).sum();
    for (name, share) in measures {
        let name = if line > room + gap { name.trim_start_matches("per ") } else { name };
        let value = percent(share);
        // A number that is cut would look like another number.
        if width(name, &value) > pen.room() + gap {
            break;
        }
        pen.put(name, theme.quiet).skip(1).put(&value, theme.strong).skip(gap);
    }
    pen.down().skip(1);
    if let Some(said) =
        example(overlap, view.score, &view.params).filter(|said| columns(said) <= pen.room())
    {
        pen.put(&said, theme.quiet);
    }
}
