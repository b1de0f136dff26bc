//! The lesson: explains the score of two texts step by step. A change of parameters requests a new lesson.

use std::{collections::HashMap, ops::Range, sync::Arc, sync::LazyLock};

use ratatui::{layout::Position, layout::Rect, style::Modifier, style::Style};

use shingle::lesson::{Exercise, FigureRow, Flow, Ink, Lesson, Step, Subject, pitfalls};
use shingle::{
    base::cancel::Cancel, base::guard::run_catching_panic, base::path::DocPath, base::ratio::Ratio,
    compare::Direction, engine::Question, engine::ShingleCounts,
    lesson::contents::describe_change_of_score, lesson::page::count_positions,
    lesson::page::count_shown_positions, lesson::page::draw_figure, lesson::step::StepKind,
    lesson::subject::FolderLists, pipeline::Params, pipeline::document::pair::assign_tints,
};

use crate::tui::actions::{Action, KeyName, Motion, Place, StepDirection};
use crate::tui::drawing::{Canvas, Theme, join_fitting_facts, width_in_columns};
use crate::tui::model::{Command, Layer, Model, Slot};
use crate::tui::{
    layout::LessonAreas, layout::divide_lesson, model::pair::QUERY_NAME,
    model::parameters::describe_change, update::pair, views::Handled, views::sandbox::Sandbox,
    words::ShortNames,
};

pub(crate) struct OpenLesson {
    pub(crate) subject: Arc<Subject>,
    /// The lesson, or `None` until the first answer.
    pub(crate) lesson: Option<Arc<Lesson>>,
    pub(crate) refused: Option<String>,
    pub(crate) step: usize,
    /// Position of the figure's movable point. `None` until the user moves the point.
    pub(crate) place: Option<usize>,
    pub(crate) top: usize,
    pub(crate) blank: bool,
    /// Index of the exercise that was asked, and true while the step is hidden.
    asked: Option<(usize, bool)>,
    effect: Option<String>,
    tints: Vec<u8>,
    request: Option<Arc<Params>>,
    /// True until the ranking arrives whose ignored shingles the lesson needs.
    waits: bool,
    /// The digit that was typed last, which may begin a number of two digits.
    typed: usize,
}

impl Layer for OpenLesson {
    fn place_of_layer(&self) -> Place {
        Place::Lesson
    }

    fn awaits_answer(&self) -> bool {
        let Some(params) = &self.request else { return self.waits };
        let is_there = self.lesson.as_ref().is_some_and(|lesson| lesson.params == *params);
        self.waits || self.refused.is_none() && !is_there
    }

    fn score_and_params(&self) -> Option<(Ratio, &Params)> {
        self.lesson.as_ref().map(|lesson| (lesson.score(), &*lesson.params))
    }

    fn store_shingle_counts(&mut self, counted: &ShingleCounts) {
        let Some((keys, params)) = self.uncounted_shingles() else { return };
        let counts: HashMap<u64, u32> = counted.counts.iter().copied().collect();
        let of = |key: &u64| counts.get(key).map(|count| u64::from(count.saturating_sub(1)));
        let entries: Option<u64> = keys.iter().map(of).sum();
        let Some(entries) = entries.filter(|_| *params == *counted.params) else { return };
        let documents = counted.documents as u32;
        let folder = FolderLists { documents, shingles: keys.len() as u32, entries };
        self.subject = Arc::new(Subject { folder: Some(folder), ..(*self.subject).clone() });
        self.request = None;
    }
}

impl OpenLesson {
    pub(crate) fn new(subject: Subject) -> Self {
        Self {
            subject: Arc::new(subject),
            lesson: None,
            refused: None,
            step: 0,
            place: None,
            top: 0,
            blank: false,
            asked: None,
            effect: None,
            tints: Vec::new(),
            request: None,
            waits: false,
            typed: 0,
        }
    }

