//! What each sketch would cost for a million such documents. It computes nothing.

use std::io::Write;

use shingle::base::numbers::thousands;
use shingle::lab::candidates::name;
use shingle::lab::sketches::bytes;
use shingle::lab::study::Study;

use super::sentence;
use crate::printer::out::Stop;
use crate::printer::table::count;

/// Seconds in a minute, an hour and a day, each with its name, the largest first.
const UNITS: [(f64, &str); 3] = [(86_400.0, "days"), (3_600.0, "h"), (60.0, "min")];

/// Prints memory, candidates and, with `times`, time for a million documents.
pub(super) fn print(
    out: &mut impl Write,
    study: &Study,
    times: bool,
    columns: Option<usize>,
) -> Result<(), Stop> {
    if study.documents == 0 {
        return Ok(());
    }
    writeln!(out, "What would a million such documents take? Extrapolated\n")?;
    let time =
        if times { format!("  {:>10}  {:>10}", "sketching", "joining") } else { String::new() };
    writeln!(out, "{:<13} {:>9}  {:>22}{time}", "sketch", "memory", "candidates")?;
    for tried in &study.sketches.tried {
        let Some(costs) = tried.for_million(study.documents) else { continue };
        let time = if times {
            format!("  {:>10}  {:>10}", duration(costs.sketching), duration(costs.joining))
        } else {
            String::new()
        };
        let candidates = thousands(costs.candidates);
        writeln!(
            out,
            "{:<13} {:>9}  {candidates:>22}{time}",
            name(tried.kind),
            bytes(costs.bytes)
        )?;
    }
    writeln!(out)?;
    let measured = if times { " Times are those of this machine." } else { "" };
    let text = format!(
        "If a million documents were like these {}: memory and sketching grow with the documents, candidates and joining with \
         their square. candidates: entries of lists that the join reads to find partners; a pair that meets in several lists \
         counts for each. The more varied a larger folder is, the fewer they are.{measured}",
        count(study.documents as u64, "document", "documents")
    );
    writeln!(out, "{}\n", sentence(&text, columns))?;
    Ok(())
}

/// Some seconds in the largest unit that is not less than one.
fn duration(seconds: f64) -> String {
    let unit = UNITS.into_iter().find(|(size, _)| seconds >= *size);
    unit.map_or_else(
        || format!("{seconds:.1} s"),
        |(size, unit)| format!("{:.1} {unit}", seconds / size),
    )
}
