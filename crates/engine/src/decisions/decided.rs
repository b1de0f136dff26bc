//! The newest mark of each subject. The order of lines has no effect, so that users can merge files by line.

use std::{borrow::Cow, sync::Arc};

use hashbrown::{HashMap, HashSet};

use base::path::DocPath;

use super::decision::{ContentPair, UserMark};
use super::shared_file::{SharedFile, SharedFileError, SumOfLines, later_time};

pub type DecisionFile = SharedFile<NewestMarks>;

/// Names of two documents, in order.
pub type NamesInFolder = (String, String);

#[derive(Debug, Clone, Default)]
pub struct NewestMarks {
    newest: HashMap<ContentPair, Arc<UserMark>>,
    partners: HashMap<u128, Vec<u128>>,
    by_names: HashMap<NamesInFolder, Vec<Arc<UserMark>>>,
    /// Subjects of marks on equal files of which one has another content now, so that the mark is about an earlier
    /// version.
    pub changed_copies: HashSet<ContentPair>,
}

impl NewestMarks {
    /// Stores a mark, unless a newer mark of its subject is known. Of marks with equal times, the last added wins.
    pub fn add_mark(&mut self, decision: UserMark) {
        let decision = Arc::new(decision);
        let known = self.newest.get(&decision.subject);
        if known.is_some_and(|known| known.at > decision.at) {
            return;
        }
        let ContentPair(a, b) = decision.subject;
        if known.is_none() {
            self.partners.entry(a).or_default().push(b);
            if a != b {
                self.partners.entry(b).or_default().push(a);
            }
        }
        if let [a, b] = &*decision.then.names {
            let of_names = self.by_names.entry(order_names(a, b)).or_default();
            of_names.retain(|one| one.subject != decision.subject);
            of_names.push(Arc::clone(&decision));
        }
        self.changed_copies.remove(&decision.subject);
        self.newest.insert(decision.subject, decision);
    }

    /// Returns the `changed_copies` for the current contents of documents, which `content_of` returns.
    pub fn find_changed_copies(
        &self,
        content_of: impl Fn(&DocPath) -> Option<u128>,
    ) -> HashSet<ContentPair> {
        let has_changed = |mark: &&Arc<UserMark>| {
            let ContentPair(a, b) = mark.subject;
            let content = |name| content_of(&DocPath::new(name).parse_line_suffix());
            a == b && mark.then.names.iter().filter_map(content).any(|content| content != a)
        };
        self.newest.values().filter(has_changed).map(|mark| mark.subject).collect()
    }

    pub fn last_mark_unless_undone(&self, subject: ContentPair) -> Option<&UserMark> {
        self.last_mark_even_if_undone(subject).filter(|one| one.has_mark_or_note())
    }

    pub fn last_mark_even_if_undone(&self, subject: ContentPair) -> Option<&UserMark> {
        let is_current = |_: &&Arc<UserMark>| !self.changed_copies.contains(&subject);
        self.newest.get(&subject).filter(is_current).map(|one| &**one)
    }

    pub fn newest_mark_between(&self, first: &[u128], second: &[u128]) -> Option<&UserMark> {
        let (few, many) =
            if first.len() <= second.len() { (first, second) } else { (second, first) };
        let many: HashSet<u128> = many.iter().copied().collect();
        let decisions = few.iter().flat_map(|one| {
            let others = self.partners.get(one).into_iter().flatten();
            let inside = others.filter(|other| many.contains(*other));
            inside.filter_map(|other| self.last_mark_unless_undone(ContentPair::new(*one, *other)))
        });
        decisions.max_by(|one, other| one.at.cmp(&other.at))
    }

    /// Returns the newest mark on earlier versions of documents with these names. A marked version must belong to this
    /// folder, or share a content with the pair.
    pub fn mark_on_other_version(
        &self,
        folder: &str,
        names: (&str, &str),
        contents: (u128, u128),
    ) -> Option<&UserMark> {
        self.earlier_versions(folder, names, contents).max_by(|a, b| a.at.cmp(&b.at))
    }

