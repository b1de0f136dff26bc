//! A typed filter, parsed term by term. It matches nothing.

use std::cmp::Ordering;

use shingle::base::ratio::Ratio;
use shingle::decisions::decision::Verdict;
use shingle::pipeline::ranking::row::Mark;
use shingle::text::language::Language;

/// The greatest length of a name that is searched letter by letter, in bytes: the matcher's scores have 16 bits.
const LONGEST_NAME: usize = 500;

/// A filter. All its terms must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    /// The text as it was typed.
    pub(crate) text: String,
    /// The terms that were understood, in the order typed.
    pub(crate) terms: Vec<Term>,
    /// The first term that was not understood, with the reason. It filters nothing.
    pub(crate) unknown: Option<String>,
}

/// One condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Term {
    /// Whether it must not hold.
    pub(crate) negated: bool,
    /// The condition.
    pub(crate) test: Test,
}

/// The condition of a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Test {
    /// A name has these letters in a row. If no name has them so, each letter must follow the one before it or begin a
    /// word.
    Name(String),
    /// A name contains exactly this, except for capital and small letters.
    Literal(String),
    /// The score compares in this way with this share.
    Score(Bound, Ratio),
    /// A document has this language, or `None` if its language is unsure.
    Language(Option<Language>),
    /// Exact copies.
    Copies,
    /// The mark of the row, as the watcher set it.
    Mark(Mark),
    /// What was decided; [`Verdict::Open`] for what was not.
    Verdict(Verdict),
    /// It has any verdict.
    Decided,
    /// It is open, and was decided or noted on an earlier version of its documents.
    Earlier,
    /// The note, also one on an earlier version, has this, in small letters; any note if it is empty.
    Note(String),
    /// How the row stands against the pinned ranking, or against the one before the last change.
    Standing(Standing),
}

/// How a row stands against an earlier result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It was there before, and is.
    Stayed,
    /// It was not there before.
    Gained,
    /// It is not there any more.
    Lost,
}

/// How a score is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// `>`
    Above,
    /// `>=`
    AtLeast,
    /// `<`
    Below,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
}

impl Bound {
    /// Whether a score that compares so with the bound is within it.
    pub(crate) const fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Above => order.is_gt(),
            Self::AtLeast => order.is_ge(),
            Self::Below => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Equal => order.is_eq(),
        }
    }
}

/// What the filter is applied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    /// Pairs of documents.
    Pairs,
    /// Documents.
    Documents,
    /// Clusters, by the documents in them.
    Clusters,
    /// Lines that are known by what they are called.
    Names,
}

impl Over {
    /// What a filter may be made of.
    pub(crate) const fn terms(self) -> &'static str {
        match self {
            Self::Pairs => {
                "letters of a name  >60  <30  is:open  is:decided  is:rewrite  is:earlier  is:lost  note:…  lang:ru  copies  new  -not"
            }
            Self::Documents => "letters of a name  >60  <30  lang:ru  copies  -not",
            Self::Clusters => "letters of a document's name  lang:ru  -not",
            Self::Names => "letters of a line  -not",
        }
    }
}

impl Filter {
    /// Parses a filter. Blanks separate its terms.
    pub(crate) fn parse(text: &str, over: Over) -> Self {
        let mut filter = Self { text: text.trim().into(), ..Self::default() };
        for word in text.split_whitespace() {
            match term(word, over) {
                Ok(term) => filter.terms.push(term),
                Err(reason) => {
                    filter.unknown.get_or_insert_with(|| format!("{word} ({reason})"));
                }
            }
        }
        filter
    }

    /// Whether a line that says this passes.
    pub(crate) fn passes_line(&self, line: &str) -> bool {
        let line = line.to_lowercase();
        self.terms.iter().all(|term| match &term.test {
            Test::Name(letters) => line.contains(&letters.to_lowercase()) != term.negated,
            Test::Literal(part) => line.contains(part) != term.negated,
            Test::Score(..)
            | Test::Language(_)
            | Test::Copies
            | Test::Mark(_)
            | Test::Verdict(_)
            | Test::Decided
            | Test::Earlier
            | Test::Note(_)
            | Test::Standing(_) => true,
        })
    }

    /// Whether it compares rows with an earlier result.
    pub(crate) fn compares(&self) -> bool {
        self.terms.iter().any(|term| matches!(term.test, Test::Standing(_)))
    }

