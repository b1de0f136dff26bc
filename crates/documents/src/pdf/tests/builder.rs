//! Builds small PDFs.

use std::fmt::Write;

use crate::extracted::Extracted;
use crate::limits::Limits;

/// A PDF of pages with text in Helvetica.
#[derive(Default)]
pub(super) struct Builder {
    /// The instructions of each page.
    pub pages: Vec<String>,
    /// Entries of the dictionary of each page.
    pub page_entries: String,
    /// Entries of the resources.
    pub resources: String,
    /// Entries of the catalog.
    pub catalog: String,
    /// Entries of the trailer.
    pub trailer: String,
    /// Further objects, from number 4 on.
    pub objects: Vec<String>,
}

/// Text with its baseline at a place, with y growing upward.
pub(super) fn at(x: f32, y: f32, size: f32, text: &str) -> String {
    format!("BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET\n")
}

/// Lines of text below each other, from a place on.
pub(super) fn lines(x: f32, y: f32, texts: &[&str]) -> String {
    texts.iter().zip(0_u8..).map(|(text, n)| at(x, y - 12.0 * f32::from(n), 10.0, text)).collect()
}

/// A stream with the entries of its dictionary.
pub(super) fn stream(entries: &str, content: &str) -> String {
    format!("<< {entries} /Length {} >>\nstream\n{content}\nendstream", content.len())
}

/// A PDF with these pages.
pub(super) fn of(pages: &[&str]) -> Builder {
    Builder { pages: pages.iter().map(|page| (*page).to_owned()).collect(), ..Builder::default() }
}

impl Builder {
    /// Its bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let first = 4 + self.objects.len();
        let kids: Vec<String> =
            (0..self.pages.len()).map(|n| format!("{} 0 R", first + 2 * n)).collect();
        let mut objects = vec![
            format!("<< /Type /Catalog /Pages 2 0 R {} >>", self.catalog),
            format!("<< /Type /Pages /Count {} /Kids [{}] >>", kids.len(), kids.join(" ")),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
                .to_owned(),
        ];
        objects.extend(self.objects.iter().cloned());
        for (n, page) in self.pages.iter().enumerate() {
            objects.push(format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {} 0 R {} /Resources << /Font << /F1 3 0 R >> \
                 {} >> >>",
                first + 2 * n + 1,
                self.page_entries,
                self.resources
            ));
            objects.push(stream("", page));
        }
        let mut out = b"%PDF-1.7\n".to_vec();
        let mut table = String::from("0000000000 65535 f \n");
        for (n, object) in objects.iter().enumerate() {
            writeln!(table, "{:010} 00000 n ", out.len()).expect("memory");
            out.extend_from_slice(format!("{} 0 obj\n{object}\nendobj\n", n + 1).as_bytes());
        }
        let start = out.len();
        let size = objects.len() + 1;
        let end = format!(
            "xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R {} >>\nstartxref\n{start}\n%%EOF\n",
            self.trailer
        );
        out.extend_from_slice(end.as_bytes());
        out
    }

    /// What is read from it.
    pub(super) fn read(&self) -> Extracted {
        crate::pdf::read(&self.bytes(), &Limits::default()).expect("a sound PDF")
    }

    /// The text that is read from it.
    pub(super) fn text(&self) -> String {
        self.read().text
    }
}
