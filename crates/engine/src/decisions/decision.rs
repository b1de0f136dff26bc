use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use base::path::DocPath;
use base::{day::Day, ratio::Ratio};
use shingle_core::pipeline::DocInfo;

/// Last millisecond of the year 9999, in milliseconds since 1970.
pub const LAST_TIME: u64 = 253_402_300_799_999;

/// Length in bytes at which a note is cut.
pub const LONGEST_NOTE: usize = 2000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    /// Unmarked. Written as `open` in older files.
    #[serde(alias = "open")]
    Undecided,
    /// Copied or rewritten from the other text. Written as `rewrite` in older files.
    #[serde(alias = "rewrite")]
    Reused,
    Quotation,
    /// Shared wording of many texts, such as a licence, a form or a saying.
    Common,
    Unrelated,
    Mine,
    /// Both texts come from a third text.
    Siblings,
}

base::named_values!(MarkKind {
    Undecided = "undecided",
    Reused = "reused",
    Quotation = "quotation",
    Siblings = "siblings",
    Common = "common",
    Unrelated = "unrelated",
    Mine = "mine",
});

impl MarkKind {
    /// Returns the letter of the mark on the screen, which is also its key there.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Undecided => "o",
            Self::Reused => "r",
            Self::Quotation => "q",
            Self::Siblings => "s",
            Self::Common => "c",
            Self::Unrelated => "u",
            Self::Mine => "m",
        }
    }

    pub const fn help_text(self) -> &'static str {
        match self {
            Self::Undecided => "no mark yet",
            Self::Reused => "one was copied or rewritten from the other",
            Self::Quotation => "one quotes the other, or both quote a third text",
            Self::Siblings => "both copied a third text",
            Self::Common => "common wording, such as a task, a form or a licence",
            Self::Unrelated => "the texts are unrelated",
            Self::Mine => "one author wrote both texts",
        }
    }

    /// Returns false if a report lists the pair apart from its cases.
    pub const fn is_case(self) -> bool {
        matches!(self, Self::Undecided | Self::Reused)
    }
}

/// Content hashes of two documents, the smaller one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ContentPair(pub u128, pub u128);

impl ContentPair {
    pub fn new(a: u128, b: u128) -> Self {
        Self(a.min(b), a.max(b))
    }
}

/// Facts at the time of the mark. The program shows these facts, and uses them to find marks on earlier versions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Circumstances {
    pub folder: String,
    pub names: Vec<String>,
    /// Name of the text marked as the source; empty if none is.
    pub source_name: String,
    /// Score at the time of the mark, as on the screen: `87% containment`.
    pub score: String,
    /// 128-bit hashes of the texts of a pair, in the order of its [`ContentPair`].
    pub texts: Vec<u128>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserMark {
    pub subject: ContentPair,
    pub verdict: MarkKind,
    /// Content hash of the text marked as the source.
    pub source: Option<u128>,
    pub note: String,
    /// Time as `2026-11-22T20:05:42.123Z`.
    pub at: String,
    pub then: Circumstances,
}

/// The only type of subject in a line.
const PAIR: &str = "pair";

#[derive(Serialize, Deserialize)]
struct DecisionLine {
    at: String,
    verdict: MarkKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    note: String,
    /// Always `pair`.
    of: String,
    contents: Vec<String>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    source_name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    score: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    folder: String,
    /// Hashes of the texts, in the order of `contents`, absent in older files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    texts: Vec<String>,
}

impl UserMark {
    pub fn is_undecided(&self) -> bool {
        self.verdict == MarkKind::Undecided
    }

    pub fn has_mark_or_note(&self) -> bool {
        !self.is_undecided() || !self.note.is_empty()
    }