    /// Whether it asks what was decided.
    pub(crate) fn is_of_decisions(&self) -> bool {
        let is = |term: &Term| {
            matches!(term.test, Test::Verdict(_) | Test::Decided | Test::Earlier | Test::Note(_))
        };
        self.terms.iter().any(is)
    }

    /// The name behind `is:`, where it asks only for a verdict or for any.
    pub(crate) fn only_decision(&self) -> Option<&'static str> {
        match (&self.unknown, &*self.terms) {
            (None, [Term { negated: false, test: Test::Verdict(verdict) }]) => Some(verdict.name()),
            (None, [Term { negated: false, test: Test::Decided }]) => Some("decided"),
            _ => None,
        }
    }

    /// Whether it asks for what is so only in this visit: how rows changed.
    pub(crate) fn is_of_this_visit(&self) -> bool {
        let is = |term: &Term| matches!(term.test, Test::Standing(_) | Test::Mark(_));
        self.terms.iter().any(is)
    }

    /// Whether it asks for rows that fell out.
    pub(crate) fn wants_lost(&self) -> bool {
        let wants = |term: &Term| !term.negated && term.test == Test::Standing(Standing::Lost);
        self.terms.iter().any(wants)
    }

    /// Whether everything passes.
    pub(crate) fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

fn term(word: &str, over: Over) -> Result<Term, String> {
    let (negated, word) = match word.strip_prefix('-') {
        Some("") => return Err("a term follows the -".into()),
        Some(rest) => (true, rest),
        None => (false, word),
    };
    Ok(Term { negated, test: test(word, over)? })
}

fn test(word: &str, over: Over) -> Result<Test, String> {
    let bounds = [
        (">=", Bound::AtLeast),
        ("<=", Bound::AtMost),
        (">", Bound::Above),
        ("<", Bound::Below),
        ("=", Bound::Equal),
    ];
    for (sign, bound) in bounds {
        if let Some(number) = word.strip_prefix(sign) {
            if matches!(over, Over::Clusters | Over::Names) {
                return Err("only pairs and documents have a score".into());
            }
            let percent = number.strip_suffix('%').unwrap_or(number);
            let share = format!("{percent}%").parse();
            return share
                .map(|share| Test::Score(bound, share))
                .map_err(|_| format!("per cent from 0 to 100, as {sign}60"));
        }
    }
    if let Some(literal) = word.strip_prefix('\'') {
        return if literal.is_empty() {
            Err("letters follow the '".into())
        } else {
            Ok(Test::Literal(literal.to_lowercase()))
        };
    }
    if let Some(code) = word.strip_prefix("lang:") {
        if over == Over::Names {
            return Err("letters of a line are looked for here".into());
        }
        return language(code).map(Test::Language);
    }
    if over == Over::Pairs {
        if let Some(name) = word.strip_prefix("is:") {
            let standing = match name {
                "lost" => Some(Test::Standing(Standing::Lost)),
                "gained" => Some(Test::Standing(Standing::Gained)),
                "decided" => Some(Test::Decided),
                "earlier" => Some(Test::Earlier),
                _ => Verdict::named(name).map(Test::Verdict),
            };
            return standing.ok_or_else(|| {
                "one of open, decided, earlier, rewrite, quotation, common, unrelated, mine, lost, gained"
                    .into()
            });
        }
        if let Some(part) = word.strip_prefix("note:") {
            return Ok(Test::Note(part.to_lowercase()));
        }
    }
    let mark = match word {
        _ if word.len() > LONGEST_NAME => return Err("too long for a name".into()),
        _ if matches!(over, Over::Clusters | Over::Names) => return Ok(Test::Name(word.into())),
        "copies" => return Ok(Test::Copies),
        "new" => Mark::New,
        "changed" => Mark::Changed,
        "gone" => Mark::Gone,
        _ => return Ok(Test::Name(word.into())),
    };
    match over {
        Over::Pairs => Ok(Test::Mark(mark)),
        _ => Err(format!("only pairs are {word}; '{word} looks for the name")),
    }
}

fn language(code: &str) -> Result<Option<Language>, String> {
    let code = code.to_lowercase();
    if code == "unsure" || code == "?" {
        return Ok(None);
    }
    Language::from_code(&code)
        .map(Some)
        .ok_or_else(|| "a code of two letters, as lang:ru, or lang:unsure".into())
}

