use ratatui::style::Style;

use shingle::base::numbers::{format_count, thousands};
use shingle::base::{ids::DocId, ratio::Ratio};
use shingle::pipeline::{DocInfo, Languages, PassageElsewhere, Snapshot};

use crate::tui::drawing::{Theme, glyphs::columns};
use crate::tui::model::{Columns, Table, columns::ColumnInfo, columns::share_key};
use crate::tui::views::documents::DocumentList;
use crate::tui::words::{names::ShortNames, shares::scored};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DocLine {
    pub(crate) doc: DocId,
    pub(crate) best: Option<Ratio>,
    /// That match, the first of equals; without one, the document that shares the longest passage with it.
    pub(crate) with: Option<DocId>,
    /// The document that has most of it, and the share of its shingles that are there.
    pub(crate) source: Option<(Ratio, DocId)>,
    /// How many others have it for their source.
    pub(crate) source_of: u32,
    /// The share of its shingles that any others have, once it is counted.
    pub(crate) elsewhere: Option<Ratio>,
    /// How many documents it resembles, as far as the snapshot has rows.
    pub(crate) matches: u32,
    /// What it shares with documents that it makes no row with.
    pub(crate) below: Option<PassageElsewhere>,
}

impl DocLine {
    /// With how many documents it shares a long passage and makes no row.
    fn others_below(&self) -> u32 {
        self.below.map_or(0, |below| below.others)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum DocColumn {
    #[default]
    Name,
    /// Its canonical words.
    Words,
    Shingles,
    Language,
    Best,
    /// How many rows it is in, and with how many other documents it shares a long passage.
    Matches,
    SourceOf,
    Elsewhere,
    Source,
}

impl Columns for DocColumn {
    const ALL: &'static [Self] = &[
        Self::Name,
        Self::Words,
        Self::Shingles,
        Self::Language,
        Self::Best,
        Self::Matches,
        Self::SourceOf,
        Self::Elsewhere,
        Self::Source,
    ];

    fn info(self) -> ColumnInfo {
        match self {
            Self::Name => ColumnInfo { short: "name", ..ColumnInfo::text("document") },
            Self::Words => ColumnInfo::number("words"),
            Self::Shingles => ColumnInfo::number("shingles"),
            Self::Language => ColumnInfo { short: "language", ..ColumnInfo::text("lang") },
            Self::Best => ColumnInfo { short: "score", ..ColumnInfo::number("best pair") },
            Self::Matches => ColumnInfo::number("pairs"),
            Self::SourceOf => ColumnInfo::number("matched by"),
            Self::Elsewhere => ColumnInfo::number("elsewhere"),
            Self::Source => ColumnInfo { short: "match", ..ColumnInfo::text("best match") },
        }
    }
}

impl DocColumn {
    /// Its width in a list of this width; 0 if it does not fit. The name takes what the others leave.
    const fn width(self, list: u16) -> u16 {
        match self {
            Self::Words if list >= 56 => 9,
            Self::Shingles if list >= 140 => 9,
            Self::SourceOf if list >= 100 => 10,
            Self::Language if list >= 140 => 16,
            Self::Elsewhere if list >= 72 => 9,
            Self::Source if list >= 90 => (list - 68) / 2,
            Self::Source if list >= 72 => list - 62,
            Self::Language if list >= 90 => 4,
            Self::Best => 9,
            // A narrow list rather names the best match.
            Self::Matches if list >= 90 || list < 72 => 9,
            Self::Name
            | Self::Words
            | Self::Shingles
            | Self::Language
            | Self::Matches
            | Self::SourceOf
            | Self::Elsewhere
            | Self::Source => 0,
        }
    }

    /// The sort key of a document, whose name has this place among all names.
    pub(crate) fn key(self, snapshot: &Snapshot, line: &DocLine, place: u32) -> u64 {
        let doc = snapshot.doc(line.doc);
        match self {
            Self::Name => u64::from(place),
            Self::Words => u64::from(doc.words),
            Self::Shingles => u64::from(doc.shingles),
            Self::Language => doc.languages.main().map_or(u64::from(u16::MAX), |language| {
                language.code().bytes().fold(0, |key, byte| key << 8 | u64::from(byte))
            }),
            Self::Best => line.best.map_or(0, |score| share_key(score) + 1),
            Self::Matches => u64::from(line.matches) << 32 | u64::from(line.others_below()),
            Self::SourceOf => u64::from(line.source_of),
            Self::Elsewhere => line.elsewhere.map_or(0, |share| share_key(share) + 1),
            Self::Source => line.source.map_or(u64::MAX, |(_, source)| u64::from(source.0)),
        }
    }

