//! The part of the graphics state that affects text.

use std::rc::Rc;

use kurbo::{Affine, Point, Vec2};

use super::fonts::{Code, Face};
use super::page::PdfPlace;

#[derive(Clone)]
pub(super) struct State<'a> {
    /// Maps coordinates of drawing instructions to the page.
    pub(super) ctm: Affine,
    /// Maps coordinates of the next glyph to coordinates of drawing instructions.
    pub(super) text: Affine,
    /// Maps coordinates at the beginning of the current line to coordinates of drawing instructions.
    pub(super) line: Affine,
    pub(super) face: Option<Rc<Face<'a>>>,
    pub(super) size: f64,
    pub(super) char_space: f64,
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
        let size = self.size;
        let word_space = if is_blank { self.word_space } else { 0.0 };
        let along = |advance: f64, space: f64| advance * size + self.char_space + space;
        // The position of vertical text is the middle of its glyphs, so no shift is needed.
        let (by, shift, unit, across) = if face.is_horizontal() {
            let by = |space| Vec2::new(along(glyph.advance.x, space) * self.stretch, 0.0);
            let unit = Vec2::new(size * self.stretch, 0.0);
            ([0.0, word_space].map(by), glyph.displacement * size, unit, Vec2::new(0.0, size))
        } else {
            let by = |space| Vec2::new(0.0, along(glyph.advance.y, space));
            let unit = Vec2::new(0.0, -size.abs());
            ([0.0, word_space].map(by), Vec2::ZERO, unit, Vec2::new(size, 0.0))
        };
        let to_page = self.ctm * self.text;
        let from = Point::new(shift.x, self.rise + shift.y);
        let origin = to_page * from;
        let place = PdfPlace {
            from: to_page_point(origin),
            to: to_page_point(to_page * (from + by[0])),
            along: to_page_point(((to_page * (from + unit)) - origin).to_point()),
            size: (to_page * (from + across) - origin).hypot() as f32 * face.scale,
        };
        self.text *= Affine::translate(by[1]);
        place
    }
}

fn to_page_point(point: Point) -> (f32, f32) {
    (point.x as f32, point.y as f32)
}
