//! Position of text and reading order.

use super::builder::{Builder, at, collection, lines, of, stream, with_font};
use crate::{extracted::SectionKind, extracted::TextSection, limits::Limits};
use crate::{office::tests::facts as facts_of, pdf::right_to_left};

#[test]
fn glyphs_become_words_lines_and_paragraphs() {
    let kerned = "BT /F1 10 Tf 50 700 Td [(K) 80 (ern) -60 (ing) -300 (parts) 40 (no)] TJ ET "
        .to_owned()
        + &at(150.0, 700.0, 10.0, "word.");
    let white = "BT /F1 10 Tf 50 700 Td (white) Tj 1 g [( ) 200] TJ 0 g (blank) Tj ET";
    let two = lines(50.0, 700.0, &["One line of text", "its second line."]);
    let apart = two.clone() + &lines(50.0, 660.0, &["Another one.", "Its end."]);
    let indented =
        two + &at(65.0, 676.0, 10.0, "A second") + &lines(50.0, 664.0, &["goes on.", "Ends."]);
    let raised = at(50.0, 700.0, 10.0, "a word")
        + &at(79.5, 704.0, 6.0, "12")
        + &at(88.0, 700.0, 10.0, "and H")
        + &at(114.0, 698.0, 6.0, "2")
        + &at(117.4, 700.0, 10.0, "O");
    let note = at(50.0, 104.0, 6.0, "1") + &at(53.4, 100.0, 10.0, "Google");
    let power = at(50.0, 100.0, 10.0, "x") + &at(55.1, 104.0, 6.0, "2");
    let accent =
        "BT /F1 10 Tf 50 700 Td (f) Tj 1.4 0 Td (\\250) Tj 1.2 0 Td (u) Tj 5.56 0 Td (r) Tj ET";
    let actual =
        "BT /F1 10 Tf 50 700 Td (of) Tj /Span << /ActualText (fice) >> BDC (@@@) Tj EMC ET";
    let bold = at(50.0, 700.0, 10.0, "bold letters") + &at(50.3, 700.0, 10.0, "bold letters");
    for (page, text) in [
        (&*kerned, "Kerning partsno\tword.\n"),
        (white, "white blank\n"),
        (&apart, "One line of text\nits second line.\n\nAnother one.\nIts end.\n"),
        (&indented, "One line of text\nits second line.\n\nA second\ngoes on.\nEnds.\n"),
        // The number of a note does not become part of its word.
        (&raised, "a word and H2O\n"),
        (&note, "1 Google\n"),
        (&power, "x2\n"),
        (accent, "fu\u{308}r\n"),
        (actual, "office\n"),
        // Drawn twice.
        (&bold, "bold letters\n"),
    ] {
        assert_eq!(of(&[page]).text(), text, "{page}");
    }
    let pages =
        [lines(50.0, 80.0, &["The page ends here."]), lines(50.0, 700.0, &["Another begins."])];
    assert_eq!(of(&[&pages[0], &pages[1]]).text(), "The page ends here.\n\nAnother begins.\n");
}

const LEFT: [&str; 8] = [
    "the left side has lines of text that",
    "are read first, one below the other,",
    "down to the end of this side, though",
    "they are drawn in the order of their",
    "height on this page, as some program",
    "might do it that makes such a page a",
    "line at a time from its top down and",
    "ends the left side with these words",
];
const RIGHT: [&str; 8] = [
    "here the right side begins, which is",
    "read after the left one, from top to",
    "bottom and with no word of the other",
    "side within its own lines, for these",
    "must stay together as an author once",
    "wrote them for a reader who knows to",
    "jump from the foot of a column up to",
    "the head of the next one on a page.",
];

#[test]
fn large_glyphs_leave_lines_whole() {
    let text = lines(100.0, 700.0, &LEFT);
    let whole = LEFT.join("\n");
    let below = |size: f32| 700.0 - 0.7 * size + 7.0;
    for size in [24.0, 36.0, 52.0, 90.0] {
        let letter = at(100.0 - 0.62 * size, below(size), size, "T");
        assert_eq!(of(&[&(letter + &text)]).text(), format!("T{whole}\n"), "{size}");
        let number = at(70.0 - 0.6 * size, below(size), size, "7");
        assert_eq!(of(&[&(text.clone() + &number)]).text(), format!("7 {whole}\n"), "{size}");
        let brace = at(320.0, below(size), size, "}");
        assert_eq!(of(&[&(text.clone() + &brace)]).text(), format!("{whole}\n\n}}\n"), "{size}");
    }
    let watermark = at(60.0, 640.0, 80.0, "DRAFT");
    assert_eq!(of(&[&(watermark + &text)]).text(), format!("{whole}\n\nDRAFT\n"));
    // A heading is neither superscript nor initial.
    let heading = at(100.0, 720.0, 16.0, "A heading");
    assert_eq!(of(&[&(text + &heading)]).text(), format!("A heading\n\n{whole}\n"));
}