    /// Returns a mark on documents with the same texts but other bytes, because the files were saved again. The result
    /// refers to the current documents.
    pub fn mark_on_earlier_text(
        &self,
        folder: &str,
        names: (&str, &str),
        contents: [u128; 2],
        texts: [u128; 2],
    ) -> Option<UserMark> {
        let same = [texts, [texts[1], texts[0]]];
        let versions = self.earlier_versions(folder, names, contents.into());
        let has_texts = |one: &&UserMark| same.iter().any(|texts| texts[..] == one.then.texts);
        let found = versions.filter(has_texts).max_by(|a, b| a.at.cmp(&b.at))?;
        let ContentPair(a, b) = found.subject;
        let source = found.source.and_then(|source| {
            if contents.contains(&source) {
                return Some(source);
            }
            let (text, other) = (found.then.texts[usize::from(source != a)], a ^ b ^ source);
            let is_it = |(content, now): &(u128, u128)| *now == text && *content != other;
            let mut now = contents.into_iter().zip(texts).filter(is_it);
            // Returns no source if two current documents have the same text, because the source is then ambiguous.
            now.next().filter(|_| now.next().is_none()).map(|(content, _)| content)
        });
        Some(UserMark {
            subject: ContentPair::new(contents[0], contents[1]),
            source,
            ..found.clone()
        })
    }

    /// Returns the current mark on two documents, also if their files were saved again since, or `None` if undone.
    pub fn mark_on_pair(
        &self,
        folder: &str,
        names: (&str, &str),
        contents: [u128; 2],
        texts: [u128; 2],
    ) -> Option<Cow<'_, UserMark>> {
        match self.last_mark_even_if_undone(ContentPair::new(contents[0], contents[1])) {
            Some(last) => Some(Cow::Borrowed(last)).filter(|last| last.has_mark_or_note()),
            None => self.mark_on_earlier_text(folder, names, contents, texts).map(Cow::Owned),
        }
    }

    fn earlier_versions(
        &self,
        folder: &str,
        names: (&str, &str),
        contents: (u128, u128),
    ) -> impl Iterator<Item = &UserMark> {
        let of_names = self.by_names.get(&order_names(names.0, names.1)).into_iter().flatten();
        let now = ContentPair::new(contents.0, contents.1);
        of_names.map(|one| &**one).filter(move |one| {
            let ContentPair(a, b) = one.subject;
            let shares = [a, b].iter().any(|one| *one == contents.0 || *one == contents.1);
            one.subject != now && one.has_mark_or_note() && (shares || one.then.folder == folder)
        })
    }

    /// Returns the marks on pairs of a folder with the names of the pairs, in no order.
    pub fn marks_of_folder(
        &self,
        folder: &str,
    ) -> impl Iterator<Item = (NamesInFolder, &UserMark)> {
        self.all_marks().filter_map(move |mark| {
            let [one, other] = &*mark.then.names else { return None };
            let is_marked = !mark.is_undecided() && mark.then.folder == folder;
            is_marked.then(|| (order_names(one, other), mark))
        })
    }

    /// Returns the newest mark of each subject, in no order.
    pub fn all_marks(&self) -> impl Iterator<Item = &UserMark> {
        self.newest.values().map(|one| &**one).filter(|one| one.has_mark_or_note())
    }

    pub fn is_empty(&self) -> bool {
        self.newest.is_empty()
    }
}

pub fn order_names(a: &str, b: &str) -> NamesInFolder {
    if a <= b { (a.to_string(), b.to_string()) } else { (b.to_string(), a.to_string()) }
}

impl SumOfLines for NewestMarks {
    type Line = UserMark;
    type Contents = Arc<Self>;

    const PROBLEM: &'static str = "cannot save marks";
    const OPTION: &'static str = "decisions";

    fn add_line(&mut self, line: &str) -> bool {
        UserMark::parse_line(line).map(|decision| self.add_mark(decision)).is_some()
    }

    fn encode_new_lines(
        &self,
        mut decisions: Vec<UserMark>,
        now: &str,
        _: &DocPath,
    ) -> Result<String, SharedFileError> {
        for decision in &mut decisions {
            let last = self.last_mark_even_if_undone(decision.subject);
            decision.at = later_time(last.map(|last| &*last.at), now);
        }
        Ok(decisions.iter().filter_map(UserMark::to_json_line).collect())
    }

