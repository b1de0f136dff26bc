use super::{super::odt::read, super::odt::read_flat_xml, facts, sections, zip_of};
use crate::{extracted::Extracted, extracted::SectionKind, extracted::Unreadable, limits::Limits};

const STYLES: &str = "<office:styles><style:style style:name='Hidden'><style:text-properties text:display='none'/></style:style><style:style style:name='Child' style:parent-style-name='Hidden'/><style:style style:name='Shown'><style:text-properties/></style:style></office:styles><office:master-styles><text:p>page header</text:p></office:master-styles>";

const META: &str = "<office:meta><dc:title>A &amp; B</dc:title><dc:creator>Last</dc:creator><meta:initial-creator>First</meta:initial-creator><meta:creation-date>2020-05-01T10:00:00</meta:creation-date><dc:date>2021-01-02</dc:date></office:meta>";

fn document(body: &str) -> Vec<u8> {
    zip_of(&[
        ("mimetype", "application/vnd.oasis.opendocument.text".to_string()),
        ("content.xml", format!("<d><office:body>{body}</office:body></d>")),
        ("styles.xml", format!("<d>{STYLES}</d>")),
        ("meta.xml", format!("<d>{META}</d>")),
    ])
}

fn extracted(body: &str) -> Extracted {
    let found = read(&document(body), &Limits::default()).unwrap();
    let flat = format!(
        "<office:document>{META}{STYLES}<office:body>{body}</office:body></office:document>"
    );
    assert_eq!(read_flat_xml(flat.as_bytes(), &Limits::default()).unwrap(), found, "the flat form");
    found
}

fn text(body: &str) -> String {
    extracted(body).text
}

#[test]
fn white_space_lists_tables_boxes_and_fields_are_read_and_hidden_text_is_left_out() {
    for (body, expected) in [
        (
            "<text:p>\n  a &amp; <text:span> b</text:span>\n c<text:s/><text:s text:c='2'/>d<text:tab/>e<text:line-break/>f</text:p>\n<text:p/><text:p>g&#8209;h&#173;i</text:p>",
            "a & b c   d\te\nf\n\ng\u{2011}h\u{ad}i\n",
        ),
        (
            "<text:list><text:list-item><text:number>1.</text:number><text:p>a</text:p></text:list-item><text:list-item><text:p>b</text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>c</text:p></table:table-cell><table:table-cell><text:p>d</text:p></table:table-cell></table:table-row></table:table><text:p>be<draw:frame><svg:title>no</svg:title><draw:text-box>\n<text:p>box</text:p></draw:text-box></draw:frame><draw:custom-shape><text:p>shape</text:p></draw:custom-shape><draw:image><office:binary-data>QUJD</office:binary-data></draw:image>fore</text:p>",
            "a\nb\n\nc\td\n\nbefore\n\nbox\n\nshape\n",
        ),
        (
            "<text:p>a<draw:object><office:document><office:body><text:p>x</text:p></office:body></office:document></draw:object></text:p><text:p>b</text:p>",
            "a\n\nb\n",
        ),
        (
            "<text:p>a<text:span text:style-name='Hidden'>x</text:span><text:span text:style-name='Child'>x</text:span><text:span text:style-name='Shown'>b</text:span><text:hidden-text text:is-hidden='true'>x</text:hidden-text><text:title>c</text:title></text:p><text:section text:display='none'><text:p>x</text:p></text:section><text:p text:style-name='Hidden'>x</text:p><text:table-of-content><text:table-of-content-source><text:p>x</text:p></text:table-of-content-source><text:index-body><text:p>d</text:p></text:index-body></text:table-of-content>",
            "abc\n\nd\n",
        ),
    ] {
        assert_eq!(text(body), expected, "{body}");
    }
}

#[test]
fn notes_stand_at_the_end_and_comments_nowhere() {
    let body = "<text:h text:outline-level='1'>Head</text:h><text:p>be<text:note><text:note-citation>1</text:note-citation><text:note-body>\n <text:p>a note</text:p>\n</text:note-body></text:note>fore<office:annotation><dc:date>2020</dc:date><text:p>comment</text:p></office:annotation></text:p><text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:h text:outline-level='2'>Sub</text:h><text:p>end</text:p>";
    let found = extracted(body);
    assert_eq!(found.text, "Head\n\nbefore\n\nSub\n\nend\n\na note\n");
    assert_eq!(sections(&found, SectionKind::Chapter), [(1, "Head", "Head")]);
    assert_eq!(facts(&found), ["A & B", "First", "2020-05-01T10:00:00", "2021-01-02"]);
}

#[test]
fn slides_are_parts() {
    let body = "<draw:page><draw:frame presentation:class='title'><draw:text-box><text:p>The</text:p><text:p>title</text:p></draw:text-box></draw:frame><draw:frame presentation:class='page-number'><draw:text-box><text:p>1</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame presentation:class='notes'><draw:text-box><text:p>aloud</text:p></draw:text-box></draw:frame></presentation:notes></draw:page><draw:page/><draw:page><draw:custom-shape><text:p>x</text:p></draw:custom-shape></draw:page>";
    let found = extracted(body);
    assert_eq!(found.text, "The\n\ntitle\n\naloud\n\nx\n");
    assert_eq!(sections(&found, SectionKind::Slide), [(1, "The title", "The"), (3, "", "x")]);
}

