//! Recognises the format of a file by its first bytes and its name, before decoding.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{extracted::Unreadable, packed::packer_name};

/// First bytes of binary formats, some of which would otherwise pass for text.
const SIGNATURES: [(&[u8], &str); 21] = [
    (b"\x89PNG\r\n\x1a\n", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"GIF87a", "GIF image"),
    (b"GIF89a", "GIF image"),
    (b"II*\0", "TIFF image"),
    (b"MM\0*", "TIFF image"),
    (b"\0\0\x01\0", "icon"),
    (b"PK\x05\x06", "ZIP archive"),
    (b"BZh91AY&SY", "bzip2 data"),
    (b"\xfd7zXZ\0", "xz data"),
    (b"7z\xbc\xaf\x27\x1c", "7z archive"),
    (b"Rar!\x1a\x07", "RAR archive"),
    (b"\x7fELF", "ELF program"),
    (b"\xca\xfe\xba\xbe", "program or class file"),
    (b"\xcf\xfa\xed\xfe", "Mach-O program"),
    // Office files from before 2007 begin like this too. `office::ole` recognises them by their content.
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "OLE file"),
    (b"SQLite format 3\0", "SQLite database"),
    (b"OggS\0", "Ogg media"),
    (b"fLaC\0", "FLAC audio"),
    (b"\0asm", "WebAssembly"),
    (b"\xd1shngl\r\n", "sketches, which --sketches reads"),
];

const PDF: &[u8] = b"%PDF-";

/// A PDF header must begin within this many bytes.
const MAX_BEFORE_PDF: usize = 1024;

/// Extensions of markup formats that shingle does not read.
const MARKUP: [(&str, &str); 2] = [("fb2", "a FictionBook"), ("opml", "an OPML outline")];

/// First bytes of files that only point to another file, with advice for the user.
const POINTERS: [(&[u8], &str); 4] = [
    (b"version https://git-lfs.github.com/spec/", "a Git LFS pointer; run `git lfs pull`"),
    (b"version https://hawser.github.com/spec/", "a Git LFS pointer; run `git lfs pull`"),
    (b"/annex/objects/", "a git-annex pointer; run `git annex get`"),
    (b"[InternetShortcut]", "a link to a web page; save the page"),
];

const GOOGLE: [&str; 10] =
    ["gdoc", "gdraw", "gform", "gjam", "glink", "gmap", "gscript", "gsheet", "gsite", "gslides"];

const NAMED: [(&str, &str); 13] = [
    ("pdf", "PDF"),
    ("docx", "DOCX"),
    ("docm", "DOCX"),
    ("pptx", "PPTX"),
    ("pptm", "PPTX"),
    ("ppsx", "PPTX"),
    ("odt", "ODT"),
    ("ott", "ODT"),
    ("odp", "ODP"),
    ("epub", "EPUB"),
    ("rtf", "RTF"),
    ("xlsx", "XLSX"),
    ("ods", "ODS"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Format {
    Plain,
    Markdown,
    Latex,
    Html,
    Notebook,
    Json,
    Subtitles,
    /// `.fodt`: an `OpenDocument` text in one XML file.
    FlatOdt,
    /// `.eml`, `.emlx`: an e-mail; `.mhtml`, `.mht`: a web page saved as an e-mail.
    Message,
    Mailbox,
    Rtf,
    Pdf,
    /// A zip file such as DOCX, PPTX, ODT, ODP or EPUB, recognised by its first bytes.
    Container,
    /// A gzip or zstd file, recognised by its first bytes. The name without its last extension gives the inner format.
    Packed,
}

impl Format {
    /// Recognises the format: binary formats by their first bytes, other formats by the extension in any case.
    pub fn recognise(path: &Path, bytes: &[u8]) -> Result<Self, Unreadable> {
        if bytes.starts_with(b"PK\x03\x04") {
            return Ok(Self::Container);
        }
        if packer_name(bytes).is_some() {
            return Ok(Self::Packed);
        }
        if rtf_body(bytes).is_some() {
            return Ok(Self::Rtf);
        }
        let own = lower_case_extension(path);
        let has = |ending: &str| own == ending;
        if (has("pdf") || without_leading_blanks(bytes).starts_with(PDF))
            && find_pdf_header(bytes).is_some()
        {
            return Ok(Self::Pdf);
        }
        let known = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature));
        if let Some((_, name)) = known {
            return Err(Unreadable::binary_error(name));
        }
        if let Some((_, what)) = POINTERS.iter().find(|(first, _)| bytes.starts_with(first)) {
            return Err(Unreadable::Unsupported((*what).into()));
        }
        if GOOGLE.iter().any(|ending| has(ending)) {
            let what = "a link to a document of Google Drive; download the document";
            return Err(Unreadable::Unsupported(what.into()));
        }
        if let Some((_, name)) = MARKUP.iter().find(|(ending, _)| has(ending)) {
            let what = format!("{name} is not supported; convert it to text, or use --converter");
            return Err(Unreadable::Foreign(what.into()));
        }
        match NAMED.iter().find(|(ending, _)| has(ending)) {
            Some((_, name)) => Err(Unreadable::Misnamed((*name).into())),
            None => Ok(Self::from_extension(&own)),
        }
    }

    /// Returns true if reading needs more than linear code, so that a [`FormatReader`](crate::FormatReader) does it.
    pub(crate) const fn needs_reader(self) -> bool {
        use Format::{Container, FlatOdt, Latex, Mailbox, Message, Pdf, Rtf};
        matches!(self, Latex | FlatOdt | Message | Mailbox | Rtf | Pdf | Container)
    }

    /// Returns true for usual names of documents. Text is read under any name.
    pub fn is_named_as_document(path: &Path) -> bool {
        let ending = lower_case_extension(path);
        let is_named = NAMED.iter().any(|(one, _)| *one == ending);
        is_named
            || ending == "txt"
            || ending == "doc"
            || Self::from_extension(&ending) != Self::Plain
    }

    pub fn from_file_name(path: &Path) -> Self {
        Self::from_extension(&lower_case_extension(path))
    }

    fn from_extension(ending: &str) -> Self {
        match ending {
            "md" | "markdown" | "mkd" | "mkdn" | "mdown" | "mdwn" | "mdx" | "qmd" | "rmd"
            | "rmarkdown" => Self::Markdown,
            "tex" | "latex" | "ltx" => Self::Latex,
            "html" | "htm" | "xhtml" => Self::Html,
            "fodt" => Self::FlatOdt,
            "ipynb" => Self::Notebook,
            "json" | "jsonl" | "ndjson" => Self::Json,
            "srt" | "vtt" | "sbv" | "ass" | "ssa" => Self::Subtitles,
            "eml" | "emlx" | "mhtml" | "mht" => Self::Message,
            "mbox" | "mbx" => Self::Mailbox,
            _ => Self::Plain,
        }
    }
}

