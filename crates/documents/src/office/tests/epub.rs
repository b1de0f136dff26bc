use super::{super::epub::read, facts, sections, zip_of};
use crate::{extracted::SectionKind, extracted::Unreadable, limits::Limits};

const CONTAINER: &str = "<container><rootfiles><rootfile full-path='../out.opf'/><rootfile full-path='not/there.opf'/><rootfile full-path='O/p.opf'/></rootfiles></container>";

const META: &str = "<metadata><dc:title>A &amp; B</dc:title><dc:title>Sub</dc:title><dc:creator>One</dc:creator><dc:creator>Two</dc:creator><dc:date opf:event='modification'>2021</dc:date><dc:date>2020-05</dc:date></metadata>";

/// Builds the package document of a book from items, chapters and further elements.
fn package(items: &[(&str, &str, &str)], spine: &str, more: &str) -> String {
    let items = items.iter().map(|(id, href, properties)| {
        format!("<item id='{id}' href='{href}' properties='{properties}' media-type='application/xhtml+xml'/>")
    });
    let spine = spine.split(' ').map(|id| format!("<itemref idref='{id}'/>"));
    format!(
        "<package>{META}<manifest>{}<item id='pic' href='p.png' media-type='image/png'/></manifest><spine toc='ncx'>{}</spine>{more}</package>",
        items.collect::<String>(),
        spine.collect::<String>()
    )
}

fn page(body: &str) -> String {
    format!(
        "<?xml version='1.0'?><html><head><title>not this</title></head><body class='x'>{body}</body></html>"
    )
}

fn book(package: String, more: &[(&str, String)]) -> Vec<u8> {
    let mut entries = vec![
        ("mimetype", "application/epub+zip".to_string()),
        ("META-INF/container.xml", CONTAINER.to_string()),
        ("O/p.opf", package),
    ];
    entries.extend(more.iter().cloned());
    zip_of(&entries)
}

#[test]
fn chapters_are_parts_in_the_order_of_the_spine() {
    let items = [
        ("nav", "nav.xhtml", "nav"),
        ("a", "t/a%20b.xhtml", ""),
        ("b", "../b.xhtml", ""),
        ("c", "c.xhtml", ""),
    ];
    let nav = "<nav epub:type='landmarks'><a href='t/a%20b.xhtml'>no</a></nav><nav epub:type='toc'><ol><li><a href='t/a%20b.xhtml#x'>The  <i>first</i></a></li><li><a href='t/a%20b.xhtml#y'>later</a></li></ol></nav>";
    let bytes = book(
        package(&items, "nav b pic none a c", ""),
        &[
            ("O/nav.xhtml", page(nav)),
            ("O/t/a b.xhtml", page("<p>alpha &eacute;&#233;<br/>x</p>")),
            ("b.xhtml", page("<header>x</header><h2>He<b>ad</b> &amp; x</h2><p>b</p>")),
            ("O/c.xhtml", page("<p> </p><script src='x'/>")),
        ],
    );
    let found = read(&bytes, &Limits::default()).unwrap();
    assert_eq!(found.text, "x\n\nHead & x\n\nb\n\nalpha éé\nx\n");
    let expected = [(1, "Head & x", "x"), (2, "The first", "alpha éé")];
    assert_eq!(sections(&found, SectionKind::Chapter), expected);
    assert_eq!(facts(&found), ["A & B", "One, Two", "2020-05", "2021"]);
}

#[test]
fn an_old_table_of_contents_gives_titles_too_and_is_no_chapter() {
    let items = [("ncx", "toc.ncx", ""), ("t", "toc.xhtml", ""), ("a", "a.xhtml", "")];
    let ncx = "<ncx><docTitle><text>Book</text></docTitle><navMap><navPoint><navLabel><text>One</text></navLabel><content src='a.xhtml#i'/></navPoint></navMap></ncx>";
    let bytes = book(
        package(
            &items,
            "t a",
            "<guide><reference type='toc' href='toc.xhtml'/><reference type='text' href='a.xhtml'/></guide>",
        ),
        &[
            ("O/toc.ncx", ncx.to_string()),
            ("O/toc.xhtml", page("contents <a href='a.xhtml'>The first chapter</a>")),
            ("O/a.xhtml", page("<p>a</p>")),
        ],
    );
    let found = read(&bytes, &Limits::default()).unwrap();
    assert_eq!(found.text, "a\n");
    assert_eq!(sections(&found, SectionKind::Chapter), [(1, "One", "a")]);
}

