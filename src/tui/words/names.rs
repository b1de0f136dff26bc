//! Short names of documents: folders that all share go, the parts that distinguish stay. Computed once for the documents of
//! a result, in linear time.

use std::collections::{HashMap, HashSet, hash_map::RandomState};
use std::hash::BuildHasher as _;
use std::{fmt, ops::Range, sync::Arc};

use shingle::base::{path::DocPath, visible::visible};
use shingle::pipeline::{DocInfo, SkipSame, Snapshot};

use crate::tui::drawing::glyphs::{columns, elide, end, take};

/// A file keeps at least so many columns beside a folder that distinguishes it.
const LEAST_OF_FILE: u16 = 8;
/// Of so many folders one may be of another kind.
const STRAYS: usize = 10;
/// A longer end of a file name is no extension.
const EXTENSION: u16 = 6;

/// The short names of the documents of a result.
#[derive(Debug, Default)]
pub(crate) struct ShortNames {
    /// The documents, in path order.
    docs: Arc<Vec<DocInfo>>,
    present: usize,
    skip_same: SkipSame,
    /// The folders that all documents are in, with the last `/`.
    shared: Vec<u8>,
    /// The parts that distinguish folders from their siblings, by the path of the folder.
    folders: HashMap<Vec<u8>, String>,
    /// Documents whose folders are shown whole, because their short names would be the same.
    alike: HashSet<DocPath>,
    /// Bytes of the longest short name.
    pub(crate) longest: usize,
}

impl ShortNames {
    /// Takes the documents of another result. Costs nothing but a comparison if their names are the same.
    pub(crate) fn refresh(&mut self, snapshot: &Snapshot) {
        let skip_same = &snapshot.params.skip_same;
        let new = paths(&snapshot.docs, snapshot.present);
        if self.skip_same == *skip_same && paths(&self.docs, self.present).eq(new) {
            self.docs = Arc::clone(&snapshot.docs);
        } else {
            *self = Self::new(&snapshot.docs, snapshot.present, skip_same.clone());
        }
    }

    fn new(docs: &Arc<Vec<DocInfo>>, present: usize, skip_same: SkipSame) -> Self {
        let all = || paths(docs, present);
        let (first, last) = (all().next(), all().next_back());
        let ends = first.zip(last).map(|(first, last)| (first.as_bytes(), last.as_bytes()));
        // In path order the first and the last share what all share.
        let shared = ends.map_or(&[][..], |(first, last)| {
            let both = first.get(..common(first, last)).unwrap_or_default();
            folder_of(both)
        });
        let folders = distinguish(all(), shared.len(), &skip_same);
        let mut names = Self { shared: shared.to_vec(), folders, skip_same, ..Self::default() };
        let (hashes, mut seen, mut alike) = (RandomState::new(), HashMap::new(), HashSet::new());
        for path in all() {
            if names.folders.is_empty() {
                // Whole names differ.
                let length = path.name_bytes().len() - names.shared.len();
                names.longest = names.longest.max(length);
                continue;
            }
            let (name, _, file) = names.split(path);
            names.longest = names.longest.max(name.len() + file.len());
            let other = seen.insert(hashes.hash_one((name.as_bytes(), file)), path);
            alike.extend(other.into_iter().flat_map(|other| [other.clone(), path.clone()]));
        }
        (names.alike, names.docs, names.present) = (alike, Arc::clone(docs), present);
        names
    }

    /// The folders that all documents are in.
    pub(crate) fn shared(&self) -> String {
        let shared = String::from_utf8_lossy(&self.shared);
        visible(shared.trim_end_matches('/')).into_owned()
    }

    /// The short name of a document.
    pub(crate) fn of(&self, path: &DocPath) -> ShortName {
        let (folders, is_short, file) = self.split(path);
        let own = self.own_part(path, &file);
        let part = |range: Range<usize>| {
            let bytes = file.get(range).unwrap_or_default();
            visible(&String::from_utf8_lossy(bytes)).into_owned()
        };
        let (before, differs) = (part(0..own.start), part(own.clone()));
        ShortName {
            is_short,
            own: before.len()..before.len() + differs.len(),
            file: before + &differs + &part(own.end..file.len()),
            folders: visible(&folders).into_owned(),
        }
    }

