//! The report that is asked for on the screen: what the list shows, written as `shingle report` writes it.

use std::io;
use std::path::Path;

use shingle::base::numbers::{counted, thousands};
use shingle::base::path::DocPath;
use shingle::decisions::decided::Decided;
use shingle::engine::reader::DocumentFolder;
use shingle::folder::write::{FileTarget, WriteError};
use shingle::pipeline::ranking::row::Mark;
use shingle::pipeline::results::clusters::Clusters;
use shingle::pipeline::results::snapshot::CopyGroups;
use shingle::pipeline::results::snapshot::Snapshot;

use crate::printer::out::Stop;
use crate::report::gather::ReportAsked;

use super::how_read::HowRead;
use super::{TOP, bytes, circumstance, format_of};

/// What the list shows.
pub(crate) struct Listed<'a> {
    pub(crate) snapshot: &'a Snapshot,
    /// Its rows.
    pub(crate) rows: &'a [usize],
    /// The filter that left them; empty for none.
    pub(crate) filter: &'a str,
    /// What `--decided` takes to choose the same rows, if anything does.
    pub(crate) choice: Option<&'a str>,
    pub(crate) decided: &'a Decided,
    /// The clusters of the folder; `None` where a filter was on.
    pub(crate) clusters: Option<&'a Clusters>,
}

/// Writes what is listed to a file, in the format of its ending. Returns a sentence about what was written.
pub(crate) fn write_listed(
    folder: &DocumentFolder,
    how: &HowRead,
    (file, replace): (&Path, bool),
    listed: &Listed<'_>,
) -> Result<String, WriteError> {
    let Listed { snapshot, rows, filter, choice, decided, clusters } = *listed;
    // Checked before the work begins.
    let format = format_of(file).map_err(|why| WriteError::Refused(io::Error::other(why)))?;
    let target = FileTarget::new(file, &how.dir, replace)?;
    let listed = rows.len();
    // There is no text any more to tell the passages of a pair that is gone, and no command finds it again.
    let is_there =
        |row: &&usize| snapshot.rows.get(**row).is_some_and(|row| row.mark() != Mark::Gone);
    let rows: Vec<usize> = rows.iter().filter(is_there).copied().collect();
    let gone = listed - rows.len();
    if rows.is_empty() {
        let why =
            "every row that the list shows is of a document that is gone: Esc lists the others";
        return Err(WriteError::Refused(io::Error::other(why)));
    }
    let mut again = how.again(&snapshot.params);
    if let Some(choice) = choice {
        again.option("decided", &[choice]);
    }
    let mut made = circumstance(how, again, file);
    if !filter.is_empty() {
        made.chosen = format!("rows that pass the filter {filter}");
        made.is_filtered = choice.is_none();
    }
    let fitting = clusters.filter(|found| are_of(found, snapshot));
    let asked = ReportAsked {
        folder,
        snapshot,
        clusters: fitting,
        decided,
        copies: CopyGroups::new(snapshot),
        made,
    };
    let report = asked.report(&rows, TOP);
    let text = bytes(&report, format).map_err(refused)?;
    target.fill(|out| out.write_all(&text))?;
    let mut listed = counted(report.pairs.len() as u64, "row");
    if report.pairs.len() < rows.len() {
        listed = format!("the first {listed} of {}", thousands(rows.len() as u64));
    }
    let bytes = counted(text.len() as u64, "byte");
    let other = if clusters.is_some() && fitting.is_none() {
        ", without clusters: the folder or a parameter changed meanwhile"
    } else {
        ""
    };
    let without = match gone {
        0 => String::new(),
        gone => format!(", without {} of files that are gone", counted(gone as u64, "row")),
    };
    Ok(format!("wrote {listed} to {}: {bytes}{without}{other}", DocPath::new(file)))
}

/// Whether clusters are of the documents and parameters of a ranking: the folder may have changed between the two.
fn are_of(clusters: &Clusters, snapshot: &Snapshot) -> bool {
    let docs = snapshot.docs.get(..snapshot.present).unwrap_or_default();
    clusters.params == snapshot.params && *clusters.docs == docs
}

fn refused(stop: Stop) -> WriteError {
    match stop {
        Stop::Failed(reason) => WriteError::Refused(io::Error::other(reason)),
        Stop::Closed => WriteError::Refused(io::ErrorKind::BrokenPipe.into()),
    }
}
