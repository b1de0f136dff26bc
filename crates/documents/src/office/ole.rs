//! Recognises office documents in OLE files by the names of their streams: documents from before 2007, and documents
//! with a password. shingle does not read these.

use std::path::Path;

use memchr::memmem;

use crate::extracted::Unreadable;

const SIGNATURE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Streams, extensions and advice for each format. The first stream found counts, because documents embed other
/// documents.
const OLD: [(&str, &str, &str); 5] = [
    (
        "PowerPoint Document",
        "ppt",
        "PowerPoint presentation from before 2007; save it as .pptx, or use --converter '*.ppt=catppt'",
    ),
    (
        "WordDocument",
        "doc",
        "Word document from before 2007; save it as .docx, or use --converter '*.doc=antiword -'",
    ),
    (
        "Workbook",
        "xls",
        "Excel workbook from before 2007; save it as text (CSV), or use --converter",
    ),
    ("Book", "xls", "Excel workbook from before 1997; save it as text (CSV), or use --converter"),
    ("__properties_version1.0", "msg", "Outlook message; save it as .eml, or use --converter"),
];

/// Returns the reason for skipping an office document in an OLE file, or `None` for any other file.
pub(crate) fn detect_old_format(path: &Path, bytes: &[u8]) -> Option<Unreadable> {
    if !bytes.starts_with(SIGNATURE) {
        return None;
    }
    // Includes the NUL at the end, so that `Book` does not match `MyBook`.
    let has = |stream: &str| {
        let name: Vec<u8> = stream.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
        memmem::find(bytes, &name).is_some()
    };
    if has("EncryptedPackage") {
        return Some(Unreadable::Encrypted("office document".into()));
    }
    let is_named =
        |ending: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    let by_stream = OLD.iter().find(|(stream, ..)| has(stream));
    let (.., what) = by_stream.or_else(|| OLD.iter().find(|(_, ending, _)| is_named(ending)))?;
    Some(Unreadable::Unsupported((*what).into()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{SIGNATURE, detect_old_format};

    /// Builds a file whose directory has a stream of this name.
    fn ole(stream: &str) -> Vec<u8> {
        let name = stream.encode_utf16().flat_map(u16::to_le_bytes);
        SIGNATURE.iter().copied().chain([0; 100]).chain(name).chain([0; 10]).collect()
    }

    #[test]
    fn old_documents_and_those_with_a_password_are_told_apart() {
        let said = |name: &str, stream| {
            let refusal = detect_old_format(Path::new(name), &ole(stream));
            refusal.map_or_else(String::new, |refusal| refusal.to_string())
        };
        for (stream, begins) in [
            ("EncryptedPackage", "needs a password"),
            ("WordDocument", "Word document"),
            ("PowerPoint Document", "PowerPoint presentation"),
            ("Workbook", "Excel workbook"),
        ] {
            assert!(said("a", stream).starts_with(begins), "{stream}");
        }
        assert_eq!(said("a", "Thumbnails"), "");
        assert_eq!(said("a.DOC", "Thumbnails"), said("a", "WordDocument"));
        assert_eq!(detect_old_format(Path::new("a.doc"), b"WordDocument"), None);
    }
}
