//! Prints a result as a table, an object, or rows: lines of NDJSON, or of CSV by RFC 4180.

use std::borrow::Cow;
use std::io::Write;

use serde::Serialize;
use serde_json::Value;

use shingle::base::json::{write_compact, write_pretty};
use shingle::base::{problem::Problem, visible::make_visible};

use super::out::{Out, Stop};
use crate::cli::options::OutputFormat;
use crate::commands::list_problems;

/// Columns of a pair in CSV, with `more` columns of its listing. The last are for names that are not UTF-8.
pub(crate) fn columns_of_pair(more: &[&'static str]) -> Vec<&'static str> {
    const PAIR: &str = "a b shared a_shingles b_shingles a_words b_words jaccard dice overlap containment_a containment_b score exact_copy";
    PAIR.split(' ').chain(more.iter().copied()).chain(["a_b64", "b_b64"]).collect()
}

pub(crate) struct RowFormat {
    /// Columns of CSV, which are fields of the rows in JSON; `None` for NDJSON.
    columns: Option<Vec<&'static str>>,
    is_terminal: bool,
}

impl RowFormat {
    /// Begins rows, in CSV with a header.
    pub(crate) fn begin(
        out: &mut Out,
        format: OutputFormat,
        columns: Vec<&'static str>,
    ) -> Result<Self, Stop> {
        let columns = Some(columns).filter(|_| format == OutputFormat::Csv);
        if let Some(columns) = &columns {
            out.write_all(&format_csv_line(columns))?;
        }
        Ok(Self { columns, is_terminal: out.is_terminal })
    }

    pub(crate) fn write_row(&self, out: &mut impl Write, row: &impl Serialize) -> Result<(), Stop> {
        let Some(columns) = &self.columns else { return Ok(write_compact(out, row)?) };
        let fields = serde_json::to_value(row)?;
        let cells = columns.iter().map(|column| match &fields[column] {
            Value::Null => String::new(),
            Value::String(text) => escape_cell(text, self.is_terminal),
            Value::Number(number) if number.is_f64() => {
                number.as_f64().unwrap_or_default().to_string()
            }
            other => other.to_string(),
        });
        Ok(out.write_all(&format_csv_line(cells))?)
    }
}

fn format_csv_line(cells: impl IntoIterator<Item: AsRef<[u8]>>) -> Vec<u8> {
    let mut line = csv::Writer::from_writer(Vec::new());
    // Writing into memory cannot fail.
    let _ = line.write_record(cells);
    line.into_inner().unwrap_or_default()
}

/// Formats a cell. A terminal shows hidden characters as tokens. A text that a spreadsheet would run as a formula gets
/// an apostrophe, except `-` for standard input.
fn escape_cell(text: &str, is_terminal: bool) -> String {
    let text = if is_terminal { make_visible(text) } else { Cow::Borrowed(text) };
    let risky = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
        && text != "-";
    if risky { format!("'{text}") } else { text.into_owned() }
}

/// Prints a result in its format; CSV has `columns` of the rows. Then lists the problems, unless the object has them.
pub(crate) fn emit<O: Serialize, R: Serialize>(
    (format, problems): (OutputFormat, &[Problem]),
    table: impl FnOnce(&mut Out) -> Result<(), Stop>,
    object: impl FnOnce() -> O,
    (columns, mut rows): (Vec<&'static str>, impl Iterator<Item = R>),
) -> Result<(), Stop> {
    let mut out = Out::new();
    match format {
        OutputFormat::Table => table(&mut out)?,
        OutputFormat::Json => write_pretty(&mut out, &object())?,
        OutputFormat::Ndjson | OutputFormat::Csv => {
            let format = RowFormat::begin(&mut out, format, columns)?;
            rows.try_for_each(|row| format.write_row(&mut out, &row))?;
        }
    }
    out.flush()?;
    if format != OutputFormat::Json {
        list_problems(problems);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::escape_cell;

    #[test]
    fn a_path_that_a_spreadsheet_would_run_is_quoted() {
        assert_eq!(escape_cell("=cmd()", false), "'=cmd()");
        assert_eq!(escape_cell("@x", false), "'@x");
        assert_eq!(escape_cell("-", false), "-");
        assert_eq!(escape_cell("plain.txt", false), "plain.txt");
    }
}
