//! What the readers of office formats make of small documents, made here.

mod container;
mod docx;
mod epub;
mod kind;
mod odt;
mod pptx;

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::extracted::{Extracted, SectionKind};

/// A zip file with these entries, compressed but for a `mimetype`.
fn zip_of<B: AsRef<[u8]>>(entries: &[(&str, B)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        let method = if *name == "mimetype" {
            CompressionMethod::Stored
        } else {
            CompressionMethod::Deflated
        };
        let options = SimpleFileOptions::default().compression_method(method);
        writer.start_file(*name, options).unwrap();
        writer.write_all(content.as_ref()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A list of references of one section of an office document: id, kind, target.
fn relations(of: &[(&str, &str, &str)]) -> String {
    let list = of.iter().map(|(id, kind, target)| {
        format!("<Relationship Id='{id}' Type='http://x/{kind}' Target='{target}'/>")
    });
    format!("<Relationships>{}</Relationships>", list.collect::<String>())
}

/// The sections of a document: kind, number, title, and the text from there to the end of the line.
fn sections(of: &Extracted) -> Vec<(SectionKind, u32, &str, &str)> {
    let line = |at: u32| of.text.get(at as usize..).unwrap().lines().next().unwrap_or_default();
    of.sections
        .iter()
        .map(|section| (section.kind, section.number, section.title.as_str(), line(section.at)))
        .collect()
}
