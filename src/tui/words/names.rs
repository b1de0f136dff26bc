//! Short names of documents: without the folders that all documents share, but with the parts that distinguish them.
//! Computed once per result in linear time, on the engine's thread, because 100,000 folders take many frames.

use std::{fmt, hash::BuildHasher as _, ops::Range, sync::Arc};

use hashbrown::{DefaultHashBuilder, HashMap, HashSet};

use shingle::{
    base::path::DocPath, base::visible::make_visible, pipeline::DocInfo, pipeline::SkipSame,
    pipeline::Snapshot,
};

use crate::tui::{
    drawing::elide_middle, drawing::glyphs::longest_fitting_end,
    drawing::glyphs::longest_fitting_start, drawing::width_in_columns,
};

/// Minimum columns for the file in a name whose folder distinguishes the document.
const LEAST_OF_FILE: u16 = 8;
/// A word is usual if at most one folder in this many lacks it.
const STRAYS: usize = 10;
/// Number of sibling folders from which a folder distinguishes more than the file. Each folder may then belong to a
/// student.
const MANY: usize = 20;
const EXTENSION: u16 = 6;

#[derive(Debug, Default, Clone)]
pub(crate) struct ShortNames {
    docs: Arc<Vec<DocInfo>>,
    present: usize,
    skip_same: SkipSame,
    /// The folders that all documents share, with the last `/`.
    shared: Vec<u8>,
    folders: Arc<HashMap<Vec<u8>, FolderName>>,
    has_short: bool,
    /// Unread files and removed documents, in path order.
    others: Arc<Vec<DocPath>>,
    /// Documents whose short names would be equal. Their folders are shown whole.
    alike: Arc<HashSet<DocPath>>,
    /// Length of the longest short name in bytes.
    pub(crate) longest: usize,
}

impl ShortNames {
    /// Returns the short names for another result. If the paths are equal, the names are reused.
    pub(crate) fn for_other_snapshot(&self, snapshot: &Snapshot) -> Self {
        let Snapshot { docs, present, params, problems, .. } = snapshot;
        let unread =
            problems.iter().filter(|one| one.kind.is_unread_file()).map(|one| one.path.clone());
        let gone = docs.iter().skip(*present).map(|doc| doc.path.clone());
        let mut others: Vec<DocPath> = unread.chain(gone).collect();
        others.sort_unstable();
        others.dedup();
        let are_same = paths_of_present_documents(&self.docs, self.present)
            .eq(paths_of_present_documents(docs, *present));
        if are_same && self.skip_same == params.skip_same && *self.others == others {
            return Self { docs: Arc::clone(docs), ..self.clone() };
        }
        Self::new(docs, *present, params.skip_same.clone(), others)
    }

    fn new(
        docs: &Arc<Vec<DocInfo>>,
        present: usize,
        skip_same: SkipSame,
        others: Vec<DocPath>,
    ) -> Self {
        let others = Arc::new(others);
        let all = || paths_of_present_documents(docs, present);
        let (first, last) = (all().next(), all().next_back());
        let ends = first.zip(last).map(|(first, last)| (first.as_bytes(), last.as_bytes()));
        // In path order, the first and the last path share a prefix only if all paths share it.
        let shared = ends.map_or(&[][..], |(first, last)| {
            let both = first.get(..common_start_length(first, last)).unwrap_or_default();
            folder_of_path(both)
        });
        let mut folders = distinguish_folders(all(), shared.len(), &skip_same);
        if !others.is_empty() {
            // Other files have no effect on the names of documents.
            let beside = others.iter().filter(|path| path.as_bytes().starts_with(shared));
            let mut paths: Vec<&DocPath> = all().chain(beside).collect();
            paths.sort_unstable();
            for (folder, name) in distinguish_folders(paths.into_iter(), shared.len(), &skip_same) {
                folders.entry(folder).or_insert(name);
            }
        }
        let folders = Arc::new(folders);
        let mut names = Self {
            shared: shared.to_vec(),
            folders,
            skip_same,
            others: Arc::clone(&others),
            ..Self::default()
        };
        let (hashes, mut seen, mut alike) =
            (DefaultHashBuilder::default(), HashMap::new(), HashSet::new());
        names.has_short = names.folders.values().any(|folder| folder.is_short);
        for path in all() {
            if !names.has_short {
                // Whole names are distinct.
                let length = path.name_bytes().len() - names.shared.len();
                names.longest = names.longest.max(length);
                continue;
            }
            let (folders, file) = names.split_name(path);
            let name: String = folders.into_iter().map(|folder| folder.shown).collect();
            names.longest = names.longest.max(name.len() + file.len());
            let other = seen.insert(hashes.hash_one((name, file)), path);
            alike.extend(other.into_iter().flat_map(|other| [other.clone(), path.clone()]));
        }
        (names.alike, names.docs, names.present) = (Arc::new(alike), Arc::clone(docs), present);
        names
    }

