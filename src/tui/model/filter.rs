use std::{borrow::Cow, cmp::Ordering};

use shingle::{
    base::ids::DocId, base::ratio::Ratio, decisions::MarkKind, decisions::UserMark,
    pipeline::DocInfo, pipeline::Mark, pipeline::Row, pipeline::Snapshot, text::Language,
};

use crate::tui::words::ShortNames;

/// A filter: the conjunction of its terms.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) text: String,
    /// The valid terms, in the order typed.
    pub(crate) terms: Vec<Term>,
    /// The first invalid term with the reason. The filter ignores this term.
    pub(crate) unknown: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) negated: bool,
    pub(crate) test: Test,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Test {
    /// The name has these consecutive letters, which are in lower case.
    Name(String),
    Score(Bound, Ratio),
    /// Compares the number of words of the longest passage with this number, if passages are counted.
    Passage(Bound, u32),
    /// A document has this language; `None` stands for an unsure language.
    Language(Option<Language>),
    Copies,
    Mark(Mark),
    /// The pair has this mark; [`MarkKind::Undecided`] for unmarked pairs.
    MarkKind(MarkKind),
    /// The pair has any mark.
    Decided,
    /// The pair is unmarked, but an earlier version of its documents has a mark or a note.
    Earlier,
    /// The note, also on an earlier version, contains this text in lower case; empty for any note.
    Note(String),
}

impl Test {
    const fn is_about_marks(&self) -> bool {
        matches!(self, Self::MarkKind(_) | Self::Decided | Self::Earlier | Self::Note(_))
    }
}

/// A sign that compares a number of a row with the number after the sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bound(&'static str);

