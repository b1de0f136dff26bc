mod columns;
mod content;
mod facts;
mod field;
mod fonts;
mod join;
mod layers;
mod lines;
mod page;
mod paint;
mod right_to_left;
mod running;
mod spelling;
mod state;
#[cfg(test)]
pub(crate) mod tests;

use hayro_syntax::page::Page as PdfPage;
use hayro_syntax::{LoadPdfError, Pdf};
use memchr::memmem;

use self::content::Interpreter;
use self::page::{Page, count_alphanumeric};
use crate::extracted::{CUT_OFF, Extracted, Unreadable};
use crate::file_format::find_pdf_header;
use crate::limits::{Limits, too_long_error};

/// A page with fewer letters and digits is a picture of text.
const LETTERS_OF_A_PAGE: usize = 10;

/// Reads the text of a PDF.
///
/// - Positions of glyphs give words, lines, columns and paragraphs, see `page`, `columns` and `lines`.
/// - Text larger than the lines beside it begins the first of these lines.
/// - Vertically arranged ideographs are read downward, with columns from right to left.
/// - A word hyphenated at a line end keeps its hyphen before the line end, also at the end of a column or page.
/// - Text runs in one of four directions. The direction with most letters is read first, then each direction with at
///   least a quarter as many or on three lines. Other text, such as a margin stamp or slanted watermark, is dropped.
/// - Invisible text counts, because the text of a scanned page is invisible. Hidden layers do not count.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, Unreadable> {
    let bytes = bytes.get(find_pdf_header(bytes).unwrap_or(0)..).unwrap_or_default();
    let is_encrypted = || memmem::find(bytes, b"/Encrypt").is_some();
    let pdf = Pdf::new(bytes.to_vec()).map_err(|error| match error {
        LoadPdfError::Decryption(_) => Unreadable::Encrypted("PDF".into()),
        LoadPdfError::Invalid if is_encrypted() => Unreadable::Encrypted("PDF".into()),
        LoadPdfError::Invalid => {
            let what = "neither its table of objects nor its pages are found";
            Unreadable::damaged_error("PDF", what)
        }
    })?;
    if pdf.pages().is_empty() {
        return Err(Unreadable::damaged_error("PDF", "it has no pages"));
    }
    let mut pages = read_pages(pdf.pages(), &pdf, limits)?;
    let pictures = pages.iter().filter(|page| page.has_picture).count();
    let is_pictured = 2 * pictures > pages.len();
    running::remove_running_titles(&mut pages, is_pictured);
    let hidden = pages.iter().map(|page| page.hidden).sum();
    let extracted = Extracted { facts: facts::read(&pdf), hidden, ..join::join_pages(&pages) };
    limits.check_text_size(&extracted.text)?;
    match explain_missing_text(&pages, is_pictured, &extracted.text) {
        Some(_) if is_cut_off(bytes) => Err(Unreadable::damaged_error("PDF", CUT_OFF)),
        Some(why) => Err(Unreadable::NoText(why.into())),
        None => Ok(extracted),
    }
}

/// Returns true without the line at the end that says where the table of objects begins. A PDF for the web has such a
/// line with 0 after its first page, too.
fn is_cut_off(bytes: &[u8]) -> bool {
    const LINE: &[u8] = b"startxref";
    let Some(at) = memmem::rfind(bytes, LINE) else { return true };
    let place = bytes.get(at + LINE.len()..).unwrap_or_default().trim_ascii_start();
    let mut digits = place.iter().take_while(|byte| byte.is_ascii_digit());
    digits.all(|digit| *digit == b'0')
}

fn read_pages(from: &[PdfPage<'_>], pdf: &Pdf, limits: &Limits) -> Result<Vec<Page>, Unreadable> {
    let mut interpreter = Interpreter::new(pdf, limits.text);
    let mut pages = Vec::new();
    let mut left = limits.text;
    let mut is_any_unpacked = false;
    for page in from {
        let mut text = Page::new(page.render_dimensions());
        is_any_unpacked |= interpreter.read_page(page, &mut text, left);
        text.finish_words();
        if let Some(exceeded) = interpreter.exceeded_limit.take() {
            return Err(exceeded);
        }
        left = left.checked_sub(text.text_bytes()).ok_or_else(|| too_long_error(limits.text))?;
        pages.push(text);
    }
    if is_any_unpacked {
        return Ok(pages);
    }
    Err(Unreadable::damaged_error("PDF", "the content of its pages cannot be unpacked"))
}

/// Returns the reason if the pages have hardly any text.
fn explain_missing_text(pages: &[Page], is_pictured: bool, text: &str) -> Option<String> {
    let letters = count_alphanumeric(text);
    let unknown: usize = pages.iter().map(|page| page.unknown).sum();
    let unseen: usize = pages.iter().map(|page| page.unseen).sum();
    let count = pages.len();
    let pages_named =
        if count == 1 { "its page".to_string() } else { format!("its {count} pages") };
    if 2 * unknown > letters {
        return Some(format!(
            "no readable text in {pages_named}: the fonts do not say which letters they show; make it readable by \
             OCR, for example with ocrmypdf --force-ocr"
        ));
    }
    let scanned = is_pictured && letters < LETTERS_OF_A_PAGE * count;
    // About two sentences per page: much more text than a watermark or a printer's mark.
    let some = 10 * LETTERS_OF_A_PAGE * count;
    if letters < some && unseen > 4 * letters && (!scanned || unseen > some) {
        return Some(format!(
            "hardly any text in {pages_named} but what is slanted or stands outside of the page; make it readable by \
             OCR, for example with ocrmypdf --force-ocr"
        ));
    }
    (letters == 0 || scanned).then(|| {
        format!(
            "no text in {pages_named}, probably a scan; make it readable by OCR, for example with \
             ocrmypdf"
        )
    })
}