    /// The folders of a document as they are shown, whether they leave something out, and its file.
    fn split(&self, path: &DocPath) -> (String, bool, Vec<u8>) {
        let (name, mut shown, mut is_short) = (path.name_bytes(), String::new(), false);
        let mut from = if name.starts_with(&self.shared) { self.shared.len() } else { 0 };
        let is_whole = self.alike.contains(path);
        let length = path.as_bytes().len();
        while let Some(end) = slash_in(path.as_bytes(), from..length) {
            let part = self.folders.get(&name[..end]).filter(|_| !is_whole);
            let is_last = slash_in(path.as_bytes(), end + 1..length).is_none();
            match part {
                Some(part) => shown.push_str(part),
                None => shown.push_str(&String::from_utf8_lossy(&name[from..end])),
            }
            is_short |= part.is_some();
            // A name that leaves something out is no path.
            shown.push(if part.is_some() && is_last { ' ' } else { '/' });
            from = end + 1;
        }
        (shown, is_short, name[from..].to_vec())
    }

    /// The word of a file's name that distinguishes it from its neighbours.
    fn own_part(&self, path: &DocPath, file: &[u8]) -> Range<usize> {
        let name = path.name_bytes();
        let above = name.len() - file.len();
        let placeholder = self.skip_same.placeholder(path.as_path());
        if let Some(range) = placeholder.filter(|range| range.start >= above) {
            return range.start - above..range.end - above;
        }
        let docs = self.docs.get(..self.present).unwrap_or_default();
        let at = docs.partition_point(|doc| doc.path < *path);
        let after = at + usize::from(docs.get(at).is_some_and(|doc| doc.path == *path));
        let neighbours = [at.checked_sub(1), Some(after)].into_iter().flatten();
        let same = neighbours.filter_map(|at| docs.get(at));
        let same = same.map(|doc| common(&name, &doc.path.name_bytes())).max().unwrap_or(0);
        match same.checked_sub(above) {
            Some(at) if at < file.len() => {
                let is_in = |byte: &&u8| kind(**byte) == kind(file[at]);
                let before = file[..at].iter().rev().take_while(is_in).count();
                at - before..at + file[at..].iter().take_while(is_in).count()
            }
            _ => file.len()..file.len(),
        }
    }
}

fn paths(docs: &[DocInfo], present: usize) -> impl DoubleEndedIterator<Item = &DocPath> {
    docs.get(..present).unwrap_or_default().iter().map(|doc| &doc.path)
}

/// The parts that distinguish folders from their siblings, of documents in path order; of folders that show another name than
/// their own. The first `shared` bytes of all paths are the same.
fn distinguish<'d>(
    paths: impl Iterator<Item = &'d DocPath>,
    shared: usize,
    skip_same: &SkipSame,
) -> HashMap<Vec<u8>, String> {
    type Siblings<'p> = Vec<(&'p [u8], &'p [u8])>;
    let mut siblings: HashMap<&[u8], Siblings<'_>> = HashMap::new();
    let mut before: &[u8] = &[];
    for path in paths {
        let (bytes, mut from) = (path.as_bytes(), shared);
        let placeholder = skip_same.placeholder(path.as_path());
        while let Some(end) = slash_in(bytes, from..bytes.len()) {
            // Documents of one folder stand together.
            if !before.starts_with(&bytes[..=end]) {
                let is_here = |range: &Range<usize>| from <= range.start && range.end <= end;
                let own = placeholder.clone().filter(is_here).unwrap_or(from..end);
                siblings.entry(&bytes[..from]).or_default().push((&bytes[..end], &bytes[own]));
            }
            from = end + 1;
        }
        before = bytes;
    }
    let mut folders = HashMap::new();
    for siblings in siblings.into_values() {
        let names: Vec<&[u8]> = siblings.iter().map(|(_, name)| *name).collect();
        for ((folder, _), part) in siblings.iter().zip(own_parts(&names)) {
            if !(folder.ends_with(part) && folder_of(folder).len() + part.len() == folder.len()) {
                folders.insert(folder.to_vec(), String::from_utf8_lossy(part).into_owned());
            }
        }
    }
    folders
}

