//! Generates the table of roles in `docs/files.md` from a document of each format. `UPDATE_DOCS=1` writes the table.

use std::path::Path;

use super::{is_name_of_white, is_note_number};
use crate::office::tests::{relations, zip_of};
use crate::{Extracted, InProcess, Source, pdf::tests::builder::Builder, plain::extract};

/// Columns, with a file name for each format.
const FORMATS: [(&str, &str); 10] = [
    ("HTML", "a.html"),
    ("EPUB", "a.epub"),
    ("DOCX", "a.docx"),
    ("PPTX", "a.pptx"),
    ("ODT", "a.odt"),
    ("PDF", "a.pdf"),
    ("RTF", "a.rtf"),
    ("LaTeX", "a.tex"),
    ("Markdown", "a.md"),
    ("plain text", "a.txt"),
];

/// Rows: a role, a text that identifies it, and for file extensions a paragraph with this text. Other formats have no
/// such role.
const ROLES: [&[&str]; 12] = [
    &[
        "how a word is read (ruby)",
        "かな",
        "html epub md: <ruby>漢字<rt>かな</rt></ruby>",
        "docx: <w:r><w:ruby><w:rt><w:r><w:t>かな</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r></w:rubyBase></w:ruby></w:r>",
        "odt: <text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かな</text:ruby-text></text:ruby>",
        "tex: \\ruby{漢字}{かな}",
        "txt: 漢字《かな》",
    ],
    &[
        "marked as hidden",
        "zq",
        "html md: a <i hidden>zq</i>",
        "epub: a <i style='display:none'>zq</i>",
        "docx: <w:r><w:rPr><w:vanish/></w:rPr><w:t>zq</w:t></w:r>",
        "odt: a<text:span text:style-name='Hidden'>zq</text:span>",
        "pdf: (a ) Tj /OC /L BDC (zq) Tj EMC",
        "rtf: a {\\v zq}",
        "tex: a \\phantom{zq}",
    ],
    &[
        "white, with nothing behind it",
        "zq",
        "html epub md: a <i style='color:#fff'>zq</i>",
        "docx: <w:r><w:rPr><w:color w:val='FFFFFF'/></w:rPr><w:t>zq</w:t></w:r>",
        "pptx: <a:r><a:rPr><a:solidFill><a:srgbClr val='FFFFFF'/></a:solidFill></a:rPr><a:t>zq</a:t></a:r>",
        "odt: a<text:span text:style-name='White'>zq</text:span>",
        "pdf: (a ) Tj 1 g (zq) Tj",
        "rtf: a {\\cf1 zq}",
        "tex: a \\textcolor{white}{zq}",
    ],
    &[
        "of one point or less",
        "zq",
        "html epub md: a <i style='font-size:1pt'>zq</i>",
        "docx: <w:r><w:rPr><w:sz w:val='2'/></w:rPr><w:t>zq</w:t></w:r>",
        "pptx: <a:r><a:rPr sz='100'/><a:t>zq</a:t></a:r>",
        "odt: a<text:span text:style-name='Tiny'>zq</text:span>",
        "pdf: (a ) Tj /F1 1 Tf (zq) Tj",
        "rtf: a {\\fs2 zq}",
    ],
    &[
        "number of a note: raised behind a word (`word¹`)",
        "7",
        "html epub md: word<sup>7</sup>",
        "docx: <w:r><w:t>word</w:t></w:r><w:r><w:rPr><w:vertAlign w:val='superscript'/></w:rPr><w:t>7</w:t></w:r>",
        "pptx: <a:r><a:t>word</a:t></a:r><a:r><a:rPr baseline='30000'/><a:t>7</a:t></a:r>",
        "odt: word<text:span text:style-name='Raised'>7</text:span>",
        "pdf: (word) Tj 4 Ts /F1 6 Tf (7) Tj",
        "rtf: word{\\super 7}",
        "tex: word\\textsuperscript{7}",
        "txt: word\u{2077}",
    ],
    &[
        "exponent: raised behind a letter, a number or a unit (`x²`, `10⁶`, `km²`)",
        "7",
        "html epub md: x<sup>7</sup>",
        "docx: <w:r><w:t>x</w:t></w:r><w:r><w:rPr><w:vertAlign w:val='superscript'/></w:rPr><w:t>7</w:t></w:r>",
        "pptx: <a:r><a:t>x</a:t></a:r><a:r><a:rPr baseline='30000'/><a:t>7</a:t></a:r>",
        "odt: x<text:span text:style-name='Raised'>7</text:span>",
        "pdf: (x) Tj 4 Ts /F1 6 Tf (7) Tj",
        "rtf: x{\\super 7}",
        "tex: $x^7$",
        "txt: x\u{2077}",
    ],
    &[
        "reference to a note",
        "7",
        "html: word<a role='doc-noteref'>7</a>",
        "epub: word<a epub:type='noteref'>7</a>",
        "docx: <w:r><w:footnoteReference w:id='7'/></w:r>",
        "odt: word<text:note><text:note-citation>7</text:note-citation></text:note>",
        "rtf: word{\\super\\chftn}",
        "tex: word\\footnotemark[7]",
        "md: word[^7]\n\n[^7]: a",
    ],
    &[
        "number of an item",
        "7",
        "html: <ol start=7><li>a</ol>",
        "epub: <ol start='7'><li>a</li></ol>",
        "pptx: <a:pPr><a:buAutoNum type='arabicPeriod' startAt='7'/></a:pPr><a:r><a:t>a</a:t></a:r>",
        "pdf: (7. a) Tj",
        "rtf: {\\listtext 7.\\tab}a",
        "md txt: 7. a",
    ],
    &[
        "soft hyphen",
        "\u{ad}",
        "html md: wo&shy;rd",
        "epub odt: wo&#173;rd",
        "docx: <w:r><w:t>wo</w:t><w:softHyphen/><w:t>rd</w:t></w:r>",
        "pptx: <a:r><a:t>wo&#173;rd</a:t></a:r>",
        "rtf tex: wo\\-rd",
        "txt: wo\u{ad}rd",
    ],
    &[
        "on every page",
        "zq",
        "epub: a <i epub:type='pagebreak'>zq</i>",
        "pptx: </a:p></p:txBody></p:sp><p:sp><p:nvSpPr><p:nvPr><p:ph type='ftr'/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>zq</a:t></a:r>",
        "pdf: (zq) Tj 0 -90 Td (a) Tj\u{c}(zq) Tj 0 -80 Td (b) Tj\u{c}(zq) Tj 0 -70 Td (c) Tj",
        "rtf: {\\header zq}a",
        "tex: \\markright{zq}a",
    ],
    &[
        "script, or instruction of a field",
        "zq",
        "html epub md: a <script>zq</script>",
        "docx: <w:r><w:fldChar w:fldCharType='begin'/><w:instrText>zq</w:instrText><w:fldChar w:fldCharType='end'/></w:r>",
        "rtf: {\\field{\\*\\fldinst zq}{\\fldrslt a}}",
    ],
    &[
        "document within: `srcdoc`, CDATA, altChunk",
        "zq",
        "html md: <iframe srcdoc='zq'></iframe>",
        "epub: <![CDATA[zq]]>",
        "docx: </w:p><w:altChunk r:id='r1'/><w:p>",
    ],
];

