use proptest::prelude::*;

use super::read;
use crate::extracted::{SectionKind, Unreadable};
use crate::{limits::Limits, office::tests::facts, office::tests::sections};

fn text(rtf: &str) -> String {
    read(format!("{{\\rtf1\\ansi\\ansicpg1252 {rtf}}}").as_bytes(), &Limits::default())
        .unwrap()
        .text
}

#[test]
fn what_a_reader_sees_is_read() {
    for (rtf, shown) in [
        // Paragraphs, lines and cells stand apart.
        ("a\\par b\\line c\\page d\\tab e\\\nf", "a\n\nb\nc\n\nd\te\n\nf\n"),
        (
            "x\\par\\trowd\\intbl a\\cell b\\par c\\cell\\row\\intbl d\\cell\\cell\\row\\pard y\\par",
            "x\n\na\tb\nc\nd\n\ny\n",
        ),
        // Paragraph ends before cell ends, and empty cells.
        (
            "x\\par{\\trowd{\\pard\\intbl a\\par}\\cell{\\pard\\intbl b\\par}\\cell\\intbl\\row}{\\trowd\\cell{\\pard\\intbl c\\par}\\cell\\row}\\pard y",
            "x\n\na\tb\n\tc\n\ny\n",
        ),
        ("one {\\b two}\\b0  th\r\nree", "one two three\n"),
        // Notes stand at the end.
        (
            "one{\\super\\chftn{\\footnote\\pard\\chftn  first}} two{\\*\\footnote\\ftnalt second\\par} three\\par four",
            "one two three\n\nfour\n\nfirst\n\nsecond\n",
        ),
        // Named characters.
        ("\\ldblquote a\\rdblquote\\emdash b\\endash\\lquote\\rquote\\bullet", "“a”—b–‘’•\n"),
        ("a\\~b\\_c\\-d \\{\\}\\\\", "a\u{a0}b\u{2011}cd {}\\\n"),
        // A letter in Unicode replaces its fallback.
        ("\\u1055?\\u1088\\'f0x", "Прx\n"),
        ("\\uc2\\u26085\\'93\\'fax", "日x\n"),
        ("\\uc0\\u8364 x", "€x\n"),
        ("{\\uc0\\u8364}\\u8364?x", "€€x\n"),
        ("\\u-10179?\\u-8704?", "😀\n"),
        ("\\u128512?", "😀\n"),
        ("\\u8212\\emdash x", "—x\n"),
        ("{\\u1055}x", "Пx\n"),
        ("\\u1055\\par x", "П\n\nx\n"),
        ("\\u-4000000?\\u55357?\\u65?", "A\n"),
        ("{\\upr{old}{\\*\\ud{\\u1055?}}}", "П\n"),
        // Fields, lists, objects and boxes.
        ("{\\field{\\*\\fldinst HYPERLINK x}{\\fldrslt a}}b", "ab\n"),
        ("{\\listtext\\pard 1.\\tab}a", "1.\ta\n"),
        ("{\\object{\\*\\objclass x}{\\result a}}b", "ab\n"),
        (
            "a\\par{\\shp{\\*\\shpinst{\\sp{\\sn x}{\\sv y}}{\\shptxt box\\par}}{\\shprslt old}}b",
            "a\n\nbox\n\nb\n",
        ),
        ("{\\header{\\shp{\\*\\shpinst{\\shptxt box}}}}b", "b\n"),
        ("a{\\deleted\\par}b", "ab\n"),
        ("\\trowd\\itap2 a\\nestcell b\\nestcell{\\*\\nesttableprops x\\nestrow}", "a\tb\n"),
    ] {
        assert_eq!(text(rtf), shown, "{rtf}");
    }
}

#[test]
fn bytes_are_read_by_the_font_and_the_code_page() {
    let fonts = "{\\fonttbl{\\f0\\fcharset204 Arial;}{\\f1\\fcharset128 Mincho;}{\\f2\\fnil Times;}{\\f3\\fcharset2 Symbol;}}";
    assert_eq!(text(&format!("{fonts}\\f0\\'cf\\'f0\\f2\\'e9")), "Прé\n");
    // The second byte may be a letter or follow a line end.
    assert_eq!(text(&format!("{fonts}\\f1\\'83A\\'83\\\\\\'93\r\n\\'fa")), "アソ日\n");
    assert_eq!(text(&format!("{fonts}{{\\f3 ab}}\\plain\\'e9")), "αβй\n");
    assert_eq!(read(b"{\\rtf1\\ansicpg1253 \\'c1\xc2}", &Limits::default()).unwrap().text, "ΑΒ\n");
}