    /// `first` is the place of the original, 0 for it and 1 for its source, and whether that was decided.
    pub(crate) fn cell(
        self,
        (snapshot, names): (&Snapshot, &ShortNames),
        line: &DocLine,
        first: Option<(usize, bool)>,
        width: u16,
        theme: &Theme,
    ) -> (String, Style) {
        let doc = snapshot.doc(line.doc);
        match self {
            Self::Name => (named(doc, names, width), Style::new()),
            Self::Words => (thousands(u64::from(doc.words)), Style::new()),
            Self::Shingles => (thousands(u64::from(doc.shingles)), Style::new()),
            Self::Language => (language(&doc.languages, width), theme.quiet),
            Self::Best => match line.best {
                Some(score) => (scored(score, &snapshot.params), theme.strong),
                None => ("-".into(), theme.quiet),
            },
            Self::Matches => match (thousands(line.matches), line.others_below()) {
                (matches, 0) => (matches, Style::new()),
                (matches, others) => (format!("{matches} +{}", thousands(others)), Style::new()),
            },
            Self::SourceOf => match line.source_of {
                0 => ("-".into(), theme.quiet),
                others => (thousands(others), Style::new()),
            },
            Self::Elsewhere => match line.elsewhere {
                Some(share) => (scored(share, &snapshot.params), Style::new()),
                None => ("-".into(), theme.quiet),
            },
            Self::Source => {
                let Some((share, source)) = line.source else { return Default::default() };
                let went = match first {
                    None => "",
                    Some((0, true)) => " into",
                    Some((0, false)) => " into?",
                    Some((_, true)) => " from",
                    Some((_, false)) => " from?",
                };
                let share = format!("{:>4}{went} ", scored(share, &snapshot.params));
                let room = width.saturating_sub(columns(&share));
                (share + &names.of(&snapshot.doc(source).path).fit(room), theme.quiet)
            }
        }
    }
}

impl Table<DocColumn> {
    /// The columns of a list of documents in this width. The numbers are beside the names, however wide the screen.
    pub(crate) fn of_documents(width: u16, list: &DocumentList) -> Self {
        const GAP: u16 = 2;
        let mut table = Self::from(2);
        let others = DocColumn::ALL.iter().map(|column| (*column, column.width(width)));
        let is_empty = |column| match column {
            DocColumn::SourceOf => list.largest_source_of == 0,
            DocColumn::Elsewhere => list.largest_share.is_none(),
            _ => false,
        };
        let others = others.filter(|(column, width)| *width > 0 && !is_empty(*column));
        let used: u16 = others.clone().map(|(_, width)| width + GAP).sum();
        // The rightmost column stays free.
        let name = width.saturating_sub(table.end + used + 1).min(list.longest.clamp(24, 90));
        table.put(DocColumn::Name, name, GAP);
        for (column, width) in others {
            table.put(column, width, GAP);
        }
        table
    }
}

/// A document's name, and how many of its words are disguised if that fits.
fn named(doc: &DocInfo, names: &ShortNames, width: u16) -> String {
    let name = names.of(&doc.path);
    let mixed = format!("  {}", format_count(u64::from(doc.mixed), "look-alike word"));
    let whole = name.to_string() + &mixed;
    if doc.mixed > 0 && columns(&whole) <= width { whole } else { name.fit(width) }
}

/// A language by its name if that fits, else by its code.
fn language(languages: &Languages, width: u16) -> String {
    let several = if languages.all().len() > 1 { "+" } else { "" };
    match languages.main() {
        None if width < 6 => "?".into(),
        None => format!("unsure{several}"),
        Some(language) if width < 10 => format!("{}{several}", language.code()),
        Some(language) => format!("{}{several}", language.name()),
    }
}
