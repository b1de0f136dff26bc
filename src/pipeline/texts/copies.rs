//! Exact copies that do not have equal words: the same bytes, read in two formats. It compares no shingles and ranks
//! nothing.

use hashbrown::HashMap;

use crate::base::ids::DocId;

use super::nodes::NodeId;

/// Documents with the same bytes whose words differ, such as a `.txt` and an `.html` of the same content. By the hash
/// of the bytes; documents in path order. The join would not find them as copies.
pub type Twins = HashMap<u128, Vec<DocId>>;

/// The twins among documents, given the hash of the bytes and the text of each.
pub fn twins(contents: impl Iterator<Item = u128> + Clone, nodes: &[Option<NodeId>]) -> Twins {
    let mut first: HashMap<u128, NodeId> = HashMap::new();
    let mut twins = Twins::new();
    for (content, node) in contents.clone().zip(nodes) {
        if let Some(node) = *node
            && *first.entry(content).or_insert(node) != node
        {
            twins.insert(content, Vec::new());
        }
    }
    if twins.is_empty() {
        return twins;
    }
    for (place, content) in contents.enumerate() {
        if nodes[place].is_some()
            && let Some(documents) = twins.get_mut(&content)
        {
            documents.push(DocId(place as u32));
        }
    }
    twins
}

#[cfg(test)]
mod tests {
    use super::{DocId, twins};

    #[test]
    fn same_bytes_with_other_words_are_twins() {
        let found = twins(
            [7, 8, 7, 7, 9, 9, 8].into_iter(),
            &[Some(0), Some(1), Some(2), Some(0), None, Some(3), Some(1)],
        );
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            [(7, vec![DocId(0), DocId(2), DocId(3)])]
        );
    }
}
