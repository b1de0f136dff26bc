use super::{super::kind::ContainerKind, super::kind::container_kind, zip_of};
use crate::{file_format::Format, work::FormatReader as _, work::InProcess};

/// Entries of an archive, and the expected kind.
type Case<'a> = (&'a [(&'a str, &'a str)], Option<ContainerKind>);

#[test]
fn documents_are_told_from_each_other_and_from_archives() {
    let office = "[Content_Types].xml";
    let cases: [Case<'_>; 11] = [
        (&[(office, ""), ("word/other.xml", "")], Some(ContainerKind::Docx)),
        (&[(office, ""), ("docProps/x", ""), ("ppt/x", "")], Some(ContainerKind::Pptx)),
        (&[("word/document.xml", "")], Some(ContainerKind::Docx)),
        (&[(office, ""), ("xl/workbook.xml", "")], None),
        (&[("mimetype", "application/epub+zip")], Some(ContainerKind::Epub)),
        (
            &[("mimetype", "application/vnd.oasis.opendocument.text-template")],
            Some(ContainerKind::Odt),
        ),
        (
            &[("mimetype", "application/vnd.oasis.opendocument.presentation")],
            Some(ContainerKind::Odt),
        ),
        (&[("mimetype", "application/vnd.oasis.opendocument.spreadsheet")], None),
        (
            &[("a", ""), ("mimetype", "application/vnd.oasis.opendocument.text")],
            Some(ContainerKind::Odt),
        ),
        (&[("META-INF/container.xml", ""), ("x/y.opf", "")], Some(ContainerKind::Epub)),
        (&[("words/a", ""), ("ppt", "")], None),
    ];
    for (entries, kind) in cases {
        assert_eq!(container_kind(&zip_of(entries)), kind, "{entries:?}");
    }
}

#[test]
fn a_type_that_is_compressed_is_read_as_well() {
    let mut bytes = zip_of(&[("mimetypX", "application/epub+zip")]);
    let places: Vec<usize> = memchr::memmem::find_iter(&bytes, b"mimetypX").collect();
    for at in places {
        bytes[at + 7] = b'e';
    }
    assert_eq!(container_kind(&bytes), Some(ContainerKind::Epub));
}

#[test]
fn a_document_without_its_end_is_damaged_and_no_archive() {
    let why = |bytes: &[u8]| {
        let read = InProcess::default().read(Format::Container, bytes);
        read.expect_err("no document").to_string()
    };
    let whole = zip_of(&[("[Content_Types].xml", ""), ("word/document.xml", "<a/>")]);
    let reason = "damaged ZIP file: its end is missing; get the whole file";
    assert_eq!(why(&whole[..whole.len() / 2]), reason);
    assert_eq!(why(&zip_of(&[("words/a", "")])), "binary: ZIP archive");
}
