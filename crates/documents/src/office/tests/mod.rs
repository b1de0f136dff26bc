//! Tests of the office readers on small generated documents.

mod container;
mod docx;
mod epub;
mod kind;
mod odt;
mod pptx;

use std::io::Write;

use flate2::{Compression, write::DeflateEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter};

use crate::extracted::{Extracted, Facts, SectionKind};

/// Builds a zip file. Entries are compressed, except for `mimetype`.
pub(crate) fn zip_of<B: AsRef<[u8]>>(entries: &[(&str, B)]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (name, content) in entries {
        let (method, level) = if *name == "mimetype" {
            (CompressionMethod::STORE, None)
        } else {
            (CompressionMethod::DEFLATE, Some(Compression::default()))
        };
        let file = archive.new_file(*name).compression_method(method);
        let (mut entry, config) = file.start().unwrap();
        let descriptor = match level {
            None => {
                let mut writer = config.wrap(&mut entry);
                writer.write_all(content.as_ref()).unwrap();
                writer.finish().unwrap().1
            }
            Some(level) => {
                let mut writer = config.wrap(DeflateEncoder::new(&mut entry, level));
                writer.write_all(content.as_ref()).unwrap();
                let (encoder, descriptor) = writer.finish().unwrap();
                encoder.finish().unwrap();
                descriptor
            }
        };
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

/// Builds a list of relations from id, kind and target.
pub(crate) fn relations(of: &[(&str, &str, &str)]) -> String {
    let list = of.iter().map(|(id, kind, target)| {
        format!("<Relationship Id='{id}' Type='http://x/{kind}' Target='{target}'/>")
    });
    format!("<Relationships>{}</Relationships>", list.collect::<String>())
}

/// Returns title, author, and the times of creation and of the last change.
pub(crate) fn facts(of: &Extracted) -> [&str; 4] {
    let Facts { title, author, created, changed } = &of.facts;
    [title, author, created, changed]
}

/// Returns number, title and first line of each section, all of one kind.
pub(crate) fn sections(of: &Extracted, kind: SectionKind) -> Vec<(u32, &str, &str)> {
    assert!(of.sections.iter().all(|section| section.kind == kind), "{:?}", of.sections);
    let line = |at: u32| of.text.get(at as usize..).unwrap().lines().next().unwrap_or_default();
    of.sections
        .iter()
        .map(|section| (section.number, section.title.as_str(), line(section.at)))
        .collect()
}
