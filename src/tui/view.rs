//! Draws the model, and changes nothing in it.

use ratatui::{Frame, layout::Rect, style::Style, widgets::Clear, widgets::Widget as _};

use shingle::pipeline::{Criteria, Originality, Parameter, Snapshot};
use shingle::{
    base::numbers::choose_verb, base::numbers::format_count, base::numbers::format_with_commas,
    base::problem::Problem, base::problem::ProblemKind, base::ratio::Ratio,
    base::visible::make_visible, compare::Above, decisions::MarkKind, engine::Phase,
    folder::WatchState, pipeline::document::info::describe_documents_with_look_alikes,
};

use crate::tui::drawing::{
    Canvas, TerminalColours, Theme, WrappedRows, elide_middle, iter_glyphs, join_fitting_facts,
    large, width_in_columns, without_side_columns,
};
use crate::tui::model::{Hints, Model, Prompt, Purpose};
use crate::tui::parameters::bar::{BarCell, ValueState, lay_out_bar};
use crate::tui::parameters::values::explain_value;
use crate::tui::views::{dots, explain, help, open_pair, palette, sandbox};
use crate::tui::{
    actions::KeyName, actions::Place, layout::Areas, layout::SMALLEST, model::decisions::MEANINGS,
    model::decisions::marks_in_order_of_keys, model::hints::ROWS_ABOVE, parameters::bar,
    update::decisions::are_equal_files, update::decisions::describe_mark_subject,
    update::decisions::selected_documents, views::lesson::OpenLesson, views::sandbox::Sandbox,
    words::describe_histogram_values, words::format_score, words::format_share,
};

pub(crate) fn draw_frame(model: &Model, colours: TerminalColours, frame: &mut Frame<'_>) {
    // In a lecture, the audience also reads the rows around a step.
    let audience = (model.projector, model.layers.has_layer_at(Place::Lesson));
    let theme = &Theme::for_audience(model.look.theme, colours, audience);
    draw_screen(model, &mut Canvas { buffer: frame.buffer_mut(), theme });
}

fn draw_screen(model: &Model, canvas: &mut Canvas<'_>) {
    // The terminal may have shrunk since the last size event. The next frame uses the new size.
    let (width, height) = model.size;
    if canvas.buffer.area.width < width || canvas.buffer.area.height < height {
        return;
    }
    if model.layers.get::<OpenLesson>().is_some_and(|lesson| lesson.blank) {
        return;
    }
    let areas = model.areas;
    if model.is_screen_too_small() {
        let (width, height) = SMALLEST;
        let sentence = format!("Please enlarge: {width}x{height} needed.");
        let (whole, strong) = (canvas.buffer.area, canvas.theme.strong);
        canvas.pen_in(whole).put_paragraph(&sentence, strong);
        return;
    }
    let layers = (model.layers.get::<OpenLesson>(), model.layers.get::<Sandbox>());
    match layers {
        (Some(lesson), _) => lesson.draw_header(&model.names, canvas, areas.header),
        (None, Some(sandbox)) => sandbox::draw_header(sandbox, canvas, areas.header),
        (None, None) => draw_header(model, canvas, areas.header),
    }
    draw_parameter_bar(model, canvas, areas.params);
    let place = model.current_place();
    match layers {
        _ if place == Place::Help => help::draw_help(model, canvas, areas.body),
        (Some(lesson), _) => lesson.draw_lesson(model.projector, canvas, areas.body),
        (None, Some(sandbox)) => sandbox::draw_sandbox(model, sandbox, canvas, areas.body),
        (None, None) => draw_lists_and_pair(model, &areas, canvas),
    }
    if place == Place::Palette {
        palette::draw_palette(model, canvas);
    }
    let is_visible = !matches!(place, Place::Help | Place::Palette) && !model.is_list_covered();
    if is_visible {
        explain::draw_explanation(model, canvas, areas.panel);
    }
    draw_projector_band(model, canvas, areas.band);
    draw_footer(model, canvas, areas.footer);
}

