//! The pictures of README and guide: one line each. `UPDATE_DOCS=1 cargo test docs` draws them and lists them in the
//! guide.

use std::{collections::BTreeMap, fmt::Write as _};

use ratatui::{buffer::Buffer, buffer::Cell, style::Color, style::Modifier};

use crate::tui::drawing::width_in_columns;

pub(crate) struct Picture {
    /// Name of the file.
    pub(crate) name: &'static str,
    /// Columns and rows.
    pub(crate) size: (u16, u16),
    /// Keys before the picture, as `TestScreen::press` takes them. `<row NAME>` selects the row that shows this name,
    /// `<paste TEXT>` pastes. `<back FILTER>` is the next visit, with the current parameters and a filter. `<wait
    /// SECONDS TEXT>` is a frame of a recording, with a text below it.
    pub(crate) keys: &'static str,
    pub(crate) caption: &'static str,
    /// True to show the synthetic course instead of the demo folder.
    pub(crate) of_course: bool,
}

/// Two minutes of use in half a minute.
const RECORDING: &str = "<row news/bridge-evening>\
    <wait 4 The pairs of a folder, best first; below, the selected one with what both texts share.>\
    gg<row bees-backwards><Enter>\
    <wait 4 Enter opens a pair: every shared word is tinted.>\
    d<wait 4 d draws both texts against each other: their paragraphs stand in reverse order.>\
    <Esc><Esc><row licences/>\
    <wait 3 Three leaves look like rewrites of each other.>\
    <Enter><wait 4 They begin with the same terms, and that is all.>\
    \\<Esc><wait 4 \\ leaves that passage out of the whole folder: the three are gone.>\
    gg<row news/bridge-evening>w<wait 4 w makes shingles longer, and every score changes at once.>\
   u r<wait 3 u takes that back. Space r marks the pair as reused.>";

/// Reviews a course by the recipe of README.
const COURSE: &str = "<wait 3 A course as it comes: two essays of 45 students, and last year's.>\
    =passage 30<Enter>=common auto<Enter>=skip-same */{}_assignsubmission_file_/<Enter>\
    <wait 5 By the recipe: pasted paragraphs are listed too, the cover sheet and pairs of one student are not.>\
    !<wait 4 ! lists what nobody has read: a scan, an old .doc, and look-alike letters.>\
    <Esc><row 0415><Enter><wait 4 Two paragraphs are the same, and nothing else.>\
    \"<wait 5 The sources of that essay: it was put together from three others.>";

const fn picture(
    name: &'static str,
    size: (u16, u16),
    keys: &'static str,
    caption: &'static str,
) -> Picture {
    Picture { name, size, keys, caption, of_course: false }
}

/// In the order of the guide.
#[rustfmt::skip]
pub(crate) const PICTURES: &[Picture] = &[
    picture("recording", (100, 30), RECORDING, "The screen in use."),
    picture("matches", (120, 36), "<row news/bridge-evening.txt>", "The ranked matches of the demo folder with the selected pair below."),
    picture("pair", (120, 36), "<row bees-backwards><Enter>n", "An open pair: passages tinted and numbered, the same number on both sides; `⇄` marks those that moved."),
    picture("dots", (150, 44), "<row bees-backwards><Enter>nnd", "`d` shows the dot plot. The falling line is the longest run in the same order; passages outside this line were moved. The cross-hair moves both texts."),
    picture("lesson", (120, 36), "<row news/bridge-evening><Enter>L4<Down><Down>", "`L` opens the lesson. Here a window slides over both texts; each position is a shingle."),
    picture("tuning", (120, 36), "<row news/bridge-evening.txt>*TTT<measure back>=t 60%<Enter>", "Tuning. The last row says what the last step did, the histogram how scores are spread around the threshold, and each row how it moved against the pinned ranking."),
    picture("documents", (110, 30), "D>>>>", "`D` lists the documents, here by matches. `0 +2`: none, but two below the threshold share a passage of 30 words. `partner of`: the number of documents that share most with it. `into`: that document took from it, as your mark says, or with a `?` the dates in the files; `from`: the other way."),
    picture("clusters", (120, 36), "K<Right><Down>", "`K` shows clusters of documents."),
    picture("laboratory", (110, 30), "X", "`X` opens the laboratory."),
    picture("problems", (100, 24), "!", "`!` lists skipped files, remarks and changes of the folder."),
    Picture { of_course: true, ..picture("course", (110, 34), COURSE, "The recipe of README reviews a course of 111 submissions.") },
    picture("hour-decide", (120, 36), "t r r q ", "The first hour: three pairs are decided, and `Space` asks about the fourth."),
    picture("hour-report", (120, 36), "t r r q:report<Enter>", "The first hour: the report asks where it is to go."),
    picture("hour-back", (120, 36), "t r r q<back is:undecided>", "The first hour, continued: the next visit begins as this one was left, and says so."),
];

// Converts drawn screens to SVG pictures for the documents: a single screen, or a sequence.

