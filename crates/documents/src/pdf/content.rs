//! Interprets the drawing instructions that place text on a page.

use std::{borrow::Cow, rc::Rc};

use hayro_syntax::Pdf;
use hayro_syntax::content::TypedIter;
use hayro_syntax::content::ops::TypedInstruction as Op;
use hayro_syntax::object::{
    Array, Dict, Name, Number, Object, ObjectIdentifier, Rect, Stream, String as PdfString,
};
use hayro_syntax::page::{Page as PdfPage, Resources};
use kurbo::{Affine, Vec2};

use super::fonts::{Code, Fonts};
use super::page::{Page, PdfPlace};
use super::{
    facts::decode_text_string, field::put_field_value, layers::Layers, paint::Paint, state::State,
};
use crate::{extracted::Unreadable, limits::too_long_error, roles::is_tiny_text_size};

const MAX_DRAWING_DEPTH: usize = 20;
/// Most drawings that are read in a PDF, because drawings that repeat others grow exponentially.
const MAX_DRAWINGS: u32 = 1_000_000;
const MAX_STATES: usize = 10_000;
/// Most white and tiny glyphs stored per page. Further ones count as visible.
const MAX_PALE: usize = 100_000;
/// Flags of annotations that are invisible: `Hidden` or `NoView`.
const UNSEEN: u32 = 1 << 1 | 1 << 5;

pub(super) struct Interpreter<'a> {
    fonts: Fonts<'a>,
    layers: Layers,
    state: State<'a>,
    saved_states: Vec<State<'a>>,
    marks: Vec<PdfMark>,
    /// Replacement text of the current glyphs, and the glyphs themselves.
    actual: Option<ReplacementText>,
    paint: Paint,
    pale: Vec<(PdfPlace, Rc<Code>)>,
    /// Drawings being read, outermost first; a drawing inside itself is skipped.
    open_forms: Vec<ObjectIdentifier>,
    drawings: u32,
    max_text: u64,
    /// Number of bytes that the text of the page may have.
    room: u64,
    /// Error for the first exceeded limit, after which the page is not read further.
    pub(super) exceeded_limit: Option<Unreadable>,
}

#[derive(Clone, Copy, PartialEq)]
enum PdfMark {
    Nothing,
    Hidden,
    Actual,
}

struct ReplacementText {
    text: String,
    glyphs: Vec<(PdfPlace, Rc<Code>)>,
}

impl<'a> Interpreter<'a> {
    /// Creates an interpreter. `max_text` is the limit for the text of the whole PDF in bytes, for the error message.
    pub(super) fn new(pdf: &Pdf, max_text: u64) -> Self {
        Self {
            fonts: Fonts::new(),
            layers: Layers::new(pdf),
            state: State::new(Affine::IDENTITY),
            saved_states: Vec::new(),
            marks: Vec::new(),
            actual: None,
            paint: Paint::default(),
            pale: Vec::new(),
            open_forms: Vec::new(),
            drawings: 0,
            max_text,
            room: 0,
            exceeded_limit: None,
        }
    }