    /// Returns the names and contents of the documents that the user marked, if `pair` has copies of these documents.
    /// `docs` are all present documents. Finds a renamed document by its content. If several files have this content,
    /// returns the name at the time of the mark.
    pub fn marked_pair_of_copies(
        &self,
        pair: [&DocInfo; 2],
        docs: &[DocInfo],
    ) -> Option<[(DocPath, u128); 2]> {
        let names = &self.then.names;
        let is_named = |doc: &DocInfo| names.iter().any(|name| *name == doc.path.name());
        if pair.into_iter().all(is_named) {
            return None;
        }
        let ContentPair(a, b) = self.subject;
        let marked = pair.map(|doc| Some(doc.file.content).filter(|one| [a, b].contains(one)));
        // A copy may have other bytes with the same words.
        let contents = match marked {
            [Some(one), other] => [one, other.unwrap_or(a ^ b ^ one)],
            [None, Some(other)] => [a ^ b ^ other, other],
            [None, None] => [a, b],
        };
        let name_of = |side: usize, apart: &DocPath| {
            let is_copy = |one: &&DocInfo| one.file.content == contents[side] && one.path != *apart;
            let copies: Vec<&DocInfo> = docs.iter().filter(is_copy).collect();
            let found = match &*copies {
                [only] => Some(*only),
                all => all.iter().copied().find(|one| is_named(one)),
            };
            let is_gone = |name: &DocPath| docs.iter().all(|one| one.path != *name);
            let earlier = || {
                let all = names.iter().map(|name| DocPath::new(name).parse_line_suffix());
                all.into_iter().find(|name| name != apart && is_gone(name))
            };
            let own = Some(&pair[side].path).filter(|_| is_named(pair[side]));
            let known = own.or_else(|| found.map(|one| &one.path)).cloned();
            known.or_else(earlier).unwrap_or_else(|| pair[side].path.clone())
        };
        let first = name_of(0, &pair[1].path);
        let second = name_of(1, &first);
        let is_other = [&first, &second] != [&pair[0].path, &pair[1].path];
        is_other.then(|| [(first, contents[0]), (second, contents[1])])
    }

    /// Returns the index of the source. One of the documents may have changed since the mark.
    pub fn side_of_source(&self, contents: [u128; 2]) -> Option<usize> {
        let (ContentPair(a, b), source) = (self.subject, self.source?);
        let side_of = |content| contents.iter().position(|one| *one == content);
        let is_known = contents[0] != contents[1];
        side_of(source).or_else(|| Some(1 - side_of(a ^ b ^ source)?)).filter(|_| is_known)
    }

    /// Returns the contents that documents of these names had at the time of the mark. `None` without a named source.
    pub fn contents_at_mark(&self, names: [&DocPath; 2]) -> Option<[u128; 2]> {
        let (ContentPair(a, b), source) = (self.subject, self.source?);
        let side = names.iter().position(|path| path.name() == self.then.source_name.as_str())?;
        let other = a ^ b ^ source;
        Some(if side == 0 { [source, other] } else { [other, source] })
    }

    /// Describes who copied: `B took from A`.
    pub fn describe_direction(&self, contents: [u128; 2], names: [&str; 2]) -> Option<String> {
        let source = self.side_of_source(contents)?;
        Some(format!("{} took from {}", names[1 - source], names[source]))
    }

    pub fn to_json_line(&self) -> Option<String> {
        let Self { verdict, note, at, then, .. } = self;
        let Circumstances { folder, names, source_name, score, texts } = then;
        let written = |hash: &u128| format!("{hash:032x}");
        let line = DecisionLine {
            at: at.clone(),
            verdict: *verdict,
            source: self.source.as_ref().map(written),
            note: note.clone(),
            of: PAIR.to_string(),
            contents: [self.subject.0, self.subject.1].iter().map(written).collect(),
            names: names.clone(),
            source_name: source_name.clone(),
            score: score.clone(),
            folder: folder.clone(),
            texts: texts.iter().map(written).collect(),
        };
        serde_json::to_string(&line).ok().map(|line| line + "\n")
    }

