//! A file of labelled pairs: tab-separated, with a header. It opens no file and knows no document.

use hashbrown::{HashMap, HashSet};

use crate::base::path::DocPath;

/// The names of the three columns where none are given.
pub const COLUMNS: [&str; 3] = ["a", "b", "label"];

/// The columns that hold the two paths and the label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns(pub [String; 3]);

impl Default for Columns {
    fn default() -> Self {
        Self(COLUMNS.map(str::to_string))
    }
}

impl std::str::FromStr for Columns {
    type Err = String;

    /// Reads `a,b,label`.
    fn from_str(text: &str) -> Result<Self, String> {
        let names: Vec<String> = text.split(',').map(|name| name.trim().to_string()).collect();
        let refuse = "expected three names with commas between: those of the two paths and of the label, such as a,b,label";
        let names: [String; 3] = names.try_into().map_err(|_| refuse.to_string())?;
        if names.iter().any(String::is_empty)
            || names[0] == names[1]
            || names[0] == names[2]
            || names[1] == names[2]
        {
            return Err(refuse.to_string());
        }
        Ok(Self(names))
    }
}

/// A labelled pair: the places of two documents, and whether the label is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Labelled {
    /// The first document, by its place among the documents in path order.
    pub a: usize,
    /// The second.
    pub b: usize,
    /// Whether the label is 1.
    pub label: bool,
}

/// Reads the pairs of a file called `name` about the documents at `paths`, each once however often it is there.
///
/// # Errors
/// One line: the file, the line in it, what was wrong, and what would be right.
pub fn labels(
    name: &DocPath,
    text: &str,
    columns: &Columns,
    paths: &[DocPath],
) -> Result<Vec<Labelled>, String> {
    let places: HashMap<&str, usize> =
        paths.iter().enumerate().filter_map(|(at, path)| Some((path.to_str()?, at))).collect();
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let header: Vec<&str> = lines.next().map_or_else(Vec::new, |(_, line)| fields(line));
    let column = |name_of: &String| {
        header.iter().position(|field| field == name_of).ok_or_else(|| {
            format!(
                "{name}:1: no column {name_of}; the header has {}; name three by --columns",
                if header.is_empty() { "none".to_string() } else { header.join(", ") }
            )
        })
    };
    let Columns([a, b, label]) = columns;
    let (a, b, label) = (column(a)?, column(b)?, column(label)?);
    let mut found = Vec::new();
    // The first line of every pair, whichever way round, and what it says.
    let mut told: HashMap<(usize, usize), (usize, bool)> = HashMap::new();
    // The other way round it is another pair all the same, for containment has a direction.
    let mut known: HashSet<(usize, usize)> = HashSet::new();
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let fields = fields(line);
        let field = |at: usize| {
            fields.get(at).copied().filter(|field| !field.is_empty()).ok_or_else(|| {
                let column = header.get(at).copied().unwrap_or_default();
                format!("{name}:{number}: nothing in column {column}; leave the line out")
            })
        };
        let document = |at: usize| {
            let path = field(at)?;
            let place = places.get(path.strip_prefix("./").unwrap_or(path)).copied();
            place.ok_or_else(|| {
                format!(
                    "{name}:{number}: {path} is no document of the folder; paths are relative to it"
                )
            })
        };
        let (left, right) = (document(a)?, document(b)?);
        let label = match field(label)? {
            "1" => true,
            "0" => false,
            other => return Err(format!("{name}:{number}: label {other}; expected 0 or 1")),
        };
        if left == right {
            return Err(format!(
                "{name}:{number}: both paths name one document; leave the line out"
            ));
        }
        let pair = (left.min(right), left.max(right));
        let (first, said) = *told.entry(pair).or_insert((number, label));
        if said != label {
            return Err(format!(
                "{name}: lines {first} and {number} label the same two paths {} and {}; leave one of them out",
                u8::from(said),
                u8::from(label)
            ));
        }
        // A line that is there again counts once.
        if known.insert((left, right)) {
            found.push(Labelled { a: left, b: right, label });
        }
    }
    let ones = found.iter().filter(|pair| pair.label).count();
    if ones == 0 || ones == found.len() {
        return Err(format!(
            "{name}: {ones} of {} labels are 1; both 0 and 1 are needed to tell anything",
            found.len()
        ));
    }
    Ok(found)
}

