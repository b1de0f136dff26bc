//! PDFs without text, and the reasons.

use super::builder::{Builder, at, lines, of, stream};
use crate::extracted::Unreadable;
use crate::limits::Limits;
use crate::pdf::read;

fn why(bytes: &[u8]) -> String {
    read(bytes, &Limits::default()).expect_err("no text").to_string()
}

#[test]
fn scanned_pages_have_no_text() {
    let expected = "no text in its 2 pages, probably a scan; make it readable by OCR, for example with ocrmypdf";
    let picture = stream(
        "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8",
        "x",
    );
    let scanned = |stamp: &str| Builder {
        resources: "/XObject << /X 4 0 R >>".to_owned(),
        objects: vec![picture.clone()],
        ..of(&["/X Do", &format!("/X Do {stamp}")])
    };
    assert_eq!(why(&scanned("").bytes()), expected);
    assert_eq!(why(&scanned(&at(50.0, 50.0, 8.0, "page 2")).bytes()), expected);
    assert_eq!(
        scanned(&at(50.0, 50.0, 8.0, "A page with a sentence of its own.")).text().lines().count(),
        1
    );
    assert_eq!(of(&[&at(50.0, 50.0, 8.0, "Short.")]).text(), "Short.\n");
}

#[test]
fn glyphs_that_nobody_can_name_are_no_text() {
    let font = "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [5 0 R] >>";
    let part = "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) \
                /Supplement 0 >> >>";
    let builder = Builder {
        resources: "/Font << /F2 4 0 R >>".to_owned(),
        objects: vec![font.to_owned(), part.to_owned()],
        ..of(&[])
    };
    let page = "<0102030405060708> Tj";
    let bytes =
        Builder { pages: vec![format!("BT /F1 10 Tf 50 50 Td /F2 10 Tf {page} ET")], ..builder }
            .bytes();
    // The builder writes two font dictionaries per page. The second one is needed here.
    let bytes = String::from_utf8(bytes)
        .expect("plain")
        .replace("/Font << /F1 3 0 R >>", "                     ");
    assert!(
        why(bytes.as_bytes()).starts_with("no readable text in its page:"),
        "{}",
        why(bytes.as_bytes())
    );
}

#[test]
fn pages_of_nothing_but_numbers_or_one_line_are_no_scan() {
    let numbers = ["1", "2", "3", "4"].map(|number| at(300.0, 400.0, 30.0, number));
    assert_eq!(of(&numbers.each_ref().map(String::as_str)).text(), "1\n2\n3\n4\n");
    let hello = at(210.0, 370.0, 36.0, "Hello world");
    assert_eq!(of(&[&*hello; 5]).text().matches("Hello world").count(), 5);
}

#[test]
fn text_that_is_slanted_or_outside_of_its_page_is_no_scan_and_said() {
    let expected = "hardly any text in its page but what is slanted or stands outside of the page; make it readable by OCR, for \
                    example with ocrmypdf --force-ocr";
    let slanted = "BT /F1 10 Tf 1 1 -1 1 100 300 Tm (A page of slanted words, all of them.) Tj ET ";
    let outside = at(50.0, 900.0, 10.0, "Words above the page, where nobody sees any of them.");
    let word = at(50.0, 700.0, 10.0, "A word");
    for page in [slanted, &outside, &(outside.clone() + slanted + &word)] {
        assert_eq!(why(&of(&[page]).bytes()), expected, "{page}");
    }
    // A watermark.
    let text = lines(50.0, 700.0, &["A line of this page and", "another of its lines."]);
    assert!(of(&[&(text + slanted)]).text().starts_with("A line of this page and\nanother"));
}

#[test]
fn glyphs_of_which_a_third_is_unknown_are_no_text() {
    let page = "BT /F1 10 Tf 50 700 Td (two\\001\\001\\001) Tj ET";
    assert!(why(&of(&[page]).bytes()).starts_with("no readable text in its page:"));
    let page = "BT /F1 10 Tf 50 700 Td (two words\\001) Tj ET";
    assert!(of(&[page]).text().starts_with("two words"));
}

