//! Reads labelled pairs from tab-separated lines with a header.

use std::borrow::Cow;

use hashbrown::{HashMap, HashSet};
use thiserror::Error;

use base::path::DocPath;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Labelled {
    pub a: usize,
    pub b: usize,
    pub label: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}{}: {reason}", .line.map_or_else(String::new, |line| format!(":{line}")))]
pub struct LabelsError {
    pub file: DocPath,
    /// Line of the error in the file, from 1, if the error is in one line.
    pub line: Option<usize>,
    reason: String,
}

/// Reads the pairs in a file called `name` about the documents at `paths`. Repeated pairs count once.
pub fn read_labels(
    name: &DocPath,
    text: &str,
    paths: &[DocPath],
) -> Result<Vec<Labelled>, LabelsError> {
    let whole = |reason: String| LabelsError { file: name.clone(), line: None, reason };
    let at = |line: usize, reason: String| LabelsError { line: Some(line), ..whole(reason) };
    let is_text = |(_, path): &(usize, &DocPath)| path.to_str().is_some();
    let named = paths.iter().enumerate().filter(is_text);
    let indexes: HashMap<Cow<'_, str>, usize> = named.map(|(at, path)| (path.name(), at)).collect();
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let header: Vec<&str> = lines.next().map_or_else(Vec::new, |(_, line)| split_fields(line));
    let column = |column: &str| {
        header.iter().position(|field| *field == column).ok_or_else(|| {
            let present = if header.is_empty() { "none".to_string() } else { header.join(", ") };
            at(
                1,
                format!("no column {column}; the header has {present}; name three a, b and label"),
            )
        })
    };
    let (a, b, label) = (column("a")?, column("b")?, column("label")?);
    let mut found = Vec::new();
    // First line and label of each pair, in either order.
    let mut first_lines: HashMap<(usize, usize), (usize, bool)> = HashMap::new();
    // The order distinguishes pairs, because containment has a direction.
    let mut directed: HashSet<(usize, usize)> = HashSet::new();
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let fields = split_fields(line);
        let field = |column: usize| {
            fields.get(column).copied().filter(|field| !field.is_empty()).ok_or_else(|| {
                let column = header.get(column).copied().unwrap_or_default();
                at(number, format!("nothing in column {column}; leave the line out"))
            })
        };
        let document = |column: usize| {
            let path = field(column)?;
            let place = indexes.get(path.strip_prefix("./").unwrap_or(path)).copied();
            let wrong = "is not a document of the folder; paths are relative to it";
            place.ok_or_else(|| at(number, format!("{path} {wrong}")))
        };
        let (from, to) = (document(a)?, document(b)?);
        let label = match field(label)? {
            "1" => true,
            "0" => false,
            other => return Err(at(number, format!("label {other}; expected 0 or 1"))),
        };
        if from == to {
            return Err(at(number, "both paths name one document; leave the line out".into()));
        }
        let pair = (from.min(to), from.max(to));
        let (first, earlier) = *first_lines.entry(pair).or_insert((number, label));
        if earlier != label {
            let (one, other) = (u8::from(earlier), u8::from(label));
            return Err(whole(format!(
                "lines {first} and {number} label the same two paths {one} and {other}; remove one line"
            )));
        }
        if directed.insert((from, to)) {
            found.push(Labelled { a: from, b: to, label });
        }
    }
    let ones = found.iter().filter(|pair| pair.label).count();
    if ones == 0 || ones == found.len() {
        let all = found.len();
        return Err(whole(format!("{ones} of {all} labels are 1; both 0 and 1 are needed")));
    }
    Ok(found)
}

fn split_fields(line: &str) -> Vec<&str> {
    line.split('\t').map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::{DocPath, Labelled, LabelsError, read_labels};

    fn read(text: &str) -> Result<Vec<Labelled>, LabelsError> {
        let paths: Vec<DocPath> =
            ["a.txt", "b b.txt", "c/d.txt"].iter().map(DocPath::new).collect();
        read_labels(&DocPath::new("my.tsv"), text, &paths)
    }

    #[test]
    fn columns_may_stand_in_any_order_beside_others() {
        let text = "label\tnote\tb\ta\r\n1\tx\tb b.txt\ta.txt\r\n\r\n0\t\ta.txt\t./c/d.txt\r\n";
        let found = read(text).unwrap();
        assert_eq!(
            found,
            [Labelled { a: 0, b: 1, label: true }, Labelled { a: 2, b: 0, label: false }]
        );
    }

    #[test]
    fn a_line_that_is_there_again_counts_once_and_the_other_way_round_it_is_another_pair() {
        let text = "a\tb\tlabel\na.txt\tb b.txt\t1\n./a.txt\tb b.txt\t1\nb b.txt\ta.txt\t1\na.txt\tc/d.txt\t0\na.txt\tc/d.txt\t0\n";
        let pair = |a, b, label| Labelled { a, b, label };
        assert_eq!(read(text).unwrap(), [pair(0, 1, true), pair(1, 0, true), pair(0, 2, false)]);
    }

    #[test]
    fn every_error_names_the_file_and_the_line() {
        for (text, said) in [
            ("", "my.tsv:1: no column a; "),
            ("a\tb\n", "my.tsv:1: no column label; "),
            ("a\tb\tlabel\na.txt\tb b.txt\t1\na.txt\tnowhere\t0\n", "my.tsv:3: nowhere "),
            ("a\tb\tlabel\na.txt\tc/d.txt\tyes\n", "my.tsv:2: label yes; "),
            ("a\tb\tlabel\n\na.txt\t\t1\n", "my.tsv:3: nothing in column b; "),
            ("a\tb\tlabel\na.txt\tc/d.txt\n", "my.tsv:2: nothing in column label; "),
            ("a\tb\tlabel\na.txt\ta.txt\t1\n", "my.tsv:2: both paths name one "),
            (
                "a\tb\tlabel\na.txt\tc/d.txt\t1\nc/d.txt\ta.txt\t1\na.txt\t./c/d.txt\t0\n",
                "my.tsv: lines 2 and 4 label the same two paths 1 and 0; ",
            ),
            (
                "a\tb\tlabel\na.txt\tc/d.txt\t0\nc/d.txt\ta.txt\t1\n",
                "my.tsv: lines 2 and 3 label the same two paths 0 and 1; ",
            ),
            ("a\tb\tlabel\na.txt\tc/d.txt\t1\n", "my.tsv: 1 of 1 labels are 1; "),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
    }
}
