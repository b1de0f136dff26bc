//! Writes CSV with a header, by RFC 4180.

use std::borrow::Cow;

use shingle::{base::visible::make_visible, pipeline::PairLine};

use super::out::{Out, Stop};

/// Columns of a pair …
const PAIR: [&str; 14] = [
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
/// … and at the end, for names that are not UTF-8.
const EXACT_NAMES: [&str; 2] = ["a_b64", "b_b64"];

pub(crate) struct CsvTable<'o> {
    writer: csv::Writer<&'o mut Out>,
    is_terminal: bool,
}

impl<'o> CsvTable<'o> {
    pub(crate) fn new<'c>(
        out: &'o mut Out,
        columns: impl IntoIterator<Item = &'c &'c str>,
    ) -> Result<Self, Stop> {
        let is_terminal = out.is_terminal;
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(columns).map_err(stop_of_csv_error)?;
        Ok(Self { writer, is_terminal })
    }

    pub(crate) fn of_pairs(out: &'o mut Out, more: &[&str]) -> Result<Self, Stop> {
        Self::new(out, PAIR.iter().chain(more).chain(&EXACT_NAMES))
    }

    pub(crate) fn row<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) -> Result<(), Stop> {
        let cells = cells.into_iter().map(|cell| as_cell(cell, self.is_terminal));
        self.writer.write_record(cells).map_err(stop_of_csv_error)
    }

    pub(crate) fn pair(&mut self, line: &PairLine<'_>) -> Result<(), Stop> {
        let source = line.verdict.map(|_| line.source.unwrap_or_default());
        let mark = line.verdict.into_iter().chain(source).chain(line.note.as_deref());
        let mark = mark.map(|cell| as_cell(cell, self.is_terminal));
        let passage = line.longest_passage.map(|words| words.to_string());
        self.pair_with(line, &passage.into_iter().chain(mark).collect::<Vec<_>>())
    }

    pub(crate) fn pair_with(&mut self, line: &PairLine<'_>, more: &[String]) -> Result<(), Stop> {
        let share = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        let text = |text: &str| as_cell(text, self.is_terminal);
        let record = [
            text(&line.a),
            text(&line.b),
            line.shared.map_or_else(String::new, |count| count.to_string()),
            line.a_shingles.to_string(),
            line.b_shingles.to_string(),
            line.a_words.to_string(),
            line.b_words.to_string(),
            share(line.jaccard),
            share(line.dice),
            share(line.overlap),
            share(line.containment_a),
            share(line.containment_b),
            line.score.to_string(),
            line.exact_copy.to_string(),
        ];
        let exact = [&line.a_b64, &line.b_b64].map(|name| name.clone().unwrap_or_default());
        self.writer.write_record(record.iter().chain(more).chain(&exact)).map_err(stop_of_csv_error)
    }

    pub(crate) fn finish(mut self) -> Result<(), Stop> {
        Ok(self.writer.flush()?)
    }
}

pub(crate) fn print_pairs<'a>(
    out: &mut Out,
    mut lines: impl Iterator<Item = PairLine<'a>>,
) -> Result<(), Stop> {
    let mut table = CsvTable::of_pairs(out, &[])?;
    lines.try_for_each(|line| table.pair(&line))?;
    table.finish()
}

/// Formats a cell. A terminal shows hidden characters as tokens. A text that a spreadsheet would run as a formula gets
/// an apostrophe, except `-` for standard input.
fn as_cell(text: &str, is_terminal: bool) -> String {
    let text = if is_terminal { make_visible(text) } else { Cow::Borrowed(text) };
    let risky = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
        && text != "-";
    if risky { format!("'{text}") } else { text.into_owned() }
}

fn stop_of_csv_error(error: csv::Error) -> Stop {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Stop::from(error),
        other => Stop::Failed(format!("csv: {other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::as_cell;

    #[test]
    fn a_path_that_a_spreadsheet_would_run_is_quoted() {
        assert_eq!(as_cell("=cmd()", false), "'=cmd()");
        assert_eq!(as_cell("@x", false), "'@x");
        assert_eq!(as_cell("-", false), "-");
        assert_eq!(as_cell("plain.txt", false), "plain.txt");
    }
}