/// A cell in SVG units.
const CELL: (usize, usize) = (9, 19);
/// Page and text colour of cells without a colour.
#[derive(Clone, Copy)]
struct Page {
    page: &'static str,
    text: &'static str,
}
const DARK: Page = Page { page: "#16181a", text: "#d8dad8" };
const LIGHT: Page = Page { page: "#fbfbf8", text: "#202428" };
/// Colour of the text below a recording.
const SAID: &str = "#ffd479";

/// A screen, its seconds in a recording, and the text below it.
pub(crate) struct Frame {
    pub(crate) screen: Buffer,
    pub(crate) seconds: usize,
    pub(crate) said: String,
}

/// Returns the picture of a buffer on a dark or light page.
pub(crate) fn svg(buffer: &Buffer, light: bool) -> String {
    let page = if light { LIGHT } else { DARK };
    let mut out = head(buffer, 0, page);
    for (y, row) in rows(buffer).enumerate() {
        draw_row(&mut out, row, y, page);
    }
    out.push_str("</svg>\n");
    out
}

/// Returns a picture that repeats a sequence of screens. A row is drawn once for all frames that share it.
pub(crate) fn recording(frames: &[Frame]) -> String {
    let mut out = head(&frames[0].screen, 2, DARK);
    let height = rows(&frames[0].screen).count();
    let mut looks: BTreeMap<String, Vec<bool>> = BTreeMap::new();
    for (number, frame) in frames.iter().enumerate() {
        let mut take = |drawn| {
            looks.entry(drawn).or_insert_with(|| vec![false; frames.len()])[number] = true;
        };
        for (y, row) in rows(&frame.screen).enumerate() {
            let mut drawn = String::new();
            draw_row(&mut drawn, row, y, DARK);
            take(drawn);
        }
        let mut said = String::new();
        let look = Look { fg: SAID.into(), bg: None, bold: true, dim: false, underlined: false };
        look.draw(&mut said, (1, height + 1), frame.said.chars().count(), &frame.said);
        take(said);
    }
    let mut times: Vec<&Vec<bool>> = looks.values().filter(|seen| seen.contains(&false)).collect();
    times.sort();
    times.dedup();
    let whole: usize = frames.iter().map(|frame| frame.seconds).sum();
    out.push_str("<style>\n");
    for (number, seen) in times.iter().enumerate() {
        let first = u8::from(seen[0]);
        let _ = write!(
            out,
            ".t{number}{{opacity:{first};animation:t{number} {whole}s step-end infinite}}@keyframes t{number}{{"
        );
        let mut begun = 0;
        for (frame, is_seen) in frames.iter().zip(*seen) {
            let _ = write!(
                out,
                "{:.2}%{{opacity:{}}}",
                100.0 * begun as f64 / whole as f64,
                u8::from(*is_seen)
            );
            begun += frame.seconds;
        }
        out.push_str("}\n");
    }
    out.push_str("</style>\n");
    for (drawn, seen) in &looks {
        match times.binary_search(&seen) {
            Ok(number) => {
                let _ = writeln!(out, "<g class=\"t{number}\">\n{drawn}</g>");
            }
            Err(_) => out.push_str(drawn),
        }
    }
    out.push_str("</svg>\n");
    out
}

/// Returns the beginning of a picture, with room for `below` rows below the screen.
fn head(buffer: &Buffer, below: usize, page: Page) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"'DejaVu Sans Mono',Menlo,Consolas,monospace\" font-size=\"15\" xml:space=\"preserve\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{}\"/>\n",
        usize::from(buffer.area.width) * CELL.0 + 16,
        (usize::from(buffer.area.height) + below) * CELL.1 + 16,
        page.page
    )
}

fn rows(buffer: &Buffer) -> impl Iterator<Item = &[Cell]> {
    buffer.content().chunks(buffer.area.width.into())
}

fn draw_row(out: &mut String, row: &[Cell], y: usize, page: Page) {
    let (mut x, width) = (0, row.len());
    while x < width {
        let look = Look::new(&row[x], page);
        let start = x;
        let mut symbols = Vec::new();
        while x < width && Look::new(&row[x], page) == look {
            symbols.push((x, row[x].symbol()));
            x += usize::from(width_in_columns(row[x].symbol())).max(1);
        }
        look.fill(out, (start, y), x.min(width) - start);
        // Viewers treat spaces at an edge and several spaces in a row differently, so each word is positioned
        // separately.
        for words in symbols.split(|(_, symbol)| *symbol == " ") {
            if let (Some((first, _)), Some((last, symbol))) = (words.first(), words.last()) {
                let end = last + usize::from(width_in_columns(symbol)).max(1);
                let text: String = words.iter().map(|(_, symbol)| *symbol).collect();
                look.draw(out, (*first, y), end - first, &text);
            }
        }
    }
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
    match color {
        Color::Reset => None,
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        other => panic!("{other}: pictures are drawn in true colours"),
    }
}
