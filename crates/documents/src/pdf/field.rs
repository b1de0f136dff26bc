//! Adds the values of form fields that have no drawing in the file.

use std::iter;

use hayro_syntax::object::{Dict, Object, Rect, String as PdfString};
use hayro_syntax::page::Page as PdfPage;
use kurbo::{Affine, Point};

use super::facts::decode_text_string;
use super::page::{Page, PdfPlace};

const MAX_PARENTS: usize = 10;
/// Assumed height of letters, and line distance in letter heights.
const LETTERS: f64 = 10.0;
const LINE: f64 = 1.2;
/// Assumed width of a letter, in letter heights.
const WIDTH: f64 = 0.5;
const PASSWORD: u32 = 1 << 13;

/// Places the text or selected option of a field in the middle of its rectangle.
pub(super) fn put_field_value(field: &Dict<'_>, from: &PdfPage<'_>, page: &mut Page) {
    let fields = || {
        iter::successors(Some(field.clone()), |field| field.get::<Dict<'_>>(b"Parent"))
            .take(MAX_PARENTS)
    };
    if fields().find_map(|field| field.get::<u32>(b"Ff")).unwrap_or(0) & PASSWORD != 0 {
        return;
    }
    let texts: Vec<String> = match fields().find_map(|field| field.get::<Object<'_>>(b"V")) {
        Some(Object::String(text)) => vec![decode_text_string(&text)],
        Some(Object::Array(chosen)) => {
            chosen.iter::<PdfString<'_>>().map(|text| decode_text_string(&text)).collect()
        }
        _ => return,
    };
    let Some(rect) = field.get::<Rect>(b"Rect") else { return };
    let lines = texts.iter().flat_map(|text| text.split(['\r', '\n']));
    let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    let count = lines.len() as f64;
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as f64;
    let size = LETTERS
        .min((rect.y1 - rect.y0) / (LINE * count))
        .min((rect.x1 - rect.x0) / (WIDTH * longest));
    let to_page = Affine::new(from.initial_transform(true).as_coeffs());
    let mut y = (rect.y0 + rect.y1 + LINE * size * count) / 2.0;
    for line in lines {
        let mut x = rect.x0;
        y -= size * LINE;
        for word in line.split_whitespace() {
            let end = x + WIDTH * size * word.chars().count() as f64;
            let [from, to] = [x, end].map(|x| {
                let place = to_page * Point::new(x, y + 0.3 * size);
                (place.x as f32, place.y as f32)
            });
            let along = (to.0 - from.0, to.1 - from.1);
            page.put_glyph(Some(word), &PdfPlace { from, to, along, size: size as f32 });
            x = end + WIDTH * size;
        }
    }
}