    fn contents(&self, _: &DocPath) -> Result<Arc<Self>, SharedFileError> {
        Ok(Arc::new(self.clone()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::decisions::decision::{Circumstances, MarkKind};

    fn decision(subject: ContentPair, verdict: MarkKind, at: u32) -> UserMark {
        let names = vec!["b.txt".to_string(), "a.txt".to_string()];
        let then = Circumstances { folder: "/f".into(), names, ..Circumstances::default() };
        UserMark {
            subject,
            verdict,
            source: None,
            note: String::new(),
            at: format!("{at:09}"),
            then,
        }
    }

    #[test]
    fn an_earlier_version_is_known_by_its_names() {
        let mut decided = NewestMarks::default();
        decided.add_mark(decision(ContentPair::new(1, 2), MarkKind::Reused, 5));
        let of = |folder, contents| {
            decided
                .mark_on_other_version(folder, ("a.txt", "b.txt"), contents)
                .map(|one| one.verdict)
        };
        assert_eq!(of("/f", (3, 4)), Some(MarkKind::Reused));
        assert_eq!(of("/elsewhere", (3, 2)), Some(MarkKind::Reused));
        assert_eq!(of("/elsewhere", (3, 4)), None);
        assert_eq!(of("/f", (2, 1)), None, "it is that very version");
        assert!(decided.mark_on_other_version("/f", ("a.txt", "c.txt"), (3, 4)).is_none());
    }

    #[test]
    fn a_pair_that_was_saved_again_with_its_texts_is_the_one_that_was_decided() {
        let mut decided = NewestMarks::default();
        let mut one = decision(ContentPair::new(1, 2), MarkKind::Reused, 5);
        (one.source, one.then.texts) = (Some(1), vec![71, 72]);
        decided.add_mark(one);
        let of = |contents, texts| {
            let found = decided.mark_on_earlier_text("/f", ("a.txt", "b.txt"), contents, texts)?;
            Some((found.subject, found.source))
        };
        assert_eq!(of([3, 2], [71, 72]), Some((ContentPair::new(2, 3), Some(3))));
        assert_eq!(of([4, 3], [72, 71]), Some((ContentPair::new(3, 4), Some(3))));
        assert_eq!(of([3, 2], [70, 72]), None);
    }

    #[test]
    fn of_decisions_on_copies_the_newest_that_says_something_is_known() {
        let mut decided = NewestMarks::default();
        for (pair, verdict, at) in [
            ((1, 5), MarkKind::Reused, 1),
            ((2, 5), MarkKind::Common, 2),
            ((3, 5), MarkKind::Undecided, 3),
        ] {
            decided.add_mark(decision(ContentPair::new(pair.0, pair.1), verdict, at));
        }
        let verdict = |first: &[u128], second: &[u128]| {
            let there = decided.newest_mark_between(first, second).map(|one| one.verdict);
            assert_eq!(decided.newest_mark_between(second, first).map(|one| one.verdict), there);
            there
        };
        assert_eq!(verdict(&[1, 2, 3], &[5, 9]), Some(MarkKind::Common));
        assert_eq!(verdict(&[1, 3], &[5]), Some(MarkKind::Reused));
        assert_eq!(verdict(&[1, 2], &[2, 9]), None);
        // Equal contents on both sides are a pair of the same bytes.
        assert_eq!(verdict(&[5], &[5]), None);
        decided.add_mark(decision(ContentPair::new(5, 5), MarkKind::Mine, 4));
        let expected = Some(MarkKind::Mine);
        assert_eq!(decided.newest_mark_between(&[5], &[5]).map(|one| one.verdict), expected);
    }

    proptest! {
        #[test]
        fn the_order_of_lines_does_not_matter(
            lines in prop::collection::vec((0_u128..3, 0..6_usize), 0..12), swaps in prop::collection::vec((0..12_usize, 0..12_usize), 0..20),
        ) {
            let all: Vec<UserMark> = lines
                .iter()
                .enumerate()
                .map(|(at, (subject, verdict))| decision(ContentPair::new(*subject, 9), MarkKind::ALL[*verdict].1, at as u32))
                .collect();
            let mut mixed = all.clone();
            for (a, b) in swaps {
                if a < mixed.len() && b < mixed.len() {
                    mixed.swap(a, b);
                }
            }
            let taken = |all: Vec<UserMark>| {
                let mut decided = NewestMarks::default();
                for one in all {
                    decided.add_mark(one);
                }
                (0..3).map(|subject| decided.last_mark_unless_undone(ContentPair::new(subject, 9)).cloned()).collect::<Vec<_>>()
            };
            prop_assert_eq!(taken(all), taken(mixed));
        }
    }
}