#[test]
fn slanted_lines_stay_whole() {
    for slope in [0.03, -0.03, 0.15, -0.15] {
        let line = |(text, n): (&&str, u8)| {
            format!(
                "BT /F1 10 Tf 1 {slope} {} 1 100 {} Tm ({text}) Tj ET\n",
                -slope,
                700.0 - 12.0 * f32::from(n)
            )
        };
        let page: String = LEFT.iter().zip(0_u8..).map(line).collect();
        assert_eq!(of(&[&page]).text(), LEFT.join("\n") + "\n", "{slope}");
    }
}

#[test]
fn ideographs_that_are_placed_one_below_the_other_are_read_down() {
    let text = ["港の管理人は嵐の前に", "船を帳簿に記した"];
    let column = |(text, x): (&&str, u16)| -> String {
        let glyph = |(glyph, n): (u16, u16)| {
            format!("BT /F2 12 Tf 1 0 0 1 {x} {} Tm <{glyph:04x}> Tj ET\n", 700 - 13 * n)
        };
        text.encode_utf16().zip(0..).map(glyph).collect()
    };
    let page: String = text.iter().zip([300, 280]).map(column).collect();
    let part = "/Subtype /CIDFontType0 ".to_owned() + &collection("Japan1");
    assert_eq!(with_font(&page, "/Encoding /UniJIS-UCS2-H", &part).text(), text.join("\n") + "\n");
}

#[test]
fn the_name_of_an_identity_makes_codes_letters() {
    let page = "BT /F2 12 Tf 50 700 Td <00e700610020006f0075> Tj ET";
    let entries = "/Encoding /Identity-H /ToUnicode /Identity-H";
    let part = "/Subtype /CIDFontType2 ".to_owned() + &collection("Identity");
    assert_eq!(with_font(page, entries, &part).text(), "ça ou\n");
}

#[test]
fn bytes_before_the_begin_do_no_harm() {
    let bytes = of(&[&at(50.0, 700.0, 10.0, "Text.")]).bytes();
    for before in ["\n", "\u{feff}", "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n"] {
        let bytes = [before.as_bytes(), &bytes].concat();
        let read = crate::pdf::read(&bytes, &Limits::default()).expect("text");
        assert_eq!(read.text, "Text.\n", "{before}");
    }
}

fn two_columns(gutter: f32) -> String {
    let mut page = at(200.0, 760.0, 16.0, "A title above both of them");
    for ((left, right), n) in LEFT.iter().zip(&RIGHT).zip(0_u8..) {
        let y = 700.0 - 12.0 * f32::from(n);
        page += &at(60.0, y, 10.0, left);
        page += &at(235.0 + gutter, y, 10.0, right);
    }
    page + &at(
        60.0,
        560.0,
        10.0,
        "Below both of them a line goes over the whole width of the page as one, and it is read last.",
    )
}

#[test]
fn columns_are_read_one_after_the_other() {
    let raised = at(54.0, 563.5, 7.0, "L");
    let text = of(&[&(two_columns(15.0) + &raised)]).text();
    let expected = format!(
        "A title above both of them\n\n{}\n{}\n\nL Below both of them a line goes over the whole width of the page as one, and it is \
         read last.\n",
        LEFT.join("\n"),
        RIGHT.join("\n")
    );
    assert_eq!(text, expected);
}

#[test]
fn a_column_of_verses_beside_prose_is_a_column() {
    let verses = RIGHT.map(|line| line.split_at(if line.starts_with("here") { 36 } else { 18 }).0);
    let page = lines(60.0, 700.0, &LEFT) + &lines(250.0, 700.0, &verses);
    let text = of(&[&page]).text();
    assert!(text.starts_with(&(LEFT.join("\n") + "\n")), "{text}");
}

#[test]
fn a_table_is_read_row_by_row() {
    for (name, number) in [("Name", ""), ("Department of fisheries and", "500.25")] {
        let (mut page, mut rows) = (String::new(), String::new());
        for n in 1..9_u8 {
            let y = 700.0 - 12.0 * f32::from(n);
            let name = if n % 3 == 0 { "Sum" } else { name };
            for (x, cell) in [
                (60.0, format!("{name} {n}")),
                (250.0, format!("{n}{number}")),
                (340.0, format!("{n}5{number}")),
                (430.0, format!("{n}7{number}")),
            ] {
                page += &at(x, y, 10.0, &cell);
                rows += &cell;
                rows.push(if x < 430.0 { '\t' } else { '\n' });
            }
        }
        assert_eq!(of(&[&page]).text(), rows, "{name}");
    }
}