    pub fn parse_line(line: &str) -> Option<Self> {
        let line: DecisionLine = serde_json::from_str(line).ok()?;
        let DecisionLine { at, verdict, source, mut note, of, contents, .. } = line;
        Day::parse_range(&at)?;
        let hash = |text: &String| u128::from_str_radix(text, 16).ok();
        let hashes = |all: &[String]| all.iter().map(hash).collect::<Option<Vec<u128>>>();
        let (contents, texts) = (hashes(&contents)?, hashes(&line.texts)?);
        let (PAIR, [a, b]) = (&*of, &*contents) else { return None };
        let subject = ContentPair::new(*a, *b);
        note.truncate(note.floor_char_boundary(LONGEST_NOTE));
        let source = source.as_ref().and_then(hash).filter(|source| contents.contains(source));
        let DecisionLine { names, source_name, score, folder, .. } = line;
        let then = Circumstances { folder, names, source_name, score, texts };
        Some(Self { subject, verdict, source, note, at, then })
    }
}

/// Formats a time in UTC, so that the results sort in order of time.
pub fn format_time(time: SystemTime) -> String {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let since = since.min(Duration::from_millis(LAST_TIME));
    let (seconds, millis) = (since.as_secs(), since.subsec_millis());
    let [hours, minutes] = [seconds / 3600 % 24, seconds / 60 % 60];
    let day =
        Day::of_time(SystemTime::UNIX_EPOCH + since).map_or(String::new(), |day| day.to_string());
    format!("{day}T{hours:02}:{minutes:02}:{:02}.{millis:03}Z", seconds % 60)
}

