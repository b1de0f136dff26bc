use super::{super::docx::read, facts, relations, sections, zip_of};
use crate::{extracted::Extracted, extracted::SectionKind, extracted::Unreadable, limits::Limits};

fn document(body: &str, styles: &str, notes: &str) -> Vec<u8> {
    let root = relations(&[
        ("r1", "officeDocument", "word/document.xml"),
        ("r2", "core-properties", "/docProps/core.xml"),
    ]);
    let related =
        relations(&[("r1", "styles", "styles.xml"), ("r2", "footnotes", "footnotes.xml")]);
    zip_of(&[
        ("[Content_Types].xml", "<Types/>".to_string()),
        ("_rels/.rels", root),
        ("word/document.xml", format!("<w:document><w:body>{body}</w:body></w:document>")),
        ("word/_rels/document.xml.rels", related),
        ("word/styles.xml", format!("<w:styles>{styles}</w:styles>")),
        ("word/footnotes.xml", format!("<w:footnotes>{notes}</w:footnotes>")),
        ("docProps/core.xml", "<c><dc:title>A &amp; B</dc:title><dc:creator>Me</dc:creator><dcterms:created>2020-05-01T10:00:00Z</dcterms:created><dcterms:modified>yesterday</dcterms:modified></c>".to_string()),
    ])
}

fn extracted(body: &str) -> Extracted {
    read(&document(body, "", ""), &Limits::default()).unwrap()
}

fn text(body: &str) -> String {
    extracted(body).text
}

