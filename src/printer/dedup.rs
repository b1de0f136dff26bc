use std::io::Write as _;

use serde::{Serialize, Serializer};

use shingle::base::{path::DocPath, ratio::Ratio};
use shingle::pipeline::{IgnoredCounts, Parameters, PathName, ProblemLine};

use super::out::{Out, Stop};

/// Prints a name as a line: raw, or visible on a terminal and with line breaks.
pub(crate) fn print_name(out: &mut Out, path: &DocPath) -> Result<(), Stop> {
    let bytes = path.name_bytes();
    if out.is_terminal || bytes.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
        writeln!(out, "{path}")?;
    } else {
        out.write_all(&bytes)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Result of `dedup`.
#[derive(Serialize)]
pub(crate) struct DedupListing<'a> {
    pub(crate) parameters: Parameters,
    pub(crate) left_out: IgnoredCounts,
    pub(crate) problems: Vec<ProblemLine<'a>>,
    pub(crate) documents_found: usize,
    pub(crate) kept_found: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) documents_before: Option<usize>,
    #[serde(serialize_with = "serialize_names")]
    pub(crate) kept: &'a [&'a DocPath],
    #[serde(serialize_with = "serialize_repeats")]
    pub(crate) repeats: &'a [Repeated<'a>],
}

// Serializes names one by one, because there may be a million.
fn serialize_names<S: Serializer>(names: &[&DocPath], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(names.iter().map(|path| PathName::from(*path)))
}

fn serialize_repeats<S: Serializer>(repeats: &[Repeated<'_>], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(repeats.iter().map(RepeatLine::from))
}

/// A removed document, the retained document that it repeats, and their score.
pub(crate) type Repeated<'a> = (&'a DocPath, &'a DocPath, Ratio);

#[derive(Serialize)]
pub(crate) struct RepeatLine<'a> {
    #[serde(flatten)]
    name: PathName<'a>,
    repeats: PathName<'a>,
    score: f64,
}

impl<'a> From<&Repeated<'a>> for RepeatLine<'a> {
    fn from((path, kept, score): &Repeated<'a>) -> Self {
        Self { name: PathName::from(*path), repeats: PathName::from(*kept), score: score.to_f64() }
    }
}
