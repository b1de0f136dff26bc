//! The part of the graphics state that affects text.

use std::rc::Rc;

use kurbo::{Affine, Point, Vec2};

use super::fonts::{Code, Face};
use super::page::PdfPlace;

#[derive(Clone)]
pub(super) struct State<'a> {
    /// Maps coordinates of drawing instructions to the page.
    pub(super) ctm: Affine,
    /// Maps coordinates of the next glyph to those of drawing instructions.
    pub(super) text: Affine,
    /// Maps coordinates at the beginning of the current line to coordinates of drawing instructions.
    pub(super) line: Affine,
    pub(super) face: Option<Rc<Face<'a>>>,
    pub(super) size: f64,
    /// Space added to each glyph.
    pub(super) char_space: f64,
    /// Space added to each blank.
    pub(super) word_space: f64,
    /// Horizontal scaling of glyphs; 1 for none.
    pub(super) stretch: f64,
    pub(super) leading: f64,
    pub(super) rise: f64,
    pub(super) is_white: bool,
    /// True if letters are filled, and not stroked or invisible.
    pub(super) is_filled: bool,
    pub(super) line_width: f64,
}

impl<'a> State<'a> {
    pub(super) fn new(ctm: Affine) -> Self {
        Self {
            ctm,
            text: Affine::IDENTITY,
            line: Affine::IDENTITY,
            face: None,
            size: 1.0,
            char_space: 0.0,
            word_space: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
            is_white: false,
            is_filled: true,
            line_width: 1.0,
        }
    }

    /// Returns the position of a glyph, and moves to the next glyph's position.
    pub(super) fn place_glyph_and_advance(
        &mut self,
        face: &Face<'a>,
        glyph: &Code,
        is_blank: bool,
    ) -> PdfPlace {
        let word_space = if is_blank { self.word_space } else { 0.0 };
        let along = |advance: f64, space: f64| advance * self.size + self.char_space + space;
        let by = |space: f64| {
            if face.is_horizontal() {
                Vec2::new(along(glyph.advance.x, space) * self.stretch, 0.0)
            } else {
                Vec2::new(0.0, along(glyph.advance.y, space))
            }
        };
        let to_page = self.ctm * self.text;
        // The position of vertical text is the middle of its glyphs, so no shift is needed.
        let shift = if face.is_horizontal() { glyph.displacement * self.size } else { Vec2::ZERO };
        let from = Point::new(shift.x, self.rise + shift.y);
        let unit = if face.is_horizontal() {
            Vec2::new(self.size * self.stretch, 0.0)
        } else {
            Vec2::new(0.0, -self.size.abs())
        };
        let origin = to_page * from;
        let across = if face.is_horizontal() {
            Vec2::new(0.0, self.size)
        } else {
            Vec2::new(self.size, 0.0)
        };
        let place = PdfPlace {
            from: to_page_point(origin),
            to: to_page_point(to_page * (from + by(0.0))),
            along: to_page_point(((to_page * (from + unit)) - origin).to_point()),
            size: (to_page * (from + across) - origin).hypot() as f32 * face.scale,
        };
        self.text *= Affine::translate(by(word_space));
        place
    }
}

fn to_page_point(point: Point) -> (f32, f32) {
    (point.x as f32, point.y as f32)
}
