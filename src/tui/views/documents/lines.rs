//! The documents as their list shows them: the filter, the order, and the best match of each.

use shingle::base::{ids::DocId, ratio::Ratio};
use shingle::pipeline::{Elsewhere, Mark, Pair, PairRules, PassagesBelow, Row, Snapshot};

use super::columns::{DocColumn, DocLine};
use crate::tui::model::{AppliedFilter, Filter, Sort, columns::name_ranks};

/// The documents that pass, in order. `None` if stopped. Documents with equal keys are in the order of their names.
pub(crate) fn documents(
    snapshot: &Snapshot,
    sort: Sort<DocColumn>,
    filter: &Filter,
    (below, elsewhere): (&PassagesBelow, &Elsewhere),
    stop: &dyn Fn() -> bool,
) -> Option<Vec<DocLine>> {
    let filter_applied = AppliedFilter::new(filter, &snapshot.docs, stop)?;
    let (mut lines, copied) = counted(snapshot);
    if let Some(rules) = &snapshot.rules {
        count_by_rules(snapshot, rules, &mut lines);
    }
    for line in &mut lines {
        line.below = below.documents.get(&line.doc).copied();
        line.elsewhere = elsewhere.share(line.doc, snapshot.doc(line.doc));
        line.with = line.with.or(line.below.map(|below| below.with));
    }
    for place in 0..lines.len() {
        let source = lines[place].source;
        if let Some(source) = source.and_then(|(_, source)| lines.get_mut(source.index())) {
            source.source_of += 1;
        }
    }
    let names = name_ranks(&snapshot.docs, snapshot.present);
    if stop() {
        return None;
    }
    let mut keyed: Vec<(u64, u32, DocLine)> = lines
        .into_iter()
        .filter(|line| {
            filter_applied.passes_document(line.doc, line.best, copied[line.doc.index()])
        })
        .map(|line| {
            let place = names[line.doc.index()];
            (sort.directed_key(sort.column.key(snapshot, &line, place)), place, line)
        })
        .collect();
    keyed.sort_unstable_by_key(|(key, place, _)| (*key, *place));
    Some(keyed.into_iter().map(|(_, _, line)| line).collect())
}

/// Counts anew where rules leave pairs out: with how many documents each makes a pair that none leaves out. A row stands for the
/// pairs of two texts, so this asks for each document of either.
fn count_by_rules(snapshot: &Snapshot, rules: &PairRules, lines: &mut [DocLine]) {
    let documents = rules.documents();
    for line in lines.iter_mut() {
        (line.best, line.source, line.matches) = (None, None, 0);
    }
    let mut count = |docs: &[DocId], others: &[DocId], partners: Vec<u64>, (score, share)| {
        for (doc, partners) in docs.iter().zip(partners).filter(|(_, partners)| *partners > 0) {
            if let Some(line) = lines.get_mut(doc.index()) {
                line.matches += partners as u32;
                line.best = Some(line.best.map_or(score, |best: Ratio| best.max(score)));
                let is_source = |other: &DocId| other != doc && rules.allow(*doc, *other);
                if line.source.is_none_or(|(largest, _)| share > largest) {
                    let source = others.iter().copied().find(is_source);
                    line.source = source.map(|source| (share, source)).or(line.source);
                }
            }
        }
    };
    for row in snapshot.rows.iter().filter(|row| row.mark() != Mark::Gone) {
        match row {
            Row::Pair { pair, .. } => {
                let of = |id| rules.text(id).and_then(|text| documents.get(&text));
                let (Some(a), Some(b)) = (of(pair.a), of(pair.b)) else { continue };
                let [of_a, of_b] = shares(snapshot, pair);
                count(a, b, rules.partners_of_each(a, b), (pair.score, of_a));
                count(b, a, rules.partners_of_each(b, a), (pair.score, of_b));
            }
            Row::Copies { pair, members, .. } => {
                let scores = (pair.score, Ratio::ONE);
                count(members, members, rules.partners_among(members), scores);
            }
        }
    }
}

/// How much of either document of a pair the other has: its score where that is not counted.
fn shares(snapshot: &Snapshot, pair: &Pair) -> [Ratio; 2] {
    if snapshot.params.counts() {
        [pair.overlap.containment_a(), pair.overlap.containment_b()]
    } else {
        [pair.score; 2]
    }
}

/// Documents that are copies of each other.
struct Group<'a> {
    members: &'a [DocId],
    best: Ratio,
    /// The document with this score, where it is none of the group.
    with: Option<DocId>,
    /// The documents outside the group that it resembles: the first of their copies, and how many they are.
    others: Vec<(DocId, u32)>,
}

/// Every present document with its matches, and whether it has copies. A row names the first copy for all of them, so what
/// one of a group resembles, all do.
fn counted(snapshot: &Snapshot) -> (Vec<DocLine>, Vec<bool>) {
    const NONE: u32 = u32::MAX;
    let mut lines: Vec<DocLine> = (0..snapshot.present.min(snapshot.docs.len()))
        .map(|id| DocLine {
            doc: DocId(id as u32),
            best: None,
            with: None,
            source: None,
            source_of: 0,
            elsewhere: None,
            matches: 0,
            below: None,
        })
        .collect();
    let there = |row: &&Row| row.mark() != Mark::Gone;
    let mut group = vec![NONE; snapshot.docs.len()];
    let mut groups: Vec<Group<'_>> = Vec::new();
    for row in snapshot.rows.groups().map(|(_, row)| row).filter(there) {
        for member in row.members() {
            group[member.index()] = groups.len() as u32;
        }
        let (members, best) = (row.members(), row.pair().score);
        groups.push(Group { members, best, with: None, others: Vec::new() });
    }
    for row in snapshot.rows.iter().filter(there) {
        let Row::Pair { pair, more, .. } = row else { continue };
        let sides = [(pair.a, pair.b, 1 + more.1), (pair.b, pair.a, 1 + more.0)];
        for ((doc, other, documents), share) in sides.into_iter().zip(shares(snapshot, pair)) {
            if let Some(line) = lines.get_mut(doc.index())
                && line.source.is_none_or(|(largest, _)| share > largest)
            {
                line.source = Some((share, other));
            }
            if let Some(Group { best, with, others, .. }) =
                groups.get_mut(group[doc.index()] as usize)
            {
                if pair.score > *best {
                    (*best, *with) = (pair.score, Some(other));
                }
                others.push((other, documents));
            } else if let Some(line) = lines.get_mut(doc.index()) {
                if line.best.is_none_or(|best| pair.score > best) {
                    (line.best, line.with) = (Some(pair.score), Some(other));
                }
                line.matches += documents;
            }
        }
    }
    for Group { members, best, with, mut others } in groups {
        others.sort_unstable();
        others.dedup();
        let outside: u32 = others.iter().map(|(_, documents)| documents).sum();
        for member in members {
            if let Some(line) = lines.get_mut(member.index()) {
                line.best = Some(best);
                let copy = || members.iter().copied().find(|other| other != member);
                line.with = with.or_else(copy);
                line.source = copy().map(|copy| (Ratio::ONE, copy));
                line.matches = outside + members.len() as u32 - 1;
            }
        }
    }
    let copied = group.into_iter().map(|group| group != NONE).collect();
    (lines, copied)
}