fn file(name: &str, inner: &str) -> Vec<u8> {
    let page = format!("<?xml version='1.0'?><html><body><p>{inner}</p></body></html>");
    let style = |name: &str, look: &str| {
        format!("<style:style style:name='{name}'><style:text-properties {look}/></style:style>")
    };
    match name {
        "a.html" => format!("<p>{inner}").into(),
        "a.epub" => zip_of(&[
            ("mimetype", "application/epub+zip".to_string()),
            ("META-INF/container.xml", "<c><rootfile full-path='p.opf'/></c>".to_string()),
            ("p.opf", "<package><manifest><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/></manifest><spine><itemref idref='a'/></spine></package>".to_string()),
            ("a.xhtml", page),
        ]),
        "a.docx" => zip_of(&[
            ("word/document.xml", format!("<w:document><w:body><w:p>{inner}</w:p></w:body></w:document>")),
            ("word/_rels/document.xml.rels", relations(&[("r1", "aFChunk", "part.htm")])),
            ("word/part.htm", "<p>zq".to_string()),
        ]),
        "a.pptx" => zip_of(&[
            ("ppt/presentation.xml", "<p:presentation><p:sldId id='1' r:id='r1'/></p:presentation>".to_string()),
            ("ppt/_rels/presentation.xml.rels", relations(&[("r1", "slide", "slide.xml")])),
            ("ppt/slide.xml", format!("<p:sld><p:sp><p:txBody><a:p>{inner}</a:p></p:txBody></p:sp></p:sld>")),
        ]),
        "a.odt" => zip_of(&[
            ("mimetype", "application/vnd.oasis.opendocument.text".to_string()),
            ("content.xml", format!(
                "<d>{}{}{}{}<office:body><text:p>{inner}</text:p></office:body></d>",
                style("Hidden", "text:display='none'"),
                style("White", "fo:color='#ffffff'"),
                style("Tiny", "fo:font-size='1pt'"),
                style("Raised", "style:text-position='super 58%'"),
            )),
        ]),
        "a.pdf" => {
            let page = |inner: &str| format!("BT /F1 10 Tf 50 700 Td {inner} ET");
            Builder {
                pages: inner.split('\u{c}').map(page).collect(),
                resources: "/Properties << /L 4 0 R >>".to_owned(),
                catalog: "/OCProperties << /OCGs [4 0 R] /D << /OFF [4 0 R] >> >>".to_owned(),
                objects: vec!["<< /Type /OCG /Name (L) >>".to_owned()],
                ..Builder::default()
            }
            .bytes()
        }
        "a.rtf" => {
            let unicode = |c: char| if c.is_ascii() { c.to_string() } else { format!("\\u{}?", u32::from(c)) };
            let inner: String = inner.chars().map(unicode).collect();
            format!("{{\\rtf1{{\\colortbl;\\red255\\green255\\blue255;}}{inner}\\par}}").into()
        }
        _ => inner.into(),
    }
}

