//! The table of keys in the config file, line by line. It does not know what keys do.

use toml::de::DeTable;

use shingle::base::visible::visible;

/// The table of keys.
pub(crate) const KEYS: &str = "keys";

/// A key, and the name of what it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyLine {
    pub(crate) key: String,
    pub(crate) does: String,
    /// The number of the line, from 1.
    pub(crate) line: usize,
}

/// The lines of the table, in the order of the file.
///
/// # Errors
/// The number of the line, and what is wrong there.
pub(crate) fn key_lines(
    file: &DeTable<'_>,
    line_at: impl Fn(usize) -> usize,
) -> Result<Vec<KeyLine>, String> {
    let Some((at, table)) = file.get_key_value(KEYS) else { return Ok(Vec::new()) };
    let table = table.get_ref().as_table().ok_or_else(|| {
        format!(
            "{}: {KEYS}: expected a table with lines such as \"e\" = \"editor\"",
            line_at(at.span().start)
        )
    })?;
    let mut lines = Vec::new();
    for (key, does) in table {
        let line = line_at(key.span().start);
        let does = does.get_ref().as_str().ok_or_else(|| {
            let key = visible(key.get_ref());
            format!("{line}: {KEYS}: {key}: expected the name of what it does, such as \"editor\"")
        })?;
        lines.push(KeyLine { key: key.get_ref().to_string(), does: does.to_string(), line });
    }
    lines.sort_by_key(|line| line.line);
    Ok(lines)
}