    pub(crate) fn shared_folder(&self) -> String {
        let shared = String::from_utf8_lossy(&self.shared);
        make_visible(shared.trim_end_matches('/')).into_owned()
    }

    fn record_id(&self, path: &DocPath) -> Option<String> {
        let docs = self.docs.get(..self.present).unwrap_or_default();
        let found = docs.binary_search_by(|doc| doc.path.cmp(path)).ok();
        Some(make_visible(docs.get(found?)?.record_id()?).into_owned())
    }

    /// Returns the id of a record, or the whole path of another document.
    pub(crate) fn whole_name(&self, path: &DocPath) -> String {
        self.record_id(path).unwrap_or_else(|| path.to_string())
    }

    pub(crate) fn short_name(&self, path: &DocPath) -> ShortName {
        if let Some(file) = self.record_id(path) {
            return ShortName { folders: Vec::new(), own: 0..0, file };
        }
        let (mut folders, file) = self.split_name(path);
        for folder in &mut folders {
            for name in [&mut folder.shown, &mut folder.rarest] {
                *name = make_visible(name).into_owned();
            }
        }
        let own = self.own_part_of_file(path, &file);
        let part = |range: Range<usize>| {
            let bytes = file.get(range).unwrap_or_default();
            make_visible(&String::from_utf8_lossy(bytes)).into_owned()
        };
        let (before, differs) = (part(0..own.start), part(own.clone()));
        ShortName {
            folders,
            own: before.len()..before.len() + differs.len(),
            file: before + &differs + &part(own.end..file.len()),
        }
    }

    /// Returns the name as shown if it shortens a folder, so that it is no part of the path.
    pub(crate) fn shortened_name(&self, path: &DocPath) -> Option<String> {
        if !self.has_short {
            return None;
        }
        let (folders, file) = self.split_name(path);
        let is_short = folders.iter().any(|folder| folder.is_short);
        let folders = folders.into_iter().map(|folder| folder.shown);
        is_short.then(|| folders.collect::<String>() + &String::from_utf8_lossy(&file))
    }

    /// Splits a path into its shown folders, each with the character after it, and its file.
    fn split_name(&self, path: &DocPath) -> (Vec<FolderName>, Vec<u8>) {
        let (name, length) = (path.name_bytes(), path.as_bytes().len());
        let mut from = if name.starts_with(&self.shared) { self.shared.len() } else { 0 };
        let (mut folders, is_whole) = (Vec::new(), self.alike.contains(path));
        while let Some(end) = find_slash(path.as_bytes(), from..length) {
            let mut folder = self.folders.get(&name[..end]).cloned().unwrap_or_default();
            if is_whole || folder.shown.is_empty() {
                folder.shown = String::from_utf8_lossy(&name[from..end]).into_owned();
                folder.is_short = false;
            }
            if folder.siblings == 0 {
                // Not a folder of the documents.
                folder.rarest.clone_from(&folder.shown);
            }
            let is_last = find_slash(path.as_bytes(), end + 1..length).is_none();
            // A blank instead of `/` shows that the name before it is shortened and not a path.
            let sign = if folder.is_short && is_last { ' ' } else { '/' };
            for name in [&mut folder.shown, &mut folder.rarest] {
                name.push(sign);
            }
            folders.push(folder);
            from = end + 1;
        }
        (folders, name[from..].to_vec())
    }