fn fields(line: &str) -> Vec<&str> {
    line.split('\t').map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::{Columns, DocPath, Labelled, labels};

    fn read(text: &str, columns: &Columns) -> Result<Vec<Labelled>, String> {
        let paths: Vec<DocPath> =
            ["a.txt", "b b.txt", "c/d.txt"].iter().map(DocPath::new).collect();
        labels(&DocPath::new("my.tsv"), text, columns, &paths)
    }

    #[test]
    fn columns_may_stand_in_any_order_beside_others() {
        let text = "label\tnote\tb\ta\r\n1\tx\tb b.txt\ta.txt\r\n\r\n0\t\ta.txt\t./c/d.txt\r\n";
        let found = read(text, &Columns::default()).unwrap();
        assert_eq!(
            found,
            [Labelled { a: 0, b: 1, label: true }, Labelled { a: 2, b: 0, label: false }]
        );
        let named = "doc\tsource\tplagiarised\na.txt\tb b.txt\t0\nb b.txt\tc/d.txt\t1";
        assert_eq!(read(named, &"doc, source,plagiarised".parse().unwrap()).unwrap().len(), 2);
    }

    #[test]
    fn a_line_that_is_there_again_counts_once_and_the_other_way_round_it_is_another_pair() {
        let text = "a\tb\tlabel\na.txt\tb b.txt\t1\n./a.txt\tb b.txt\t1\nb b.txt\ta.txt\t1\na.txt\tc/d.txt\t0\na.txt\tc/d.txt\t0\n";
        let pair = |a, b, label| Labelled { a, b, label };
        let found = read(text, &Columns::default()).unwrap();
        assert_eq!(found, [pair(0, 1, true), pair(1, 0, true), pair(0, 2, false)]);
    }

    #[test]
    fn every_error_names_the_file_and_the_line() {
        for (text, said) in [
            ("", "my.tsv:1: no column a; the header has none; name three by --columns"),
            ("a\tb\n", "my.tsv:1: no column label; the header has a, b; name three by --columns"),
            (
                "a\tb\tlabel\na.txt\tb b.txt\t1\na.txt\tnowhere\t0\n",
                "my.tsv:3: nowhere is no document of the folder; paths are relative to it",
            ),
            ("a\tb\tlabel\na.txt\tc/d.txt\tyes\n", "my.tsv:2: label yes; expected 0 or 1"),
            ("a\tb\tlabel\n\na.txt\t\t1\n", "my.tsv:3: nothing in column b; leave the line out"),
            (
                "a\tb\tlabel\na.txt\tc/d.txt\n",
                "my.tsv:2: nothing in column label; leave the line out",
            ),
            (
                "a\tb\tlabel\na.txt\ta.txt\t1\n",
                "my.tsv:2: both paths name one document; leave the line out",
            ),
            (
                "a\tb\tlabel\na.txt\tc/d.txt\t1\nc/d.txt\ta.txt\t1\na.txt\t./c/d.txt\t0\n",
                "my.tsv: lines 2 and 4 label the same two paths 1 and 0; leave one of them out",
            ),
            (
                "a\tb\tlabel\na.txt\tc/d.txt\t0\nc/d.txt\ta.txt\t1\n",
                "my.tsv: lines 2 and 3 label the same two paths 0 and 1; leave one of them out",
            ),
            (
                "a\tb\tlabel\na.txt\tc/d.txt\t1\n",
                "my.tsv: 1 of 1 labels are 1; both 0 and 1 are needed to tell anything",
            ),
        ] {
            assert_eq!(read(text, &Columns::default()), Err(said.to_string()));
        }
    }

    #[test]
    fn three_different_names_are_three_columns() {
        for wrong in ["a,b", "a,b,c,d", "a,,c", "", "a,a,b", "a,b,a", "b,a,a"] {
            assert!(wrong.parse::<Columns>().is_err(), "{wrong}");
        }
    }
}
