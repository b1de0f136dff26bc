//! The languages of the folder: their counts, and the selected one. It draws nothing.

use std::{cmp::Reverse, sync::Arc};

use shingle::{pipeline::Snapshot, text::Language};

use crate::tui::model::{Cursor, Filter, VisibleLines};

/// A language of the folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LanguageLine {
    /// The language. `None` if it is unknown.
    pub(crate) language: Option<Language>,
    /// Documents in this language, wholly or in part.
    pub(crate) documents: u32,
    /// Documents in this language only.
    pub(crate) alone: u32,
    /// Its words, including dropped ones.
    pub(crate) words: u64,
    /// Words that do not show their language themselves. They got that of the folder.
    pub(crate) open: u64,
}

impl LanguageLine {
    const fn none_of(language: Option<Language>) -> Self {
        Self { language, documents: 0, alone: 0, words: 0, open: 0 }
    }

    /// Its name and its code.
    fn called(&self) -> String {
        self.language.map_or_else(
            || "unsure".into(),
            |language| format!("{} {}", language.name(), language.code()),
        )
    }
}

/// The list of languages.
#[derive(Debug, Default)]
pub(crate) struct LanguageList {
    /// The selected line.
    pub(crate) cursor: Cursor,
    /// Which of them it shows.
    pub(crate) filter: Arc<Filter>,
    /// Its lines and their snapshot.
    pub(crate) arranged: Option<(Arc<Snapshot>, Vec<LanguageLine>)>,
}

impl LanguageList {
    /// All lines. Empty before the first result.
    pub(crate) fn lines(&self) -> &[LanguageLine] {
        self.arranged.as_ref().map_or(&[], |(_, lines)| lines)
    }

    /// The selected line.
    pub(crate) fn selected(&self) -> Option<&LanguageLine> {
        self.lines().get(self.cursor.selected)
    }

    /// Shows another result. The selection follows its language.
    pub(crate) fn show(&mut self, snapshot: &Arc<Snapshot>, visible: VisibleLines) {
        let before = self.selected().map(|line| line.language);
        let mut lines = counted(snapshot);
        lines.retain(|line| self.filter.passes_line(&line.called()));
        let place = before
            .and_then(|language| lines.iter().position(|line| line.language == language))
            .unwrap_or(self.cursor.selected);
        self.cursor.carry(place, lines.len(), visible);
        self.arranged = Some((Arc::clone(snapshot), lines));
    }
}

/// The languages of all documents, the one with most words first. It looks at every document once: 1 ms for 100,000.
fn counted(snapshot: &Snapshot) -> Vec<LanguageLine> {
    let mut lines: Vec<LanguageLine> = Vec::new();
    for doc in snapshot.docs.get(..snapshot.present).unwrap_or_default() {
        let shares = doc.languages.all();
        // A document without words has no language.
        for share in shares.iter().filter(|share| share.words > 0) {
            let found = lines.iter().position(|line| line.language == share.language);
            let place = found.unwrap_or_else(|| {
                lines.push(LanguageLine::none_of(share.language));
                lines.len() - 1
            });
            let line = &mut lines[place];
            line.documents += 1;
            line.alone += u32::from(shares.len() == 1);
            line.words += u64::from(share.words);
            line.open += if share.is_sure { 0 } else { u64::from(share.words) };
        }
    }
    lines.sort_by_key(|line| (Reverse(line.words), line.language));
    lines
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use shingle::pipeline::document::info::Languages;
    use shingle::pipeline::parameters::Params;
    use shingle::text::language::Language;

    use super::LanguageList;
    use crate::tui::tests::fake;

    #[test]
    fn every_document_counts_once_in_each_of_its_languages() {
        let mut snapshot = fake::ranking(1, &Params::defaults(), &["a", "b", "c", "d"], &[]);
        let mut docs = snapshot.docs.to_vec();
        docs[0].languages = Languages::one(Language::from_code("fr"), 30);
        docs[1].languages = Languages::one(None, 5);
        docs[2].languages = Languages::one(Language::from_code("fr"), 12);
        docs[3].languages = Languages::one(None, 0);
        snapshot.docs = Arc::new(docs);
        let mut list = LanguageList::default();
        list.show(&Arc::new(snapshot.clone()), Some(5));
        let counts: Vec<_> = list
            .lines()
            .iter()
            .map(|line| (line.language, line.documents, line.words, line.open))
            .collect();
        assert_eq!(counts, [(Language::from_code("fr"), 2, 42, 0), (None, 1, 5, 5)]);

        // Gone documents do not count, and the selection follows its language.
        list.cursor.selected = 1;
        snapshot.present = 2;
        let mut docs = snapshot.docs.to_vec();
        docs[1].languages = Languages::one(None, 50);
        snapshot.docs = Arc::new(docs);
        list.show(&Arc::new(snapshot), Some(5));
        assert_eq!(list.lines().iter().map(|line| line.words).collect::<Vec<_>>(), [50, 30]);
        assert_eq!(list.selected().unwrap().language, None);
    }
}
