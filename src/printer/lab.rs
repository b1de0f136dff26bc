use std::io::Write;

use serde::{Serialize, Serializer};
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use shingle::base::{problem::Problem, wrap::join_and_wrap};
use shingle::compare::Direction;
use shingle::lab::{Row, Section, Subject, Table};
use shingle::pipeline::{FileGlobs, PairLine, Parameters, Params};

use super::out::{Out, Stop};
use super::{json::object, table::describe_footer_of_listing};

const BAR: f64 = 30.0;

pub(crate) fn print_tables(
    out: &mut Out,
    sections: &[Section],
    params: &Params,
) -> Result<(), Stop> {
    for section in sections {
        if !section.title.is_empty() {
            writeln!(out, "{}\n", section.title)?;
        }
        let is_printed = |table: &&Table| !table.title.is_empty() && !table.rows.is_empty();
        for table in section.tables.iter().filter(is_printed) {
            print_table(out, table)?;
        }
    }
    writeln!(out, "{}", describe_footer_of_listing(params, out.columns))?;
    Ok(())
}

fn print_table(out: &mut Out, table: &Table) -> Result<(), Stop> {
    let columns = out.columns;
    writeln!(out, "{}\n", wrap_sentence(&table.title, columns))?;
    let is_printed =
        |(at, row): &(usize, &Row)| *at < table.most || row.is_set || row.is_recommended;
    let rows: Vec<&Row> =
        table.rows.iter().enumerate().filter(is_printed).map(|(_, row)| row).collect();
    let (mut heading, mut lines) = (String::new(), vec![String::new(); rows.len()]);
    for (at, column) in table.columns.iter().enumerate() {
        if column.heading.is_empty() {
            continue;
        }
        let cells = rows.iter().map(|row| row.cells.get(at).map_or("", |cell| &*cell.text));
        let cells: Vec<&str> = cells.collect();
        let all = cells.iter().copied().chain([&*column.heading]);
        let width = all.map(UnicodeWidthStr::width).max().unwrap_or(0);
        for (line, cell) in lines.iter_mut().zip(cells).chain([(&mut heading, &*column.heading)]) {
            let gap = if line.is_empty() { 0 } else { 2 };
            line.push_str(&" ".repeat(gap + width - cell.width()));
            line.push_str(cell);
        }
    }
    let last = table.last.first().copied().unwrap_or_default();
    writeln!(out, "{}", format!("{heading}  {last}").trim_end())?;
    for (row, line) in rows.into_iter().zip(lines) {
        let end = text_after_cells(row, line.width() + 2, columns);
        writeln!(out, "{}", format!("{line}  {end}").trim_end())?;
    }
    writeln!(out)?;
    let notes: Vec<&str> =
        table.columns.iter().map(|column| &*column.note).filter(|note| !note.is_empty()).collect();
    let notes = notes.join(" ");
    let mut paragraphs =
        table.advice.iter().chain([&notes]).filter(|text| !text.is_empty()).peekable();
    let has_paragraphs = paragraphs.peek().is_some();
    for paragraph in paragraphs {
        writeln!(out, "{}", wrap_sentence(paragraph, columns))?;
    }
    if has_paragraphs {
        writeln!(out)?;
    }
    Ok(())
}

/// Formats the end of a row: the documents, the bar, and the marks of set and recommended values.
#[allow(clippy::cast_sign_loss)]
fn text_after_cells(row: &Row, at: usize, columns: Option<usize>) -> String {
    let mut parts = Vec::new();
    if let Subject::Pair(a, b, _) = &row.subject {
        parts.push(join_and_wrap(&[a.to_string(), b.to_string()], ", ", columns, at, at));
    }
    if let Some(share) = row.bar.filter(|share| *share > 0.0) {
        parts.push("#".repeat(((share * BAR).round() as usize).max(1)));
    }
    let marks = [(row.is_set, "set"), (row.is_recommended, "recommended")];
    let marks: Vec<&str> = marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark).collect();
    parts.push(marks.join(", "));
    parts.join(" ")
}

fn wrap_sentence(text: &str, columns: Option<usize>) -> String {
    let words: Vec<String> = text.split(' ').map(str::to_string).collect();
    join_and_wrap(&words, " ", columns, 0, 2)
}

/// Fields of a JSON object, in this order.
struct Fields<'a>(Vec<(&'a str, Json<'a>)>);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Json<'a> {
    Value(&'a Value),
    List(Vec<Json<'a>>),
    Fields(Fields<'a>),
    Pair {
        #[serde(flatten)]
        exact: Box<PairLine<'a>>,
        #[serde(flatten)]
        rest: Fields<'a>,
    },
}

pub(crate) fn object_of_sections(
    sections: &[Section],
    (params, chosen): (&Params, &FileGlobs),
    problems: &[Problem],
) -> impl Serialize {
    let mut fields = Vec::new();
    for section in sections {
        let facts = section.facts.iter().map(|(name, cell)| (*name, Json::Value(&cell.json)));
        let tables = section.tables.iter().filter(|table| !table.key.is_empty());
        let tables = tables.map(|table| (table.key, rows_to_json(table, params)));
        let inner = facts.chain(tables);
        if section.key.is_empty() {
            fields.extend(inner);
        } else {
            fields.push((section.key, Json::Fields(Fields(inner.collect()))));
        }
    }
    object! {
        parameters: Parameters::new(params).with_chosen_files(chosen),
        problems: problems,
        #[serde(flatten)] fields: Fields(fields),
    }
}

fn rows_to_json<'a>(table: &'a Table, params: &Params) -> Json<'a> {
    let row = |row: &'a Row| {
        let cells = table.columns.iter().zip(&row.cells);
        let named = cells.filter(|(column, _)| !column.key.is_empty());
        let rest =
            Fields(named.map(|(column, cell)| (column.key, Json::Value(&cell.json))).collect());
        match &row.subject {
            Subject::Pair(a, b, exact) => {
                let score = exact.score(params.measure, Direction::Larger);
                let exact = Box::new(PairLine::new(a, b, *exact, score, params));
                Json::Pair { exact, rest }
            }
            _ => Json::Fields(rest),
        }
    };
    Json::List(table.rows.iter().map(row).collect())
}