fn draw_lists_and_pair(model: &Model, areas: &Areas, canvas: &mut Canvas<'_>) {
    if let (Some(strip), Some(snapshot)) = (areas.strip, &model.snapshot) {
        draw_histogram(model, snapshot, canvas, strip);
    }
    if let Some(list) = areas.list {
        model.current_list().draw_list(model, canvas, &list);
    }
    let Some(pair) = areas.pair else { return };
    match areas.dots.filter(|_| model.open_pair().is_some()) {
        Some(plot) => dots::draw_plot(model, canvas, &plot),
        None => open_pair::draw_pair(model, canvas, &pair),
    }
    let panes = pair.shown_panes().filter(|_| areas.dots.is_none_or(|plot| plot.texts));
    for (which, area) in panes {
        open_pair::draw_pane(model, which, canvas, &area);
    }
}

// Draws the band for the audience: the score, large.
//
// ```text
// ──────────────────────────────────────────────────────
//                                    ██████  ██  ██  ██
//                                    ██      ██  ██  ██
//                                    ██████  ██████  ██
//                                    ██  ██      ██
//                                    ██████      ██  ██
// ```

fn draw_projector_band(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let Some((score, params)) = model.current_score().filter(|_| area.height > 0) else { return };
    let score = format_score(score, params);
    if usize::from(area.height) <= large::ROWS {
        let mut pen = canvas.pen_in(area);
        pen.move_to(area.width.saturating_sub(width_in_columns(&score) + 3));
        pen.put(&format!(" {score} "), theme.pending);
        return;
    }
    canvas.pen_in(Rect { height: 1, ..area }).fill_row("─", theme.quiet);
    let area = without_side_columns(Rect { y: area.y + 1, height: area.height - 1, ..area });
    let wide = large::width_of_large_text(&score, area.width / 2);
    let right = Rect { x: area.right() - wide, width: wide, ..area };
    canvas.draw_large_text(&score, theme.strong, right);
}

// Draws the last row: the latest note, or the main keys of the current view. The key that lists all keys always fits.
//
// ```text
//  Enter open  n/N passage  Tab next region  w/W width  t/T threshold                    ? all keys  q quit
// ```

/// Rows above the last row that hold all marks on a screen of 80 columns.
const MARKS_ABOVE: usize = 5;

fn draw_footer(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    if let Some(prompt) = &model.prompt {
        draw_prompt(model, prompt, canvas, area);
        return;
    }
    let hints = Hints::new(model, area.width);
    if let Some((note, room)) = &hints.note {
        let rest =
            write_above_and_return_rest((note, ROWS_ABOVE), *room, theme.strong, canvas, area);
        canvas.pen_in(area).skip_columns(1).put_elided(&rest, *room, theme.strong);
    }
    let mut pen = canvas.pen_in(area);
    for hint in hints.keys {
        pen.move_to(hint.x).put(hint.label, theme.key).skip_columns(1);
        pen.put(hint.name, theme.quiet);
    }
}

/// Writes the beginning of a long text into at most `most` rows above the last row. Returns the rest, for the last row.
fn write_above_and_return_rest(
    (text, most): (&str, usize),
    room: u16,
    style: Style,
    canvas: &mut Canvas<'_>,
    area: Rect,
) -> String {
    let rows = WrappedRows::new(text, room);
    let above = rows.count_rows().saturating_sub(1).min(most);
    for (row, part) in rows.iter_rows(text).take(above).enumerate() {
        let area = clear_row_above(canvas, area, above - row);
        canvas.pen_in(area).skip_columns(1).put(part.trim_end(), style);
    }
    let begin = rows.byte_range_of_row(above, text.len()).map_or(0, |range| range.start);
    text.get(begin..).unwrap_or_default().to_string()
}

fn clear_row_above(canvas: &mut Canvas<'_>, last: Rect, above: usize) -> Rect {
    let area = Rect { y: last.y.saturating_sub(above as u16), height: 1, ..last };
    Clear.render(area, canvas.buffer);
    area
}

