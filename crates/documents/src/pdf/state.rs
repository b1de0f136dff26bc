//! The state of a drawing, as far as it places text.

use std::rc::Rc;

use kurbo::{Affine, Point, Vec2};

use super::fonts::{Code, Face};
use super::page::PdfPlace;

/// How text is placed.
#[derive(Clone)]
pub(super) struct State<'a> {
    /// From drawn places to the page.
    pub(super) ctm: Affine,
    /// From text to drawn places, for the next glyph.
    pub(super) text: Affine,
    /// The same for the begin of the line.
    pub(super) line: Affine,
    /// The font.
    pub(super) face: Option<Rc<Face<'a>>>,
    /// Its size.
    pub(super) size: f64,
    /// What is added to the width of each glyph.
    pub(super) char_space: f64,
    /// What is added to the width of a blank.
    pub(super) word_space: f64,
    /// Horizontal scaling, 1 for none.
    pub(super) stretch: f64,
    /// From one line to the next.
    pub(super) leading: f64,
    /// How far text stands above its line.
    pub(super) rise: f64,
    /// Whether areas and letters are filled with white.
    pub(super) is_white: bool,
    /// Whether letters are filled, and no more.
    pub(super) is_filled: bool,
    /// How thick lines are.
    pub(super) line_width: f64,
}

impl<'a> State<'a> {
    /// That at the begin of a page.
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

    /// Where a glyph stands; the next one stands behind it.
    pub(super) fn advance(&mut self, face: &Face<'a>, glyph: &Code, is_blank: bool) -> PdfPlace {
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
        // Text that runs down is placed by the middle of its glyphs, which is where it is shown.
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
            from: flat(origin),
            to: flat(to_page * (from + by(0.0))),
            along: flat(((to_page * (from + unit)) - origin).to_point()),
            size: (to_page * (from + across) - origin).hypot() as f32 * face.scale,
        };
        self.text *= Affine::translate(by(word_space));
        place
    }
}

fn flat(point: Point) -> (f32, f32) {
    (point.x as f32, point.y as f32)
}
