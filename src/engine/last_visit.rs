//! What changed in the folder between the last visit and this one. It reads no file.

use std::collections::{BTreeMap, VecDeque};

use hashbrown::HashMap;

use crate::base::path::DocPath;
use crate::pipeline::corpus::Corpus;
use crate::visits::visit::DocumentBefore;

/// How many documents differ from those of the last visit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SinceLastVisit {
    /// Documents that were not there, and are no renamed ones.
    pub new: u64,
    /// Documents with other bytes.
    pub changed: u64,
    /// Documents that are gone, with their bytes.
    pub gone: u64,
    /// Documents that are gone while a new one has their bytes.
    pub renamed: u64,
}

impl SinceLastVisit {
    /// Whether nothing differs.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Counts what differs.
    pub(super) fn of(differences: &[VisitDifference]) -> Self {
        let mut counted = Self::default();
        for difference in differences {
            *match difference {
                VisitDifference::New(_) => &mut counted.new,
                VisitDifference::Changed(_) => &mut counted.changed,
                VisitDifference::Gone(_) => &mut counted.gone,
                VisitDifference::Renamed(..) => &mut counted.renamed,
            } += 1;
        }
        counted
    }
}

/// A document that differs.
pub(super) enum VisitDifference {
    New(DocPath),
    Changed(DocPath),
    Gone(DocPath),
    /// The first name is gone; the document has the second one now.
    Renamed(DocPath, DocPath),
}

/// Compares the documents of the last visit, in path order, with those that are there. A document that is there and cannot be
/// read now is left out.
pub(super) fn since(before: &[DocumentBefore], corpus: &Corpus) -> Vec<VisitDifference> {
    let was_there = |path: &DocPath| before.binary_search_by(|one| one.path.cmp(path)).is_ok();
    let new = corpus.entries().iter().filter(|(path, _)| !was_there(path));
    let mut new: BTreeMap<&DocPath, u128> =
        new.map(|(path, entry)| (path, entry.record.info.content)).collect();
    // Of several with the same bytes, the first by path comes first.
    let mut by_content: HashMap<u128, VecDeque<&DocPath>> = HashMap::new();
    for (path, content) in &new {
        by_content.entry(*content).or_default().push_back(path);
    }
    let mut differences = Vec::new();
    for DocumentBefore { path, content } in before {
        match corpus.content(path) {
            Some(now) if now == *content => {}
            Some(_) => differences.push(VisitDifference::Changed(path.clone())),
            None if corpus.has(path) => {}
            None => {
                let to = by_content.get_mut(content).and_then(VecDeque::pop_front);
                differences.push(if let Some(to) = to {
                    new.remove(to);
                    VisitDifference::Renamed(path.clone(), to.clone())
                } else {
                    VisitDifference::Gone(path.clone())
                });
            }
        }
    }
    differences.extend(new.into_keys().cloned().map(VisitDifference::New));
    differences
}