#[test]
fn a_document_with_a_password_is_told() {
    let bytes = zip_of(&[
        ("content.xml", "garbage"),
        ("META-INF/manifest.xml", "<m><manifest:encryption-data/></m>"),
    ]);
    let error = read(&bytes, &Limits::default()).unwrap_err();
    assert!(matches!(error, Unreadable::Encrypted(_)), "{error}");
}

#[test]
fn limits_hold_and_damage_is_said() {
    let bytes = document("<text:p>12345</text:p><text:p>67</text:p>");
    assert!(read(&bytes, &Limits { text: 10, ..Limits::default() }).is_ok());
    assert!(read(&bytes, &Limits { text: 9, ..Limits::default() }).is_err());
    assert_eq!(text("<text:p>a<text:s text:c='4000000000'/>b</text:p>").len(), 1003);
    let deep = format!("<text:p>{}x", "<text:span>".repeat(600));
    let error = read_flat_xml(deep.as_bytes(), &Limits::default()).unwrap_err();
    assert!(matches!(error, Unreadable::Limit { ref limit, .. } if limit == "depth"), "{error}");
    let error = read(&zip_of(&[("content.xml", "<d/>")]), &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "damaged OpenDocument: it has no body");
}

fn styled(styles: &str, body: &str) -> String {
    let flat = format!(
        "<office:document><office:styles>{styles}</office:styles><office:body>{body}</office:body></office:document>"
    );
    read_flat_xml(flat.as_bytes(), &Limits::default()).unwrap().text
}

#[test]
fn items_of_lists_have_their_numbers() {
    let styles = "<text:list-style style:name='L'>\
        <text:list-level-style-number text:level='1' style:num-format='1' style:num-suffix='.'/>\
        <text:list-level-style-number text:level='2' style:num-format='a' style:num-prefix='(' style:num-suffix=')'/>\
        <text:list-level-style-number text:level='3' style:num-format='i' text:display-levels='2' text:start-value='4'/>\
        </text:list-style>\
        <text:list-style style:name='B'><text:list-level-style-bullet text:level='1' text:bullet-char='x'/></text:list-style>\
        <style:style style:name='P' style:list-style-name='L'/><style:style style:name='Q' style:parent-style-name='P'/>";
    let item = |text: &str| format!("<text:list-item><text:p>{text}</text:p></text:list-item>");
    let list = |entries: &str, items: &str| format!("<text:list {entries}>{items}</text:list>");
    let inner = list("", &(item("b") + &list("", "") + &item("c")));
    let deep = format!(
        "<text:list-item>{}</text:list-item>",
        list("", &format!("<text:list-item>{}</text:list-item>", list("", &item("x"))))
    );
    let body = list(
        "text:style-name='L' xml:id='one'",
        &(format!(
            "<text:list-item><text:p>a</text:p><text:p>more</text:p>{inner}</text:list-item>"
        ) + &deep
            + &item("d")),
    ) + "<text:p>between</text:p>"
        + &list("text:style-name='L' text:continue-numbering='true'", &item("e"))
        + &list("text:style-name='L'", &item("f"))
        + &list("text:continue-list='one' text:style-name='L'", &item("g"))
        + &list(
            "text:style-name='L'",
            "<text:list-item text:start-value='9'><text:p>h</text:p></text:list-item><text:list-header><text:p>i</text:p></text:list-header>",
        )
        + &list("text:style-name='B'", &item("j"))
        + &list("", "<text:list-item><text:p text:style-name='Q'>k</text:p></text:list-item>");
    let expected =
        "1. a\nmore\n(a) b\n(b) c\na.iv x\n2. d\n\nbetween\n\n3. e\n1. f\n3. g\n9. h\ni\nj\n1. k\n";
    assert_eq!(styled(styles, &body), expected);
}

#[test]
fn headings_have_the_numbers_of_their_levels() {
    let styles = "<text:outline-style style:name='Outline'>\
        <text:outline-level-style text:level='1' style:num-format='I' style:num-suffix='.'/>\
        <text:outline-level-style text:level='2' style:num-format='1' text:display-levels='2'/>\
        <text:outline-level-style text:level='3' style:num-format=''/>\
        <text:outline-level-style text:level='4' style:num-format='1' style:num-prefix=' Part '/></text:outline-style>\
        <style:style style:name='P' style:list-style-name=''/><style:style style:name='Q' style:parent-style-name='P'/>";
    let h = |level: u32, more: &str, text: &str| {
        format!("<text:h text:outline-level='{level}' {more}>{text}</text:h>")
    };
    let body = h(1, "", "a")
        + &h(2, "", "b")
        + &h(3, "", "c")
        + &h(2, "", "d")
        + &h(1, "text:is-list-header='true'", "e")
        + &h(1, "", "f")
        + &h(2, "", "g")
        + &h(4, "", "h")
        + &h(4, "text:style-name='Q'", "i")
        + &h(4, "", "j")
        + &h(11, "", "k");
    assert_eq!(
        styled(styles, &body),
        "I. a\n\nI.1 b\n\nc\n\nI.2 d\n\ne\n\nII. f\n\nII.1 g\n\nPart 1 h\n\ni\n\nPart 2 j\n\nk\n"
    );
}
