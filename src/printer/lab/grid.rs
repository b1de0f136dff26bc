//! The results on labelled pairs: the area under the curve by width and measure, and the best settings. It computes
//! nothing.

use std::io::Write;

use shingle::base::numbers::verb;
use shingle::base::visible::visible;
use shingle::compare::measure::Measure;
use shingle::lab::grid::{Grid, GridCell};
use shingle::lab::interval::CountedShare;
use shingle::pipeline::parameters::Params;

use super::sentence;
use crate::printer::out::Stop;
use crate::printer::table::{count, percent as exactly};

/// The number of best settings that are listed.
const BEST: usize = 12;

/// Prints the area under the curve of every setting, then the best settings in full.
pub(super) fn print(
    out: &mut impl Write,
    grid: &Grid,
    params: &Params,
    columns: Option<usize>,
) -> Result<(), Stop> {
    writeln!(
        out,
        "{}: {} {} 1, {} {} 0\n",
        count((grid.ones + grid.zeros) as u64, "labelled pair", "labelled pairs"),
        grid.ones,
        verb(grid.ones as u64, "is", "are"),
        grid.zeros,
        verb(grid.zeros as u64, "is", "are"),
    )?;
    let mut rest = grid.cells.as_slice();
    let same = |left: &GridCell, right: &GridCell| {
        left.stop_words == right.stop_words && left.stem == right.stem
    };
    while let Some(first) = rest.first() {
        let size = rest.iter().take_while(|cell| same(cell, first)).count();
        let (block, behind) = rest.split_at(size);
        rest = behind;
        writeln!(
            out,
            "AUC with stop-words {}, stem {}",
            visible(&first.stop_words.to_string()),
            first.stem
        )?;
        write!(out, "{:>5}", "width")?;
        for (name, _) in Measure::ALL {
            write!(out, "  {name:>11}")?;
        }
        writeln!(out)?;
        let mut widths: Vec<u32> = block.iter().map(|cell| cell.width).collect();
        widths.dedup();
        for width in widths {
            write!(out, "{width:>5}")?;
            for (_, measure) in Measure::ALL {
                let found =
                    block.iter().find(|cell| cell.width == width && cell.measure == *measure);
                let auc = found
                    .map_or_else(|| "–".to_string(), |cell| format!("{:.4}", cell.quality.auc));
                write!(out, "  {auc:>11}")?;
            }
            writeln!(out)?;
        }
        writeln!(out)?;
    }
    best(out, grid, params)?;
    let text = "AUC: how often a pair labelled 1 scores more than one labelled 0, an equal score counted half. AP: average \
                precision. F1: the best over all thresholds, and the threshold that has it. recall, precision: at this \
                threshold, with Wilson's interval of 95 %, as if the threshold had been chosen before. Containment and per-word are \
                taken from the first path's side.";
    writeln!(out, "{}\n", sentence(text, columns))?;
    Ok(())
}

/// A share with its interval: `80% (49–94%)`.
fn interval(counted: CountedShare) -> String {
    let whole = |share: f64| format!("{:.0}", share * 100.0);
    match counted.share().zip(counted.interval()) {
        Some((share, (from, to))) => {
            format!("{}% ({}–{}%)", whole(share), whole(from), whole(to))
        }
        None => "–".into(),
    }
}

fn best(out: &mut impl Write, grid: &Grid, params: &Params) -> Result<(), Stop> {
    writeln!(
        out,
        "{:>4}  {:>6}  {:>6}  {:>6}  {:>9}  {:>16}  {:>16}  {:>5}  {:<11}  {:>4}  stop-words",
        "rank",
        "AUC",
        "AP",
        "F1",
        "threshold",
        "recall (95 %)",
        "precision (95 %)",
        "width",
        "measure",
        "stem"
    )?;
    let set = grid.set(params);
    for (rank, cell) in grid.best().into_iter().enumerate() {
        let is_set = set == Some(cell);
        if rank >= BEST && !is_set {
            continue;
        }
        let quality = cell.quality;
        writeln!(
            out,
            "{:>4}  {:>6.4}  {:>6.4}  {:>6.4}  {:>9}  {:>16}  {:>16}  {:>5}  {:<11}  {:>4}  {}{}",
            rank + 1,
            quality.auc,
            quality.ap,
            quality.f1,
            exactly(quality.threshold),
            interval(quality.recall),
            interval(quality.precision),
            cell.width,
            cell.measure,
            cell.stem,
            visible(&cell.stop_words.to_string()),
            if is_set { "  set" } else { "" }
        )?;
    }
    writeln!(out)?;
    Ok(())
}