/// Lists the keys that may follow the mark key, with their meanings. The dates of the documents are listed without a
/// key.
fn keys_of_marks(model: &Model) -> Vec<(&'static str, String)> {
    let docs = selected_documents(model);
    let mut keys = vec![("r", "reused".to_string())];
    if !docs.is_some_and(are_equal_files) {
        keys.push((">", "B took from A".to_string()));
        keys.push(("<", "A took from B".to_string()));
    }
    if let Some([a, b]) = docs {
        for (letter, doc) in [("A", a), ("B", b)] {
            // The most informative date.
            let date = doc.dates().into_iter().next();
            keys.extend(date.map(|date| ("", format!("{letter} {}", make_visible(&date)))));
        }
        if keys.last().is_some_and(|(key, _)| key.is_empty()) {
            let original = Originality::weigh_dates(&a.file, &b.file, &model.batch_dates);
            let original = original.describe(["A", "B"]);
            let why = || Originality::explain_missing_evidence(&a.file, &b.file);
            let none = || format!("no evidence: {}", why());
            keys.push(("", format!("({})", original.unwrap_or_else(none))));
        }
    }
    keys.extend(marks_in_order_of_keys().skip(1).map(|mark| (mark.letter(), mark.to_string())));
    let note =
        model.decisions.just_marked.as_ref().map_or("note", |_| "note on the last marked pair");
    keys.push(("n", note.to_string()));
    if let Some(verdict) = model.decisions.last {
        keys.push(("Space", format!("{verdict} again")));
    }
    let rest = [("?", "meanings"), ("a + letter, Enter", "all rows"), ("9 + letter", "nine rows")];
    keys.extend(rest.map(|(key, what)| (key, what.to_string())));
    keys
}

fn draw_marks(keys: &[(&str, String)], canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let mut rows: Vec<Vec<&(&str, String)>> = Vec::new();
    let mut room = 0;
    for item in keys {
        let wide = width_in_columns(format!("{} {}", item.0, item.1).trim_start()) + 2;
        match rows.last_mut() {
            Some(row) if wide <= room => row.push(item),
            _ => {
                rows.push(vec![item]);
                room = area.width;
            }
        }
        room = room.saturating_sub(wide);
    }
    let above = rows.len().min(MARKS_ABOVE);
    for (row, items) in rows.iter().take(above).enumerate() {
        let area = clear_row_above(canvas, area, above - row);
        let mut pen = canvas.pen_in(area);
        for (key, what) in items {
            pen.skip_columns(1).put(key, theme.key).skip_columns(u16::from(!key.is_empty()));
            pen.put(what, Style::new()).skip_columns(1);
        }
    }
}

fn explain_marks() -> String {
    let line = |verdict: MarkKind| {
        format!("{}  {verdict:<9}  {}\n", verdict.letter(), verdict.help_text())
    };
    let took = ">  reused     B took from A\n<  reused     A took from B\n";
    let aside =
        MarkKind::ALL.iter().filter(|(_, mark)| !mark.is_case()).map(|(_, mark)| mark.letter());
    let aside = aside.collect::<Vec<_>>().join(", ");
    let aside = format!("The report lists pairs marked {aside} apart from its cases.\n");
    marks_in_order_of_keys().map(line).collect::<String>() + took + &aside
}

