//! Reads the files of `--template`. It leaves nothing out.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::reader::DocumentReader;
use crate::base::path::DocPath;
use crate::folder::{Unread, read::read_named};
use crate::pipeline::{NoDocument, Params, Template, parameters::template::LARGEST_TEMPLATES};

/// Why a file cannot be a template: one line that names it.
#[derive(Debug, Error)]
pub enum TemplateError {
    /// It is a folder.
    #[error(
        "{0}: a folder; templates are files, and the folder to be compared comes before the option"
    )]
    Folder(DocPath),
    /// It cannot be read.
    #[error("{path}: {}", .unread.message("a text to be left out"))]
    Unread {
        /// Its name, as the user wrote it.
        path: DocPath,
        /// Why.
        #[source]
        unread: Unread,
    },
    /// It is not text.
    #[error(transparent)]
    NoText(#[from] NoDocument),
    /// With it, all templates are larger than [`LARGEST_TEMPLATES`].
    #[error(
        "{}: with it the templates have more than {} KiB; take only what is to be left out", .0,
        LARGEST_TEMPLATES >> 10
    )]
    TooLarge(DocPath),
}

/// Reads the templates, in the order of the files.
///
/// # Errors
/// [`TemplateError`]: which file cannot be a template, and why.
pub fn read_templates(
    reader: &DocumentReader,
    paths: &[PathBuf],
    params: &Params,
) -> Result<Vec<Arc<Template>>, TemplateError> {
    let mut bytes = 0;
    let mut one = |path: &PathBuf| {
        let template = read(reader, path, params)?;
        bytes += template.text.len();
        if bytes > LARGEST_TEMPLATES {
            return Err(TemplateError::TooLarge(template.name));
        }
        Ok(Arc::new(template))
    };
    paths.iter().map(&mut one).collect()
}

fn read(reader: &DocumentReader, file: &Path, params: &Params) -> Result<Template, TemplateError> {
    let path = DocPath::new(file);
    if file.is_dir() {
        return Err(TemplateError::Folder(path));
    }
    let content = match read_named(file, reader.largest_file()) {
        Ok(content) => content,
        Err(unread) => return Err(TemplateError::Unread { path, unread }),
    };
    match reader.source(path.as_path(), &content.bytes, params.source_options()) {
        Ok(source) => Ok(Template::of(path, source)),
        Err(reason) => Err(NoDocument { path, reason }.into()),
    }
}
