//! Exact copies beyond equal words: the same bytes read in two formats, and the groups that copies form. It compares no
//! shingles and ranks nothing.

use hashbrown::HashMap;

use crate::base::ids::DocId;

use super::nodes::NodeId;

/// Documents with the same bytes whose words differ, as those of a `.txt` and an `.html` of one content do: by the hash
/// of the bytes, in path order. The join alone would not know them as copies.
pub type Twins = HashMap<u128, Vec<DocId>>;

/// The twins among documents, given the bytes and the text of each.
pub fn twins(contents: &[u128], nodes: &[Option<NodeId>]) -> Twins {
    let mut first: HashMap<u128, NodeId> = HashMap::new();
    let mut twins = Twins::new();
    for (content, node) in contents.iter().zip(nodes) {
        if let Some(node) = *node
            && *first.entry(*content).or_insert(node) != node
        {
            twins.insert(*content, Vec::new());
        }
    }
    if twins.is_empty() {
        return twins;
    }
    for (place, content) in contents.iter().enumerate() {
        if nodes[place].is_some()
            && let Some(documents) = twins.get_mut(content)
        {
            documents.push(DocId(place as u32));
        }
    }
    twins
}

/// Which distinct texts belong to one group of copies, directly or through others.
#[derive(Debug)]
pub struct Groups {
    above: Vec<NodeId>,
}

impl Groups {
    /// Every one of `nodes` texts on its own.
    pub fn new(nodes: usize) -> Self {
        Self { above: (0..nodes as NodeId).collect() }
    }

    /// Puts the groups of two texts together.
    pub fn unite(&mut self, a: NodeId, b: NodeId) {
        let (left, right) = (self.of(a), self.of(b));
        self.above[left.max(right) as usize] = left.min(right);
    }

    /// The group of every text, by text.
    pub fn named(&mut self) -> Vec<NodeId> {
        (0..self.above.len() as NodeId).map(|node| self.of(node)).collect()
    }

    /// The group of a text, named by the smallest text in it.
    pub fn of(&mut self, mut node: NodeId) -> NodeId {
        while self.above[node as usize] != node {
            // Halving the way keeps long chains cheap.
            let next = self.above[self.above[node as usize] as usize];
            self.above[node as usize] = next;
            node = next;
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::{DocId, Groups, twins};

    #[test]
    fn same_bytes_with_other_words_are_twins() {
        let found = twins(
            &[7, 8, 7, 7, 9, 9, 8],
            &[Some(0), Some(1), Some(2), Some(0), None, Some(3), Some(1)],
        );
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            [(7, vec![DocId(0), DocId(2), DocId(3)])]
        );
    }

    #[test]
    fn a_chain_is_one_group() {
        let mut groups = Groups::new(5);
        groups.unite(4, 3);
        groups.unite(1, 3);
        assert_eq!((0..5).map(|node| groups.of(node)).collect::<Vec<_>>(), [0, 1, 2, 1, 1]);
    }
}