fn draw_prompt(model: &Model, prompt: &Prompt, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let (label, remark) = label_and_remark(model, prompt, theme);
    if matches!(prompt.purpose, Purpose::Nothing(_)) {
        canvas.pen_in(area).skip_columns(1).put_rest(&label, theme.strong);
        return;
    }
    let room = area.width.saturating_sub(2);
    if prompt.purpose == Purpose::Mark {
        if prompt.text().contains(MEANINGS) {
            let meanings = (&*explain_marks(), MarkKind::ALL.len() + 3);
            write_above_and_return_rest(meanings, room, theme.strong, canvas, area);
        } else if model.note.is_none() {
            draw_marks(&keys_of_marks(model), canvas, area);
        }
    }
    let mut pen = canvas.pen_in(area);
    pen.skip_columns(1).put_elided(&label, area.width / 2, theme.key);
    let columns = usize::from(pen.free_width().saturating_sub(1));
    let scrolled = prompt.draft.input.visual_scroll(columns);
    let mut column = 0;
    let mut walk = iter_glyphs(prompt.text(), 0);
    let at = prompt.draft.input.visual_cursor();
    while let Some(glyph) = walk.next_glyph(0) {
        if column >= scrolled {
            let is_marked = prompt.selected || column == at;
            let cursor = if is_marked { theme.pending } else { Style::new() };
            pen.put(&glyph.visible, cursor);
        }
        column += usize::from(glyph.width);
    }
    if at >= column {
        pen.put(" ", theme.pending);
    }
    let Some((remark, style)) = remark else { return };
    let left = pen.skip_columns(2).free_width();
    if style == theme.alarm && width_in_columns(&make_visible(&remark)) > left {
        // The advice at the end of a refusal must be visible, so a long refusal gets more rows.
        let remark = format!("{}\n", make_visible(&remark));
        write_above_and_return_rest((&remark, ROWS_ABOVE), room, style, canvas, area);
    } else {
        pen.put_rest(&remark, style);
    }
}

/// Returns the label before the open line of input, and the remark behind the line, if it has one.
fn label_and_remark(
    model: &Model,
    prompt: &Prompt,
    theme: &Theme,
) -> (String, Option<(String, Style)>) {
    let empty = prompt.text().is_empty();
    let quiet = |remark: &str| Some((remark.to_string(), theme.quiet));
    let if_empty = |remark: &str| quiet(remark).filter(|_| empty);
    let alarm = |reason: &Option<String>| reason.clone().map(|reason| (reason, theme.alarm));
    let (label, remark) = match prompt.purpose {
        Purpose::Help => ("filter: ", if_empty("type to filter, ? or Esc closes")),
        Purpose::Palette => ("command: ", if_empty("type an action or a value, as in w 5")),
        Purpose::Filter(over) => ("filter: ", if_empty(over.term_examples())),
        Purpose::Nothing(why) => return (format!("{why}: Esc or Enter continues"), None),
        Purpose::Search => match &model.search {
            Some(search) if !empty => {
                ("search: ", quiet(&open_pair::describe_match_position(search)))
            }
            _ => {
                let next = KeyName::Passage.label();
                let remark = format!("words to find in both texts; Enter, then {next}: next match");
                ("search: ", quiet(&remark))
            }
        },
        Purpose::Mark => ("mark: ", alarm(&model.note)),
        Purpose::Note => {
            let remark = if_empty("write names: A and B may swap; Enter saves the note");
            let about = prompt.noted.as_ref().map(|noted| describe_mark_subject(model, noted));
            let about = elide_middle(&about.unwrap_or_default(), model.size.0 / 2 - 12);
            return (format!("note on {about}: "), remark);
        }
        Purpose::Phrase => {
            ("ignore: ", if_empty("type or paste the words; Enter ignores them in all pairs"))
        }
        Purpose::Report => {
            let what = "a page for a browser; Enter writes it";
            ("report to: ", alarm(&model.note).or_else(|| quiet(what)))
        }
        Purpose::Replace => ("replace that file? y or n: ", None),
    };
    (label.to_string(), remark)
}

// Draws the first row: the folder, its counts, and the current work.
//
// ```text
//  shingle  assets/demo · 2 problems (!) · 34 documents · watching          updating | reading 1,240/5,000
// ```

/// Maximum columns kept free for the end of the folder's name.
const LEAST_OF_NAME: u16 = 20;
const SPINNER: [&str; 4] = ["|", "/", "-", "\\"];