/// Builds a PDF with a font of two-byte codes from the entries of its two dictionaries.
fn with_font(entries: &str, part: &str, objects: &[String]) -> Vec<u8> {
    let font = format!(
        "<< /Type /Font /Subtype /Type0 /BaseFont /X /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X \
         {part} >>] {entries} >>"
    );
    let page =
        "BT /F2 10 Tf 50 700 Td (text) Tj ET".to_string() + &at(50.0, 50.0, 8.0, "Some text.");
    let builder = Builder {
        objects: [vec![font], objects.to_vec()].concat(),
        resources: String::new(),
        ..of(&[&page])
    };
    let bytes = String::from_utf8(builder.bytes()).expect("plain");
    bytes.replace("/F1 3 0 R >>", "/F1 3 0 R /F2 4 0 R >>").into_bytes()
}

#[test]
fn a_font_of_more_codes_than_there_are_is_refused() {
    let expected =
        "one of its fonts lists more codes than a font can have; print it into a new PDF";
    let name = "/Encoding /Identity-H";
    for widths in
        ["/W [0 2147483647 500]", "/W [0 [500] 7 4294967295 500]", "/W2 [0 2147483647 1 2 3]"]
    {
        assert_eq!(why(&with_font(name, widths, &[])), expected, "{widths}");
    }
    assert_eq!(why(&with_font("/FirstChar 4294967295", "", &[])), expected);
    let map = "1 beginbfrange <0000> <ffff> <0000> endbfrange ".repeat(180_000);
    for entries in ["/Encoding /Identity-H /ToUnicode 5 0 R", "/Encoding 5 0 R"] {
        assert_eq!(why(&with_font(entries, "", &[stream("", &map)])), expected, "{entries}");
    }
    let sound = with_font(name, "/W [0 65535 500 0 [1000 1000]]", &[stream("", &map)]);
    assert!(read(&sound, &Limits::default()).expect("text").text.contains("Some text."));
}

#[test]
fn damaged() {
    let expected = "damaged PDF: neither its table of objects nor its pages are found";
    assert_eq!(why(b"%PDF-1.7 and nothing else"), expected);
    assert_eq!(why(b""), expected);
    let whole = of(&[&at(50.0, 50.0, 8.0, "Some text.")]).bytes();
    assert_eq!(why(whole.get(..150).expect("longer")), "damaged PDF: it has no pages");
    // A missing table of objects is rebuilt.
    let cut = whole.windows(5).position(|bytes| bytes == b"xref\n").expect("a table");
    assert_eq!(
        read(whole.get(..cut).expect("longer"), &Limits::default()).expect("text").text,
        "Some text.\n"
    );
}

#[test]
fn content_that_cannot_be_unpacked() {
    let bytes = of(&["not packed"]).bytes();
    let bytes = String::from_utf8(bytes)
        .expect("plain")
        .replace("<<  /Length", "<< /Filter /JBIG2Decode /Length");
    assert_eq!(why(bytes.as_bytes()), "damaged PDF: the content of its pages cannot be unpacked");
}

#[test]
fn encrypted() {
    let code = "00".repeat(32);
    let encrypt = format!(
        "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <{code}> /U <{code}> >> /ID [<00> <00>]"
    );
    let bytes = Builder { trailer: encrypt, ..of(&["secret"]) }.bytes();
    let damaged = String::from_utf8(bytes.clone()).expect("plain").replace("xref\n", "    \n");
    for bytes in [&bytes, damaged.as_bytes()] {
        assert_eq!(why(bytes), "needs a password; save the PDF without one");
    }
}

#[test]
fn no_more_text_than_the_limit() {
    let bytes =
        of(&[&at(50.0, 50.0, 8.0, "Some text."), &at(50.0, 50.0, 8.0, "More text.")]).bytes();
    let limits = |text| Limits { text, ..Limits::default() };
    assert!(read(&bytes, &limits(23)).is_ok());
    let Err(Unreadable::Limit { limit, .. }) = read(&bytes, &limits(15)) else {
        panic!("too much text")
    };
    assert_eq!(limit, "text");
}
