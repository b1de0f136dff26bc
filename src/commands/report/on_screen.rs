//! The report that is asked for on the screen: what the list shows, written as `shingle report` writes it.

use std::io;
use std::path::Path;

use shingle::base::numbers::{counted, thousands};
use shingle::base::path::DocPath;
use shingle::decisions::decided::Decided;
use shingle::folder::write::{FileTarget, WriteError};
use shingle::pipeline::results::snapshot::Snapshot;

use crate::printer::out::Stop;
use crate::report::gather::ReportAsked;

use super::how_read::HowRead;
use super::{TOP, bytes, circumstance, format_of};

/// Writes these rows of a result to a file, in the format of its ending. `filter` left them, empty for none. Returns a sentence
/// about what was written.
pub(crate) fn write_listed(
    how: &HowRead,
    (file, replace): (&Path, bool),
    (snapshot, rows): (&Snapshot, &[usize]),
    (filter, decided): (&str, &Decided),
) -> Result<String, WriteError> {
    // Checked before the work begins.
    let target = FileTarget::new(file, &how.dir, replace)?;
    let mut made = circumstance(how, how.again(&snapshot.params), file);
    if !filter.is_empty() {
        made.chosen = format!("rows that pass the filter {filter}");
    }
    let asked = ReportAsked { root: &how.dir, snapshot, clusters: None, decided, made };
    let report = asked.report(rows, TOP);
    let text = bytes(&report, format_of(file), false).map_err(refused)?;
    target.fill(|out| out.write_all(&text))?;
    let mut listed = counted(report.pairs.len() as u64, "row");
    if report.pairs.len() < rows.len() {
        listed = format!("the first {listed} of {}", thousands(rows.len() as u64));
    }
    let bytes = counted(text.len() as u64, "byte");
    Ok(format!("wrote {listed} to {}: {bytes}", DocPath::new(file)))
}

fn refused(stop: Stop) -> WriteError {
    match stop {
        Stop::Failed(reason) => WriteError::Refused(io::Error::other(reason)),
        Stop::Closed => WriteError::Refused(io::ErrorKind::BrokenPipe.into()),
    }
}