    /// Returns the byte range of the word in a file's name that differs from the neighbours in path order.
    fn own_part_of_file(&self, path: &DocPath, file: &[u8]) -> Range<usize> {
        let name = path.name_bytes();
        let above = name.len() - file.len();
        let placeholder = self.skip_same.placeholder_range(path.as_path());
        if let Some(range) = placeholder.filter(|range| range.start >= above) {
            return range.start - above..range.end - above;
        }
        let docs = self.docs.get(..self.present).unwrap_or_default();
        let at = docs.partition_point(|doc| doc.path < *path);
        let after = at + usize::from(docs.get(at).is_some_and(|doc| doc.path == *path));
        let neighbours = [at.checked_sub(1), Some(after)].into_iter().flatten();
        let same = neighbours.filter_map(|at| docs.get(at));
        let same =
            same.map(|doc| common_start_length(&name, &doc.path.name_bytes())).max().unwrap_or(0);
        match same.checked_sub(above) {
            Some(at) if at < file.len() => {
                let is_in = |byte: &&u8| kind_of_byte(**byte) == kind_of_byte(file[at]);
                let before = file[..at].iter().rev().take_while(is_in).count();
                at - before..at + file[at..].iter().take_while(is_in).count()
            }
            _ => file.len()..file.len(),
        }
    }
}

fn paths_of_present_documents(
    docs: &[DocInfo],
    present: usize,
) -> impl DoubleEndedIterator<Item = &DocPath> {
    docs.get(..present).unwrap_or_default().iter().map(|doc| &doc.path)
}

/// Computes the shown names of all folders. `paths` are in path order and share the first `shared` bytes.
fn distinguish_folders<'d>(
    paths: impl Iterator<Item = &'d DocPath>,
    shared: usize,
    skip_same: &SkipSame,
) -> HashMap<Vec<u8>, FolderName> {
    type Siblings<'p> = Vec<(&'p [u8], &'p [u8])>;
    let mut siblings: HashMap<&[u8], Siblings<'_>> = HashMap::new();
    let mut before: &[u8] = &[];
    for path in paths {
        let (bytes, mut from) = (path.as_bytes(), shared);
        let placeholder = skip_same.placeholder_range(path.as_path());
        while let Some(end) = find_slash(bytes, from..bytes.len()) {
            // Documents of a folder are neighbours.
            if !before.starts_with(&bytes[..=end]) {
                let is_here = |range: &Range<usize>| from <= range.start && range.end <= end;
                let own = placeholder.clone().filter(is_here).unwrap_or(from..end);
                siblings.entry(&bytes[..from]).or_default().push((&bytes[..end], &bytes[own]));
            }
            from = end + 1;
        }
        before = bytes;
    }
    // A folder without siblings is shortened like the other folders of its depth.
    let depth = |folder: &[u8]| folder.split(|byte| *byte == b'/').count();
    let mut depths: HashMap<usize, WordCounts<'_>> = HashMap::new();
    for (folder, name) in siblings.values().flatten() {
        depths.entry(depth(folder)).or_default().add_name(name);
    }
    let mut folders = HashMap::new();
    for siblings in siblings.into_values() {
        let mut counts = WordCounts::default();
        for (_, name) in &siblings {
            counts.add_name(name);
        }
        let counts = match &*siblings {
            [(folder, _)] => depths.get(&depth(folder)).unwrap_or(&counts),
            _ => &counts,
        };
        let names: Vec<&[u8]> = siblings.iter().map(|(_, name)| *name).collect();
        for ((folder, _), mut name) in siblings.iter().zip(shorten_folders(&names, counts)) {
            name.is_short = folder[folder_of_path(folder).len()..] != *name.shown.as_bytes();
            folders.insert(folder.to_vec(), name);
        }
    }
    folders
}

/// Number of folders that contain each word, and number of all folders.
#[derive(Default)]
struct WordCounts<'a> {
    words: HashMap<&'a [u8], usize>,
    folders: usize,
}

impl<'a> WordCounts<'a> {
    fn add_name(&mut self, name: &'a [u8]) {
        self.folders += 1;
        let mut words: Vec<&[u8]> =
            words_and_signs_of_name(name).filter(|word| !is_sign(word)).collect();
        words.sort_unstable();
        words.dedup();
        for word in words {
            *self.words.entry(word).or_default() += 1;
        }
    }

