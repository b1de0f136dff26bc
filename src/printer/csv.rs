//! Writes CSV with a header, by RFC 4180.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use shingle::base::visible::make_visible;

use super::out::{Out, Stop};

/// Columns of a pair, before columns of its listing.
const PAIR: &str = "a b shared a_shingles b_shingles a_words b_words jaccard dice overlap containment_a containment_b score exact_copy";
/// Last columns of a pair, for names that are not UTF-8.
const EXACT_NAMES: [&str; 2] = ["a_b64", "b_b64"];

/// A table of the fields of rows, as in their JSON.
pub(crate) struct CsvTable<'o> {
    writer: csv::Writer<&'o mut Out>,
    columns: Vec<&'static str>,
    is_terminal: bool,
}

impl<'o> CsvTable<'o> {
    pub(crate) fn new(out: &'o mut Out, columns: Vec<&'static str>) -> Result<Self, Stop> {
        let is_terminal = out.is_terminal;
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(&columns).map_err(stop_for_csv_error)?;
        Ok(Self { writer, columns, is_terminal })
    }

    pub(crate) fn for_pairs(out: &'o mut Out, more: &[&'static str]) -> Result<Self, Stop> {
        let columns = PAIR.split(' ').chain(more.iter().copied()).chain(EXACT_NAMES);
        Self::new(out, columns.collect())
    }

    pub(crate) fn write_row(&mut self, row: &impl Serialize) -> Result<(), Stop> {
        let fields = serde_json::to_value(row)?;
        let cells = self.columns.iter().map(|column| match &fields[column] {
            Value::Null => String::new(),
            Value::String(text) => escape_cell(text, self.is_terminal),
            Value::Number(number) if number.is_f64() => {
                number.as_f64().unwrap_or_default().to_string()
            }
            other => other.to_string(),
        });
        self.writer.write_record(cells.map(String::into_bytes)).map_err(stop_for_csv_error)
    }

    pub(crate) fn finish(mut self) -> Result<(), Stop> {
        Ok(self.writer.flush()?)
    }
}

/// Prints pairs as CSV. `more` are columns beside those of a pair.
pub(crate) fn print_pairs(
    out: &mut Out,
    more: &[&'static str],
    mut rows: impl Iterator<Item = impl Serialize>,
) -> Result<(), Stop> {
    let mut table = CsvTable::for_pairs(out, more)?;
    rows.try_for_each(|row| table.write_row(&row))?;
    table.finish()
}

/// Formats a cell. A terminal shows hidden characters as tokens. A text that a spreadsheet would run as a formula gets
/// an apostrophe, except `-` for standard input.
fn escape_cell(text: &str, is_terminal: bool) -> String {
    let text = if is_terminal { make_visible(text) } else { Cow::Borrowed(text) };
    let risky = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
        && text != "-";
    if risky { format!("'{text}") } else { text.into_owned() }
}

fn stop_for_csv_error(error: csv::Error) -> Stop {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Stop::from(error),
        other => format!("csv: {other:?}").into(),
    }
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