pub(crate) fn draw_header(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let doing = describe_work(model);
    let mut pen = canvas.pen_in(area);
    pen.put(" shingle ", theme.brand).put(" ", theme.quiet);
    let reserved = if doing.is_empty() { 0 } else { width_in_columns(&doing) + 2 };
    let room = pen.free_width().saturating_sub(reserved);
    // On the narrowest screens, the current work replaces the name of the folder.
    let has_name = area.width >= 48;
    let shared = model.names.shared_folder();
    let name = format!("{}/{shared}", model.folder.trim_end_matches('/'));
    let name = name.trim_end_matches('/');
    let last = name.rsplit('/').next().unwrap_or(name);
    // The columns of the folder's last part, and of `/…` before it.
    let least_of_name = if has_name { width_in_columns(last).min(LEAST_OF_NAME) + 2 } else { 0 };
    let mut facts = list_header_facts(model, theme);
    // The last facts are dropped until the others fit.
    while facts.len() > 1 && width_of_facts(&facts) > room.saturating_sub(least_of_name) {
        facts.pop();
    }
    let mut separator = "";
    if has_name {
        let for_name = room.saturating_sub(width_of_facts(&facts)).max(least_of_name);
        pen.put_elided(name, for_name, theme.strong);
        separator = " · ";
    }
    for (text, style) in facts {
        let room = pen.free_width().saturating_sub(reserved + 3);
        pen.put(separator, theme.quiet).put_elided(&text, room, style);
        separator = " · ";
    }
    canvas.draw_work(area, &doing);
}

fn width_of_facts(facts: &[(String, Style)]) -> u16 {
    facts.iter().map(|(fact, _)| width_in_columns(fact) + 3).sum()
}

fn list_header_facts(model: &Model, theme: &Theme) -> Vec<(String, Style)> {
    let mut facts = Vec::new();
    let mut add = |text: String, style| facts.push((text, style));
    let all = model.result_on_all_documents();
    if let Some(snapshot) = all {
        let problems = snapshot.problems.len() as u64;
        if problems > 0 {
            let is_bad = |problem: &Problem| {
                matches!(problem.kind, ProblemKind::Failed | ProblemKind::Unmatched)
            };
            // A skipped picture or a doubtful encoding warrants no alarm.
            let is_bad = snapshot.problems.iter().any(is_bad);
            let style = if is_bad { theme.alarm } else { theme.quiet };
            add(format!("{} (!)", format_count(problems, "problem")), style);
        }
        let mixing = snapshot.mixing_alphabets;
        if mixing > 0 {
            let key = KeyName::Parameter(Parameter::Confusables).label();
            add(format!("{} ({key})", describe_documents_with_look_alikes(mixing)), theme.alarm);
        }
        if snapshot.params.has_rules() {
            let pairs = snapshot.ruled_out;
            // The list of problems explains how to show these pairs.
            let key = if pairs > 0 { " (!)" } else { "" };
            add(format!("{} hidden{key}", format_count(pairs, "pair")), theme.quiet);
        }
    }
    let watch = match &model.watch {
        _ if model.failed.is_some() => Some("stopped".into()),
        // The list of problems gives the reason.
        WatchState::Polling(_) => Some("polling (!)".into()),
        WatchState::RootMissing => Some(model.watch.to_string()),
        WatchState::Native | WatchState::Starting => None,
    };
    let is_calm = watch.is_none();
    if let Some(watch) = watch {
        add(watch, theme.alarm);
    }
    if let Some(snapshot) = all {
        add(format_count(snapshot.present, "document"), theme.quiet);
        if snapshot.params.ignores_shingles() {
            let shingles = u64::from(snapshot.ignored.count_shingles());
            add(format!("{} ignored", format_count(shingles, "shingle")), theme.quiet);
        }
    }
    if is_calm {
        add(model.watch.to_string(), theme.quiet);
    }
    facts
}