fn pages_with(head: impl Fn(usize) -> String, count: usize) -> String {
    let ends = ["A end.", "B end.", "C end.", "D end.", "E end.", "F end."];
    let bodies =
        ["Alpha beta.", "Gamma delta.", "Epsilon zeta.", "Eta theta.", "Iota kappa.", "Lambda my."];
    let pages: Vec<String> = (0..count)
        .map(|n| at(50.0, 780.0, 9.0, &head(n)) + &lines(50.0, 700.0, &[bodies[n], ends[n]]))
        .collect();
    of(&pages.iter().map(String::as_str).collect::<Vec<_>>()).text()
}

#[test]
fn running_titles_and_page_numbers_are_left_out() {
    let text = pages_with(|n| format!("{} A Book of Shingles", n + 9), 4);
    assert_eq!(
        text,
        "Alpha beta.\nA end.\n\nGamma delta.\nB end.\n\nEpsilon zeta.\nC end.\n\nEta theta.\nD end.\n"
    );
    assert!(!pages_with(|n| ["iii", "iv", "v", "vi"][n].to_owned(), 4).contains('v'));
    let text =
        pages_with(|n| format!("{} A section named {}", n + 2, ["of", "in", "by", "to"][n]), 4);
    assert!(!text.contains("section"), "{text}");
    assert!(!pages_with(|n| format!("- {} -", n + 1), 4).contains('-'));
}

#[test]
fn what_stands_on_two_pages_and_titles_of_chapters_stay() {
    let twice =
        pages_with(|n| if n < 2 { "Preface".to_owned() } else { format!("Number {}", n * n) }, 5);
    assert_eq!(twice.matches("Preface").count(), 2);
    let chapters = pages_with(|n| format!("Chapter {}", n / 2 + 1), 6);
    assert_eq!(chapters.matches("Chapter").count(), 6);
}

#[test]
fn a_word_goes_on_over_the_end_of_a_page() {
    let pages = [
        lines(50.0, 80.0, &["A word at the end of a page is hyphen-"]),
        lines(50.0, 700.0, &["ated there. The end."]),
    ];
    let read = of(&[&pages[0], &pages[1]]).read();
    assert_eq!(read.text, "A word at the end of a page is hyphen-\nated there. The end.\n");
    let part =
        |at, number| TextSection { at, kind: SectionKind::Page, number, title: String::new() };
    assert_eq!(read.sections, [part(0, 1), part(39, 2)]);
}

#[test]
fn invisible_text_counts_and_hidden_layers_do_not() {
    let page = "BT 3 Tr /F1 10 Tf 50 700 Td (seen by nobody) Tj ET /OC /L BDC BT 50 600 Td (hidden) Tj ET EMC";
    let builder = Builder {
        resources: "/Properties << /L 4 0 R >>".to_owned(),
        catalog: "/OCProperties << /OCGs [4 0 R] /D << /OFF [4 0 R] >> >>".to_owned(),
        objects: vec!["<< /Type /OCG /Name (L) >>".to_owned()],
        ..of(&[page])
    };
    assert_eq!(builder.text(), "seen by nobody\n");
}

#[test]
fn white_and_tiny_text_is_counted_and_white_text_on_an_area_is_read() {
    let white = |text: &str, y| format!("1 g {} 0 g ", at(50.0, y, 10.0, text));
    let area = "0 0 1 rg 40 590 300 20 re f 0 g ";
    let page = at(50.0, 700.0, 10.0, "seen")
        + &white("not seen", 650.0)
        + &at(50.0, 640.0, 0.9, "too small by far")
        + area
        + &white("seen too", 595.0);
    let read = of(&[&page]).read();
    assert_eq!((&*read.text, read.hidden), ("seen\n\nseen too\n", 6));
    let all = of(&[&white("on a background", 700.0)]).read();
    assert_eq!((&*all.text, all.hidden), ("on a background\n", 0));
}

#[test]
fn pages_on_their_side_are_read_and_stamps_in_the_margin_are_not() {
    let stamp = "BT /F1 10 Tf 0 1 -1 0 30 300 Tm (stamp) Tj ET ";
    let page = stamp.to_owned()
        + &lines(50.0, 700.0, &["A line of this page and", "another of its lines."]);
    assert_eq!(of(&[&page]).text(), "A line of this page and\nanother of its lines.\n");
    let heads = "BT /F1 10 Tf 0 1 -1 0 60 300 Tm (rate) Tj 0 -80 Td (sum) Tj ET";
    let text = of(&[&(page + heads)]).text();
    assert!(text.ends_with("lines.\n\nstamp\nrate\n\nsum\n"), "{text}");
    let page = "BT /F1 10 Tf 0 1 -1 0 100 50 Tm (A line of this page and) Tj 0 -12 Td (another of its lines.) Tj ET";
    assert_eq!(of(&[page]).text(), "A line of this page and\nanother of its lines.\n");
    let turned = Builder { page_entries: "/Rotate 90".to_owned(), ..of(&[page]) };
    assert_eq!(turned.text(), "A line of this page and\nanother of its lines.\n");
}

