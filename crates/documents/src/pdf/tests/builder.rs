//! Builds small PDFs.

use std::fmt::Write;

use crate::{extracted::Extracted, limits::Limits};

#[derive(Default)]
pub(crate) struct Builder {
    /// Instructions of each page.
    pub pages: Vec<String>,
    /// Entries of each page's dictionary.
    pub page_entries: String,
    pub resources: String,
    /// Fonts beside F1.
    pub fonts: String,
    pub catalog: String,
    pub trailer: String,
    /// Further objects, from number 4.
    pub objects: Vec<String>,
}

/// Places text by its baseline; y grows upward.
pub(super) fn at(x: f32, y: f32, size: f32, text: &str) -> String {
    format!("BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET\n")
}

pub(super) fn lines(x: f32, y: f32, texts: &[&str]) -> String {
    texts.iter().zip(0_u8..).map(|(text, n)| at(x, y - 12.0 * f32::from(n), 10.0, text)).collect()
}

pub(super) fn stream(entries: &str, content: &str) -> String {
    format!("<< {entries} /Length {} >>\nstream\n{content}\nendstream", content.len())
}

pub(super) fn of(pages: &[&str]) -> Builder {
    Builder { pages: pages.iter().map(|page| (*page).to_owned()).collect(), ..Builder::default() }
}

/// A page with a composite font F2 of two-byte codes. The entries are of the font and of its part; object 5 is free.
pub(super) fn with_font(page: &str, entries: &str, part: &str) -> Builder {
    let font = format!(
        "<< /Type /Font /Subtype /Type0 /BaseFont /X {entries} /DescendantFonts [<< /Type /Font /BaseFont /X {part} >>] >>"
    );
    Builder { fonts: "/F2 4 0 R".to_owned(), objects: vec![font], ..of(&[page]) }
}

pub(super) fn collection(name: &str) -> String {
    format!("/CIDSystemInfo << /Registry (Adobe) /Ordering ({name}) /Supplement 0 >>")
}

impl Builder {
    pub(crate) fn bytes(&self) -> Vec<u8> {
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
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {} 0 R {} /Resources << /Font << /F1 3 0 R {} >> \
                 {} >> >>",
                first + 2 * n + 1,
                self.page_entries,
                self.fonts,
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

    pub(super) fn read(&self) -> Extracted {
        crate::pdf::read(&self.bytes(), &Limits::default()).expect("a sound PDF")
    }

    pub(super) fn text(&self) -> String {
        self.read().text
    }
}