#[test]
fn what_is_no_text_goes() {
    let groups = "\
        {\\fonttbl{\\f0 Arial;}}|{\\colortbl;\\red0;}|{\\stylesheet{\\s0 Normal;}}|{\\pict\\pngblip 8950}|\
        {\\*\\shppict{\\pict 00}}|{\\nonshppict{\\pict 00}}|{\\header x}|{\\footerr x\\par}|{\\*\\unknown x{y}}|\
        {\\object{\\*\\objdata 00}}|{\\*\\generator x;}|{\\v x}|{\\deleted x}|\\v x\\v0 |\\v x\\plain |\
        {\\*\\annotation x}|{\\xe x}|{\\bin3 }{\\}|{\\info{\\title x}}|{\\nonesttables\\par x}|{\\mvf x}";
    for rtf in groups.split('|') {
        assert_eq!(text(&format!("a{rtf}b")), "ab\n", "{rtf}");
    }
}

#[test]
fn facts_are_what_the_file_says() {
    let rtf = "{\\rtf1\\ansi{\\info{\\title A \\'e9}{\\upr{\\author ?}{\\*\\ud{\\author \\u1055?}}}\
        {\\creatim\\yr2020\\mo5\\dy1\\hr10\\min2}{\\revtim\\yr2021\\mo13\\dy1}{\\operator x}}text}";
    let read = read(rtf.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(facts(&read), ["A é", "П", "2020-05-01T10:02:00", ""]);
}

#[test]
fn headings_of_the_first_level_are_parts() {
    let rtf = "{\\rtf1{\\stylesheet{\\s1\\outlinelevel0 heading 1;}{\\s2\\outlinelevel1 heading 2;}{\\s3{\\*\\x y}Heading 1;}}\
        \\pard\\s1 One {\\b more}\\par\\pard text\\par\\pard\\s2 Lower\\par\\pard\\outlinelevel0 Two\\par\\pard\\s3 Three\\par\\pard end}";
    let read = read(rtf.as_bytes(), &Limits::default()).unwrap();
    let expected = [(1, "One more", "One more"), (2, "Two", "Two"), (3, "Three", "Three")];
    assert_eq!(sections(&read, SectionKind::Chapter), expected);
}

#[test]
fn what_is_no_rtf_or_too_deep_is_refused() {
    let limits = Limits::default();
    let expected = "damaged RTF: it does not begin with {\\rtf";
    assert_eq!(read(b"text", &limits).unwrap_err().to_string(), expected);
    assert_eq!(read(b"\xef\xbb\xbf {\\rtf1 x}", &limits).unwrap().text, "x\n");
    let deep = format!("{{\\rtf1{}x", "{".repeat(511));
    assert_eq!(read(deep.as_bytes(), &limits).unwrap().text, "x\n");
    let deeper = format!("{{\\rtf1{}x", "{".repeat(512));
    let expected =
        "its groups nest more than 512 deep; raise --limit-depth, or save it as plain text";
    assert_eq!(read(deeper.as_bytes(), &limits).unwrap_err().to_string(), expected);
    let small = Limits { text: 10, ..limits };
    for long in ["{\\rtf1 more than ten bytes}", "{\\rtf1 a{\\footnote more than ten}}"] {
        assert!(matches!(read(long.as_bytes(), &small), Err(Unreadable::Limit { .. })), "{long}");
    }
}

#[test]
fn the_end_may_come_early_but_nothing_comes_after_it() {
    let limits = Limits::default();
    assert_eq!(read(b"{\\rtf1 a{b\\par c", &limits).unwrap().text, "ab\n\nc\n");
    assert_eq!(read(b"{\\rtf1 a}}b{\\rtf1 c}", &limits).unwrap().text, "a\n");
}

proptest! {
    #[test]
    fn no_input_makes_it_panic(
        pieces in prop::collection::vec(
            prop_oneof![
                2 => any::<Vec<u8>>(),
                3 => "\\\\(par|u|uc|f|fcharset|v|plain|pard|cell|row|bin|footnote|fonttbl|info|title|upr|ud|s|outlinelevel|creatim|yr|shpinst|shptxt)-?[0-9]{0,11} ?".prop_map(String::into_bytes),
                3 => "(\\{|\\}|\\\\\\*|\\\\'[0-9a-f]{0,2}|\\\\.)".prop_map(String::into_bytes),
            ],
            0..40,
        ),
    ) {
        let _ = read(&[b"{\\rtf1".as_slice(), &pieces.concat()].concat(), &Limits::default());
    }

    #[test]
    fn any_text_comes_back(words in "[a-zA-Zа-я{}\\\\日本😀é-]{1,9}( [a-zа-я日😀é]{1,9}){0,9}") {
        let mut rtf = String::new();
        for letter in words.chars() {
            match letter {
                '{' | '}' | '\\' => rtf.extend(['\\', letter]),
                ' '..='~' => rtf.push(letter),
                _ => {
                    for unit in letter.encode_utf16(&mut [0; 2]) {
                        let escaped = format!("\\u{}?", unit.cast_signed());
                        rtf.push_str(&escaped);
                    }
                }
            }
        }
        prop_assert_eq!(text(&rtf), words + "\n");
    }
}
