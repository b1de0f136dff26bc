use super::{super::pptx::read, relations, sections, zip_of};
use crate::{extracted::SectionKind, extracted::Unreadable, limits::Limits};

/// Builds a shape with a placeholder of this kind.
fn shape(kind: &str, text: &str) -> String {
    let runs: Vec<String> = text
        .split('|')
        .map(|text| {
            format!("<a:p><a:pPr><a:tab/></a:pPr><a:r><a:rPr/><a:t>{text}</a:t></a:r></a:p>")
        })
        .collect();
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id='1'/><p:nvPr><p:ph type='{kind}'/></p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>{}</p:txBody></p:sp>",
        runs.concat()
    )
}

fn slide(shapes: &str) -> String {
    format!("<p:sld><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>")
}

/// Builds a presentation of three slides, with files in another order and notes for the second slide.
fn presentation(first: &str) -> Vec<u8> {
    let show = "<p:presentation><p:sldIdLst><p:sldId id='9' r:id='r3'/><p:sldId id='8' r:id='r1'/><p:sldId id='7' r:id='r2'/></p:sldIdLst></p:presentation>";
    let notes =
        slide(&(shape("sldImg", "no") + &shape("body", "said aloud") + &shape("sldNum", "2")));
    zip_of(&[
        ("_rels/.rels", relations(&[("r1", "officeDocument", "ppt/presentation.xml")])),
        ("ppt/presentation.xml", show.to_string()),
        (
            "ppt/_rels/presentation.xml.rels",
            relations(&[
                ("r1", "slide", "slides/slide1.xml"),
                ("r2", "slide", "/ppt/slides/slide2.xml"),
                ("r3", "slide", "slides/slide3.xml"),
            ]),
        ),
        ("ppt/slides/slide1.xml", slide(&(shape("title", "Two|lines") + &shape("body", "B")))),
        (
            "ppt/slides/_rels/slide1.xml.rels",
            relations(&[("r1", "notesSlide", "../notesSlides/n.xml")]),
        ),
        ("ppt/slides/slide2.xml", slide(&shape("body", "last"))),
        ("ppt/slides/slide3.xml", slide(first)),
        ("ppt/notesSlides/n.xml", notes),
    ])
}

#[test]
fn slides_are_parts_in_their_order_with_notes_behind_each() {
    let found = read(&presentation(&shape("ctrTitle", "First")), &Limits::default()).unwrap();
    assert_eq!(found.text, "First\n\nTwo\n\nlines\n\nB\n\nsaid aloud\n\nlast\n");
    let expected = [(1, "First", "First"), (2, "Two lines", "Two"), (3, "", "last")];
    assert_eq!(sections(&found, SectionKind::Slide), expected);
}

#[test]
fn what_stands_on_every_slide_and_what_is_hidden_is_left_out() {
    let hidden = shape("body", "gone").replace("id='1'", "id='1' hidden='1'");
    let shapes = shape("dt", "1.1.2020")
        + &shape("ftr", "footer")
        + &shape("sldNum", "1")
        + &hidden
        + &shape("body", "stays");
    let found = read(&presentation(&shapes), &Limits::default()).unwrap();
    assert!(found.text.starts_with("stays\n\nTwo\n"), "{}", found.text);
}

#[test]
fn tables_breaks_and_choices_are_read() {
    let cell = |text| {
        format!(
            "<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody><a:tcPr/></a:tc>"
        )
    };
    let table = format!(
        "<p:graphicFrame><a:tbl><a:tblPr/><a:tr>{}{}</a:tr><a:tr>{}{}</a:tr></a:tbl></p:graphicFrame>",
        cell("a"),
        cell("b"),
        cell("c"),
        cell("d")
    );
    let twice = format!(
        "<mc:AlternateContent><mc:Choice>{0}</mc:Choice><mc:Fallback>{0}</mc:Fallback></mc:AlternateContent>",
        shape("body", "once")
    );
    let broken = "<p:sp><p:txBody><a:p><a:r><a:t>x</a:t></a:r><a:br/><a:fld><a:t>y</a:t></a:fld></a:p></p:txBody></p:sp>";
    let found = read(&presentation(&(table + &twice + broken)), &Limits::default()).unwrap();
    assert!(found.text.starts_with("a\tb\nc\td\n\nonce\n\nx\ny\n\nTwo"), "{}", found.text);
}

#[test]
fn the_points_of_a_diagram_follow_their_slide() {
    let diagram = "<dgm:dataModel><dgm:pt><dgm:t> <a:bodyPr/> <a:p><a:r><a:t>one</a:t></a:r></a:p> </dgm:t></dgm:pt><dgm:pt><dgm:t><a:p><a:r><a:t>two</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>";
    let bytes = zip_of(&[
        ("ppt/presentation.xml", "<presentation><sldId r:id='r1'/></presentation>".to_string()),
        ("ppt/_rels/presentation.xml.rels", relations(&[("r1", "slide", "s.xml")])),
        ("ppt/s.xml", slide(&shape("body", "x"))),
        ("ppt/_rels/s.xml.rels", relations(&[("r1", "diagramData", "d.xml")])),
        ("ppt/d.xml", diagram.to_string()),
    ]);
    assert_eq!(read(&bytes, &Limits::default()).unwrap().text, "x\n\none\n\ntwo\n");
}

#[test]
fn the_same_slide_without_end_is_refused() {
    let show = format!("<presentation>{}</presentation>", "<sldId r:id='r1'/>".repeat(4));
    let bytes = zip_of(&[
        ("ppt/presentation.xml", show),
        ("ppt/_rels/presentation.xml.rels", relations(&[("r1", "slide", "s.xml")])),
        ("ppt/s.xml", slide(&shape("body", "x"))),
    ]);
    let limits = |entries| Limits { entries, ..Limits::default() };
    assert_eq!(read(&bytes, &limits(4)).unwrap().text, "x\n\nx\n\nx\n\nx\n");
    let error = read(&bytes, &limits(3)).unwrap_err();
    assert!(matches!(error, Unreadable::Limit { .. }), "{error}");
}

#[test]
fn a_slide_that_is_missing_is_damage() {
    let show = "<presentation><sldId r:id='r1'/></presentation>";
    let error = read(&zip_of(&[("ppt/presentation.xml", show)]), &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "damaged PPTX: no slide r1");
}

#[test]
fn numbers_of_paragraphs_go_on_within_a_shape() {
    let point = |level, number: &str, text: &str| {
        format!("<a:p><a:pPr lvl='{level}'>{number}</a:pPr><a:r><a:t>{text}</a:t></a:r></a:p>")
    };
    let (digits, letters) =
        ("<a:buAutoNum type='arabicPeriod'/>", "<a:buAutoNum type='alphaLcParenR' startAt='3'/>");
    let body = |points: &[String]| format!("<p:sp><p:txBody>{}</p:txBody></p:sp>", points.concat());
    let shapes = body(&[
        point(0, digits, "one"),
        point(0, digits, ""),
        point(1, letters, "in it"),
        point(1, letters, "too"),
        point(0, digits, "two"),
        point(1, letters, "anew"),
        point(0, "<a:buChar char='•'/>", "none"),
        point(0, digits, "again"),
    ]) + &body(&[point(0, "<a:buAutoNum type='romanUcParenBoth'/>", "other")]);
    let found = read(&presentation(&shapes), &Limits::default()).unwrap();
    let wanted =
        "1. one\n\nc) in it\n\nd) too\n\n2. two\n\nc) anew\n\nnone\n\n1. again\n\n(I) other";
    assert!(found.text.starts_with(wanted), "{}", found.text);
}
