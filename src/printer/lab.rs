use std::io::Write;

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use shingle::base::wrap::join_and_wrap;
use shingle::compare::Direction;
use shingle::lab::sketches::{EstimatedPair, SketchTrial, fraction_of, modulo_to_try};
use shingle::lab::{CountedShare, Grid, GridCell, Row, Study, Subject, Table};
use shingle::lab::{chance::ByChance, survey::ScoreGap, thresholds::Threshold, widths::Width};
use shingle::pipeline::{PairLine, Params};

use super::json::{List, object};
use super::out::{Out, Stop};
use super::table::describe_footer_of_listing;

const BAR: f64 = 30.0;

/// Prints the tables between a title and a last line, which may be empty.
pub(crate) fn print_tables(
    out: &mut Out,
    (title, last): (&str, &str),
    tables: &[Table],
    params: &Params,
) -> Result<(), Stop> {
    writeln!(out, "{title}\n")?;
    for table in tables.iter().filter(|table| !table.rows.is_empty()) {
        print_table(out, table)?;
    }
    if !last.is_empty() {
        writeln!(out, "{last}\n")?;
    }
    Ok(writeln!(out, "{}", describe_footer_of_listing(params, out.columns))?)
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

/// Returns the results of a study for JSON behind the fields `head`, with the `command` to run if the user asks for one.
pub(crate) fn study_object(
    head: impl Serialize,
    study: &Study,
    command: Option<&str>,
) -> impl Serialize {
    let (widths, thresholds) = (&study.widths, &study.thresholds);
    object! {
        #[serde(flatten)] head: head,
        documents: study.documents,
        texts: study.texts,
        widths: object! {
            recommended: widths.recommended,
            reason: &widths.reason,
            rows: List(|| widths.rows.iter().map(width_object)),
        },
        sketches: sketches_object(study),
        thresholds: object! {
            one_in: thresholds.one_in,
            exact_from: hundredths(thresholds.exact_from),
            valley: thresholds.valley.map(gap_object),
            recommended: thresholds.recommended_threshold(),
            reason: thresholds.explain_recommendation(),
            rows: List(|| thresholds.rows.iter().map(threshold_object)),
        },
        #[serde(flatten)] command: command.map(|command| object! { command: command }),
    }
}

fn width_object(row: &Width) -> impl Serialize {
    let Width { survey, lengths, .. } = row;
    object! {
        width: row.width,
        pairs: survey.passing.pairs,
        pairs_one_in: survey.passing.one_in,
        #[serde(flatten)] chance: chance_object(row.pairs_by_chance()),
        by_chance_share: row.share_by_chance(),
        gap: row.gap.map(gap_object),
        shingles_short: lengths.short,
        shingles_median: lengths.median,
        modulo: lengths.suggested_modulo(),
        histogram: &survey.counts[..],
        histogram_one_in: survey.one_in,
        histogram_exact_from: hundredths(survey.exact_from),
    }
}

fn sketches_object(Study { params, sketches, .. }: &Study) -> impl Serialize {
    let tried = |row: &SketchTrial| {
        object! {
            sketch: row.kind.name(),
            measure: row.measure.name(),
            truly: row.truly,
            found: row.found.pairs,
            found_one_in: row.found.one_in,
            rightly: row.rightly,
            recall: row.recall().as_fraction(),
            precision: row.precision().as_fraction(),
            listed_share: fraction_of(row.listed, sketches.listed),
            mean_error: row.errors.map(|(mean, _)| mean),
            most_error: row.errors.map(|(_, most)| most),
            bytes: row.bytes,
            short: row.short,
        }
    };
    object! {
        listed: sketches.listed,
        alike: sketches.alike,
        one_in: sketches.one_in,
        smallest: sketches.smallest_good_trial().map(|tried| tried.kind.name()),
        reason: sketches.explain_recommended_sketch(),
        modulo_beside: modulo_to_try(params),
        tried: List(move || sketches.tried.iter().map(tried)),
        pairs: List(move || sketches.pairs.iter().map(|row| pair_object(row, params))),
    }
}

fn pair_object(row: &EstimatedPair, params: &Params) -> impl Serialize {
    let score = row.exact.score(params.measure, Direction::Larger);
    let (minhash, minhash_error) = row.minhash_range();
    object! {
        #[serde(flatten)] exact: PairLine::new(&row.a, &row.b, row.exact, score, params),
        modulo: row.modulo,
        minhash: minhash,
        minhash_error: minhash_error,
        supershingles: row.supershingles,
        megashingles: row.megashingles,
        found: row.is_found_by_filter(),
    }
}

fn threshold_object(row: &Threshold) -> impl Serialize {
    object! {
        threshold: row.as_ratio(),
        pairs: row.pairs.pairs,
        lost: row.lost.pairs,
        #[serde(flatten)] chance: chance_object(row.chance),
    }
}

fn chance_object(ByChance { mean, least, most, one_in }: ByChance) -> impl Serialize {
    object! {
        by_chance: mean,
        by_chance_least: least,
        by_chance_most: most,
        by_chance_one_in: one_in,
    }
}

fn gap_object(ScoreGap { from, to, most, least }: ScoreGap) -> impl Serialize {
    object! { from: hundredths(from), least: least, most: most, to: hundredths(to) }
}

fn hundredths(number: usize) -> f64 {
    number as f64 / 100.0
}

/// Returns the results on labelled pairs for JSON behind the fields `head`.
pub(crate) fn grid_object(head: impl Serialize, grid: &Grid, params: &Params) -> impl Serialize {
    let (set, plainest) = (grid.cell_of_params(params), grid.plainest_cell_within_noise());
    let row = move |cell: &GridCell| {
        let quality = cell.quality;
        object! {
            width: cell.width,
            #[serde(rename = "stop-words")] stop_words: cell.stop_words.to_string(),
            stem: cell.stem.name(),
            measure: cell.measure.name(),
            auc: quality.auc,
            auc_error: quality.auc_error,
            average_precision: quality.ap,
            best_f1: quality.f1,
            best_threshold: quality.threshold,
            recall: share_object(quality.recall),
            precision: share_object(quality.precision),
            set: set == Some(cell),
            recommended: plainest == Some(cell),
        }
    };
    object! {
        #[serde(flatten)] head: head,
        ones: grid.ones,
        zeros: grid.zeros,
        grid: List(move || grid.best_cells().into_iter().map(row)),
    }
}

fn share_object(share: CountedShare) -> impl Serialize {
    let (from, to) = share.confidence_interval().unzip();
    let CountedShare { part, of } = share;
    object! { from: from, of: of, part: part, share: share.as_fraction(), to: to }
}