    fn count_of_word(&self, word: &[u8]) -> usize {
        self.words.get(word).copied().unwrap_or(0)
    }
}

/// Shortens the names of sibling folders: removes usual words at both ends. Names stay whole if shortened names would
/// be equal or empty.
fn shorten_folders(names: &[&[u8]], counts: &WordCounts<'_>) -> Vec<FolderName> {
    let least = counts.folders - counts.folders / STRAYS;
    let is_usual = |word: &[u8]| counts.count_of_word(word) >= least;
    let ends: Vec<Range<usize>> =
        names.iter().map(|name| own_words_of_name(name, is_usual)).collect();
    let parts = || names.iter().zip(&ends).map(|(name, own)| &name[own.clone()]);
    let is_clear = parts().all(|part| !part.is_empty())
        && parts().collect::<HashSet<_>>().len() == names.iter().collect::<HashSet<_>>().len();
    let shown: Vec<&[u8]> = if is_clear { parts().collect() } else { names.to_vec() };
    let folder = |name: &[u8]| {
        let words = words_and_signs_of_name(name).filter(|word| !is_sign(word));
        let rarest = words.min_by_key(|word| counts.count_of_word(word)).unwrap_or(name);
        let text = |part: &[u8]| String::from_utf8_lossy(part).into_owned();
        let cut = match rarest {
            _ if rarest == name => text(name),
            _ if name.ends_with(rarest) => format!("…{}", text(rarest)),
            _ => text(rarest) + "…",
        };
        FolderName { shown: text(name), rarest: cut, siblings: names.len(), is_short: false }
    };
    shown.into_iter().map(folder).collect()
}

/// Splits a name into words, numbers and signs.
fn words_and_signs_of_name(name: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    name.chunk_by(|a, b| kind_of_byte(*a) == kind_of_byte(*b))
}

fn is_sign(word: &[u8]) -> bool {
    word.first().is_some_and(|byte| kind_of_byte(*byte) == Kind::Sign)
}

/// Returns the byte range of a name between the usual words at its ends.
fn own_words_of_name(name: &[u8], is_usual: impl Fn(&[u8]) -> bool) -> Range<usize> {
    let usual = |words: &mut dyn Iterator<Item = &[u8]>| {
        let words = words.take_while(|word| is_sign(word) || is_usual(word));
        let (length, has_word) = words.fold((0, false), |(length, has_word), word| {
            (length + word.len(), has_word || !is_sign(word))
        });
        if has_word { length } else { 0 }
    };
    let (before, after) = (
        usual(&mut words_and_signs_of_name(name)),
        usual(&mut words_and_signs_of_name(name).rev()),
    );
    before..(name.len() - after).max(before)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Number,
    Sign,
}

const fn kind_of_byte(byte: u8) -> Kind {
    match byte {
        b'0'..=b'9' => Kind::Number,
        // Bytes of letters outside of ASCII count as letters, so that no character is split.
        b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => Kind::Word,
        _ => Kind::Sign,
    }
}

/// Counts the leading bytes that two names share.
fn common_start_length(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// Returns the path of the folder that contains a path, up to and including its last `/`.
fn folder_of_path(path: &[u8]) -> &[u8] {
    path.iter().rposition(|byte| *byte == b'/').map_or(&[], |at| &path[..=at])
}

fn find_slash(path: &[u8], range: Range<usize>) -> Option<usize> {
    let start = range.start;
    path.get(range)?.iter().position(|byte| *byte == b'/').map(|at| start + at)
}

#[derive(Debug, Clone, Default)]
struct FolderName {
    /// The name as shown, perhaps without usual words at its ends.
    shown: String,
    /// The word of `shown` that the fewest sibling folders contain.
    rarest: String,
    siblings: usize,
    is_short: bool,
}

/// The short name of a document. `Display` writes the uncut name.
pub(crate) struct ShortName {
    folders: Vec<FolderName>,
    file: String,
    /// The byte range of `file` that distinguishes it from its neighbours.
    own: Range<usize>,
}

impl fmt::Display for ShortName {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.folders.iter().try_for_each(|folder| to.write_str(&folder.shown))?;
        to.write_str(&self.file)
    }
}