/// Of each name the part that it does not share with nearly all others, in whole words; the names themselves if these
/// parts do not distinguish them.
fn own_parts<'n>(names: &[&'n [u8]]) -> Vec<&'n [u8]> {
    let whole = |name: &&[u8]| name.to_vec();
    let start = usual_start(&names.iter().map(whole).collect::<Vec<_>>());
    let reversed = |name: &&[u8]| name.iter().rev().copied().collect();
    let mut end = usual_start(&names.iter().map(reversed).collect::<Vec<_>>());
    end.reverse();
    let own = |name: &&'n [u8]| {
        let own = name.strip_prefix(&*start).unwrap_or(name);
        let own = own.strip_suffix(&*end).unwrap_or(own);
        let is_sign = |byte: &&u8| kind(**byte) == Kind::Sign;
        let (before, after) =
            (own.iter().take_while(is_sign).count(), own.iter().rev().take_while(is_sign).count());
        if own.len() == name.len() {
            name
        } else {
            own.get(before..own.len() - after).unwrap_or_default()
        }
    };
    let parts: Vec<&[u8]> = names.iter().map(own).collect();
    let distinct = |names: &[&[u8]]| names.iter().copied().collect::<HashSet<_>>().len();
    let is_clear = parts.iter().all(|part| !part.is_empty()) && distinct(&parts) == distinct(names);
    if is_clear { parts } else { names.to_vec() }
}

/// What nearly all of several names begin with, in whole words.
fn usual_start(names: &[Vec<u8>]) -> Vec<u8> {
    let first_word =
        |name: &[u8]| name.chunk_by(|a, b| kind(*a) == kind(*b)).next().map(<[u8]>::len);
    let mut counts: HashMap<&[u8], usize> = HashMap::new();
    for name in names {
        *counts.entry(&name[..first_word(name).unwrap_or(0)]).or_default() += 1;
    }
    let Some((word, count)) = counts.into_iter().max_by_key(|(_, count)| *count) else {
        return Vec::new();
    };
    if names.len() < 2 || names.len() - count > names.len() / STRAYS {
        return Vec::new();
    }
    let alike = || names.iter().filter(|name| name.starts_with(word));
    let Some(first) = alike().next() else { return Vec::new() };
    let end = alike().fold(first.len(), |end, name| end.min(common(first, name)));
    let (start, last) = (&first[..end], first.get(end.wrapping_sub(1)));
    let splits =
        |name: &Vec<u8>| name.get(end).zip(last).is_some_and(|(a, b)| kind(*a) == kind(*b));
    let cut = if alike().any(splits) {
        start
            .iter()
            .rev()
            .take_while(|byte| last.is_some_and(|last| kind(**byte) == kind(*last)))
            .count()
    } else {
        0
    };
    start[..end - cut].to_vec()
}

/// What a byte is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Number,
    Sign,
}

const fn kind(byte: u8) -> Kind {
    match byte {
        b'0'..=b'9' => Kind::Number,
        // Letters outside of ASCII stay whole.
        b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => Kind::Word,
        _ => Kind::Sign,
    }
}

/// How many bytes two names begin with in common.
fn common(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// A path up to its last `/`, with it.
fn folder_of(path: &[u8]) -> &[u8] {
    path.iter().rposition(|byte| *byte == b'/').map_or(&[], |at| &path[..=at])
}

fn slash_in(path: &[u8], range: Range<usize>) -> Option<usize> {
    let start = range.start;
    path.get(range)?.iter().position(|byte| *byte == b'/').map(|at| start + at)
}

/// The short name of a document. `Display` shows all of it.
#[derive(Debug)]
pub(crate) struct ShortName {
    folders: String,
    /// Whether the folders leave out what does not distinguish them.
    is_short: bool,
    file: String,
    /// The bytes of the file that distinguish it from its neighbours.
    own: Range<usize>,
}

impl fmt::Display for ShortName {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}{}", self.folders, self.file)
    }
}