    /// Returns the shingles of A with their parameters, if the number of documents with each is unknown. `None` without
    /// a folder.
    fn uncounted_shingles(&self) -> Option<(Vec<u64>, Arc<Params>)> {
        let subject = &self.subject;
        let is_of_folder = subject.is_of_folder && subject.names[0] != DocPath::new(QUERY_NAME);
        let lesson = self.lesson.as_ref().filter(|_| is_of_folder && subject.folder.is_none())?;
        let mut keys: Vec<u64> =
            lesson.sets.members_of_both()[0].iter().map(|shingle| shingle.key).collect();
        keys.sort_unstable();
        Some((keys, Arc::clone(&lesson.params)))
    }

    pub(crate) fn current_step(&self) -> Option<(&Lesson, &Step)> {
        let lesson = self.lesson.as_deref()?;
        Some((lesson, lesson.steps.get(self.step)?))
    }

    fn go_to_step(&mut self, step: usize) {
        // Keys work before the lesson arrives, when the number of steps is unknown.
        let last = self.lesson.as_deref().map_or(usize::MAX, last_step_index);
        self.step = step.min(last);
        (self.place, self.top, self.effect, self.asked) = (None, 0, None, None);
    }

    fn go_to_next_step(&mut self, direction: StepDirection) {
        self.go_to_step(match direction {
            StepDirection::Next => self.step + 1,
            StepDirection::Back => self.step.saturating_sub(1),
        });
    }

    /// Shows the hidden step with the answer, or hides the step and asks the next exercise. Returns false if the step
    /// has no exercises.
    fn ask_exercise_or_reveal_answer(&mut self) -> bool {
        let count = self.current_exercises().len();
        if count > 0 && !self.reveal_answer() {
            self.asked = Some((self.asked.map_or(0, |(at, _)| (at + 1) % count), true));
            self.top = 0;
        }
        count > 0
    }

    /// Shows the hidden step with the answer. Returns false if no step was hidden.
    fn reveal_answer(&mut self) -> bool {
        let was_hidden = self.is_answer_hidden();
        self.asked = self.asked.map(|(at, _)| (at, false));
        was_hidden
    }

    fn is_answer_hidden(&self) -> bool {
        self.asked.is_some_and(|(_, is_hidden)| is_hidden)
    }

    fn current_exercises(&self) -> &[Exercise] {
        self.current_step().map_or(&[], |(_, step)| &step.exercises)
    }

    /// Returns the rows of the asked exercise, with its answer if the step is visible. Empty without an exercise.
    fn exercise_rows(&self, width: usize) -> Vec<FigureRow> {
        let Some((at, is_hidden)) = self.asked else { return Vec::new() };
        let Some(one) = self.current_exercises().get(at) else { return Vec::new() };
        let question = format!("{}.{} {}", self.step + 1, at + 1, one.question);
        let mut flow = Flow::new(width);
        let way = "? or Enter shows the answer.";
        let (said, ink) = if is_hidden { (way, Ink::Quiet) } else { (&*one.answer, Ink::Now) };
        flow.push_sentence(&question, Ink::Strong)
            .end_row()
            .push_sentence(said, ink)
            .end_row()
            .push_blank_row();
        flow.finish()
    }
}

fn last_step_index(lesson: &Lesson) -> usize {
    lesson.steps.len().saturating_sub(1)
}

/// Closes the lesson, or opens a lesson on the texts of the sandbox or on the open or selected pair.
pub(crate) fn toggle_lesson(model: &mut Model) {
    if model.layers.has_layer_at(Place::Lesson) {
        return leave_lesson(model);
    }
    if let Some(sandbox) = model.layers.get::<Sandbox>() {
        begin_lesson(model, sandbox.subject_of_texts());
        return;
    }
    if begin_lesson_on_pair(model) {
        return;
    }
    if !pair::open_selected_pair_zoomed(model) {
        return model.show_note("the lesson is on two texts: select a pair first");
    }
    // Without a pair on the screen, the lesson begins when the requested pair arrives.
    if !begin_lesson_on_pair(model)
        && let Some(current) = &mut model.pair
    {
        current.teaches = true;
    }
}

/// Begins a lesson on the visible pair. Returns `false` without a pair.
pub(crate) fn begin_lesson_on_pair(model: &mut Model) -> bool {
    let Some(pair) = model.visible_pair() else { return false };
    let mut subject = Subject::from_pair(&pair.view, pair.active, Direction::Larger);
    // A record has its id in the lesson, as in the list.
    for name in subject.names.iter_mut().filter(|name| name.line().is_some()) {
        *name = DocPath::new(model.names.short_name(name).to_string());
    }
    begin_lesson(model, subject);
    true
}

