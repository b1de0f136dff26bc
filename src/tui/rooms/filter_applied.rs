//! A filter prepared for one snapshot: the documents that each term holds for are looked up once, so that each row takes
//! only a few bits. It keeps no row.

use std::borrow::Cow;

use shingle::base::ids::DocId;
use shingle::base::ratio::Ratio;
use shingle::decisions::decision::{Decision, Verdict};
use shingle::pipeline::document::info::DocInfo;
use shingle::pipeline::ranking::row::{Mark, Row};

use super::filter::{Bound, Filter, Standing, Test};

/// How many documents are looked at before checking whether to stop.
const PIECE: usize = 16_384;

/// A filter over the documents of one snapshot.
#[derive(Debug)]
pub(crate) struct AppliedFilter {
    /// Each with whether it must not hold.
    tests: Vec<(bool, Ready)>,
}

#[derive(Debug)]
enum Ready {
    /// For each document, whether it holds.
    Documents(Vec<bool>),
    Score(Bound, Ratio),
    Mark(Mark),
    Copies,
    Verdict(Verdict),
    Decided,
    Earlier,
    Note(String),
    Standing(Standing),
}

impl AppliedFilter {
    /// Prepares a filter. `None` if stopped.
    pub(crate) fn new(filter: &Filter, docs: &[DocInfo], stop: &dyn Fn() -> bool) -> Option<Self> {
        let mut tests = Vec::with_capacity(filter.terms.len());
        for term in &filter.terms {
            let ready = match &term.test {
                Test::Name(letters) => Ready::Documents(fuzzy(letters, docs, stop)?),
                Test::Literal(part) => Ready::Documents(literal(part, docs, stop)?),
                Test::Language(language) => {
                    Ready::Documents(docs.iter().map(|doc| doc.languages.has(*language)).collect())
                }
                Test::Score(bound, share) => Ready::Score(*bound, *share),
                Test::Mark(mark) => Ready::Mark(*mark),
                Test::Copies => Ready::Copies,
                Test::Verdict(verdict) => Ready::Verdict(*verdict),
                Test::Decided => Ready::Decided,
                Test::Earlier => Ready::Earlier,
                Test::Note(part) => Ready::Note(part.clone()),
                Test::Standing(standing) => Ready::Standing(*standing),
            };
            tests.push((term.negated, ready));
        }
        Some(Self { tests })
    }

    /// Whether a row passes that stands so, of which `decided` tells what was decided, and `earlier` what was about an earlier
    /// version of it. A term about documents holds if it holds for one of them.
    pub(crate) fn passes<'d>(
        &self,
        row: &Row,
        standing: Standing,
        decided: impl Fn() -> Option<&'d Decision>,
        earlier: impl Fn() -> Option<&'d Decision>,
    ) -> bool {
        self.tests.iter().all(|(negated, test)| {
            let holds = match test {
                Ready::Documents(holds) => any(row, holds),
                Ready::Score(bound, share) => bound.holds(row.pair().score.cmp(share)),
                Ready::Mark(mark) => row.mark() == *mark,
                Ready::Copies => row.pair().overlap.exact_copy,
                Ready::Verdict(verdict) => {
                    decided().map_or(Verdict::Open, |one| one.verdict) == *verdict
                }
                Ready::Decided => decided().is_some_and(|one| !one.is_open()),
                Ready::Earlier => earlier().is_some(),
                Ready::Note(part) => decided().or_else(&earlier).is_some_and(|one| {
                    !one.note.is_empty() && one.note.to_lowercase().contains(part)
                }),
                Ready::Standing(wanted) => standing == *wanted,
            };
            holds != *negated
        })
    }

    /// Whether a document passes, with the score of its best match and whether it has copies.
    pub(crate) fn passes_document(&self, id: DocId, best: Option<Ratio>, copied: bool) -> bool {
        self.tests.iter().all(|(negated, test)| {
            let holds = match test {
                Ready::Documents(holds) => holds.get(id.index()) == Some(&true),
                Ready::Score(bound, share) => bound.holds(best.unwrap_or(Ratio::ZERO).cmp(share)),
                Ready::Mark(_)
                | Ready::Verdict(_)
                | Ready::Decided
                | Ready::Earlier
                | Ready::Note(_)
                | Ready::Standing(_) => false,
                Ready::Copies => copied,
            };
            holds != *negated
        })
    }
}

/// Whether a term holds for a document of the row.
pub(crate) fn any(row: &Row, holds: &[bool]) -> bool {
    let of = |id: &DocId| holds.get(id.index()) == Some(&true);
    match row {
        Row::Pair { pair, .. } => of(&pair.a) || of(&pair.b),
        Row::Copies { members, .. } => members.iter().any(of),
    }
}

fn name(doc: &DocInfo) -> Cow<'_, str> {
    doc.path.name()
}