impl ShortName {
    /// The name in at most `width` columns. The parts that distinguish it and the extension are cut last.
    pub(crate) fn fit(&self, width: u16) -> String {
        let least = if self.is_short { LEAST_OF_FILE } else { width - width / 3 };
        let room = width.saturating_sub(columns(&self.file).min(least));
        let folders = match room {
            _ if columns(&self.folders) <= room => self.folders.clone(),
            // The beginning of a file says more than the end of a folder that is shown whole.
            0..6 if !self.is_short => String::new(),
            0..3 => String::new(),
            room => format!("…{}", end(&self.folders, room - 1)),
        };
        let room = width.saturating_sub(columns(&folders));
        folders + &self.file_in(room)
    }

    fn file_in(&self, width: u16) -> String {
        if columns(&self.file) <= width {
            return self.file.clone();
        }
        let dot = self.file.rfind('.').filter(|dot| *dot > 0).unwrap_or(self.file.len());
        let (stem, extension) = self.file.split_at(dot);
        let is_one = columns(extension) <= EXTENSION;
        let (stem, extension) = if is_one { (stem, extension) } else { (&*self.file, "") };
        let Some(room) = width.checked_sub(columns(extension) + 1) else {
            return elide(&self.file, width);
        };
        let part = |range: Range<usize>| stem.get(range).unwrap_or_default();
        let own = self.own.start.min(stem.len())..self.own.end.min(stem.len());
        let head = |width: u16| take(part(0..stem.len()), width).len();
        // One gap beside the part of its own: after a third, before that part, or behind it.
        let behind = room.checked_sub(columns(part(0..own.end))).map(|_| own.end);
        let before = room.checked_sub(columns(part(own.start..stem.len()))).map(head);
        let heads = [Some(head(room / 3)), before, behind].into_iter().flatten();
        let gaps = heads.map(|head| (part(0..head), end(stem, room - columns(part(0..head)))));
        let mut gaps = gaps
            .filter(|(head, tail)| own.end <= head.len() || own.start >= stem.len() - tail.len());
        match gaps.next() {
            Some((head, tail)) => format!("{head}…{tail}{extension}"),
            None if columns(part(own.clone())) < room => {
                format!("…{}…{extension}", take(part(own.start..stem.len()), room - 1))
            }
            None => elide(&self.file, width),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use shingle::base::path::DocPath;

    use super::super::super::tests::fake;
    use super::{ShortNames, columns};

    fn names(skip_same: &str, paths: &[&str]) -> ShortNames {
        let mut docs: Vec<_> = paths.iter().map(|path| fake::doc(path)).collect();
        docs.sort_by(|a, b| a.path.cmp(&b.path));
        ShortNames::new(&Arc::new(docs), paths.len(), skip_same.parse().unwrap())
    }

    fn shown<'p>(skip_same: &str, paths: &[&'p str]) -> Vec<(&'p str, String)> {
        let names = names(skip_same, paths);
        paths.iter().map(|path| (*path, names.of(&DocPath::new(path)).to_string())).collect()
    }