fn read(name: &str, inner: &str) -> Extracted {
    let bytes = file(name, inner);
    let Source { text, hidden, .. } =
        Source::read(Path::new(name), &bytes, None, &InProcess::default()).unwrap();
    Extracted { text: text.into_owned(), hidden, ..Extracted::default() }
}

#[test]
#[allow(clippy::disallowed_methods)]
fn every_format_has_the_same_roles() {
    let mut table = format!("| role | {} |\n", FORMATS.map(|(format, _)| format).join(" | "));
    table.extend(["|---|", &"---|".repeat(FORMATS.len()), "\n"]);
    for row in ROLES {
        let [role, piece, inner @ ..] = row else { panic!("{row:?}") };
        let cell = |(_, name): &(_, &str)| {
            let has_role =
                |formats: &str| formats.split(' ').any(|one| name.strip_prefix("a.") == Some(one));
            let mut pieces = inner.iter().filter_map(|one| one.split_once(": "));
            let Some((_, inner)) = pieces.find(|(formats, _)| has_role(formats)) else {
                return "";
            };
            let found = read(name, inner);
            // A soft hyphen does not change the word.
            let is_word = *piece == "\u{ad}";
            let is_there = found.text.contains(piece) || *piece == "7" && found.text.contains('⁷');
            match (is_there && !is_word, found.hidden) {
                (true, 0) => "text",
                (true, _) => "text, counted",
                (false, 0) => "ignored",
                (false, _) => "ignored, counted",
            }
        };
        let cells: Vec<&str> = FORMATS.iter().map(cell).collect();
        table.extend(["| ", role, " | ", &cells.join(" | "), " |\n"]);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/files.md");
    let reference = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = reference.split_once("<!-- roles -->\n").unwrap();
    let (found, after) = rest.split_once("<!-- /roles -->").unwrap();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let whole = format!("{before}<!-- roles -->\n{table}<!-- /roles -->{after}");
        std::fs::write(&path, whole).unwrap();
    } else {
        assert_eq!(found, table, "UPDATE_DOCS=1 cargo test -p shingle-documents roles");
    }
}

#[test]
fn a_raised_number_is_one_of_a_note_or_part_of_what_is_meant() {
    for (before, raised, after, is_note) in [
        ("a ledger", "1", Some(' '), true),
        ("of", "12", None, true),
        ("ledger", "*", None, true),
        ("ledger", "[3]", None, true),
        ("ledger", "1, 2", None, true),
        ("the storm.", "1", None, true),
        ("the storm.”", "1", None, true),
        ("(the ledger)", "4", None, true),
        ("in 1999", "3", None, true),
        ("in 5 %", "3", None, true),
        ("帳簿", "1", None, true),
        ("本", "1", None, true),
        ("ledger ", "1", Some('.'), true),
        ("", "1", Some('S'), true),
        ("x", "2", None, false),
        ("5 m", "2", None, false),
        ("5 km", "2", None, false),
        ("5km", "²", None, false),
        ("km", "4", None, true),
        ("10", "6", None, false),
        ("f(x)", "2", None, false),
        ("mol", "-1", None, false),
        ("21", "st", None, false),
        ("in ", "14", Some('C'), false),
        ("Ca", "2+", None, false),
        ("ledger", "2019", None, false),
    ] {
        assert_eq!(is_note_number(before, raised, after), is_note, "{before}^{raised}");
    }
}

#[test]
fn a_plain_text_loses_ruby_and_the_numbers_of_notes() {
    for (text, expected) in [
        ("a ledger¹ of² 5 m² and 10⁶\r\n", "a ledger of 5 m² and 10⁶\r\n"),
        ("帳簿《ちょうぼ》に｜青いインク《ブルー》で", "帳簿に青いインクで"),
        ("読《よ》んだ《よむ》", "読んだ《よむ》"),
        ("我读《红楼梦》和《》", "我读《红楼梦》和《》"),
        ("a | b《c》\n|x 《", "a | b《c》\n|x 《"),
    ] {
        assert_eq!(extract(text.into()), expected);
    }
    // Time per byte must not grow on a long line of these.
    for piece in ["《", "漢《か", "｜a《か》", "x²", "²", "|a"] {
        assert!(extract(piece.repeat(200_000).into()).len() <= piece.len() * 200_000);
    }
}

#[test]
fn colours_on_white_paper() {
    let white = ["FFFFFF", "#fff", "White", "fefefe"];
    assert!(white.into_iter().all(is_name_of_white));
    assert!(!["auto", "000000", "#ff0000", "", "日本"].into_iter().any(is_name_of_white));
}
