//! Records the painted areas of a page, because they can make white letters visible.

use hayro_syntax::content::ops::TypedInstruction as Op;
use hayro_syntax::object::Number;
use kurbo::{Affine, Point, Rect};

use super::page::PdfPlace;
use super::state::State;

/// Most areas stored per page. On a page with more, all white letters count as visible.
const MAX_AREAS: usize = 1000;

/// The areas that are not white, as bounding boxes.
#[derive(Default)]
pub(super) struct Paint {
    areas: Vec<Rect>,
    path: Option<Rect>,
}

impl Paint {
    pub(super) fn apply_paint_instruction(&mut self, op: &Op<'_, '_>, state: &mut State<'_>) {
        let colour = |parts: &[Number]| match parts {
            [_, _, _] => parts.iter().all(|part| part.as_f64() >= 0.97),
            [_, _, _, _] => parts.iter().all(|part| part.as_f64() <= 0.03),
            // A colour with one component may be an ink, and 1 then means solid ink, not white.
            _ => false,
        };
        match op {
            Op::NonStrokeColorDeviceGray(gray) => state.is_white = gray.0.as_f64() >= 0.97,
            Op::NonStrokeColorDeviceRgb(rgb) => state.is_white = colour(&[rgb.0, rgb.1, rgb.2]),
            Op::NonStrokeColorCmyk(ink) => state.is_white = colour(&[ink.0, ink.1, ink.2, ink.3]),
            Op::NonStrokeColor(parts) => state.is_white = colour(&parts.0),
            Op::NonStrokeColorNamed(parts) => {
                state.is_white = parts.1.is_none() && colour(&parts.0);
            }
            Op::ColorSpaceNonStroke(_) => state.is_white = false,
            // True for filled letters. Scans have invisible text behind the picture.
            Op::TextRenderingMode(mode) => state.is_filled = mode.0.as_f64() == 0.0,
            Op::MoveTo(at) => self.extend_path_to(state.ctm, [at.0, at.1]),
            Op::LineTo(at) => self.extend_path_to(state.ctm, [at.0, at.1]),
            // The end points of curves are enough for the box around a circle or a round corner.
            Op::CubicTo(by) => self.extend_path_to(state.ctm, [by.4, by.5]),
            Op::CubicStartTo(by) => self.extend_path_to(state.ctm, [by.2, by.3]),
            Op::CubicEndTo(by) => self.extend_path_to(state.ctm, [by.2, by.3]),
            Op::RectPath(rect) => {
                let [x, y, width, height] = [rect.0, rect.1, rect.2, rect.3].map(|at| at.as_f64());
                let rect = Rect::new(x, y, x + width, y + height);
                self.extend_path_by(state.ctm.transform_rect_bbox(rect));
            }
            Op::FillPathNonZero(_)
            | Op::FillPathNonZeroCompatibility(_)
            | Op::FillPathEvenOdd(_)
            | Op::FillAndStrokeNonZero(_)
            | Op::FillAndStrokeEvenOdd(_)
            | Op::CloseFillAndStrokeNonZero(_)
            | Op::CloseFillAndStrokeEvenOdd(_) => {
                if let Some(path) = self.path.take().filter(|_| !state.is_white) {
                    self.add_painted_area(path);
                }
            }
            // A dark bar may be drawn as one thick line.
            Op::StrokePath(_) | Op::CloseAndStrokePath(_) => {
                let width = state.line_width * state.ctm.determinant().abs().sqrt();
                if let Some(path) =
                    self.path.take().filter(|path| path.width().min(path.height()) < width)
                {
                    self.add_painted_area(path.inflate(width / 2.0, width / 2.0));
                }
            }
            Op::LineWidth(width) => state.line_width = width.0.as_f64(),
            Op::EndPath(_) => self.path = None,
            Op::Shading(_) => {
                self.add_painted_area(Rect::new(f64::MIN, f64::MIN, f64::MAX, f64::MAX));
            }
            _ => {}
        }
    }

    /// Adds the area of a picture, to which PDF transforms the unit square.
    pub(super) fn add_picture(&mut self, ctm: Affine) {
        self.add_painted_area(ctm.transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0)));
    }

    /// Returns true if an area covers the position.
    pub(super) fn is_painted_behind(&self, place: &PdfPlace) -> bool {
        let ((x0, y0), (x1, y1)) = (place.from, place.to);
        let at = Point::new(f32::midpoint(x0, x1).into(), f32::midpoint(y0, y1).into());
        self.areas.len() >= MAX_AREAS
            || self.areas.iter().any(|area| area.inflate(1.0, 1.0).contains(at))
    }

    fn extend_path_to(&mut self, ctm: Affine, at: [Number; 2]) {
        let at = ctm * Point::new(at[0].as_f64(), at[1].as_f64());
        self.extend_path_by(Rect::from_points(at, at));
    }

    fn extend_path_by(&mut self, by: Rect) {
        self.path = Some(self.path.map_or(by, |path| path.union(by)));
    }

    fn add_painted_area(&mut self, area: Rect) {
        if self.areas.len() < MAX_AREAS {
            self.areas.push(area);
        }
    }
}