    /// Reads a page with at most `room` bytes of text, and returns false if the content of the page could not be
    /// unpacked.
    pub(super) fn read_page(&mut self, from: &PdfPage<'a>, page: &mut Page, room: u64) -> bool {
        self.room = room;
        self.state = State::new(Affine::new(from.initial_transform(true).as_coeffs()));
        self.paint = Paint::default();
        let content = unpack_content(from);
        if let Some(content) = &content {
            self.run_content(content, from.resources(), page, 0);
        }
        if let Some(annotations) = from.raw().get::<Array<'_>>(b"Annots") {
            for annotation in annotations.iter::<Dict<'_>>() {
                self.draw_annotation(&annotation, from, page);
            }
        }
        self.place_pale_glyphs(from, page);
        content.is_some()
    }

    /// Adds white glyphs with a dark area behind them to the page. Counts other white glyphs and tiny glyphs as hidden
    /// words. If all glyphs of a page are white, its background is unknown, and they are added.
    fn place_pale_glyphs(&mut self, from: &PdfPage<'a>, page: &mut Page) {
        let mut hidden = Page::new(from.render_dimensions());
        let is_blank = page.text_bytes() == 0;
        for (place, code) in std::mem::take(&mut self.pale) {
            let is_seen =
                is_blank || !is_tiny_text_size(place.size) && self.paint.is_painted_behind(&place);
            let to = if is_seen { &mut *page } else { &mut hidden };
            to.put_glyph(code.text.as_deref(), &place);
        }
        hidden.finish_words();
        page.hidden += hidden.count_words();
    }

    fn run_content(
        &mut self,
        content: &[u8],
        resources: &Resources<'a>,
        page: &mut Page,
        depth: usize,
    ) {
        let (saved_states, marks) = (std::mem::take(&mut self.saved_states), self.marks.len());
        let mut ops = TypedIter::new(content);
        while let Some(op) = ops.next() {
            if self.exceeded_limit.is_some() {
                return;
            }
            self.run_instruction(&op, resources, page, depth);
        }
        self.saved_states = saved_states;
        while self.marks.len() > marks {
            self.end_marked_content(page);
        }
    }

    fn run_instruction(
        &mut self,
        op: &Op<'_, '_>,
        resources: &Resources<'a>,
        page: &mut Page,
        depth: usize,
    ) {
        match op {
            Op::SaveState(_) => self.save_graphics_state(),
            Op::RestoreState(_) => self.restore_graphics_state(),
            Op::Transform(m) => {
                self.state.ctm *= transformation_of_numbers([m.0, m.1, m.2, m.3, m.4, m.5]);
            }
            Op::XObject(x) => self.draw_object(resources.get_x_object(x.0), resources, page, depth),
            Op::InlineImage(_) => self.draw_picture(page),
            Op::BeginText(_) => {
                (self.state.text, self.state.line) = (Affine::IDENTITY, Affine::IDENTITY);
            }
            Op::SetTextMatrix(m) => {
                let matrix = transformation_of_numbers([m.0, m.1, m.2, m.3, m.4, m.5]);
                (self.state.text, self.state.line) = (matrix, matrix);
            }
            Op::TextFont(font) => {
                self.set_font(resources.get_font(font.0));
                self.state.size = font.1.as_f64();
            }
            Op::HorizontalScaling(by) => self.state.stretch = by.0.as_f64() / 100.0,
            Op::TextLeading(by) => self.state.leading = by.0.as_f64(),
            Op::CharacterSpacing(by) => self.state.char_space = by.0.as_f64(),
            Op::WordSpacing(by) => self.state.word_space = by.0.as_f64(),
            Op::TextRise(by) => self.state.rise = by.0.as_f64(),
            Op::NextLine(by) => self.move_to_next_line(by.0.as_f64(), by.1.as_f64()),
            Op::NextLineAndSetLeading(by) => {
                self.state.leading = -by.1.as_f64();
                self.move_to_next_line(by.0.as_f64(), by.1.as_f64());
            }
            Op::NextLineUsingLeading(_) => self.move_to_next_line(0.0, -self.state.leading),
            Op::ShowText(text) => self.show_text(text.0, page),
            Op::ShowTexts(texts) => self.show_texts(texts.0, page),
            Op::NextLineAndShowText(text) => {
                self.move_to_next_line(0.0, -self.state.leading);
                self.show_text(text.0, page);
            }
            Op::ShowTextWithParameters(with) => {
                (self.state.word_space, self.state.char_space) = (with.0.as_f64(), with.1.as_f64());
                self.move_to_next_line(0.0, -self.state.leading);
                self.show_text(with.2, page);
            }
            Op::BeginMarkedContent(_) => self.marks.push(PdfMark::Nothing),
            Op::BeginMarkedContentWithProperties(mark) => {
                self.begin_marked_content(mark.1, resources);
            }
            Op::EndMarkedContent(_) => self.end_marked_content(page),
            _ => self.paint.apply_paint_instruction(op, &mut self.state),
        }
    }

    fn set_font(&mut self, dict: Option<Dict<'a>>) {
        let face = dict.and_then(|dict| self.fonts.load_face(&dict));
        if self.fonts.is_any_excessive {
            let what =
                "one of its fonts lists more codes than a font can have; print it into a new PDF";
            self.exceeded_limit =
                Some(Unreadable::Limit { limit: "codes".into(), what: what.into() });
        }
        self.state.face = face.or_else(|| self.fonts.load_fallback_font());
    }

    fn save_graphics_state(&mut self) {
        if self.saved_states.len() < MAX_STATES {
            self.saved_states.push(self.state.clone());
        }
    }

    fn restore_graphics_state(&mut self) {
        if let Some(state) = self.saved_states.pop() {
            self.state = state;
        }
    }

    fn draw_picture(&mut self, page: &mut Page) {
        page.has_picture = true;
        self.paint.add_picture(self.state.ctm);
    }

    fn draw_object(
        &mut self,
        what: Option<Stream<'a>>,
        resources: &Resources<'a>,
        page: &mut Page,
        depth: usize,
    ) {
        let Some(what) = what else { return };
        let dict = what.dict();
        if dict.get::<Name<'_>>(b"Subtype").is_some_and(|kind| kind.as_ref() == b"Image") {
            self.draw_picture(page);
            return;
        }
        let id = what.obj_id();
        if depth >= MAX_DRAWING_DEPTH
            || self.open_forms.contains(&id)
            || self.layers.is_layer_hidden(dict, b"OC")
        {
            return;
        }
        self.drawings += 1;
        if self.drawings > MAX_DRAWINGS {
            let what =
                format!("it draws more than {MAX_DRAWINGS} drawings; print it into a new PDF");
            self.exceeded_limit = Some(Unreadable::Limit { limit: "drawings".into(), what });
        }
        let Ok(content) = what.decoded_data() else { return };
        let own = dict.get::<Dict<'_>>(b"Resources").map(Resources::new);
        let before = self.state.clone();
        self.state.ctm *= transformation_of_dict(dict);
        self.open_forms.push(id);
        self.run_content(&content, own.as_ref().unwrap_or(resources), page, depth + 1);
        self.open_forms.pop();
        self.state = before;
    }

    /// Reads a form field, or text that an annotation puts onto the page. Skips other annotations, such as comments.
    fn draw_annotation(&mut self, annotation: &Dict<'a>, from: &PdfPage<'a>, page: &mut Page) {
        let kind = annotation.get::<Name<'_>>(b"Subtype");
        let has_text = kind.is_some_and(|kind| matches!(kind.as_ref(), b"Widget" | b"FreeText"));
        if !has_text
            || annotation.get::<u32>(b"F").unwrap_or(0) & UNSEEN != 0
            || self.layers.is_layer_hidden(annotation, b"OC")
        {
            return;
        }
        let looks =
            annotation.get::<Dict<'_>>(b"AP").and_then(|looks| looks.get::<Object<'_>>(b"N"));
        let look = match looks {
            Some(Object::Stream(look)) => Some(look),
            Some(Object::Dict(states)) => {
                annotation.get::<Name<'_>>(b"AS").and_then(|state| states.get::<Stream<'_>>(state))
            }
            _ => None,
        };
        let Some(look) = look else {
            put_field_value(annotation, from, page);
            self.check_text_limit(page);
            return;
        };
        let Some(rect) = annotation.get::<Rect>(b"Rect") else { return };
        let Some(shape) = look.dict().get::<[f64; 4]>(b"BBox") else { return };
        let shape = transformation_of_dict(look.dict())
            .transform_rect_bbox(kurbo::Rect::new(shape[0], shape[1], shape[2], shape[3]));
        if shape.width() <= 0.0 || shape.height() <= 0.0 {
            return;
        }
        let scale =
            Vec2::new((rect.x1 - rect.x0) / shape.width(), (rect.y1 - rect.y0) / shape.height());
        let place =
            Affine::translate((rect.x0, rect.y0)) * Affine::scale_non_uniform(scale.x, scale.y);
        self.state = State::new(Affine::new(from.initial_transform(true).as_coeffs()));
        self.state.ctm *= place * Affine::translate((-shape.x0, -shape.y0));
        self.draw_object(Some(look), from.resources(), page, 0);
    }

    fn begin_marked_content(&mut self, properties: &Object<'_>, resources: &Resources<'a>) {
        let known = &resources.properties;
        let actual = match properties {
            Object::Name(name) if self.layers.is_layer_hidden(known, name.as_ref()) => {
                self.marks.push(PdfMark::Hidden);
                return;
            }
            Object::Name(name) => known
                .get::<Dict<'_>>(name)
                .and_then(|dict| dict.get::<PdfString<'_>>(b"ActualText")),
            Object::Dict(dict) => dict.get::<PdfString<'_>>(b"ActualText"),
            _ => None,
        };
        match actual {
            Some(text) if self.actual.is_none() => {
                let text = decode_text_string(&text);
                self.actual = Some(ReplacementText { text, glyphs: Vec::new() });
                self.marks.push(PdfMark::Actual);
            }
            _ => self.marks.push(PdfMark::Nothing),
        }
    }

    fn end_marked_content(&mut self, page: &mut Page) {
        if self.marks.pop() == Some(PdfMark::Actual) {
            self.place_replacement_text(page);
        }
    }

    /// Places the replacement text on the page, or the glyphs if they are on several lines.
    fn place_replacement_text(&mut self, page: &mut Page) {
        let Some(ReplacementText { text, glyphs }) = self.actual.take() else { return };
        let (Some((first, _)), Some((last, _))) = (glyphs.first(), glyphs.last()) else { return };
        if glyphs.iter().all(|(place, _)| place.is_on_line_of(first)) {
            page.put_glyph(Some(&text), &PdfPlace { to: last.to, ..*first });
        } else {
            for (place, code) in &glyphs {
                page.put_glyph(code.text.as_deref(), place);
            }
        }
    }

    fn move_to_next_line(&mut self, x: f64, y: f64) {
        self.state.line *= Affine::translate((x, y));
        self.state.text = self.state.line;
    }

    fn show_texts(&mut self, texts: &Array<'_>, page: &mut Page) {
        for item in texts.iter::<Object<'_>>() {
            match item {
                Object::Number(by) => {
                    let state = &mut self.state;
                    let by = -by.as_f64() / 1000.0 * state.size;
                    let horizontal = state.face.as_ref().is_none_or(|face| face.is_horizontal());
                    let by = if horizontal { (by * state.stretch, 0.0) } else { (0.0, by) };
                    state.text *= Affine::translate(by);
                }
                Object::String(text) => self.show_text(&text, page),
                _ => {}
            }
        }
    }

    fn show_text(&mut self, text: &PdfString<'_>, page: &mut Page) {
        if self.state.face.is_none() {
            self.state.face = self.fonts.load_fallback_font();
        }
        let Some(face) = self.state.face.clone() else { return };
        let bytes = text.as_bytes();
        let hidden = self.marks.contains(&PdfMark::Hidden);
        let mut at = 0;
        while at < bytes.len() {
            let (code, length) = face.read_code_and_length(bytes, at);
            at += length.max(1);
            let meaning = face.meaning_of_code(code);
            let place =
                self.state.place_glyph_and_advance(&face, &meaning, code == 32 && length == 1);
            if hidden {
                continue;
            }
            let is_pale =
                self.state.is_white && self.state.is_filled || is_tiny_text_size(place.size);
            match &mut self.actual {
                None if is_pale && self.pale.len() < MAX_PALE => {
                    // A blank ends the word before it, and has no colour.
                    if meaning.is_blank() {
                        page.put_glyph(meaning.text.as_deref(), &place);
                    }
                    self.pale.push((place, meaning));
                }
                Some(actual) if actual.glyphs.len() < usize::from(u16::MAX) => {
                    actual.glyphs.push((place, meaning));
                }
                _ => page.put_glyph(meaning.text.as_deref(), &place),
            }
        }
        self.check_text_limit(page);
    }

    fn check_text_limit(&mut self, page: &Page) {
        if page.text_bytes() > self.room {
            self.exceeded_limit = Some(too_long_error(self.max_text));
        }
    }
}

fn transformation_of_numbers(numbers: [Number; 6]) -> Affine {
    Affine::new(numbers.map(|number| number.as_f64()))
}

fn transformation_of_dict(dict: &Dict<'_>) -> Affine {
    dict.get::<[f64; 6]>(b"Matrix").map_or(Affine::IDENTITY, Affine::new)
}

/// Returns the drawing instructions of a page, or `None` if no part can be unpacked.
fn unpack_content<'a>(page: &PdfPage<'a>) -> Option<Cow<'a, [u8]>> {
    let dict = page.raw();
    if let Some(whole) = dict.get::<Stream<'_>>(b"Contents") {
        return whole.decoded_data().ok();
    }
    let Some(parts) = dict.get::<Array<'_>>(b"Contents") else { return Some(Cow::Borrowed(&[])) };
    let parts: Vec<Option<Cow<'_, [u8]>>> =
        parts.iter::<Stream<'_>>().map(|part| part.decoded_data().ok()).collect();
    let is_any_unpacked = parts.is_empty() || parts.iter().any(Option::is_some);
    is_any_unpacked.then(|| parts.into_iter().flatten().collect::<Vec<_>>().join(&b' ').into())
}