fn begin_lesson(model: &mut Model, subject: Subject) {
    model.layers.push_layer(Box::new(OpenLesson::new(subject)));
    model.close_overlays();
}

fn leave_lesson(model: &mut Model) {
    if model.folder.is_empty() && !model.layers.has_layer_at(Place::Sandbox) {
        return model.send_command(Command::Quit);
    }
    model.layers.close_layer(Place::Lesson);
    pair::refresh_list_and_pair(model);
}

pub(crate) fn perform_action(model: &mut Model, action: Action) -> Handled {
    let Some(open_lesson) = model.layers.get_mut::<OpenLesson>() else { return Err(action) };
    // The first key after a blank screen only shows the screen again.
    if std::mem::take(&mut open_lesson.blank) && action != Action::Quit {
        return Ok(());
    }
    let typed = std::mem::take(&mut open_lesson.typed);
    match action {
        Action::Move(motion) => move_point_or_scroll(model, motion),
        Action::Mark => move_point_or_scroll(model, Motion::PageDown),
        Action::GoToEdge(StepDirection::Next) => open_lesson.go_to_step(usize::MAX),
        Action::GoToEdge(StepDirection::Back) => open_lesson.go_to_step(0),
        Action::StepSide(direction) | Action::StepFar(direction) => {
            open_lesson.go_to_next_step(direction);
        }
        Action::Digit(digit) => {
            let digit = usize::from(digit);
            let steps = open_lesson.lesson.as_deref().map_or(0, |lesson| lesson.steps.len());
            let joined = Some(typed * 10 + digit).filter(|number| typed > 0 && *number <= steps);
            open_lesson.go_to_step(joined.unwrap_or(digit).saturating_sub(1));
            open_lesson.typed = if joined.is_some() { 0 } else { digit };
        }
        Action::Enter => {
            if !open_lesson.reveal_answer() {
                open_lesson.go_to_next_step(StepDirection::Next);
            }
        }
        Action::Ask => {
            let note = "no exercise for this step; F1 is help";
            model.note = (!open_lesson.ask_exercise_or_reveal_answer()).then(|| note.into());
        }
        Action::Blank => open_lesson.blank = true,
        Action::Leave => {
            if open_lesson.asked.take().is_none() {
                leave_lesson(model);
            }
        }
        _ => return Err(action),
    }
    Ok(())
}

/// Moves the point of the figure, or scrolls. A page first shows the rest of a list around the point. At an end of the
/// step it continues in the step beside.
pub(crate) fn move_point_or_scroll(model: &mut Model, motion: Motion) {
    let areas = lesson_areas_of(model);
    let Some(lesson) = model.layers.get_mut::<OpenLesson>() else { return };
    let page = lesson.lay_out_page(&areas);
    let is_last = lesson.lesson.as_deref().is_some_and(|all| lesson.step >= last_step_index(all));
    let by_rows = matches!(motion, Motion::Down | Motion::Up | Motion::First | Motion::Last);
    let step = lesson.current_step();
    let moves = step.is_some_and(|(_, step)| step.kind.name_of_thing_moved_by_keys().is_some());
    match motion {
        Motion::PageDown if lesson.reveal_answer() => {}
        Motion::PageDown if page.has_list_below() && page.top < page.top_of_figure() => {
            lesson.top = page.top_of_figure();
        }
        Motion::PageDown if page.has_list_below() => {
            let next = page.at.max(page.shown / 2) + page.shown;
            lesson.place = Some(next.min(page.points - 1));
        }
        Motion::PageUp if page.at > page.shown / 2 && page.top <= page.figure.start => {
            lesson.place = Some(page.at.saturating_sub(page.shown));
        }
        Motion::PageDown if page.top >= page.last_top() && !is_last => {
            lesson.go_to_next_step(StepDirection::Next);
        }
        Motion::PageUp if page.top == 0 && lesson.step > 0 => {
            lesson.go_to_next_step(StepDirection::Back);
        }
        _ if moves && by_rows => {
            lesson.place = Some(motion.target_row(page.at, page.points.saturating_sub(1), 1));
            lesson.top = page.top_of_figure();
        }
        _ => {
            let screen = page.height.saturating_sub(1).max(1);
            lesson.top =
                motion.target_row(lesson.top.min(page.last_top()), page.last_top(), screen);
        }
    }
}

