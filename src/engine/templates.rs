//! The files of `--template`, read by their names. It leaves nothing out.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::path::DocPath;
use crate::folder::read::read_named;
use crate::pipeline::parameters::Params;
use crate::pipeline::parameters::template::{LARGEST_TEMPLATES, Template};

/// The templates of these files, in their order.
///
/// # Errors
/// One line that names the file which cannot be read, or with which they are too long, and why.
pub fn read_templates(paths: &[PathBuf], params: &Params) -> Result<Vec<Arc<Template>>, String> {
    let mut bytes = 0;
    let mut one = |path: &PathBuf| {
        let template = read(path, params)?;
        bytes += template.len();
        if bytes > LARGEST_TEMPLATES {
            return Err(format!(
                "{}: with it the templates have more than {} KiB; take only what is to be left out",
                template.name,
                LARGEST_TEMPLATES >> 10
            ));
        }
        Ok(Arc::new(template))
    };
    paths.iter().map(&mut one).collect()
}

fn read(path: &Path, params: &Params) -> Result<Template, String> {
    let name = DocPath::new(path);
    if path.is_dir() {
        return Err(format!(
            "{name}: a folder; --template takes files, and the folder to be compared stands before it"
        ));
    }
    let content = read_named(path)
        .map_err(|unread| format!("{name}: {}", unread.told("a text to be left out")))?;
    Template::new(name.clone(), content.bytes, params.encoding)
        .map_err(|reason| format!("{name}: {reason}"))
}