fn describe_work(model: &Model) -> String {
    let is_updating = model.snapshot.is_some() && (model.is_stale() || model.shows_spinner());
    let updating = if is_updating { " updating" } else { "" };
    let work = model.work.filter(|_| model.shows_spinner() || model.snapshot.is_none());
    let Some(work) = work else {
        return if is_updating { " updating ".into() } else { String::new() };
    };
    let verb = match work.phase {
        Phase::Listing => "listing",
        Phase::Reading => "reading",
        Phase::Shingling => "shingling",
        Phase::Comparing => "comparing",
    };
    let done = format_with_commas(work.done);
    let count = match (work.done, work.total) {
        // The total is unknown until all files are listed.
        (0, 0) => String::new(),
        (_, 0) => format!(" {done}"),
        (_, total) => format!(" {done}/{}", format_with_commas(total)),
    };
    let spinner = if model.shows_spinner() {
        SPINNER[(model.now.as_millis() / 100) as usize % SPINNER.len()]
    } else {
        " "
    };
    format!("{updating} {spinner} {verb}{count} ")
}

// Draws the bar of parameters: the values, with keys in brackets. A sign precedes the selected parameter, whose meaning
// is below the bar. A `!` follows a value with a warning.
//
// ```text
//  [w]idth 3→4  [t]hreshold 20%  language en  [=] +20
// ```

fn draw_parameter_bar(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let values = model.parameter_values();
    let rows = lay_out_bar(values, area.width);
    let (mut pen, mut group) = (canvas.pen_in(area), "");
    for row in &rows {
        let Some(first) = row.first() else { continue };
        let mut column = 1 + first.indent();
        if std::mem::replace(&mut group, first.group) != first.group {
            pen.skip_columns(1).put(first.group, theme.quiet);
        }
        for cell in row {
            let chosen = cell.shows.is_some() && cell.shows == values.chosen;
            // The column before the cell holds the sign of the chosen parameter.
            pen.move_to(column - 1);
            if chosen {
                pen.put("▸", theme.focused);
            }
            pen.move_to(column);
            column += cell.width() + bar::GAP;
            let [before, key, after] = cell.name;
            pen.put(before, theme.quiet);
            let is_inactive = cell.state == ValueState::Inactive;
            let key_style = if is_inactive { theme.quiet } else { theme.key };
            if cell.bracketed {
                pen.put("[", theme.quiet).put(key, key_style).put("]", theme.quiet);
            } else {
                pen.put(key, theme.quiet);
            }
            let style = match () {
                () if cell.shows.is_none() => theme.quiet,
                () if cell.state == ValueState::Pending => theme.pending,
                () if chosen => theme.selected,
                () if cell.state == ValueState::Inactive => theme.quiet,
                () => theme.strong,
            };
            pen.put(after, theme.quiet).skip_columns(1).put(&cell.value, style);
            if cell.warned {
                pen.put("!", theme.alarm);
            }
        }
        pen.move_down();
    }
    if let Some(chosen) = values.chosen {
        let is_inactive = |cell: &BarCell| cell.state == ValueState::Inactive;
        let has_dim = rows.iter().flatten().any(is_inactive);
        let dim = if has_dim { " Dim values are inactive now." } else { "" };
        pen.skip_columns(1)
            .put_paragraph(&(explain_value(chosen, &model.params) + dim), theme.quiet);
    }
}

// Draws the histogram of scores with a line at the threshold. Beside the bars are the numbers of pairs on both sides of
// the line.
//
//           │██▂▁█▁    █                          ▂   46 pairs reach 20% · 12 pairs below it
//  0%       │20%               50%             100%   pairs by score: how much of the smaller is in the larger

const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