#[test]
fn drawings_within_drawings_are_read() {
    let builder = |inner: &str| Builder {
        resources: "/XObject << /X 4 0 R >>".to_owned(),
        objects: vec![stream("/Type /XObject /Subtype /Form /BBox [0 0 600 800]", inner)],
        ..of(&["q 1 0 0 1 0 10 cm /X Do Q"])
    };
    assert_eq!(builder(&at(50.0, 700.0, 10.0, "inside")).text(), "inside\n");
    // A drawing that draws itself.
    assert_eq!(builder(&(at(50.0, 700.0, 10.0, "inside") + "/X Do /X Do")).text(), "inside\n");
}

#[test]
fn words_from_right_to_left() {
    assert_eq!(right_to_left::reverse_word("םולש"), "שלום");
    let mut words = ["12", "םולש", "abc", "def", "רפס"];
    right_to_left::reorder_words(&mut words, |word| *word);
    assert_eq!(words, ["רפס", "abc", "def", "םולש", "12"]);
}

#[test]
fn facts() {
    let info = "<< /Title <FEFF00DC0062006500720020> /Author (A.\\nWriter) /CreationDate (D:20200501100000+02'00') /ModDate (D:2021) >>";
    let builder = Builder {
        objects: vec![info.to_owned()],
        trailer: "/Info 4 0 R".to_owned(),
        ..of(&[&at(50.0, 700.0, 10.0, "Text.")])
    };
    let expected = ["Über", "A. Writer", "2020-05-01T10:00:00+02:00", "2021"];
    assert_eq!(facts_of(&builder.read()), expected);
    let xml = "<x:xmpmeta><dc:title><rdf:Alt><rdf:li xml:lang='x'>Q &amp; A</rdf:li></rdf:Alt></dc:title></x:xmpmeta>";
    let builder = Builder {
        objects: vec![stream("/Type /Metadata /Subtype /XML", xml)],
        catalog: "/Metadata 4 0 R".to_owned(),
        ..of(&[&at(50.0, 700.0, 10.0, "Text.")])
    };
    assert_eq!(builder.read().facts.title, "Q & A");
}

#[test]
fn fields_have_the_text_that_a_reader_of_the_pdf_sees() {
    let field = |place: &str, entries: &str| {
        format!("<< /Type /Annot /Subtype /Widget /Rect [{place}] {entries} >>")
    };
    let look = stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 3 0 R >> >>",
        &at(2.0, 6.0, 10.0, "a drawn look"),
    );
    let form = Builder {
        page_entries: "/Annots [4 0 R 5 0 R 6 0 R 7 0 R 8 0 R 9 0 R]".to_owned(),
        objects: vec![
            field("130 690 400 710", "/FT /Tx /V (Jane Q. Public)"),
            field("130 600 400 660", "/Parent 11 0 R"),
            field("100 560 300 580", "/FT /Ch /V [(red) (deep blue)]"),
            field("100 500 300 520", "/FT /Tx /V (another value) /AP << /N 10 0 R >>"),
            field("100 450 300 470", "/FT /Tx /Ff 8192 /V (secret)"),
            field("100 400 120 420", "/FT /Btn /V /Yes"),
            look,
            "<< /FT /Tx /V (first street\n12 second street) >>".to_owned(),
        ],
        ..of(&[&lines(72.0, 696.0, &["Name:"])])
    };
    let text = form.text();
    let words: Vec<&str> = text.split_whitespace().collect();
    let seen = "Name: Jane Q. Public first street 12 second street red deep blue a drawn look";
    assert_eq!(words.join(" "), seen, "{text}");
    assert!(text.starts_with("Name:\tJane Q. Public\n"), "beside what names it: {text}");
    let long = Builder {
        page_entries: format!(
            "/Annots [{}]",
            field("100 500 300 520", &format!("/FT /Tx /V ({})", "word ".repeat(1000)))
        ),
        ..of(&[""])
    };
    assert_eq!(long.text().split_whitespace().count(), 1000);
    let limits = crate::limits::Limits { text: 999, ..Default::default() };
    assert!(crate::pdf::read(&long.bytes(), &limits).is_err(), "bounded as all text");
}