    #[test]
    fn what_folders_share_goes_and_what_distinguishes_them_stays() {
        for (skip_same, expected) in [
            (
                "off",
                &[
                    ("2026/Submission_0422_assignsubmission_file_/essay.docx", "0422 essay.docx"),
                    ("2026/Submission_0423_assignsubmission_file_/essay.docx", "0423 essay.docx"),
                ][..],
            ),
            // Last year's.
            (
                "off",
                &[
                    ("2025/Submission_0108_assignsubmission_file_/a.txt", "2025/0108 a.txt"),
                    ("2025/Submission_0109_assignsubmission_file_/a.txt", "2025/0109 a.txt"),
                    ("2026/Submission_0108_assignsubmission_file_/a.txt", "2026/0108 a.txt"),
                    ("2026/Submission_0109_assignsubmission_file_/a.txt", "2026/0109 a.txt"),
                ],
            ),
            // In Moodle's own folders the end is the same, and the name may have several words.
            (
                "off",
                &[
                    ("Ann Lee_71_assignsubmission_file_/deep/a.txt", "Ann Lee_71/deep/a.txt"),
                    ("Jörg Ö_72_assignsubmission_file_/a.txt", "Jörg Ö_72 a.txt"),
                    ("Jörg Ö_73_assignsubmission_file_/a.txt", "Jörg Ö_73 a.txt"),
                ],
            ),
            // Words and numbers stay whole, and so does the name of which nothing would be left.
            ("off", &[("2025/a.txt", "2025/a.txt"), ("2026/a.txt", "2026/a.txt")]),
            ("off", &[("notes/a.txt", "notes/a.txt"), ("notes-old/a.txt", "notes-old/a.txt")]),
            // One more part distinguishes what would look the same: here both are of one student.
            (
                "*_{}_*/",
                &[
                    ("s_0423_a/essay.txt", "s_0423_a/essay.txt"),
                    ("s_0423_b/essay.txt", "s_0423_b/essay.txt"),
                    ("s_0424_a/other.txt", "0424 other.txt"),
                ],
            ),
            ("{}-x/", &[("ann-x/a.txt", "ann a.txt"), ("z/a.txt", "z/a.txt")]),
        ] {
            let paths: Vec<&str> = expected.iter().map(|(path, _)| *path).collect();
            let expected: Vec<(&str, String)> =
                expected.iter().map(|(path, name)| (*path, (*name).to_string())).collect();
            assert_eq!(shown(skip_same, &paths), expected);
        }
    }

    #[test]
    fn one_folder_in_ten_may_be_of_another_kind() {
        let mut paths: Vec<String> =
            (400..409).map(|number| format!("Submission_{number}_file_/a.txt")).collect();
        paths.push("templates/a.txt".into());
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let shown: Vec<String> = shown("off", &paths).into_iter().map(|(_, name)| name).collect();
        assert_eq!((&*shown[0], &*shown[9]), ("400 a.txt", "templates/a.txt"));
    }

    #[test]
    fn a_name_is_cut_beside_the_part_that_differs() {
        let paths = [
            "2025/Submission_0421_assignsubmission_file_/essay final version.docx",
            "2025/Submission_0423_assignsubmission_file_/essay final version.docx",
            "2026/Submission_0423_assignsubmission_file_/essay-v3 final version.docx",
            "2026/Submission_0423_assignsubmission_file_/essay-v4 final version.docx",
            "2026/Submission_0424_assignsubmission_file_/essay final version.docx",
            "2026/Submission_0424_assignsubmission_file_/Ülker-essay final version.docx",
            "2026/Submission_0425_assignsubmission_file_/日本語の長い名前です.docx",
        ];
        let names = names("off", &paths);
        let fit = |path: &str, width| names.of(&DocPath::new(path)).fit(width);
        assert_eq!(fit(paths[2], 30), "2026/0423 essay-v3…ersion.docx");
        for width in 20..60 {
            let cut: BTreeSet<String> = paths.iter().map(|path| fit(path, width)).collect();
            assert_eq!(cut.len(), paths.len(), "{cut:?}");
            for (path, number) in
                paths.iter().zip(["0421", "0423", "0423", "0423", "0424", "0424", "0425"])
            {
                let name = fit(path, width);
                assert!(name.contains(number) && name.ends_with("docx"), "{name:?}");
                assert!(columns(&name) <= width, "{name:?}");
            }
        }
        for width in 0..20 {
            assert!(paths.iter().all(|path| columns(&fit(path, width)) <= width), "{width}");
        }
    }
}