fn lesson_areas_of(model: &Model) -> LessonAreas {
    divide_lesson(model.areas.body, model.projector)
}

/// Requests a lesson for changed parameters. If these ignore shingles, waits for the ranking that finds the shingles.
pub(crate) fn update_open_lesson(model: &mut Model) {
    let Some(lesson) = model.layers.get_mut::<OpenLesson>() else { return };
    let params = &model.params;
    let of_folder = !model.folder.is_empty() && params.ignores_shingles();
    let ranking = model.snapshot.as_ref();
    let ranking = ranking.filter(|one| one.is_whole() && *one.params == *params);
    lesson.waits = of_folder && ranking.is_none();
    if lesson.waits {
        return;
    }
    let left_out = ranking.filter(|_| of_folder).map(|one| Arc::clone(&one.ignored));
    let is_asked = lesson.request.as_ref().is_some_and(|asked| **asked == *params);
    if lesson.request.is_some() && !is_asked && lesson.subject.folder.is_some() {
        lesson.subject = Arc::new(Subject { folder: None, ..(*lesson.subject).clone() });
    }
    let is_same =
        lesson.subject.left_out.as_ref().map(Arc::as_ptr) == left_out.as_ref().map(Arc::as_ptr);
    if is_same && is_asked {
        return;
    }
    if !is_same {
        lesson.subject = Arc::new(Subject { left_out, ..(*lesson.subject).clone() });
    }
    let (params, subject) = (Arc::new(params.clone()), Arc::clone(&lesson.subject));
    lesson.request = Some(Arc::clone(&params));
    let wanted = Arc::clone(&params);
    let work = move |_: &Cancel| Some(prepare_lesson(&subject, &wanted));
    model.run_job(Slot::Lesson, work, move |model, lesson| {
        show_prepared_lesson(model, &params, lesson);
    });
}

type Prepared = Result<Arc<Lesson>, String>;

fn prepare_lesson(subject: &Subject, params: &Arc<Params>) -> Prepared {
    static PITFALLS: LazyLock<Arc<[Step]>> =
        LazyLock::new(|| run_catching_panic(pitfalls::build_pitfalls).unwrap_or_default());
    let lesson = run_catching_panic(|| Arc::new(Lesson::new(subject, params, &PITFALLS)));
    lesson.map_err(|panic| format!("these texts cannot be taught ({panic}); please report them"))
}

/// Shows the newest lesson and the effect of changed parameters. Asks the engine for missing counts.
fn show_prepared_lesson(model: &mut Model, params: &Arc<Params>, answer: Prepared) {
    let Some(open) = model.layers.get_mut::<OpenLesson>() else { return };
    match answer {
        _ if open.request.as_ref().is_none_or(|newest| !Arc::ptr_eq(newest, params)) => {}
        Ok(lesson) => {
            open.tints = assign_tints(&lesson.whole.passages);
            open.refused = None;
            open.step = open.step.min(last_step_index(&lesson));
            if let Some(before) = open.lesson.replace(Arc::clone(&lesson)) {
                let changed = describe_change(&before.params, &lesson.params);
                if !changed.is_empty() {
                    open.effect =
                        Some(format!("{changed}: {}", describe_change_of_score(&before, &lesson)));
                }
            }
        }
        Err(reason) => open.refused = Some(reason),
    }
    if let Some((keys, params)) = open.uncounted_shingles() {
        model.send_command(Command::Ask(0, Question::Shingles { keys, params }));
    }
}

pub(crate) fn handle_click(model: &mut Model, place: Position) {
    let LessonAreas { strip, .. } = lesson_areas_of(model);
    if let Some(open_lesson) = model.layers.get_mut::<OpenLesson>()
        && strip.contains(place)
        && let Some(step) = open_lesson.step_name_at(strip.width, place.x - strip.x)
    {
        open_lesson.go_to_step(step);
    }
}