impl ShortName {
    /// Fits the name into `width` columns. The distinguishing parts and the extension are cut last.
    pub(crate) fn fit_name(&self, width: u16) -> String {
        let distinguishes = |folder: &FolderName| folder.is_short || folder.siblings >= MANY;
        let least = if self.folders.iter().any(distinguishes) {
            let own = self.file.get(self.own.clone()).map_or(0, width_in_columns);
            let rarest = |folder: &FolderName| width_in_columns(&folder.rarest);
            let number = self.folders.iter().max_by_key(|folder| folder.siblings).map_or(0, rarest);
            let all = self.folders.iter().map(rarest).sum::<u16>();
            let least = (own + EXTENSION + 2).min(width / 2).max(LEAST_OF_FILE);
            least.min(width.saturating_sub(if all + own <= width { all } else { number }))
        } else {
            width - width / 3
        };
        let folders =
            self.fit_folders(width.saturating_sub(width_in_columns(&self.file).min(least)));
        let room = width.saturating_sub(width_in_columns(&folders));
        folders + &self.fit_file(room)
    }

    /// Cuts the folders to `width` columns. The folder with the most siblings distinguishes most, so it is cut last.
    fn fit_folders(&self, width: u16) -> String {
        let mut parts: Vec<&str> = self.folders.iter().map(|folder| &*folder.shown).collect();
        let mut order: Vec<usize> = (0..parts.len()).collect();
        order.sort_by_key(|at| self.folders[*at].siblings);
        let Some((last, others)) = order.split_last() else { return String::new() };
        let rarest = (*last, &*self.folders[*last].rarest);
        let rare = others.iter().map(|at| (*at, &*self.folders[*at].rarest));
        for (at, cut) in rare.chain([rarest]).chain(others.iter().map(|at| (*at, "…"))) {
            if width_in_columns(&parts.concat()) > width {
                parts[at] = cut;
            }
        }
        parts.dedup_by(|part, before| (&**part, &**before) == ("…", "…"));
        let all = parts.concat();
        let is_short = self.folders[*last].is_short;
        match width {
            _ if width_in_columns(&all) <= width => all,
            // The beginning of a file's name is more useful than the end of a folder's name.
            _ if !is_short && self.folders[*last].siblings < MANY => String::new(),
            0..3 => String::new(),
            room if width_in_columns(rarest.1) <= room => rarest.1.to_string(),
            room => format!("…{}", longest_fitting_end(rarest.1, room - 1)),
        }
    }