fn draw_histogram(model: &Model, snapshot: &Snapshot, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    // A bar for every hundredth, or for every two. The last bar also counts the pairs of exactly 100%.
    let step = if area.width >= 170 { 1 } else { 2 };
    let count = 100 / step;
    let histogram = &*snapshot.histogram;
    let least = snapshot.params.passage.filter(|_| histogram.longest > 0);
    let (threshold, label) = if let Some(least) = least {
        let least = model.params.passage.unwrap_or(least);
        let line = Ratio::new(least.into(), histogram.longest.into()).min(Ratio::ONE);
        (line, format_with_commas(least))
    } else {
        let threshold = Criteria::for_pairs(&model.params).bar.threshold;
        (threshold, format_share(threshold, &model.params))
    };
    let mut bars = vec![0_u64; usize::from(count)];
    for (hundredth, pairs) in
        histogram.counts.iter().enumerate().skip(histogram.first_complete_hundredth())
    {
        bars[(hundredth / usize::from(step)).min(usize::from(count) - 1)] += pairs;
    }
    // The line is before the bar of the threshold.
    let (num, den) = threshold.numerator_and_denominator();
    let hundredths = u128::from(num) * 100 / u128::from(den);
    let line = u16::try_from(hundredths).unwrap_or(100).min(100) / step;
    let most = bars.iter().copied().max().unwrap_or(0).max(1);
    let mut pen = canvas.pen_in_row(area, 0);
    pen.skip_columns(1);
    for place in 0..=count {
        if place == line {
            pen.put("│", theme.strong);
        }
        let Some(pairs) = bars.get(usize::from(place)) else { break };
        // A bar with any pair is at least one eighth high.
        let eighths = (u128::from(*pairs) * 8 / u128::from(most)) as usize;
        let style = if place < line { theme.quiet } else { theme.bar };
        pen.put(EIGHTHS[eighths.max(usize::from(*pairs > 0))], style);
    }
    let fitting =
        |column: u16, text: &str| column.min((count + 2).saturating_sub(width_in_columns(text)));
    let at = fitting(1 + line, &label);
    let mut pen = canvas.pen_in_row(area, 1);
    for hundredth in [0, 50, 100] {
        let text = histogram.format_value(hundredth.into());
        let column = fitting(1 + hundredth / step + u16::from(hundredth > 0), &text);
        if column + width_in_columns(&text) < at || at + width_in_columns(&label) < column {
            pen.move_to(column).put(&text, theme.quiet);
        }
    }
    pen.move_to(at).put(&label, theme.strong);
    let right = Rect { x: area.x + count + 4, width: area.width.saturating_sub(count + 5), ..area };
    let mut pen = canvas.pen_in_row(right, 0);
    if model.is_stale() {
        pen.put("stale", theme.pending).skip_columns(1);
    }
    let facts = list_histogram_facts(snapshot);
    let room = pen.free_width();
    pen.put(&join_fitting_facts(&facts, room), theme.strong);
    let counting = describe_histogram_values(&snapshot.params);
    let short = counting.split(':').next().filter(|_| width_in_columns(&counting) > right.width);
    canvas.pen_in_row(right, 1).put_rest(short.unwrap_or(&counting), theme.quiet);
}

/// Returns the number of pairs on either side of the line, and the score at which counting starts.
fn list_histogram_facts(snapshot: &Snapshot) -> Vec<String> {
    let params = &snapshot.params;
    let histogram = &snapshot.histogram;
    let threshold = format_share(params.threshold, params);
    let pairs = snapshot.pairs_found;
    let counted = format_count(pairs, "pair");
    if let Some(words) = params.passage {
        return vec![format!("{counted} from {words} words")];
    }
    let reach = match params.above {
        Above::Strictly => choose_verb(pairs, "exceeds", "exceed"),
        Above::AtLeast => choose_verb(pairs, "reaches", "reach"),
    };
    let mut facts = vec![format!("{counted} {reach} {threshold}")];
    let below = histogram.count_pairs_from(0).saturating_sub(snapshot.pairs_found);
    if below > 0 {
        // The estimates of these pairs may reach the threshold, but counting their shingles excluded them.
        let side = if params.is_verified() { "not listed" } else { "below it" };
        facts.push(format!("{} {side}", format_count(below, "pair")));
    }
    if histogram.first_complete_hundredth() > 0 {
        let from = format_share(histogram.joined_from, params);
        let until = if histogram.strictly { "up to" } else { "below" };
        facts.push(format!("scores {until} {from} not scored"));
    }
    facts
}
