//! A drawn screen as an SVG picture, for the documents. It draws no screen itself.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use crate::tui::drawing::glyphs::columns;

/// A cell in SVG units.
const CELL: (usize, usize) = (9, 19);
/// The page and the colour of its text, for cells that name no colour.
#[derive(Clone, Copy)]
struct Page {
    page: &'static str,
    text: &'static str,
}
const DARK: Page = Page { page: "#16181a", text: "#d8dad8" };
const LIGHT: Page = Page { page: "#fbfbf8", text: "#202428" };
const SIXTEEN: [&str; 16] = [
    "#1d1f21", "#cc6666", "#9fbf5f", "#e0b860", "#7aa6da", "#b294bb", "#8abeb7", "#c5c8c6",
    "#767876", "#ff7b7b", "#c4e07a", "#ffd479", "#9cc8ff", "#d7b5e6", "#a6e3db", "#ffffff",
];

/// The picture of a buffer on a dark page, or on a light one.
pub(crate) fn svg(buffer: &Buffer, light: bool) -> String {
    let page = if light { LIGHT } else { DARK };
    let (width, height) = (usize::from(buffer.area.width), usize::from(buffer.area.height));
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"'DejaVu Sans Mono',Menlo,Consolas,monospace\" font-size=\"15\" xml:space=\"preserve\">",
        width * CELL.0 + 16,
        height * CELL.1 + 16
    );
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{}\"/>", page.page);
    for (y, row) in buffer.content().chunks(width).enumerate() {
        let mut x = 0;
        while x < width {
            let look = Look::new(&row[x], page);
            let start = x;
            let mut symbols = Vec::new();
            while x < width && Look::new(&row[x], page) == look {
                symbols.push((x, row[x].symbol()));
                x += usize::from(columns(row[x].symbol())).max(1);
            }
            look.fill(&mut out, (start, y), x.min(width) - start);
            // Viewers treat spaces at an edge and several in a row differently, so none is left to them.
            for words in symbols.split(|(_, symbol)| *symbol == " ") {
                if let (Some((first, _)), Some((last, symbol))) = (words.first(), words.last()) {
                    let end = last + usize::from(columns(symbol)).max(1);
                    let text: String = words.iter().map(|(_, symbol)| *symbol).collect();
                    look.draw(&mut out, (*first, y), end - first, &text);
                }
            }
        }
    }
    out.push_str("</svg>\n");
    out
}

#[derive(PartialEq)]
struct Look {
    fg: String,
    bg: Option<String>,
    bold: bool,
    dim: bool,
    underlined: bool,
}

impl Look {
    fn new(cell: &Cell, page: Page) -> Self {
        let has = |modifier| cell.modifier.contains(modifier);
        let (fg, bg) = (colour(cell.fg), colour(cell.bg));
        let (fg, bg) = if has(Modifier::REVERSED) {
            (
                bg.unwrap_or_else(|| page.page.to_string()),
                Some(fg.unwrap_or_else(|| page.text.to_string())),
            )
        } else {
            (fg.unwrap_or_else(|| page.text.to_string()), bg)
        };
        Self {
            fg,
            bg,
            bold: has(Modifier::BOLD),
            dim: has(Modifier::DIM),
            underlined: has(Modifier::UNDERLINED),
        }
    }

    fn fill(&self, out: &mut String, (column, row): (usize, usize), columns: usize) {
        let (x, y) = (8 + column * CELL.0, 8 + row * CELL.1);
        let (width, height) = (columns * CELL.0, CELL.1);
        if let Some(bg) = &self.bg {
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{bg}\"/>"
            );
        }
        if self.underlined {
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"1\" fill=\"{}\"/>",
                y + height - 2,
                self.fg
            );
        }
    }

    fn draw(&self, out: &mut String, (column, row): (usize, usize), columns: usize, text: &str) {
        let (x, y) = (8 + column * CELL.0, 8 + row * CELL.1);
        let width = columns * CELL.0;
        let mut style = format!("fill=\"{}\"", self.fg);
        for (set, attribute) in
            [(self.bold, " font-weight=\"bold\""), (self.dim, " opacity=\"0.6\"")]
        {
            if set {
                style.push_str(attribute);
            }
        }
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\" {style}>{text}</text>",
            y + 14
        );
    }
}

fn colour(color: Color) -> Option<String> {
    let place = match color {
        Color::Reset => return None,
        Color::Rgb(red, green, blue) => return Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        Color::Indexed(index) => usize::from(index),
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
    };
    Some(SIXTEEN.get(place).unwrap_or(&DARK.text).to_string())
}
