//! What hangs on the numbers of a corpus's documents: made when it is asked for, amended where few documents changed, and
//! forgotten together. It numbers nothing itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::base::ids::DocId;
use crate::base::path::DocPath;
use crate::pipeline::ranking::Ranked;
use crate::pipeline::texts::nodes::{NodeId, Nodes};
use crate::pipeline::texts::numbering::Numbering;

use super::sampled::Sampled;
use super::{CorpusEntry, FEW};

/// What is known by the numbers of documents.
#[derive(Debug, Default)]
pub(crate) struct Numbered {
    register: OnceLock<Numbering>,
    /// The last register, while nothing but a few documents is wrong with it.
    amendable: Option<Numbering>,
    /// Good as long as the register is.
    pub(crate) sampled: OnceLock<Sampled>,
    /// The ranking of the last refresh.
    pub(crate) ranked: Option<Ranked>,
    /// Which of its rows are no longer right.
    pub(crate) moved: Moved,
}

/// Which rows of a ranking are no longer right.
#[derive(Debug, Default)]
pub(crate) struct Moved {
    /// Texts that documents came to or left.
    pub(crate) texts: BTreeSet<NodeId>,
    /// Those documents, and all that had one of these texts.
    pub(crate) documents: BTreeSet<DocId>,
}

impl Numbered {
    /// Who is who among these documents.
    pub(crate) fn register(
        &self,
        entries: &BTreeMap<DocPath, CorpusEntry>,
        nodes: &Nodes,
    ) -> &Numbering {
        self.register.get_or_init(|| Numbering::of(entries, nodes))
    }

    /// Documents came or went: all are numbered anew.
    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }

    /// A few documents are about to have other texts: the register is put aside, to be [amended](Self::amend).
    pub(crate) fn put_aside(&mut self) {
        if let Some(register) = self.register.take() {
            self.amendable = Some(register);
        }
    }

    /// All texts were sketched anew, and every document has its text still.
    pub(crate) fn sketched_again(&mut self, nodes: &Nodes) {
        let register = self.register.take();
        self.forget();
        if let Some(register) = register {
            self.register = OnceLock::from(register.with_sketches(nodes));
        }
    }

    /// Takes in documents that went from these texts to others, if that can be; else all is forgotten.
    pub(crate) fn amend(
        &mut self,
        steps: &[(DocPath, Option<NodeId>)],
        entries: &BTreeMap<DocPath, CorpusEntry>,
        nodes: &Nodes,
    ) {
        if self.try_to_amend(steps, entries, nodes).is_none() {
            self.forget();
        }
    }

    fn try_to_amend(
        &mut self,
        steps: &[(DocPath, Option<NodeId>)],
        entries: &BTreeMap<DocPath, CorpusEntry>,
        nodes: &Nodes,
    ) -> Option<()> {
        let mut register = self.amendable.take().filter(|_| steps.len() <= FEW)?;
        let mut changes = Vec::with_capacity(steps.len());
        for (path, old) in steps {
            let (id, entry) = (register.id(path)?, entries.get(path)?);
            if *old != entry.node {
                for node in [*old, entry.node].into_iter().flatten() {
                    self.moved.texts.insert(node);
                    self.moved.documents.extend(register.members(node));
                }
                self.moved.documents.insert(id);
            }
            changes.push((id, entry));
        }
        register.amend(nodes, &changes).then_some(())?;
        self.register = OnceLock::from(register);
        self.sampled = OnceLock::new();
        Some(())
    }
}
