//! The answer to "Which width?": the table of widths, the recommended one, and a warning about the modulo. It computes
//! nothing.

use std::io::Write;

use shingle::lab::chance::{FEWEST_DEALT, SHUFFLES};
use shingle::lab::study::Study;
use shingle::lab::widths::{SAFE_SAMPLE, Width};

use super::{about, by_chance, by_phrases, percent, range, sentence};
use crate::printer::out::Stop;
use crate::printer::table::{count, percent as exactly};

/// Prints the table of widths.
pub(super) fn print(
    out: &mut impl Write,
    study: &Study,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let (params, widths) = (&study.params, &study.widths);
    writeln!(out, "Which width? Pairs by {} at {}\n", params.measure, exactly(params.threshold))?;
    writeln!(
        out,
        "{:>5}  {:>10}  {:>14}  {:>6}  {:>8}  {:>8}  {:>9}  {:>7}  {:>6}",
        "width", "pairs", "by chance", "share", "phrases", "gap", "shingles", "median", "modulo"
    )?;
    for row in &widths.rows {
        let chance = row.by_chance();
        let notes = [
            (row.width == params.width, "set"),
            (Some(row.width) == widths.recommended, "recommended"),
        ];
        let notes: Vec<&str> =
            notes.into_iter().filter(|(is, _)| *is).map(|(_, note)| note).collect();
        let line = format!(
            "{:>5}  {:>10}  {:>14}  {:>6}  {:>8}  {:>8}  {:>9}  {:>7}  {:>6}  {}",
            row.width,
            about(row.survey.passing),
            by_chance(chance),
            percent(row.chance_share()),
            by_phrases(row.by_phrases()),
            range(row.gap),
            row.lengths.short,
            row.lengths.median,
            row.lengths.modulo(),
            notes.join(", ")
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)?;
    writeln!(out, "{}", sentence(&widths.reason, columns))?;
    if let Some(warning) = &widths.warning {
        writeln!(out, "{}", sentence(warning, columns))?;
    }
    if let Some(warning) = widths.row(params.width).and_then(|row| warning(study, row)) {
        writeln!(out, "{}", sentence(&warning, columns))?;
    }
    if widths.rows.iter().any(|row| row.survey.one_in > 1 || row.chance.one_in > 1) {
        let text = "~ counted for some documents against all, and guessed from these.";
        writeln!(out, "{}", sentence(text, columns))?;
    }
    let text = format!(
        "by chance: pairs that would pass with the words of every text shuffled, the mean of {SHUFFLES} shuffles and their \
         range. phrases: the same with the different sentences of all texts dealt out anew among them, which keeps their \
         phrases and undoes copying; – with fewer than {FEWEST_DEALT} texts. shingles: nine documents in ten have so \
         many; modulo: the largest that leaves them {SAFE_SAMPLE}."
    );
    writeln!(out, "{}\n", sentence(&text, columns))?;
    Ok(())
}

/// The warning for a modulo that keeps too few shingles.
fn warning(study: &Study, row: &Width) -> Option<String> {
    let modulo = study.params.modulo;
    let tried = study.sketches.modulo(modulo)?;
    (tried.short > 0).then(|| {
        format!(
            "! modulo {modulo} leaves fewer than {SAFE_SAMPLE} shingles in {} of {} (n/{SAFE_SAMPLE} is exceeded): take {}.",
            tried.short,
            count(study.documents as u64, "document", "documents"),
            row.lengths.modulo()
        )
    })
}