/// Formats a score as in the file of marks: `90.0% containment`.
pub fn format_score(score: Ratio, measure: &str) -> String {
    format!("{} {measure}", score.format_percent(1))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkChoice {
    Decided,
    /// Choice of one mark, where `undecided` includes pairs without a mark.
    With(MarkKind),
}

impl MarkChoice {
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("undecided", Self::With(MarkKind::Undecided)),
        ("decided", Self::Decided),
        ("reused", Self::With(MarkKind::Reused)),
        ("quotation", Self::With(MarkKind::Quotation)),
        ("siblings", Self::With(MarkKind::Siblings)),
        ("common", Self::With(MarkKind::Common)),
        ("unrelated", Self::With(MarkKind::Unrelated)),
        ("mine", Self::With(MarkKind::Mine)),
    ];

    pub fn includes_mark(self, verdict: MarkKind) -> bool {
        match self {
            Self::Decided => verdict != MarkKind::Undecided,
            Self::With(wanted) => verdict == wanted,
        }
    }

    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, one)| *one == self).map_or("", |(name, _)| name)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;
    use shingle_core::pipeline::document::info::{FileInfo, Languages};

    use super::*;

    #[test]
    fn a_time_is_written_as_the_world_writes_it() {
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_millis(seconds);
        assert_eq!(format_time(at(0)), "1970-01-01T00:00:00.000Z");
        assert_eq!(format_time(at(951_826_154_007)), "2000-02-29T12:09:14.007Z");
        for beyond in [LAST_TIME, LAST_TIME + 1, 1 << 60] {
            assert_eq!(format_time(at(beyond)), "9999-12-31T23:59:59.999Z");
        }
        let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
        assert_eq!(format_time(before), format_time(at(0)));
    }

    #[test]
    fn a_mark_belongs_to_the_documents_that_it_names_or_that_have_their_bytes() {
        let doc = |(name, content): &(&str, u128)| {
            let file = FileInfo::of_text(*content);
            let languages = Languages::from_one_language(None, 0);
            DocInfo { path: DocPath::new(name), file, languages, mixed: 0, words: 9, shingles: 9 }
        };
        // The user marked the first two documents: `a` with bytes 1, and `b` with bytes 2.
        for (present, [first, second], marked) in [
            (&[("a", 1), ("b", 2)][..], ["a", "b"], None),
            // A document has a new name.
            (&[("b", 2), ("z", 1)], ["b", "z"], None),
            // A copy has the same bytes, or the same words in other bytes.
            (&[("0", 1), ("a", 1), ("b", 2)], ["0", "b"], Some(["a", "b"])),
            (&[("0", 7), ("a", 1), ("b", 2)], ["0", "b"], Some(["a", "b"])),
            (&[("0", 7), ("a", 1), ("b", 2), ("c", 2)], ["c", "0"], Some(["b", "a"])),
            // The marked document has a new name beside its copy in other bytes.
            (&[("0", 7), ("b", 2), ("z", 1)], ["0", "b"], Some(["z", "b"])),
            // Either of two files may be the marked one.
            (&[("0", 1), ("b", 2), ("z", 1)], ["0", "b"], Some(["a", "b"])),
        ] {
            let docs: Vec<DocInfo> = present.iter().map(doc).collect();
            let pair = [first, second]
                .map(|name| docs.iter().find(|one| one.path.name() == name).unwrap());
            let then =
                Circumstances { names: vec!["b".into(), "a".into()], ..Circumstances::default() };
            let mark = UserMark {
                subject: ContentPair::new(1, 2),
                verdict: MarkKind::Reused,
                source: None,
                note: String::new(),
                at: String::new(),
                then,
            };
            let found = mark.marked_pair_of_copies(pair, &docs);
            let bytes_of = |name: &str| if name == "b" { 2 } else { 1 };
            let expected = marked.map(|names| names.map(|one| (DocPath::new(one), bytes_of(one))));
            assert_eq!(found, expected, "{present:?}");
        }
    }

    #[test]
    fn what_is_no_decision_is_none() {
        let whole = r#"{"at":"2026","verdict":"mine","of":"pair","contents":["1","2"]}"#;
        assert!(UserMark::parse_line(whole).is_some());
        for (part, instead) in
            [("mine", "yours"), ("pair", "triple"), ("\"1\",", ""), ("\"1\"", "\"x\""), ("}", "")]
        {
            assert_eq!(UserMark::parse_line(&whole.replace(part, instead)), None, "{instead}");
        }
        assert_eq!(UserMark::parse_line("<<<<<<< HEAD"), None);
    }

    #[test]
    fn names_of_older_files_are_read_and_written_as_those_of_today() {
        for (before, verdict) in [("open", MarkKind::Undecided), ("rewrite", MarkKind::Reused)] {
            let line = r#"{"at":"2026","verdict":"?","of":"pair","contents":["1","2"]}"#;
            let decision = UserMark::parse_line(&line.replace('?', before)).unwrap();
            assert_eq!(decision.verdict, verdict);
            let written = format!(r#""verdict":"{verdict}""#);
            assert!(decision.to_json_line().unwrap().contains(&written));
            assert!(before.parse::<MarkKind>().is_err());
        }
    }

    proptest! {
        #[test]
        fn a_decision_comes_back_from_its_line(
            (a, b) in (any::<u128>(), any::<u128>()), verdict in 0..7_usize, from in 0..4_usize, note in "\\PC*", folder in any::<String>(),
            names in prop::collection::vec(any::<String>(), 0..3),
        ) {
            let subject = ContentPair::new(a, b);
            let score = format_score(Ratio::new(2, 3), "dice");
            let source_name = names.first().cloned().unwrap_or_default();
            let then = Circumstances { folder, names, source_name, score, texts: vec![b, a] };
            let source = [a, b].get(from).copied();
            let decision = UserMark {
                subject, verdict: MarkKind::ALL[verdict].1, source, note, at: format_time(SystemTime::UNIX_EPOCH), then,
            };
            let line = decision.to_json_line().unwrap();
            prop_assert_eq!(line.matches('\n').count(), 1);
            prop_assert_eq!(UserMark::parse_line(line.trim_end()), Some(decision));
        }
    }
}