// The rows of a step: sentences and figure, and the rows of both on the screen.

/// Maximum height of a figure above the sentences, in screens: the sentences must be near.
const SCREENS: usize = 2;

#[derive(Debug, Default)]
pub(crate) struct LessonPage {
    pub(crate) rows: Vec<FigureRow>,
    pub(crate) height: usize,
    /// Number of rows above the screen.
    pub(crate) top: usize,
    pub(crate) figure: Range<usize>,
    /// Number of positions of the figure's movable point, and the current position. 1 without such a point.
    pub(crate) points: usize,
    pub(crate) at: usize,
    /// Number of positions that the figure shows around the present one.
    shown: usize,
}

impl LessonPage {
    /// Returns the largest `top`.
    fn last_top(&self) -> usize {
        self.rows.len().saturating_sub(self.height)
    }

    /// Returns true if the list of the figure continues below its rows. A figure that never fits hides its list.
    fn has_list_below(&self) -> bool {
        let end = self.at.max(self.shown / 2).saturating_add(self.shown.div_ceil(2));
        end < self.points && self.figure.len() <= self.height && self.top <= self.figure.start
    }

    /// Returns the `top` nearest to the current one with the whole figure on the screen. For a high figure, returns its
    /// beginning.
    fn top_of_figure(&self) -> usize {
        let Range { start, end } = self.figure;
        self.top.max(end.saturating_sub(self.height)).min(start).min(self.last_top())
    }
}

impl OpenLesson {
    /// Returns the rows of the step: sentences, then the figure. If the rows do not fit, a brief sentence precedes the
    /// figure and the sentences follow it. In projector mode, the brief sentence is beside the large number instead.
    pub(crate) fn lay_out_page(&self, areas: &LessonAreas) -> LessonPage {
        let (width, height) = (usize::from(areas.page.width), usize::from(areas.page.height));
        let mut rows = self.exercise_rows(width);
        let Some((lesson, step)) = self.current_step().filter(|_| !self.is_answer_hidden()) else {
            return LessonPage { rows, height, points: 1, shown: 1, ..LessonPage::default() };
        };
        let points = count_positions(lesson, step.kind);
        let at = self.place.unwrap_or(step.first).min(points - 1);
        let drawn = draw_figure(lesson, step, width, Some(at));
        let is_projected = areas.large.height > 0;
        // The last row is for the name of the key that scrolls.
        let cut_height = if is_projected { height } else { height.saturating_sub(1).max(1) };
        let mut above = wrap_sentences(&step.paragraphs, width);
        let mut below = Vec::new();
        let taken = rows.len() + drawn.len();
        if is_projected || taken + above.len() > height {
            let brief = std::slice::from_ref(&step.brief);
            let brief = if is_projected { Vec::new() } else { wrap_sentences(brief, width) };
            if drawn.len() <= SCREENS * cut_height {
                below = std::mem::replace(&mut above, brief);
                // The empty row belongs before the sentences, because the figure is above them.
                let empty = below.pop().unwrap_or_default();
                below.insert(0, empty);
            }
        }
        rows.append(&mut above);
        let figure = rows.len()..rows.len() + drawn.len();
        rows.extend(drawn);
        rows.append(&mut below);
        let shown = count_shown_positions(step.kind);
        let height = if rows.len() > height || points > shown { cut_height } else { height };
        let page = LessonPage { rows, height, top: 0, figure, points, at, shown };
        LessonPage { top: self.top.min(page.last_top()), ..page }
    }
}

/// Wraps sentences into rows, and adds an empty row.
fn wrap_sentences(sentences: &[String], width: usize) -> Vec<FigureRow> {
    let mut flow = Flow::new(width);
    for sentence in sentences {
        flow.push_sentence(sentence, Ink::Plain).end_row();
    }
    flow.push_blank_row();
    flow.finish()
}

