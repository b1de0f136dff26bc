//! The answer to "What do stop words, stems and boilerplate do?". It computes nothing.

use std::io::Write;

use shingle::base::numbers::thousands;
use shingle::base::visible::visible;
use shingle::lab::study::Study;

use super::sentence;
use crate::printer::out::Stop;
use crate::printer::table::percent as exactly;

/// Prints the pairs with another value of each parameter.
pub(super) fn print(
    out: &mut impl Write,
    study: &Study,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let params = &study.params;
    writeln!(
        out,
        "What do stop words, stems and boilerplate do? Pairs of distinct texts by {} at {}\n",
        params.measure,
        exactly(params.threshold)
    )?;
    writeln!(
        out,
        "{:<16} {:>9}  {:>9}  {:>9}  {:>8}  {:>8}",
        "with", "found", "lost", "gained", "moved", "at most"
    )?;
    writeln!(
        out,
        "{:<16} {:>9}  {:>9}  {:>9}  {:>8}  {:>8}",
        "what is set", study.sketches.listed, "–", "–", "–", "–"
    )?;
    for tried in &study.variants {
        let with = visible(&tried.name);
        let Some(found) = tried.pairs else {
            writeln!(out, "{with:<16} too many pairs to compare")?;
            continue;
        };
        let moved = found.moved.map_or_else(
            || "–".into(),
            |moved| format!("{:+.1}", (moved * 1000.0).round() / 10.0 + 0.0),
        );
        writeln!(
            out,
            "{with:<16} {:>9}  {:>9}  {:>9}  {moved:>8}  {:>8}",
            thousands(found.found),
            thousands(found.lost),
            thousands(found.gained),
            format!("{:.1}", found.most * 100.0)
        )?;
    }
    writeln!(out)?;
    let text = "lost: pairs found with what is set and not with the other value; gained: the other way round. moved: how far the \
                scores of the pairs found with what is set move, in percentage points, their mean and the most.";
    writeln!(out, "{}\n", sentence(text, columns))?;
    Ok(())
}