impl Bound {
    /// Returns true if a score is within the bound, given the comparison of the score with the bound.
    fn accepts_order(self, order: Ordering) -> bool {
        match self.0 {
            ">" => order.is_gt(),
            ">=" => order.is_ge(),
            "<" => order.is_lt(),
            "<=" => order.is_le(),
            _ => order.is_eq(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FilterTarget {
    Pairs,
    Documents,
    /// Lines of clusters. A cluster passes if one of its documents passes.
    Clusters,
    /// Lines that have only a name.
    Names,
}

impl FilterTarget {
    pub(crate) const fn term_examples(self) -> &'static str {
        match self {
            Self::Pairs => {
                "letters of a name  >60  <30  lang:ru  is:undecided  is:decided  is:reused  note:…  passage:>30  copies  new  -not  is:earlier"
            }
            Self::Documents => "letters of a name  >60  <30  lang:ru  copies  -not",
            Self::Clusters => "letters of a document's name  lang:ru  -not",
            Self::Names => "letters of a line  -not",
        }
    }
}

impl Filter {
    /// Parses a filter. Blanks separate its terms.
    pub(crate) fn parse(text: &str, over: FilterTarget) -> Self {
        let mut filter = Self { text: text.trim().into(), ..Self::default() };
        for word in text.split_whitespace() {
            let (negated, rest) = word.strip_prefix('-').map_or((false, word), |rest| (true, rest));
            match parse_test(rest, over) {
                Ok(one) => filter.terms.push(Term { negated, test: one }),
                Err(reason) => {
                    filter.unknown.get_or_insert_with(|| format!("{word} ({reason})"));
                }
            }
        }
        filter
    }

    pub(crate) fn matches_line(&self, line: &str) -> bool {
        let line = line.to_lowercase();
        self.terms.iter().all(|term| match &term.test {
            Test::Name(part) => line.contains(part) != term.negated,
            // A filter of lines tests only names.
            _ => true,
        })
    }

    pub(crate) fn has_test(&self, is_it: impl Fn(&Test) -> bool) -> bool {
        self.terms.iter().any(|term| is_it(&term.test))
    }

    pub(crate) fn needs_marks(&self) -> bool {
        self.has_test(Test::is_about_marks)
    }

    /// Returns the value of `is:` that a term names, although the term filters names of documents. The list shows a
    /// direction of reuse as `took`.
    pub(crate) fn mark_in_names(&self) -> Option<&str> {
        let is_mark = |name: &&str| {
            parse_test(&format!("is:{name}"), FilterTarget::Pairs)
                .is_ok_and(|test| test.is_about_marks())
        };
        let mut names = self.terms.iter().filter_map(|term| match &term.test {
            Test::Name(name) if name.starts_with("took") => Some("reused"),
            Test::Name(name) => Some(&**name),
            _ => None,
        });
        names.find(is_mark)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

fn parse_test(word: &str, over: FilterTarget) -> Result<Test, String> {
    if word.is_empty() {
        return Err("a term follows the -".into());
    }
    if let Some((bound, number)) = split_bound(word) {
        if matches!(over, FilterTarget::Clusters | FilterTarget::Names) {
            return Err("only pairs and documents have a score".into());
        }
        let percent = number.strip_suffix('%').unwrap_or(number);
        let share = format!("{percent}%").parse();
        return share
            .map(|share| Test::Score(bound, share))
            .map_err(|_| "per cent from 0 to 100, as >60".into());
    }
    if let Some(literal) = word.strip_prefix('\'') {
        return if literal.is_empty() {
            Err("letters follow the '".into())
        } else {
            Ok(Test::Name(literal.to_lowercase()))
        };
    }
    if let Some(code) = word.strip_prefix("lang:") {
        if over == FilterTarget::Names {
            return Err("letters of a line are looked for here".into());
        }
        return match code.to_lowercase().as_str() {
            "unsure" | "?" => Ok(Test::Language(None)),
            code => Language::from_code(code)
                .map(|language| Test::Language(Some(language)))
                .ok_or_else(|| "a code of two letters, as lang:ru, or lang:unsure".into()),
        };
    }
    let of_pairs = ["is:", "note:", "passage:"].into_iter().find(|term| word.starts_with(term));
    if let Some(term) = of_pairs.filter(|_| over != FilterTarget::Pairs) {
        return Err(format!("only the list of pairs takes {term}; '{word} looks for the name"));
    }
    if over == FilterTarget::Pairs {
        if let Some(name) = word.strip_prefix("is:") {
            let standing = match name {
                "decided" => Some(Test::Decided),
                "earlier" => Some(Test::Earlier),
                _ => name.parse().ok().map(Test::MarkKind),
            };
            return standing
                .ok_or_else(|| format!("one of decided, earlier, {}", MarkKind::NAMES.join(", ")));
        }
        if let Some(part) = word.strip_prefix("note:") {
            return Ok(Test::Note(part.to_lowercase()));
        }
        if let Some(words) = word.strip_prefix("passage:") {
            let test = split_bound(words)
                .and_then(|(bound, words)| Some(Test::Passage(bound, words.parse().ok()?)));
            return test.ok_or_else(|| "a number of words, as passage:>30".into());
        }
    }
    let mark = match word {
        _ if over == FilterTarget::Names => return Ok(Test::Name(word.to_lowercase())),
        "copies" if over != FilterTarget::Clusters => return Ok(Test::Copies),
        "new" => Mark::New,
        "changed" => Mark::Changed,
        "gone" => Mark::Gone,
        _ => return Ok(Test::Name(word.to_lowercase())),
    };
    match over {
        FilterTarget::Pairs => Ok(Test::Mark(mark)),
        _ => Err(format!("only pairs are {word}; '{word} looks for the name")),
    }
}

/// Splits a comparison, such as `>=60`, into its sign and its number.
fn split_bound(word: &str) -> Option<(Bound, &str)> {
    let mut signs = [">=", "<=", ">", "<", "="].into_iter();
    signs.find_map(|sign| Some((Bound(sign), word.strip_prefix(sign)?)))
}

// A filter prepared for one snapshot. The matching documents of each term are looked up once, so that each row costs
// only a few bits.

pub(crate) struct AppliedFilter {
    /// The terms. A term about documents has a flag for each document; the flags of other terms are empty.
    terms: Vec<(Term, Vec<bool>)>,
}

impl AppliedFilter {
    pub(crate) fn new(filter: &Filter, docs: &[DocInfo], names: &ShortNames) -> Self {
        let flags = |holds: &dyn Fn(&DocInfo) -> bool| docs.iter().map(holds).collect();
        let flags_of = |test: &Test| match test {
            Test::Name(part) => {
                flags(&|doc| name_to_match(doc, names).to_lowercase().contains(part))
            }
            Test::Language(language) => flags(&|doc| doc.languages.has_language(*language)),
            _ => Vec::new(),
        };
        let terms = filter.terms.iter().map(|term| (term.clone(), flags_of(&term.test)));
        Self { terms: terms.collect() }
    }

    /// Lets a document match if one of its copies does, because a row names only one of them.
    pub(crate) fn extend_to_copies(&mut self, snapshot: &Snapshot) {
        for (_, holds) in self.terms.iter_mut().filter(|(_, holds)| !holds.is_empty()) {
            for (_, group) in snapshot.rows.groups_of_copies() {
                if group.members().iter().any(|id| holds[id.index()]) {
                    group.members().iter().for_each(|id| holds[id.index()] = true);
                }
            }
        }
    }

    /// Returns true if a row matches. `decided` finds the mark of the row, `earlier` the mark of an earlier version. A
    /// term about documents is true if it is true for one document of the row.
    pub(crate) fn matches_row<'d>(
        &self,
        row: &Row,
        decided: impl Fn() -> Option<&'d UserMark>,
        earlier: impl Fn() -> Option<&'d UserMark>,
    ) -> bool {
        self.terms.iter().all(|(term, flags)| {
            let holds = match &term.test {
                Test::Name(_) | Test::Language(_) => is_true_for_row(row, flags),
                Test::Score(bound, share) => bound.accepts_order(row.pair().score.cmp(share)),
                Test::Passage(bound, words) => {
                    let passage = row.pair().passage;
                    passage > 0 && bound.accepts_order(passage.cmp(words))
                }
                Test::Mark(mark) => row.mark() == *mark,
                Test::Copies => row.pair().overlap.exact_copy,
                // A removed document needs no decision.
                Test::MarkKind(verdict) => {
                    row.mark() != Mark::Gone
                        && decided().map_or(MarkKind::Undecided, |one| one.verdict) == *verdict
                }
                Test::Decided => decided().is_some_and(|one| !one.is_undecided()),
                Test::Earlier => earlier().is_some(),
                Test::Note(part) => decided().or_else(&earlier).is_some_and(|one| {
                    !one.note.is_empty() && one.note.to_lowercase().contains(part)
                }),
            };
            holds != term.negated
        })
    }

    /// Returns true if a document matches, given the score of its best pair and true if it has copies.
    pub(crate) fn matches_document(&self, id: DocId, best: Option<Ratio>, copied: bool) -> bool {
        self.terms.iter().all(|(term, flags)| {
            let holds = match &term.test {
                Test::Name(_) | Test::Language(_) => flags.get(id.index()) == Some(&true),
                Test::Score(bound, share) => {
                    bound.accepts_order(best.unwrap_or(Ratio::ZERO).cmp(share))
                }
                Test::Copies => copied,
                _ => false,
            };
            holds != term.negated
        })
    }
}

/// Returns true if a term is true for a document of the row.
pub(crate) fn is_true_for_row(row: &Row, holds: &[bool]) -> bool {
    let of = |id: &DocId| holds.get(id.index()) == Some(&true);
    match row {
        Row::Pair { pair, .. } => of(&pair.a) || of(&pair.b),
        Row::Copies { members, .. } => members.iter().any(of),
    }
}

fn name_to_match<'d>(doc: &'d DocInfo, names: &ShortNames) -> Cow<'d, str> {
    let path = doc.path.name();
    let shown = doc.record_id().map(Cow::Borrowed);
    match shown.or_else(|| names.shortened_name(&doc.path).map(Cow::Owned)) {
        Some(shown) => Cow::Owned(format!("{shown} {path}")),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use shingle::{base::ids::DocId, base::ratio::Ratio, pipeline::Mark, text::Language};

    use super::{AppliedFilter, Bound, Filter, FilterTarget, Term, Test};
    use crate::{tui::tests::fake, tui::words::ShortNames};

    fn tests(text: &str) -> Vec<Test> {
        let filter = Filter::parse(text, FilterTarget::Pairs);
        assert_eq!(filter.unknown, None, "{text}");
        filter.terms.into_iter().map(|term| term.test).collect()
    }

    fn unknown(text: &str, over: FilterTarget) -> String {
        let filter = Filter::parse(text, over);
        assert!(filter.is_empty(), "{filter:?}");
        filter.unknown.unwrap()
    }

    #[test]
    fn scores_are_per_cent_and_exact() {
        assert_eq!(tests(">60"), [Test::Score(Bound(">"), Ratio::new(3, 5))]);
        assert_eq!(tests(">=60%"), [Test::Score(Bound(">="), Ratio::new(3, 5))]);
        assert_eq!(tests("<33.3"), [Test::Score(Bound("<"), Ratio::new(333, 1000))]);
        assert_eq!(tests("<=0"), [Test::Score(Bound("<="), Ratio::ZERO)]);
        assert_eq!(tests("=100"), [Test::Score(Bound("="), Ratio::ONE)]);
    }

    #[test]
    fn filter_terms_are_distinguished_from_names() {
        assert_eq!(tests("lang:ru"), [Test::Language(Language::from_code("ru"))]);
        assert_eq!(tests("lang:EN lang:unsure").len(), 2);
        assert_eq!(tests("copies new"), [Test::Copies, Test::Mark(Mark::New)]);
        assert_eq!(tests("changed gone"), [Test::Mark(Mark::Changed), Test::Mark(Mark::Gone)]);
        assert_eq!(tests("News'"), [Test::Name("news'".into())]);
        assert_eq!(tests("'New"), [Test::Name("new".into())]);
        let mark =
            |text| Filter::parse(text, FilterTarget::Pairs).mark_in_names().map(str::to_string);
        for typed in ["essay Reused", "took", "took-from"] {
            assert_eq!(mark(typed).as_deref(), Some("reused"));
        }
        assert_eq!((mark("is:reused"), mark("reuse")), (None, None));
    }

    #[test]
    fn a_minus_negates_a_term_and_blanks_join_terms() {
        let filter = Filter::parse("  harbour  ->60 -copies ", FilterTarget::Pairs);
        let negated: Vec<bool> = filter.terms.iter().map(|term| term.negated).collect();
        assert_eq!(negated, [false, true, true]);
        assert_eq!(filter.terms[2], Term { negated: true, test: Test::Copies });
        assert_eq!(filter.text, "harbour  ->60 -copies");
        assert!(Filter::parse(" \t ", FilterTarget::Pairs).is_empty());
    }

    #[test]
    fn what_is_not_understood_says_so_and_filters_nothing() {
        for text in [">", ">=x", "<101", "lang:", "-lang:xx", "passage:30", "-", "'"] {
            assert!(unknown(text, FilterTarget::Pairs).starts_with(text));
        }
        unknown("new", FilterTarget::Documents);
    }

    #[test]
    fn lines_are_filtered_by_what_they_say() {
        let passes = |text: &str| {
            Filter::parse(text, FilterTarget::Names).matches_line("Permission new: ÉTÉ.txt")
        };
        assert!(passes("perm new été") && passes("'été") && passes("-red") && passes(""));
        assert!(!passes("perm red") && !passes("-été"));
        unknown(">60", FilterTarget::Clusters);
        for term in ["is:undecided", "note:ask", "passage:>30"] {
            for over in [FilterTarget::Documents, FilterTarget::Clusters, FilterTarget::Names] {
                assert!(unknown(term, over).starts_with(term));
            }
        }
        unknown("new", FilterTarget::Clusters);
        unknown("lang:ru", FilterTarget::Names);
        assert_eq!(Filter::parse("lang:ru", FilterTarget::Clusters).unknown, None);
    }

    fn left(filter: &str, names: &[&str]) -> Vec<String> {
        let docs: Vec<_> = names.iter().map(|name| fake::doc(name)).collect();
        let filter = Filter::parse(filter, FilterTarget::Documents);
        let filter_applied = AppliedFilter::new(&filter, &docs, &ShortNames::default());
        let passes = |place: &usize| {
            filter_applied.matches_document(DocId(*place as u32), Some(Ratio::new(1, 2)), false)
        };
        (0..names.len()).filter(passes).map(|place| names[place].to_string()).collect()
    }

    #[test]
    fn letters_are_found_in_a_row() {
        let names = ["essays/harbour-final.md", "notes/Хлеб.txt", "apple-dining-hotel-order.txt"];
        assert_eq!(left("harb", &names), ["essays/harbour-final.md"]);
        assert_eq!(left("HARB", &names), ["essays/harbour-final.md"]);
        assert_eq!(left("хлеб", &names), ["notes/Хлеб.txt"]);
        assert_eq!(left("brah", &names), [""; 0]);
        assert_eq!(left("ХЛЕБ", &names), ["notes/Хлеб.txt"]);
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