// Draws a step of the lesson: title, names of all steps, a few sentences, and a figure.
//
// ```text
// ── 4 of 19: A window of 3 words slides along ───────────────────────────────── ←/→ step, ↓/↑ window ──
//  1 texts  2 words  3 forms  4 window  5 hash  6 sets  7 score  8 index  9 modulo  10
//  A window shows 3 words in a row and moves on by one word …
//  A  shingle 5 of 21  club.txt
//                                                                                  ▼ more below: PgDn
// ```

/// Maximum rows of the brief sentence.
const BRIEF: usize = 3;

impl OpenLesson {
    pub(crate) fn draw_header(&self, names: &ShortNames, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        let mut pen = canvas.pen_in(area);
        pen.put(" shingle ", theme.brand).skip_columns(1).put("lesson on ", theme.quiet);
        let doing = if self.awaits_answer() { "computing" } else { "" };
        let room = pen.free_width().saturating_sub(width_in_columns(doing) + 8) / 2;
        let [a, b] =
            self.subject.names.each_ref().map(|path| names.short_name(path).fit_name(room));
        pen.put("A ", theme.key).put(&a, theme.strong);
        pen.put("  B ", theme.key).put(&b, theme.strong);
        canvas.draw_work(area, doing);
    }

    /// Draws the step. In projector mode, the number of the step is large.
    pub(crate) fn draw_lesson(&self, is_projected: bool, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        let areas = divide_lesson(area, is_projected);
        let Some((lesson, step)) = self.current_step() else {
            canvas.draw_rule(areas.title, "Lesson", true, "");
            let text = self.refused.as_deref().unwrap_or("preparing the lesson …");
            canvas.pen_in(areas.page).put_paragraph(text, theme.strong);
            return;
        };
        let title = format!("{} of {}: {}", self.step + 1, lesson.steps.len(), step.title);
        let moves = format!("↓/↑ {}", step.kind.name_of_thing_moved_by_keys().unwrap_or("scroll"));
        let question = (!step.exercises.is_empty()).then_some("? question");
        let keys: Vec<&str> = ["←/→ step", &moves].into_iter().chain(question).collect();
        let remark = join_fitting_facts(&keys, area.width / 3);
        canvas.draw_rule(areas.title, &title, true, &remark);
        for (index, x, name) in self.lay_out_step_names(areas.strip.width) {
            let style = if index == self.step { theme.selected } else { theme.quiet };
            canvas.pen_in(areas.strip).move_to(x).put(&name, style);
        }
        let effect = if areas.large.height > 0 && !self.is_answer_hidden() {
            let used = draw_step_number(step, canvas, areas.large);
            let effect = areas.effect;
            Rect { x: effect.x + used, width: effect.width.saturating_sub(used), ..effect }
        } else {
            areas.effect
        };
        let page = self.lay_out_page(&areas);
        let last = Rect { y: areas.page.bottom().saturating_sub(1), height: 1, ..areas.page };
        let place = if areas.large.height > 0 { effect } else { last };
        // If some rows do not fit, the last row names the key that scrolls.
        let is_below = page.top < page.last_top() || page.has_list_below();
        let is_cut = page.last_top() > 0 || page.points > page.shown;
        let way = if is_cut { draw_more_hint(is_below, canvas, place) } else { 0 };
        let news = self.refused.as_ref().or(self.effect.as_ref());
        if let Some(text) = news {
            let taken = if areas.large.height > 0 { way } else { 0 };
            let room = effect.width.saturating_sub(2 + taken);
            canvas.pen_in(effect).skip_columns(1).put_truncated(text, room, theme.key);
        }
        let mut pen = canvas.pen_in(areas.page);
        for row in page.rows.iter().skip(page.top).take(page.height) {
            for piece in row {
                pen.put(&piece.text, self.style_of_ink(piece.ink, theme));
            }
            pen.move_down();
        }
    }

    fn style_of_ink(&self, ink: Ink, theme: &Theme) -> Style {
        match ink {
            Ink::Plain => Style::new(),
            Ink::Quiet => theme.quiet,
            Ink::Strong => theme.strong,
            Ink::Letter => theme.key,
            Ink::Passage(passage) => {
                theme.passage_number_style(&self.tints, passage as usize, false)
            }
            Ink::Shared => theme.tint_style(0),
            Ink::Dropped => theme.quiet.add_modifier(Modifier::CROSSED_OUT),
            Ink::Changed => theme.differs,
            Ink::Now => theme.pending.add_modifier(Modifier::BOLD),
        }
    }

