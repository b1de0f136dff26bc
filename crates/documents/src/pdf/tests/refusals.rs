//! PDFs without text, and the reasons.

use super::builder::{Builder, at, collection, lines, of, stream, with_font};
use crate::{extracted::Unreadable, limits::Limits, pdf::read};

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
    let part = "/Subtype /CIDFontType2 ".to_owned() + &collection("Identity");
    let page = "BT /F2 10 Tf 50 50 Td <0102030405060708> Tj ET";
    let nameless = with_font(page, "/Encoding /Identity-H", &part);
    for builder in [nameless, of(&["BT /F1 10 Tf 50 700 Td (two\\001\\001\\001) Tj ET"])] {
        assert!(why(&builder.bytes()).starts_with("no readable text in its page:"));
    }
    assert!(of(&["BT /F1 10 Tf 50 700 Td (two words\\001) Tj ET"]).text().starts_with("two words"));
}

/// A PDF with a font of these entries, which refer to object 5.
fn with_codes(entries: &str, part: &str, objects: &[String]) -> Vec<u8> {
    let page =
        "BT /F2 10 Tf 50 700 Td (text) Tj ET".to_string() + &at(50.0, 50.0, 8.0, "Some text.");
    let mut builder = with_font(&page, entries, &format!("/Subtype /CIDFontType2 {part}"));
    builder.objects.extend_from_slice(objects);
    builder.bytes()
}

#[test]
fn a_font_of_more_codes_than_there_are_is_refused() {
    let expected =
        "one of its fonts lists more codes than a font can have; print it into a new PDF";
    let name = "/Encoding /Identity-H";
    for widths in
        ["/W [0 2147483647 500]", "/W [0 [500] 7 4294967295 500]", "/W2 [0 2147483647 1 2 3]"]
    {
        assert_eq!(why(&with_codes(name, widths, &[])), expected, "{widths}");
    }
    assert_eq!(why(&with_codes("/FirstChar 4294967295", "", &[])), expected);
    let map = "1 beginbfrange <0000> <ffff> <0000> endbfrange ".repeat(180_000);
    for entries in ["/Encoding /Identity-H /ToUnicode 5 0 R", "/Encoding 5 0 R"] {
        assert_eq!(why(&with_codes(entries, "", &[stream("", &map)])), expected, "{entries}");
    }
    let sound = with_codes(name, "/W [0 65535 500 0 [1000 1000]]", &[stream("", &map)]);
    assert!(read(&sound, &Limits::default()).expect("text").text.contains("Some text."));
}

#[test]
fn what_is_damaged_or_encrypted_is_refused_by_its_reason() {
    let whole = of(&[&at(50.0, 50.0, 8.0, "Some text.")]).bytes();
    let plain = |bytes: Vec<u8>| String::from_utf8(bytes).expect("plain");
    let jbig = plain(of(&["not packed"]).bytes())
        .replace("<<  /Length", "<< /Filter /JBIG2Decode /Length");
    let code = "00".repeat(32);
    let encrypt = format!(
        "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <{code}> /U <{code}> >> /ID [<00> <00>]"
    );
    let encrypted = Builder { trailer: encrypt, ..of(&["secret"]) }.bytes();
    let rebuilt = plain(encrypted.clone()).replace("xref\n", "    \n");
    let lost = "damaged PDF: neither its table of objects nor its pages are found";
    for (bytes, reason) in [
        (&b"%PDF-1.7 and nothing else"[..], lost),
        (b"", lost),
        (whole.get(..150).expect("longer"), "damaged PDF: it has no pages"),
        (jbig.as_bytes(), "damaged PDF: the content of its pages cannot be unpacked"),
        (&encrypted, "needs a password; save the PDF without one"),
        (rebuilt.as_bytes(), "needs a password; save the PDF without one"),
    ] {
        assert_eq!(why(bytes), reason);
    }
    // Without the text of a page, a file is cut off and no scan.
    let empty = of(&[""]).bytes();
    let end = empty.windows(5).position(|bytes| bytes == b"xref\n").expect("a table");
    let reason = "damaged PDF: its end is missing; get the whole file";
    assert_eq!(why(empty.get(..end).expect("longer")), reason);
    // A missing table of objects is rebuilt.
    let cut = whole.windows(5).position(|bytes| bytes == b"xref\n").expect("a table");
    let read = read(whole.get(..cut).expect("longer"), &Limits::default()).expect("text");
    assert_eq!(read.text, "Some text.\n");
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
