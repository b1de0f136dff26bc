//! Any bytes as the maps of a PDF's font: from codes to letters, and from codes to glyphs.

#![no_main]

use documents::Format;
use libfuzzer_sys::fuzz_target;
use shingle_fuzz::read;

/// Draws codes of one byte and of two bytes.
const TEXT: &str = "BT /F1 12 Tf 72 700 Td <00010002002000410042f0f1fffe> Tj <4142434445> Tj ET";

fuzz_target!(|bytes: &[u8]| {
    let (letters, glyphs) = bytes.split_at(bytes.len() / 2);
    // Byte 0 selects one or two maps.
    let (letters, glyphs) =
        if bytes.first() == Some(&b'2') { (letters, glyphs) } else { (bytes, &b""[..]) };
    let encoding = if glyphs.is_empty() { "/Identity-H" } else { "7 0 R" };
    let mut pdf = b"%PDF-1.4\n".to_vec();
    let mut object = |number: usize, dict: &str, stream: Option<&[u8]>| {
        pdf.extend(format!("{number} 0 obj\n<< {dict} ").bytes());
        if let Some(stream) = stream {
            pdf.extend(format!("/Length {} >>\nstream\n", stream.len()).bytes());
            pdf.extend(stream);
            pdf.extend(b"\nendstream\nendobj\n");
        } else {
            pdf.extend(b">>\nendobj\n");
        }
    };
    object(1, "/Type /Catalog /Pages 2 0 R", None);
    object(2, "/Type /Pages /Kids [3 0 R] /Count 1", None);
    object(
        3,
        "/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>",
        None,
    );
    object(4, "", Some(TEXT.as_bytes()));
    object(
        5,
        &format!(
            "/Type /Font /Subtype /Type0 /BaseFont /Helvetica /Encoding {encoding} /ToUnicode 6 0 R /DescendantFonts [<< \
             /Type /Font /Subtype /CIDFontType2 /BaseFont /Helvetica /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) \
             /Supplement 0 >> /DW 500 >>]"
        ),
        None,
    );
    object(6, "", Some(letters));
    object(7, "/Type /CMap", Some(glyphs));
    pdf.extend(b"trailer << /Root 1 0 R /Size 8 >>\n%%EOF\n");
    read(Format::Pdf, &pdf);
});