/// The documents whose names have these letters in a row. If there are none, those whose names have them at the beginnings
/// of words.
fn fuzzy(letters: &str, docs: &[DocInfo], stop: &dyn Fn() -> bool) -> Option<Vec<bool>> {
    let letters = letters.to_lowercase();
    let holds = literal(&letters, docs, stop)?;
    if holds.contains(&true) {
        return Some(holds);
    }
    let letters: Vec<char> = letters.chars().collect();
    let mut holds = Vec::with_capacity(docs.len());
    for piece in docs.chunks(PIECE) {
        if stop() {
            return None;
        }
        holds.extend(piece.iter().map(|doc| abbreviates(&letters, &name(doc).to_lowercase())));
    }
    Some(holds)
}

/// Whether the letters are in a name in this order, each right after the one before it or at the beginning of a word. Any
/// few letters occur somewhere in a long name, but seldom like this. Both are in small letters.
fn abbreviates(letters: &[char], name: &str) -> bool {
    let mut walk = name.chars();
    if !letters.iter().all(|letter| walk.any(|one| one == *letter)) {
        return false;
    }
    // For every number of leading letters: whether they occur before this character, and whether right before it.
    let mut before = vec![false; letters.len() + 1];
    before[0] = true;
    let mut ending = vec![false; letters.len() + 1];
    let mut begins = true;
    for one in name.chars() {
        for (place, letter) in letters.iter().enumerate().rev() {
            ending[place + 1] = one == *letter && (ending[place] || begins && before[place]);
        }
        for (stands, ends) in before.iter_mut().zip(&ending) {
            *stands |= *ends;
        }
        // A number begins again after each of its leading zeros.
        begins = !one.is_alphanumeric() || begins && one == '0';
    }
    before.last() == Some(&true)
}

/// The documents whose names contain this, in small letters.
fn literal(part: &str, docs: &[DocInfo], stop: &dyn Fn() -> bool) -> Option<Vec<bool>> {
    let mut holds = Vec::with_capacity(docs.len());
    for piece in docs.chunks(PIECE) {
        if stop() {
            return None;
        }
        holds.extend(piece.iter().map(|doc| name(doc).to_lowercase().contains(part)));
    }
    Some(holds)
}

#[cfg(test)]
mod tests {
    use super::super::filter::{Filter, Over};
    use super::AppliedFilter;
    use crate::tui::tests::fake;
    use shingle::base::ids::DocId;
    use shingle::base::ratio::Ratio;

    /// The names that pass a filter.
    fn left(filter: &str, names: &[&str]) -> Vec<String> {
        let docs: Vec<_> = names.iter().map(|name| fake::doc(name)).collect();
        let filter = Filter::parse(filter, Over::Documents);
        let filter_applied = AppliedFilter::new(&filter, &docs, &|| false).unwrap();
        let passes = |place: &usize| {
            filter_applied.passes_document(DocId(*place as u32), Some(Ratio::new(1, 2)), false)
        };
        (0..names.len()).filter(passes).map(|place| names[place].to_string()).collect()
    }

    #[test]
    fn letters_are_found_in_order_with_few_between() {
        let names = ["essays/harbour-final.md", "notes/Хлеб.txt", "apple-dining-hotel-order.txt"];
        assert_eq!(left("harb", &names), ["essays/harbour-final.md"]);
        assert_eq!(left("hf", &names), ["essays/harbour-final.md"]);
        assert_eq!(left("HARB", &names), ["essays/harbour-final.md"]);
        assert_eq!(left("хлеб", &names), ["notes/Хлеб.txt"]);
        assert_eq!(left("brah", &names), [""; 0]);
        assert_eq!(left("ХЛЕБ", &names), ["notes/Хлеб.txt"]);
        // The third name has p, i, e, r in this order, but far apart and within words.
        assert_eq!(left("pier", &names), [""; 0]);
    }

    #[test]
    fn a_name_that_has_the_letters_as_typed_hides_those_that_only_abbreviate_to_them() {
        let names = ["text-editor/a.md", "the-tea-room.txt", "TEA.txt", "theatre.txt"];
        assert_eq!(left("tea", &names), ["the-tea-room.txt", "TEA.txt"]);
        assert_eq!(left("tea", &names[..1]), ["text-editor/a.md"]);
        assert_eq!(left("tea", &["theatre.txt", "tale.txt", "water-ea.md"]), [""; 0]);
        assert_eq!(left("harfin", &["essays/harbour-final.md"]).len(), 1);
        assert_eq!(left("essay12", &["essay-0012.md", "essay-0312.md"]), ["essay-0012.md"]);
    }

    #[test]
    fn capitals_in_names_cost_nothing() {
        assert_eq!(left("readme", &["README", "docs/ReadMe.md"]).len(), 2);
        assert_eq!(left("'readme", &["README", "docs/ReadMe.md", "read/me"]).len(), 2);
    }

    #[test]
    fn every_length_of_a_name_is_looked_for() {
        let long = "a".repeat(499);
        assert_eq!(left(&long, &[&long, "a"]), [long.as_str()]);
        let wide = "é".repeat(250);
        assert_eq!(left(&wide, &[&wide]), [wide.as_str()]);
    }

    #[test]
    fn negated_terms_leave_the_rest() {
        assert_eq!(left("-'a >10 -<50", &["a", "b", "lang"]), ["b"]);
        assert_eq!(left("=50 lang:en", &["a"]), ["a"]);
        assert_eq!(left("lang:ru", &["a"]), [""; 0]);
    }
}