#[cfg(test)]
mod tests {
    use shingle::base::ratio::Ratio;
    use shingle::pipeline::ranking::row::Mark;
    use shingle::text::language::Language;

    use super::{Bound, Filter, Over, Term, Test};

    fn tests(text: &str) -> Vec<Test> {
        let filter = Filter::parse(text, Over::Pairs);
        assert_eq!(filter.unknown, None, "{text}");
        filter.terms.into_iter().map(|term| term.test).collect()
    }

    fn unknown(text: &str, over: Over) -> String {
        let filter = Filter::parse(text, over);
        assert!(filter.is_empty(), "{filter:?}");
        filter.unknown.unwrap()
    }

    #[test]
    fn scores_are_per_cent_and_exact() {
        assert_eq!(tests(">60"), [Test::Score(Bound::Above, Ratio::new(3, 5))]);
        assert_eq!(tests(">=60%"), [Test::Score(Bound::AtLeast, Ratio::new(3, 5))]);
        assert_eq!(tests("<33.3"), [Test::Score(Bound::Below, Ratio::new(333, 1000))]);
        assert_eq!(tests("<=0"), [Test::Score(Bound::AtMost, Ratio::ZERO)]);
        assert_eq!(tests("=100"), [Test::Score(Bound::Equal, Ratio::ONE)]);
    }

    #[test]
    fn filter_terms_are_distinguished_from_names() {
        assert_eq!(tests("lang:ru"), [Test::Language(Language::from_code("ru"))]);
        assert_eq!(tests("lang:EN lang:unsure").len(), 2);
        assert_eq!(tests("copies new"), [Test::Copies, Test::Mark(Mark::New)]);
        assert_eq!(tests("changed gone"), [Test::Mark(Mark::Changed), Test::Mark(Mark::Gone)]);
        assert_eq!(tests("News'"), [Test::Name("News'".into())]);
        assert_eq!(tests("'New"), [Test::Literal("new".into())]);
    }

    #[test]
    fn a_minus_negates_a_term_and_blanks_join_terms() {
        let filter = Filter::parse("  harbour  ->60 -copies ", Over::Pairs);
        let negated: Vec<bool> = filter.terms.iter().map(|term| term.negated).collect();
        assert_eq!(negated, [false, true, true]);
        assert_eq!(filter.terms[2], Term { negated: true, test: Test::Copies });
        assert_eq!(filter.text, "harbour  ->60 -copies");
        assert!(Filter::parse(" \t ", Over::Pairs).is_empty());
    }

    #[test]
    fn what_is_not_understood_says_so_and_filters_nothing() {
        for (text, reason) in [
            (">", "> (per cent from 0 to 100, as >60)"),
            (">=x", ">=x (per cent from 0 to 100, as >=60)"),
            ("<101", "<101 (per cent from 0 to 100, as <60)"),
            ("lang:", "lang: (a code of two letters, as lang:ru, or lang:unsure)"),
            ("-lang:xx", "-lang:xx (a code of two letters, as lang:ru, or lang:unsure)"),
            ("-", "- (a term follows the -)"),
            ("'", "' (letters follow the ')"),
        ] {
            assert_eq!(unknown(text, Over::Pairs), reason);
        }
        assert!(unknown("new", Over::Documents).contains("only pairs are new"));
    }

    #[test]
    fn lines_are_filtered_by_what_they_say() {
        let passes =
            |text: &str| Filter::parse(text, Over::Names).passes_line("Permission new: ÉTÉ.txt");
        assert!(passes("perm new été") && passes("'été") && passes("-red") && passes(""));
        assert!(!passes("perm red") && !passes("-été"));
        assert!(unknown(">60", Over::Clusters).contains("only pairs and documents have a score"));
        assert!(unknown("lang:ru", Over::Names).contains("letters of a line"));
        assert_eq!(Filter::parse("lang:ru", Over::Clusters).unknown, None);
    }

    #[test]
    fn the_other_terms_hold_though_one_is_not_understood() {
        let filter = Filter::parse("harbour >", Over::Pairs);
        assert_eq!(filter.terms.len(), 1);
        assert!(filter.unknown.is_some());
    }
}