    fn fit_file(&self, width: u16) -> String {
        if width_in_columns(&self.file) <= width {
            return self.file.clone();
        }
        let dot = self.file.rfind('.').filter(|dot| *dot > 0).unwrap_or(self.file.len());
        let (stem, extension) = self.file.split_at(dot);
        let is_one = width_in_columns(extension) <= EXTENSION;
        let (stem, extension) = if is_one { (stem, extension) } else { (&*self.file, "") };
        let Some(room) = width.checked_sub(width_in_columns(extension) + 1) else {
            return elide_middle(&self.file, width);
        };
        let part = |range: Range<usize>| stem.get(range).unwrap_or_default();
        let own = self.own.start.min(stem.len())..self.own.end.min(stem.len());
        let head = |width: u16| longest_fitting_start(part(0..stem.len()), width).len();
        // Tries one gap outside the distinguishing part: after a third of the name, before that part, or behind it.
        let behind = room.checked_sub(width_in_columns(part(0..own.end))).map(|_| own.end);
        let before = room.checked_sub(width_in_columns(part(own.start..stem.len()))).map(head);
        let heads = [Some(head(room / 3)), before, behind].into_iter().flatten();
        let gaps = heads.map(|head| {
            (part(0..head), longest_fitting_end(stem, room - width_in_columns(part(0..head))))
        });
        let mut gaps = gaps
            .filter(|(head, tail)| own.end <= head.len() || own.start >= stem.len() - tail.len());
        match gaps.next() {
            Some((head, tail)) => format!("{head}…{tail}{extension}"),
            None if width_in_columns(part(own.clone())) < room => {
                format!(
                    "…{}…{extension}",
                    longest_fitting_start(part(own.start..stem.len()), room - 1)
                )
            }
            None => elide_middle(&self.file, width),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, sync::Arc};

    use shingle::base::{ids::DocId, path::DocPath};
    use shingle::pipeline::Params;

    use crate::tui::model::{AppliedFilter, Filter, FilterTarget};
    use crate::tui::{drawing::width_in_columns, tests::fake, words::ShortNames};

    fn names(skip_same: &str, paths: &[&str]) -> ShortNames {
        let mut docs: Vec<_> = paths.iter().map(|path| fake::doc(path)).collect();
        docs.sort_by(|a, b| a.path.cmp(&b.path));
        ShortNames::new(&Arc::new(docs), paths.len(), skip_same.parse().unwrap(), Vec::new())
    }

    fn shown<'p>(skip_same: &str, paths: &[&'p str]) -> Vec<(&'p str, String)> {
        let names = names(skip_same, paths);
        paths
            .iter()
            .map(|path| (*path, names.short_name(&DocPath::new(path)).to_string()))
            .collect()
    }

    #[test]
    fn a_filter_finds_names_as_shown() {
        let paths = ["2025/0108", "2025/0109", "2026/0108"].map(|name| {
            format!("{}_assignsubmission_file_/a.txt", name.replace('/', "/Submission_"))
        });
        let names = names("off", &paths.each_ref().map(|path| &**path));
        let passing = |filter| {
            let filter = Filter::parse(filter, FilterTarget::Pairs);
            let applied = AppliedFilter::new(&filter, &names.docs, &names);
            [0, 1, 2].map(|id| applied.matches_document(DocId(id), None, false))
        };
        assert_eq!(passing("2025/0108 a.txt"), [true, false, false]);
        assert_eq!(passing("submission_0108"), [true, false, true]);
    }

    #[test]
    fn what_folders_share_goes_and_what_distinguishes_them_stays() {
        for (skip_same, expected) in [
            (
                "off",
                "2026/Submission_0422_assignsubmission_file_/essay.docx: 0422 essay.docx; \
                 2026/Submission_0423_assignsubmission_file_/essay.docx: 0423 essay.docx",
            ),
            // Last year's.
            (
                "off",
                "2025/Submission_0108_assignsubmission_file_/a.txt: 2025/0108 a.txt; \
                 2025/Submission_0109_assignsubmission_file_/a.txt: 2025/0109 a.txt; \
                 2026/Submission_0108_assignsubmission_file_/a.txt: 2026/0108 a.txt; \
                 2026/Submission_0109_assignsubmission_file_/a.txt: 2026/0109 a.txt",
            ),
            // A folder with a single submission.
            (
                "off",
                "a/Submission_0108_file_/a.txt: a/0108 a.txt; a/Submission_0109_file_/a.txt: a/0109 a.txt; \
                 b/Submission_0110_file_/a.txt: b/0110 a.txt",
            ),
            // In Moodle's own folders the end is the same, and the name may have several words.
            (
                "off",
                "Ann Lee_71_assignsubmission_file_/deep/a.txt: Ann Lee_71/deep/a.txt; \
                 Jörg Ö_72_assignsubmission_file_/a.txt: Jörg Ö_72 a.txt; \
                 Jörg Ö_73_assignsubmission_file_/a.txt: Jörg Ö_73 a.txt",
            ),
            // Words and numbers stay whole, and so does a name that would become empty.
            ("off", "2025/a.txt: 2025/a.txt; 2026/a.txt: 2026/a.txt"),
            ("off", "notes/a.txt: notes/a.txt; notes-old/a.txt: notes-old/a.txt"),
            // One more part separates equal names: here both folders belong to one student.
            (
                "*_{}_*/",
                "s_0423_a/essay.txt: s_0423_a/essay.txt; s_0423_b/essay.txt: s_0423_b/essay.txt; \
                 s_0424_a/other.txt: 0424 other.txt",
            ),
            ("{}-x/", "ann-x/a.txt: ann a.txt; z/a.txt: z/a.txt"),
        ] {
            let pairs = expected.split("; ").map(|pair| pair.split_once(": ").unwrap());
            let paths: Vec<&str> = pairs.clone().map(|(path, _)| path).collect();
            let expected: Vec<(&str, String)> =
                pairs.map(|(path, name)| (path, name.to_string())).collect();
            assert_eq!(shown(skip_same, &paths), expected);
        }
    }

    #[test]
    fn a_long_folder_is_cut_beside_the_words_that_few_folders_have() {
        let kinds = ["file", "onlinetext"];
        let moodle = (410..430).map(|number| {
            let kind = kinds[number % 2];
            format!("2026/Submission_{number}_assignsubmission_{kind}_/an essay without end.docx")
        });
        let nested = (410..430)
            .map(|number| format!("2026/student-{number}-of-the-course/drafts of the essay/a.txt"));
        let whole = (410..430).map(|number| format!("2026/{number}_{number}0@school/essay.docx"));
        for paths in [moodle.collect::<Vec<_>>(), nested.collect(), whole.collect()] {
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            let names = names("off", &paths);
            for width in 16..60 {
                for (path, number) in paths.iter().zip(410..) {
                    let name = names.short_name(&DocPath::new(path)).fit_name(width);
                    assert!(name.contains(&number.to_string()), "{width}: {name:?}");
                    assert!(width_in_columns(&name) <= width, "{width}: {name:?}");
                }
            }
        }
    }

    #[test]
    fn folders_with_few_siblings_and_unread_files_keep_their_own_part() {
        let path = |essay: u32, number: u32| {
            DocPath::new(format!(
                "essay-{essay}/Submission_{number}_assignsubmission_file_/final.docx"
            ))
        };
        let all = (1..3).flat_map(|essay| (410..430).map(move |number| (essay, number)));
        let paths: Vec<DocPath> = all.map(|(essay, number)| path(essay, number)).collect();
        let docs: Vec<_> = paths.iter().map(|path| fake::doc(&path.name())).collect();
        let unread = vec![path(2, 430)];
        let names = ShortNames::new(&Arc::new(docs), paths.len(), "off".parse().unwrap(), unread);
        assert_eq!(names.short_name(&path(2, 430)).to_string(), "2/430 final.docx");
        for width in 7..30 {
            let cut = |path: &DocPath| names.short_name(path).fit_name(width);
            let shown: BTreeSet<String> = paths.iter().map(cut).collect();
            assert_eq!(shown.len(), paths.len(), "{width}: {shown:?}");
            assert!(cut(&path(2, 430)).contains("430"));
        }
    }

    #[test]
    fn a_removed_document_keeps_its_own_part() {
        let path = |number: u32| DocPath::new(format!("Submission_{number}_file_/final.docx"));
        let docs: Vec<_> = (410..432).map(|number| fake::doc(&path(number).name())).collect();
        let mut snapshot = fake::folder(1, &Params::defaults());
        (snapshot.present, snapshot.docs) = (docs.len() - 1, Arc::new(docs));
        let names = ShortNames::default().for_other_snapshot(&snapshot);
        assert_eq!(names.short_name(&path(431)).to_string(), "431 final.docx");
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
        let fit = |path: &str, width| names.short_name(&DocPath::new(path)).fit_name(width);
        let unknown =
            ShortNames::default().short_name(&DocPath::new("/home/of-somebody/essays/a.txt"));
        assert!(!unknown.fit_name(24).contains("//"), "{}", unknown.fit_name(24));
        assert_eq!(fit(paths[2], 30), "2026/0423 essay-v3…ersion.docx");
        for width in 20..60 {
            let cut: BTreeSet<String> = paths.iter().map(|path| fit(path, width)).collect();
            assert_eq!(cut.len(), paths.len(), "{cut:?}");
            for (path, number) in
                paths.iter().zip(["0421", "0423", "0423", "0423", "0424", "0424", "0425"])
            {
                let name = fit(path, width);
                assert!(name.contains(number) && name.ends_with("docx"), "{name:?}");
                assert!(width_in_columns(&name) <= width, "{name:?}");
            }
        }
        for width in 0..20 {
            assert!(
                paths.iter().all(|path| width_in_columns(&fit(path, width)) <= width),
                "{width}"
            );
        }
    }
}