fn lower_case_extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// Finds a PDF header, also behind other bytes such as HTTP headers, which PDF readers tolerate.
pub(crate) fn find_pdf_header(bytes: &[u8]) -> Option<usize> {
    memchr::memmem::find(&bytes[..bytes.len().min(MAX_BEFORE_PDF)], PDF)
}

/// Returns the RTF of a file, or `None` for other files. Some programs write a byte order mark or blanks before it.
pub(crate) fn rtf_body(bytes: &[u8]) -> Option<&[u8]> {
    Some(without_leading_blanks(bytes)).filter(|body| body.starts_with(b"{\\rtf"))
}

fn without_leading_blanks(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Format, SIGNATURES, Unreadable};

    #[test]
    fn the_ending_decides_the_format_of_a_text() {
        for (name, format) in [
            ("a.md", Format::Markdown),
            ("A.MARKDOWN", Format::Markdown),
            ("dir.md/a.HTM", Format::Html),
            ("x.html", Format::Html),
            ("x.xhtml", Format::Html),
            ("x.txt", Format::Plain),
            ("html", Format::Plain),
            (".md", Format::Plain),
            ("a.TEX", Format::Latex),
            ("a.fodt", Format::FlatOdt),
            ("film.SRT", Format::Subtitles),
            ("film.vtt", Format::Subtitles),
            ("a.eml", Format::Message),
            ("inbox.mbox", Format::Mailbox),
            ("a.Rmd", Format::Markdown),
            ("a.qmd", Format::Markdown),
            ("a.mdx", Format::Markdown),
            ("a.ipynb", Format::Notebook),
            ("a.json", Format::Json),
            ("page.MHT", Format::Message),
        ] {
            assert_eq!(Format::from_file_name(Path::new(name)), format, "{name}");
            assert_eq!(Format::recognise(Path::new(name), b"a text"), Ok(format), "{name}");
        }
    }

    #[test]
    fn a_format_of_its_own_is_told_by_its_first_bytes_whatever_its_name_is() {
        for (bytes, format) in [
            (b"%PDF-1.7\n".as_slice(), Format::Pdf),
            (b"PK\x03\x04\x14\0", Format::Container),
            (b"{\\rtf1\\ansi", Format::Rtf),
            (b"\xef\xbb\xbf {\\rtf1", Format::Rtf),
            (b"\r\n{\\rtf1", Format::Rtf),
            (b"\xef\xbb\xbf\r\n%PDF-1.4", Format::Pdf),
            (b"\x1f\x8b\x08\0", Format::Packed),
        ] {
            for name in ["a.txt", "a.html", "a.docx", "a"] {
                assert_eq!(Format::recognise(Path::new(name), bytes), Ok(format), "{name}");
            }
        }
        let sent = b"HTTP/1.1 200 OK\r\n\r\n%PDF-1.4";
        for (name, format) in [("a.PDF", Format::Pdf), ("a.txt", Format::Plain)] {
            assert_eq!(Format::recognise(Path::new(name), sent), Ok(format), "{name}");
        }
        let markup = Format::recognise(Path::new("a.FB2"), b"<?xml version=\"1.0\"?>");
        assert!(matches!(markup, Err(Unreadable::Foreign(_))));
    }

    #[test]
    fn what_is_not_what_its_name_says_is_refused() {
        let lfs = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n".as_slice();
        for (name, bytes, why) in [
            ("a.pdf", b"no PDF".as_slice(), "its name says PDF"),
            ("a.DOCX", b"", "its name says DOCX"),
            ("a.pdf", lfs, "a Git LFS pointer"),
            ("a.txt", lfs, "a Git LFS pointer"),
            ("a.epub", b"/annex/objects/SHA256E-s1--0.epub\n", "a git-annex pointer"),
            ("Notes.gdoc", b"{\"doc_id\": \"1\"}", "a link to a document of Google Drive"),
        ] {
            let refusal = Format::recognise(Path::new(name), bytes).unwrap_err().to_string();
            assert!(refusal.starts_with(why), "{name}: {refusal}");
        }
    }

    #[test]
    fn what_is_no_text_is_told_by_its_first_bytes_whatever_its_name_is() {
        for (signature, name) in SIGNATURES {
            let bytes = [signature, b" and so on"].concat();
            let expected = Err(Unreadable::binary_error(name));
            assert_eq!(Format::recognise(Path::new("a.html"), &bytes), expected);
            let less = &signature[..signature.len() - 1];
            assert!(Format::recognise(Path::new("a.txt"), less).is_ok(), "{name}");
        }
    }
}
