//! Writes CSV with a header, as RFC 4180 defines it. It ranks nothing.

use std::borrow::Cow;
use std::io::Write;

use shingle::base::visible::visible;

use super::line::PairLine;
use super::out::Stop;

/// The columns of a pair …
const COLUMNS: [&str; 14] = [
    "a",
    "b",
    "shared",
    "a_shingles",
    "b_shingles",
    "a_words",
    "b_words",
    "jaccard",
    "dice",
    "overlap",
    "containment_a",
    "containment_b",
    "score",
    "exact_copy",
];
/// … those of what was decided …
const MARK: [&str; 2] = ["verdict", "note"];
/// … and those at the end, for names that are not UTF-8.
const EXACT_NAMES: [&str; 2] = ["a_b64", "b_b64"];

/// A CSV file being written.
pub(crate) struct CsvTable<W: Write> {
    writer: csv::Writer<W>,
    is_terminal: bool,
}

impl<W: Write> CsvTable<W> {
    /// Writes the header. On a terminal, hidden characters of paths are shown as visible tokens.
    pub(crate) fn new(out: W, is_terminal: bool) -> Result<Self, Stop> {
        Self::with(out, is_terminal, &[])
    }

    /// The same with more columns, before those for names that are not UTF-8.
    pub(crate) fn with(out: W, is_terminal: bool, more: &[&str]) -> Result<Self, Stop> {
        let mut writer = csv::Writer::from_writer(out);
        let columns = COLUMNS.iter().chain(more).chain(&EXACT_NAMES);
        writer.write_record(columns).map_err(stop)?;
        Ok(Self { writer, is_terminal })
    }

    /// The same with the columns of a verdict and its note.
    pub(crate) fn marked(out: W, is_terminal: bool) -> Result<Self, Stop> {
        Self::with(out, is_terminal, &MARK)
    }

    /// Writes one pair, with what was decided where the line has that.
    pub(crate) fn line(&mut self, line: &PairLine<'_>) -> Result<(), Stop> {
        let cells = line.mark();
        let cells: Vec<String> = cells.iter().map(|cell| shown(cell, self.is_terminal)).collect();
        self.line_with(line, &cells)
    }

    /// Writes one pair with more cells.
    pub(crate) fn line_with(&mut self, line: &PairLine<'_>, more: &[String]) -> Result<(), Stop> {
        let number = |count: u32| count.to_string();
        let share = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        let text = |text: &str| shown(text, self.is_terminal);
        let record = [
            text(&line.a),
            text(&line.b),
            line.shared.map_or_else(String::new, number),
            number(line.a_shingles),
            number(line.b_shingles),
            number(line.a_words),
            number(line.b_words),
            share(line.jaccard),
            share(line.dice),
            share(line.overlap),
            share(line.containment_a),
            share(line.containment_b),
            line.score.to_string(),
            line.exact_copy.to_string(),
        ];
        let exact = [&line.a_b64, &line.b_b64].map(|name| name.clone().unwrap_or_default());
        self.writer.write_record(record.iter().chain(more).chain(&exact)).map_err(stop)
    }

    /// Flushes the output.
    pub(crate) fn finish(mut self) -> Result<(), Stop> {
        Ok(self.writer.flush()?)
    }
}

/// Writes a table of texts and numbers with any columns.
pub(crate) struct CsvRows<W: Write> {
    writer: csv::Writer<W>,
    is_terminal: bool,
}

impl<W: Write> CsvRows<W> {
    /// Writes the header. On a terminal, hidden characters of texts are shown as visible tokens.
    pub(crate) fn new(out: W, is_terminal: bool, columns: &[&str]) -> Result<Self, Stop> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(columns).map_err(stop)?;
        Ok(Self { writer, is_terminal })
    }

    /// Writes a row.
    pub(crate) fn row<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) -> Result<(), Stop> {
        let cells = cells.into_iter().map(|cell| shown(cell, self.is_terminal));
        self.writer.write_record(cells).map_err(stop)
    }

    /// Flushes the output.
    pub(crate) fn finish(mut self) -> Result<(), Stop> {
        Ok(self.writer.flush()?)
    }
}

/// A text as a cell: visible on a terminal, and harmless to a spreadsheet.
fn shown(text: &str, is_terminal: bool) -> String {
    let text = if is_terminal { visible(text) } else { Cow::Borrowed(text) };
    guard(&text)
}

/// A text as a CSV cell. A spreadsheet would run a cell that begins like a formula, so such a text gets an apostrophe
/// in front. `-`, which means standard input, is no formula.
pub(crate) fn guard(text: &str) -> String {
    let risky = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
        && text != "-";
    if risky { format!("'{text}") } else { text.to_string() }
}

fn stop(error: csv::Error) -> Stop {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Stop::from(error),
        other => Stop::Failed(format!("csv: {other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::guard;

    #[test]
    fn a_path_that_a_spreadsheet_would_run_is_quoted() {
        assert_eq!(guard("=cmd()"), "'=cmd()");
        assert_eq!(guard("@x"), "'@x");
        assert_eq!(guard("-"), "-");
        assert_eq!(guard("plain.txt"), "plain.txt");
    }
}
