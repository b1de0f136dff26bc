//! Reads the files that values of parameters name: templates and lists of words.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use documents::decode_plain_text;

use super::reader::DocumentReader;
use crate::folder::read::{LARGEST_FILE, read_named_file};
use base::path::DocPath;
use shingle_core::pipeline::parameters::template::LARGEST_TEMPLATES;
use shingle_core::pipeline::{Parameter, Params, Template, ValueError, ValueFiles};
use shingle_core::text::WordList;

/// Reads files that parameter values name. Phrases are excluded: results list them completely, and the command line
/// reads them separately, because their file depends on the folder.
#[derive(Debug)]
pub struct NamedFiles<'a> {
    pub reader: &'a DocumentReader,
}

impl ValueFiles for NamedFiles<'_> {
    fn read_words(&self, name: &str, file: &OsStr) -> Result<Arc<WordList>, ValueError> {
        let expected = if name == Parameter::StopWords.name() {
            "inside, on, off, php-shingles or a file of stop words"
        } else {
            "a file of stop words"
        };
        let (name, text) = read_named_text(Path::new(file), expected, "one stop word per line")?;
        Ok(Arc::new(WordList::parse(name.to_string(), &text)))
    }

    fn read_templates(
        &self,
        files: &[OsString],
        params: &Params,
    ) -> Result<Vec<Arc<Template>>, ValueError> {
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        read_templates(self.reader, &files, params)
    }

    fn read_phrases(&self, texts: &[OsString]) -> Result<Vec<Arc<str>>, ValueError> {
        Ok(texts.iter().map(|text| text.to_string_lossy().into()).collect())
    }
}

/// Returns the name and the text of a file. Errors say what file is `expected`, and how its lines look.
pub(super) fn read_named_text(
    file: &Path,
    expected: &str,
    lines: &str,
) -> Result<(DocPath, String), ValueError> {
    let name = DocPath::new(file);
    let content = read_named_file(file, LARGEST_FILE)
        .map_err(|unread| format!("{name}: {}", unread.message(expected)))?;
    let text = decode_plain_text(&content.bytes)
        .map_err(|reason| format!("{name}: {reason}; expected {lines}"))?;
    Ok((name, text.into_owned()))
}

pub fn read_templates(
    reader: &DocumentReader,
    paths: &[PathBuf],
    params: &Params,
) -> Result<Vec<Arc<Template>>, ValueError> {
    let mut bytes = 0;
    let mut one = |path: &PathBuf| {
        let template = read_template(reader, path, params)?;
        bytes += template.text.len();
        if bytes > LARGEST_TEMPLATES {
            let (name, most) = (template.name, LARGEST_TEMPLATES >> 10);
            return Err(ValueError(format!(
                "{name}: the templates exceed {most} KiB together; shorten them to the text that shingle should ignore"
            )));
        }
        Ok(Arc::new(template))
    };
    paths.iter().map(&mut one).collect()
}

fn read_template(
    reader: &DocumentReader,
    file: &Path,
    params: &Params,
) -> Result<Template, ValueError> {
    let path = DocPath::new(file);
    if file.is_dir() {
        return Err(ValueError(format!(
            "{path}: a folder, not a template file; put the folder to scan before the option"
        )));
    }
    let content = read_named_file(file, reader.largest_file_size())
        .map_err(|unread| ValueError(format!("{path}: {}", unread.message("a template text"))))?;
    match reader.read_source(path.as_path(), &content.bytes, params.encoding) {
        Ok(source) => Ok(Template::from_source(path, source)),
        Err(reason) => Err(ValueError(format!("{path}: {reason}"))),
    }
}