fn p(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

#[test]
fn paragraphs_stand_apart_and_runs_do_not() {
    for (body, expected) in [
        (
            "<w:p><w:r><w:t>Ca</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t xml:space='preserve'>t &amp; d&#246;g </w:t></w:r></w:p><w:p/><w:p><w:r><w:t>x</w:t><w:tab/><w:t>y</w:t><w:br/><w:t>z</w:t></w:r></w:p>",
            "Cat & dög\n\nx\ty\nz\n",
        ),
        ("", ""),
        (
            "<w:p><w:r><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t><w:softHyphen/><w:t>c</w:t><w:sym w:font='X' w:char='F0B7'/><w:sym w:char='00E9'/></w:r></w:p>",
            "a\u{2011}b\u{ad}cé\n",
        ),
        // Deleted text is ignored, and its paragraphs are joined.
        (
            "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t xml:space='preserve'>one </w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r><w:r><w:t>gone</w:t></w:r></w:del></w:p><w:p><w:ins><w:r><w:t>two</w:t></w:r></w:ins><w:moveFrom><w:r><w:t>gone</w:t></w:r></w:moveFrom></w:p><w:p><w:pPr><w:pPrChange><w:pPr><w:pStyle w:val='H'/></w:pPr></w:pPrChange></w:pPr><w:r><w:t>three</w:t></w:r></w:p>",
            "one two\n\nthree\n",
        ),
        (
            "<w:p><w:fldSimple w:instr='DATE'><w:r><w:t>today</w:t></w:r></w:fldSimple></w:p>",
            "today\n",
        ),
    ] {
        assert_eq!(text(body), expected);
    }
    let item = |text| format!("<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>");
    assert_eq!(text(&(p("a") + &item("b") + &item("c") + &p("d"))), "a\n\nb\nc\n\nd\n");
}

#[test]
fn cells_are_apart_by_a_tab() {
    let cell = |text: &str| format!("<w:tc><w:tcPr/>{text}</w:tc>");
    let row = |cells: &[String]| format!("<w:tr>{}</w:tr>", cells.concat());
    let two = p("c1") + &p("c2");
    let table = format!(
        "<w:tbl>{}{}{}</w:tbl>",
        row(&[cell(&p("a")), cell("<w:p/>"), cell(&p("b"))]),
        row(&[cell(&two), cell(&p("d"))]),
        "<w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p><w:r><w:t>gone</w:t></w:r></w:p></w:tc></w:tr>"
    );
    assert_eq!(text(&(p("x") + &table + &p("y"))), "x\n\na\tb\nc1\nc2\td\n\ny\n");
}

#[test]
fn white_and_tiny_text_is_hidden_where_nothing_is_behind_it() {
    let run = |look: &str, text: &str| format!("<w:r><w:rPr>{look}</w:rPr><w:t>{text}</w:t></w:r>");
    let white = "<w:color w:val='FFFFFF'/>";
    let shade = "<w:shd w:val='clear' w:fill='1F4E79'/>";
    let cell = |before: &str| format!("{before}<w:p>{}</w:p>", run(white, "b"));
    let row = |cell: String| format!("<w:tbl><w:tblPr/><w:tr><w:tc>{cell}</w:tc></w:tr></w:tbl>");
    for (body, text, hidden) in [
        (format!("<w:p>{}{}{}</w:p>", run("", "a"), run(white, "x"), run("", "b")), "a b\n", 1),
        (format!("<w:p>{}{}</w:p>", run("", "a"), run("<w:sz w:val='2'/>", "x y")), "a\n", 2),
        (format!("<w:p>{}</w:p>", run(&format!("{white}{shade}"), "b")), "b\n", 0),
        (
            format!("<w:p>{}</w:p>", run(&format!("{white}<w:highlight w:val='black'/>"), "b")),
            "b\n",
            0,
        ),
        (format!("<w:p><w:pPr>{shade}</w:pPr>{}</w:p>", run(white, "b")), "b\n", 0),
        (row(cell(&format!("<w:tcPr>{shade}</w:tcPr>"))), "b\n", 0),
        (row(cell("<w:tcPr><w:shd w:val='clear' w:fill='auto'/></w:tcPr>")), "", 1),
        (format!("<w:p><w:r><w:txbxContent>{}</w:txbxContent></w:r></w:p>", cell("")), "b\n", 0),
    ] {
        let found = extracted(&body);
        assert_eq!((found.text.as_str(), found.hidden), (text, hidden), "{body}");
    }
}

/// Builds a document whose body refers twice to a part of this kind.
fn with_part(kind: &str, name: &str, body: &str, content: &[u8]) -> Vec<u8> {
    let related = relations(&[("r1", kind, name)]);
    let main = format!("<w:document><w:body>{}{body}{body}</w:body></w:document>", p("before"));
    zip_of(&[
        ("word/document.xml", main.as_bytes()),
        ("word/_rels/document.xml.rels", related.as_bytes()),
        (&format!("word/{name}"), content),
    ])
}

#[test]
fn other_parts_of_a_document_are_read_once_where_they_stand() {
    let chunk = "<w:altChunk r:id='r1'/>";
    let diagram = "<w:p><w:r><w:t>in</w:t><dgm:relIds r:dm='r1'/></w:r></w:p>";
    let chart = "<w:p><w:r><w:t>in</w:t><c:chart r:id='r1'/></w:r></w:p>";
    let mail = b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=\"b\"\n\n--b\nContent-Type: text/html\n\n<p>one<p>two\n--b--\n";
    let points = "<dgm:pt><dgm:t><a:p><a:r><a:t>one</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p><a:r><a:t>two</a:t></a:r></a:p></dgm:t></dgm:pt>";
    let chart_text = "<c:chartSpace><c:title><a:p><a:r><a:t>one</a:t></a:r></a:p></c:title><c:cat><c:strCache><c:pt><c:v>two</c:v></c:pt></c:strCache></c:cat><c:numCache><c:pt><c:v>3</c:v></c:pt></c:numCache></c:chartSpace>";
    let inner = document(&(p("one") + &p("two")), "", "");
    for (kind, name, body, content) in [
        ("aFChunk", "a.htm", chunk, b"<p>one<p>two<p hidden>x".as_slice()),
        ("aFChunk", "a.mht", chunk, mail),
        ("aFChunk", "a.rtf", chunk, b"{\\rtf1 one\\par two}"),
        ("aFChunk", "a.docx", chunk, &inner),
        ("diagramData", "d.xml", diagram, points.as_bytes()),
        ("chart", "c.xml", chart, chart_text.as_bytes()),
    ] {
        let found = read(&with_part(kind, name, body, content), &Limits::default()).unwrap();
        let words: Vec<&str> = found.text.split_whitespace().filter(|word| *word != "in").collect();
        assert_eq!(words, ["before", "one", "two"], "{name}");
    }
}

#[test]
fn documents_in_documents_have_an_end() {
    let chunk = "<w:altChunk r:id='r1'/>";
    let nested = |levels| {
        (0..levels)
            .fold(b"{\\rtf1 a}".to_vec(), |inner, _| with_part("aFChunk", "a.docx", chunk, &inner))
    };
    assert_eq!(read(&nested(2), &Limits::default()).unwrap().text, "before\n\nbefore\n\na\n");
    let refused = read(&nested(12), &Limits::default()).unwrap_err();
    assert!(
        matches!(refused, Unreadable::Limit { ref limit, .. } if limit == "depth"),
        "{refused}"
    );
    // An unreadable part is an error, not empty text.
    assert!(
        read(&with_part("aFChunk", "a.png", chunk, b"\x89PNG\r\n\x1a\n\0"), &Limits::default())
            .is_err()
    );
}

#[test]
fn of_fields_the_result_is_read_and_not_the_code() {
    let section = |kind| format!("<w:r><w:fldChar w:fldCharType='{kind}'/></w:r>");
    let run = |text| format!("<w:r><w:t>{text}</w:t></w:r>");
    let code = "<w:r><w:instrText>IF</w:instrText></w:r>";
    let (begin, middle, end) = (section("begin"), section("separate"), section("end"));
    let inner = format!("{begin}{code}{middle}{}{end}", run("x"));
    let body = format!(
        "<w:p>{begin}{code}{inner}{middle}{}{end}{}</w:p><w:p>{begin}{}</w:p>{}",
        run("a"),
        run("b"),
        run("y"),
        p("c")
    );
    assert_eq!(text(&body), "ab\n\nc\n");
}

#[test]
fn a_text_box_is_read_once_behind_its_paragraph() {
    let boxed = |inner: &str| format!("<w:txbxContent>{inner}</w:txbxContent>");
    let inner = boxed(&p("deep"));
    let content =
        boxed(&(p("in the box").replace("</w:p>", &format!("{inner}</w:p>")) + &p("more")));
    let body = format!(
        "<w:p><w:r><w:t>be</w:t><mc:AlternateContent><mc:Choice>{content}</mc:Choice><mc:Fallback>{content}</mc:Fallback></mc:AlternateContent><w:t>fore</w:t></w:r></w:p>{}",
        p("after")
    );
    assert_eq!(text(&body), "before\n\nin the box\n\ndeep\n\nmore\n\nafter\n");
    // Deeply nested boxes stay in place, before the text after them.
    let mut deep = p("x");
    for level in 1..=9 {
        deep = format!("<w:p>{}<w:r><w:t>{level}</w:t></w:r></w:p>", boxed(&deep));
    }
    assert_eq!(text(&deep).split_whitespace().collect::<String>(), "9876x12345");
}

#[test]
fn notes_stand_at_the_end_and_headings_begin_parts() {
    let styles = "<w:style w:styleId='U1'><w:name w:val='heading 1'/></w:style><w:style w:styleId='Mine'><w:basedOn w:val='U1'/></w:style><w:style w:styleId='U2'><w:name w:val='heading 2'/></w:style>";
    let heading = |style, text| {
        format!("<w:p><w:pPr><w:pStyle w:val='{style}'/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
    };
    let body = p("before")
        + &heading("U1", "First  one")
        + &heading("U1", "")
        + &heading("U2", "no section")
        + &heading("Mine", "Sécond")
        + "<w:p><w:pPr><w:outlineLvl w:val='0'/></w:pPr><w:r><w:t>Third</w:t></w:r></w:p>";
    let notes = format!(
        "<w:footnote w:type='separator'>{}</w:footnote><w:footnote w:id='2'>{}</w:footnote>",
        p("no"),
        heading("U1", "a note")
    );
    let found = read(&document(&body, styles, &notes), &Limits::default()).unwrap();
    assert!(found.text.ends_with("Third\n\na note\n"), "{}", found.text);
    let expected = [(1, "First one", "First  one"), (2, "Sécond", "Sécond"), (3, "Third", "Third")];
    assert_eq!(sections(&found, SectionKind::Chapter), expected);
    assert_eq!(facts(&found), ["A & B", "Me", "2020-05-01T10:00:00Z", ""]);
}

#[test]
fn what_surrounds_a_text_box_holds_behind_it() {
    let boxed = format!("<w:txbxContent>{}</w:txbxContent>", p("box"));
    let hidden = "<w:rPr><w:vanish/></w:rPr>";
    let body = format!(
        "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r>{boxed}<w:t>on</w:t></w:r><w:r>{hidden}{boxed}<w:t>x</w:t></w:r></w:p>{}",
        p("ly")
    );
    assert_eq!(text(&body), "only\n\nbox\n");
}

#[test]
fn what_a_paragraph_was_and_what_a_field_is_made_of_do_not_count() {
    let body = "<w:p><w:pPr><w:pPrChange><w:pPr><w:outlineLvl w:val='0'/></w:pPr></w:pPrChange></w:pPr><w:sdt><w:sdtPr><w:rPr><w:vanish/></w:rPr></w:sdtPr><w:sdtContent><w:r><w:t>a</w:t></w:r></w:sdtContent></w:sdt></w:p>";
    let found = extracted(body);
    assert_eq!((found.text.as_str(), found.sections.len()), ("a\n", 0));
}

#[test]
fn entities_of_a_document_stay_and_bring_in_nothing() {
    let root = relations(&[("r1", "officeDocument", "word/document.xml")]);
    let main = "<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b SYSTEM 'file:///etc/passwd'>]><document><body><p><t>&a;&b; R&D</t></p></body></document>";
    let bytes = zip_of(&[("_rels/.rels", root.as_str()), ("word/document.xml", main)]);
    assert_eq!(read(&bytes, &Limits::default()).unwrap().text, "&a;&b; R&D\n");
}

#[test]
fn other_encodings_are_read() {
    let main = "<?xml version='1.0' encoding='UTF-16'?><document><body><p><t>Käse</t></p></body></document>";
    let wide: Vec<u8> = "\u{feff}"
        .chars()
        .chain(main.chars())
        .flat_map(|letter| (letter as u16).to_le_bytes())
        .collect();
    let latin: Vec<u8> =
        main.replace("UTF-16", "iso-8859-1").chars().map(|letter| letter as u8).collect();
    for main in [wide, latin] {
        let found = read(&zip_of(&[("word/document.xml", main)]), &Limits::default()).unwrap();
        assert_eq!(found.text, "Käse\n");
    }
}

#[test]
fn limits_hold_to_the_byte() {
    let body = p("12345") + &p("678");
    let bytes = document(&body, "", "");
    let limits = |text| Limits { text, ..Limits::default() };
    assert_eq!(read(&bytes, &limits(11)).unwrap().text.len(), 11);
    for text in [10, 5, 0] {
        let error = read(&bytes, &limits(text)).unwrap_err();
        assert!(matches!(error, Unreadable::Limit { ref limit, .. } if limit == "text"), "{error}");
    }
    // document, body, p, r, t
    assert!(read(&bytes, &Limits { depth: 5, ..Limits::default() }).is_ok());
    let error = read(&bytes, &Limits { depth: 4, ..Limits::default() }).unwrap_err();
    assert!(matches!(error, Unreadable::Limit { ref limit, .. } if limit == "depth"), "{error}");
}

#[test]
fn damage_is_an_error() {
    for (name, main) in [
        ("word/document.xml", "<document><body>"),
        ("word/document.xml", "no xml"),
        ("word/document.xml", ""),
        ("a", ""),
    ] {
        let error = read(&zip_of(&[(name, main)]), &Limits::default()).unwrap_err();
        assert!(matches!(error, Unreadable::Damaged { .. }), "{name} {main}: {error}");
    }
}

fn numbered(body: &str, styles: &str, numbering: &str) -> String {
    let related =
        relations(&[("r1", "styles", "styles.xml"), ("r2", "numbering", "numbering.xml")]);
    let bytes = zip_of(&[
        ("[Content_Types].xml", "<Types/>".to_string()),
        ("word/document.xml", format!("<w:document><w:body>{body}</w:body></w:document>")),
        ("word/_rels/document.xml.rels", related),
        ("word/styles.xml", format!("<w:styles>{styles}</w:styles>")),
        ("word/numbering.xml", format!("<w:numbering>{numbering}</w:numbering>")),
    ]);
    read(&bytes, &Limits::default()).unwrap().text
}

fn level(at: usize, form: &str, text: &str, more: &str) -> String {
    format!(
        "<w:lvl w:ilvl='{at}'><w:start w:val='1'/><w:numFmt w:val='{form}'/><w:lvlText w:val='{text}'/>{more}</w:lvl>"
    )
}

fn item(list: u32, at: usize, text: &str) -> String {
    let list = format!("<w:numPr><w:ilvl w:val='{at}'/><w:numId w:val='{list}'/></w:numPr>");
    format!("<w:p><w:pPr>{list}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
}

#[test]
fn paragraphs_of_lists_have_their_numbers() {
    let levels = level(0, "decimal", "%1.", "")
        + &level(1, "lowerLetter", "(%2)", "")
        + &level(2, "lowerRoman", "%1.%2.%3", "")
        + &level(3, "decimal", "%%1", "");
    let lists = format!(
        "<w:abstractNum w:abstractNumId='7'>{levels}</w:abstractNum>\
         <w:abstractNum w:abstractNumId='8'>{}{}</w:abstractNum>\
         <w:num w:numId='1'><w:abstractNumId w:val='7'/></w:num>\
         <w:num w:numId='2'><w:abstractNumId w:val='7'/><w:lvlOverride w:ilvl='0'><w:startOverride w:val='5'/></w:lvlOverride></w:num>\
         <w:num w:numId='3'><w:abstractNumId w:val='8'/></w:num>",
        level(0, "bullet", "\u{f0b7}", ""),
        level(1, "decimalZero", "%2", ""),
    );
    // The list, the level and the text of each item.
    let items = "10a 11b 12c 11d 10e 11f 20g 10h 20i 30j 31k 00l 90m 13n".split(' ').map(|one| {
        let (list, level) = (one.as_bytes()[0] - b'0', one.as_bytes()[1] - b'0');
        item(list.into(), level.into(), one.trim_start_matches(char::is_numeric))
    });
    let body = items.collect::<String>();
    let expected =
        "1. a\n(a) b\n1.a.i c\n(b) d\n2. e\n(a) f\n5. g\n6. h\n7. i\nj\n01 k\nl\nm\n%7 n\n";
    assert_eq!(numbered(&body, "", &lists), expected);
}

#[test]
fn headings_have_the_numbers_of_their_styles() {
    let levels = level(0, "upperRoman", "Article %1", "<w:pStyle w:val='H1'/>")
        + &level(1, "decimal", "§ %1.%2", "<w:isLgl/><w:pStyle w:val='H2'/>");
    let lists = format!(
        "<w:abstractNum w:abstractNumId='1'>{levels}<w:styleLink w:val='S'/></w:abstractNum>\
         <w:abstractNum w:abstractNumId='2'><w:numStyleLink w:val='S'/></w:abstractNum>\
         <w:num w:numId='4'><w:abstractNumId w:val='2'/></w:num>"
    );
    let numbers = "<w:pPr><w:numPr><w:numId w:val='4'/></w:numPr></w:pPr>";
    let styles = format!(
        "<w:style w:styleId='H1'><w:name w:val='heading 1'/>{numbers}</w:style>\
         <w:style w:styleId='H2'>{numbers}</w:style>\
         <w:style w:styleId='H3'><w:basedOn w:val='H1'/><w:pPr><w:numPr><w:numId w:val='0'/></w:numPr></w:pPr></w:style>"
    );
    let p = |style: &str, more: &str, text: &str| {
        format!(
            "<w:p><w:pPr><w:pStyle w:val='{style}'/>{more}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"
        )
    };
    let gone = "<w:rPr><w:del/></w:rPr>";
    let body = p("H1", "", "a")
        + &p("H2", "", "b")
        + &p("H1", gone, "")
        + &p("H2", "", "c")
        + &p("H3", "", "d")
        + &p("H1", "", "")
        + &p("H1", "", "e")
        + &p("H2", "", "f");
    let expected = "Article I a\n\n§ 1.1 b\n\n§ 1.2 c\n\nd\n\nArticle III e\n\n§ 3.1 f\n";
    assert_eq!(numbered(&body, &styles, &lists), expected);
}