    /// Returns the names of the steps that fit into a row, with the index and the first column of each. In a narrow row,
    /// only the current and the last step have names.
    pub(crate) fn lay_out_step_names(&self, width: u16) -> Vec<(usize, u16, String)> {
        let Some(lesson) = &self.lesson else { return Vec::new() };
        let name = |index: usize, step: &Step| match step.kind {
            StepKind::Background(_) => (index + 1).to_string(),
            StepKind::Pitfall(pitfall) if pitfall > 0 => (index + 1).to_string(),
            StepKind::Pitfall(_) => format!("{} pitfalls", index + 1),
            kind => format!("{} {}", index + 1, kind.name()),
        };
        let last = last_step_index(lesson);
        let list_names = |is_named: &dyn Fn(usize) -> bool| -> Vec<String> {
            let steps = lesson.steps.iter().enumerate();
            let number = |index: usize| (index + 1).to_string();
            steps.map(|(at, step)| if is_named(at) { name(at, step) } else { number(at) }).collect()
        };
        let wide = |names: &[String], gap| {
            names.iter().map(|name| width_in_columns(name) + gap).sum::<u16>()
        };
        let (mut all, mut gap) = (list_names(&|_| true), 2);
        if wide(&all, gap) >= width {
            all = list_names(&|at| at == self.step || at == last);
            gap = if wide(&all, gap) < width { 2 } else { 1 };
        }
        let fits =
            |first: &usize| wide(all.get(*first..=self.step).unwrap_or_default(), gap) + 2 <= width;
        let first = (0..self.step).find(fits).unwrap_or(self.step);
        let mut next = 1;
        let placed = all.into_iter().enumerate().skip(first).map(|(index, name)| {
            let x = next;
            next += width_in_columns(&name) + gap;
            (index, x, name)
        });
        placed.take_while(|(_, x, name)| x + width_in_columns(name) <= width).collect()
    }

    fn step_name_at(&self, width: u16, column: u16) -> Option<usize> {
        let names = self.lay_out_step_names(width);
        let hit =
            names.iter().find(|(_, x, name)| (*x..*x + width_in_columns(name)).contains(&column));
        hit.map(|(index, _, _)| *index)
    }
}

/// Names the key that scrolls to hidden rows. Returns the columns used, including a blank before the text.
fn draw_more_hint(is_below: bool, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let theme = canvas.theme;
    let (text, key) = if is_below {
        ("▼ more below: ", KeyName::Page.label())
    } else {
        ("▲ the end, back: ", KeyName::Page.backward_label())
    };
    let wide = width_in_columns(text) + width_in_columns(&key);
    let x = area.width.saturating_sub(wide);
    canvas.pen_in(area).move_to(x).put(text, theme.quiet).put(&key, theme.key);
    wide + 1
}

/// Draws the main number of a step in large digits, with its unit and the brief sentence. Returns the columns of the
/// number.
fn draw_step_number(step: &Step, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let theme = canvas.theme;
    // A number gets a third of the columns, or half of them if it is long.
    let used = [3, 2].into_iter().find_map(|part| {
        let digits = Rect { width: area.width / part, ..area };
        Some(canvas.draw_large_text(&step.number.text, theme.key, digits)).filter(|used| *used > 0)
    });
    let used = used.unwrap_or(0);
    let number_width = if used > 0 { used + 2 } else { 0 };
    let right =
        Rect { x: area.x + number_width, width: area.width.saturating_sub(number_width), ..area };
    let mut flow = Flow::new(usize::from(right.width.saturating_sub(1)));
    flow.push_sentence(&step.brief, Ink::Plain);
    let mut pen = canvas.pen_in(right);
    if used == 0 {
        pen.put(&step.number.text, theme.key).skip_columns(1);
    }
    pen.put_rest(&step.number.counts, theme.strong).move_down();
    for row in flow.finish().iter().take(BRIEF) {
        for piece in row {
            pen.put(&piece.text, Style::new());
        }
        pen.move_down();
    }
    number_width
}