#[test]
fn a_page_that_is_only_called_a_table_of_contents_is_text() {
    let links =
        "<ul><li><a href='b'>The second chapter</a></li><li><a href='c'>Another one</a></li></ul>";
    let guide = "<guide><reference type='toc' href='a'/></guide>";
    let read_page = |first: &str, properties: &str, guide: &str| {
        let items = [("a", "a", properties), ("b", "b", "")];
        let pages = [("O/a", page(first)), ("O/b", page("<p>end</p>"))];
        read(&book(package(&items, "a b", guide), &pages), &Limits::default()).unwrap().text
    };
    let prose = "<p>The whole book is on this page, and nothing else is.</p>";
    for (properties, guide) in [("", guide), ("nav", "")] {
        let with_links = format!("<h1>Title</h1>{prose}{links}");
        assert!(read_page(prose, properties, guide).starts_with("The whole book"), "{properties}");
        assert!(read_page(&with_links, properties, guide).contains("Another one"), "{properties}");
        let contents = format!("<h1>Table of contents</h1>{links}");
        assert_eq!(read_page(&contents, properties, guide), "end\n", "{properties}");
    }
}

#[test]
fn a_file_that_the_spine_names_for_each_of_its_places_is_read_once() {
    let items = [("a", "a#one", ""), ("b", "b", ""), ("c", "a#two", ""), ("d", "a", "")];
    let bytes = book(
        package(&items, "a b c d", ""),
        &[("O/a", page("<p id='one'>x</p><p id='two'>y</p>")), ("O/b", page("<p>z</p>"))],
    );
    assert_eq!(read(&bytes, &Limits::default()).unwrap().text, "x\n\ny\n\nz\n");
}

#[test]
fn numbers_of_notes_are_no_words() {
    let body = "<p><a href='x'>b</a>ook<a class='n' href='#1' epub:type='noteref'>1</a>, shelf<sup><a epub:type=\"noteref\">2</a></sup> <a>end</a></p><a noteref";
    let bytes = book(package(&[("a", "a", "")], "a", ""), &[("O/a", page(body))]);
    assert_eq!(read(&bytes, &Limits::default()).unwrap().text, "book, shelf end\n");
}

#[test]
fn only_scrambled_text_needs_a_key() {
    let sealed = |cipher: &str| {
        let list = format!(
            "<e><EncryptedData><EncryptionMethod Algorithm='{cipher}'/><CipherReference URI='O/a'/></EncryptedData></e>"
        );
        book(
            package(&[("a", "a", "")], "a", ""),
            &[("O/a", page("text")), ("META-INF/encryption.xml", list)],
        )
    };
    assert_eq!(
        read(&sealed("http://www.idpf.org/2008/embedding"), &Limits::default()).unwrap().text,
        "text\n"
    );
    let error = read(&sealed("http://www.w3.org/2001/04/xmlenc#aes256-cbc"), &Limits::default())
        .unwrap_err();
    assert_eq!(error, Unreadable::Encrypted("EPUB".into()));
}

#[test]
fn the_text_of_all_chapters_counts() {
    let bytes = book(
        package(&[("a", "a", ""), ("b", "b", ""), ("c", "c", "")], "a b c", ""),
        &[("O/a", page("text")), ("O/b", page("text")), ("O/c", page("text"))],
    );
    let limits = |text| Limits { text, ..Limits::default() };
    assert_eq!(read(&bytes, &limits(17)).unwrap().text, "text\n\ntext\n\ntext\n");
    let error = read(&bytes, &limits(16)).unwrap_err();
    assert!(matches!(error, Unreadable::Limit { ref limit, .. } if limit == "text"), "{error}");
}

#[test]
fn damage_is_said() {
    for (bytes, reason) in [
        (zip_of(&[("a", "")]), "no META-INF/container.xml"),
        (zip_of(&[("META-INF/container.xml", CONTAINER)]), "no package"),
        (book("<package/>".into(), &[]), "no chapters"),
        (book(package(&[("a", "a", "")], "a", ""), &[]), "all chapters are missing"),
    ] {
        let error = read(&bytes, &Limits::default()).unwrap_err().to_string();
        assert!(error.starts_with("damaged EPUB: ") && error.contains(reason), "{error}");
    }
}
