//! The list of documents: one row for each document. Only visible rows are drawn.
//!
//! ```text
//! ── 34 documents ──────────────────────────────────────────────────────────────────────── row 1 of 34 ──
//!   document▴                                words  best pair      pairs  shares most with
//! ▸ essays/harbour.md                          412        64%       3 +1   41% notes/pier.md
//! ```

use std::sync::Arc;

use ratatui::style::Style;

use shingle::pipeline::{
    CountsBelowThreshold, Languages, Mark, Pair, PairRules, PassageElsewhere, Row, SharesElsewhere,
    Snapshot,
};
use shingle::{
    base::cancel::Cancel, base::ids::DocId, base::numbers::format_count,
    base::numbers::format_with_commas, base::path::DocPath, base::ratio::Ratio,
    engine::LONG_PASSAGE, visits::PairNames,
};

use crate::tui::drawing::{Canvas, Theme, width_in_columns};
use crate::tui::model::list::{
    ColumnInfo, cursor_of, describe_order_and_position, describe_position, draw_rows,
    sort_key_of_share,
};
use crate::tui::model::{
    AppliedFilter, Columns, Cursor, Filter, FilterTarget, Focus, List, Model, Slot, Sort, Table,
};
use crate::tui::{
    actions::KeyName, actions::StepDirection, actions::ViewName, layout::ListAreas,
    layout::rows_of_preview, model::arrange::rank_by_name, model::regions::list_width,
    update::lists, update::pair::refresh_list_and_pair, update::pair::request_pair,
    views::open_pair, words::LEAST_HIDDEN, words::RULES, words::ShortNames,
    words::describe_changed_parameters, words::format_percent, words::format_score,
};

#[derive(Debug, Clone, Default)]
pub(crate) struct DocumentList {
    pub(crate) cursor: Cursor,
    /// The name of the selected document. The selection follows this name.
    pub(crate) name: Option<DocPath>,
    pub(crate) sort: Sort<DocColumn>,
    pub(crate) filter: Arc<Filter>,
    pub(crate) arranged: Option<(Arc<Snapshot>, Arc<Vec<DocLine>>)>,
    pub(crate) longest: u16,
    /// True if a listed document resembles another one or shares a long passage with it.
    pub(crate) has_matches: bool,
    /// The largest share of a listed document that is in other documents. `None` until the shares are counted.
    pub(crate) largest_share: Option<Ratio>,
    /// The largest `source_of` of the listed documents; 0 if no listed document is a source.
    pub(crate) largest_source_of: u32,
    /// True if a key requested another list, which has not arrived.
    pub(crate) key_waits: bool,
}

impl DocumentList {
    fn len(&self) -> usize {
        self.arranged.as_ref().map_or(0, |(_, lines)| lines.len())
    }

    /// Shows newly arranged lines. The selection stays on the document with the same name.
    fn show_lines(&mut self, snapshot: Arc<Snapshot>, lines: Arc<Vec<DocLine>>) {
        let place = self.name.as_ref().and_then(|name| {
            let id = snapshot.find_present_document(name)?;
            lines.iter().position(|line| line.doc == id)
        });
        self.has_matches = lines.iter().any(|line| line.partner().is_some());
        self.largest_share = lines.iter().filter_map(|line| line.elsewhere).max();
        self.largest_source_of = lines.iter().map(|line| line.source_of).max().unwrap_or(0);
        let first = self.arranged.replace((snapshot, lines)).is_none();
        let place = place.unwrap_or(self.cursor.selected);
        if first {
            // The list opens at its first line, unless the selected document is below the screen.
            self.cursor = Cursor { selected: place, top: 0 };
        }
        self.cursor.select_at_same_height(place, self.len());
        self.name = self.name_on_line(self.cursor.selected).or_else(|| self.name.take());
    }

    /// Returns the selected document and its partner.
    pub(crate) fn selected_pair_names(&self) -> Option<PairNames> {
        let (snapshot, lines) = self.arranged.as_ref()?;
        let line = lines.get(self.cursor.selected)?;
        let name = |doc| snapshot.doc(doc).path.clone();
        Some((name(line.doc), name(line.partner()?)))
    }

    fn name_on_line(&self, line: usize) -> Option<DocPath> {
        let (snapshot, lines) = self.arranged.as_ref()?;
        Some(snapshot.doc(lines.get(line)?.doc).path.clone())
    }
}

pub(crate) struct DocumentsListView;

impl List for DocumentsListView {
    cursor_of!(DocumentList, |documents| documents.len(), Documents);

    fn documents_mut<'m>(&self, model: &'m mut Model) -> Vec<&'m mut DocPath> {
        model.states.get_mut::<DocumentList>().name.iter_mut().collect()
    }

    fn rows_below(&self, model: &Model) -> u16 {
        let documents: &DocumentList = model.states.get();
        if documents.has_matches { rows_of_preview(model.size.1) } else { 0 }
    }

    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        let documents: &DocumentList = model.states.get();
        // The name outlasts a filter that hides all documents.
        let is_empty = documents.arranged.is_some() && documents.len() == 0;
        documents.name.clone().filter(|_| !is_empty)
    }

    fn main_keys(&self, _model: &Model) -> Option<&'static [KeyName]> {
        Some(key_names! { Open Back Filter Sort Move ViewName(Sources) })
    }

    fn enter_list(&self, model: &mut Model, _is_new: bool, subject: Option<DocPath>) {
        if model.result_on_all_documents().is_some() {
            let documents: &mut DocumentList = model.states.get_mut();
            documents.name = subject.or_else(|| documents.name.take());
            self.apply_filter(model);
        }
    }

    fn press_view_key(&self, model: &mut Model) -> bool {
        self.open_line(model);
        true
    }

    fn drop_content(&self, model: &mut Model) {
        model.jobs.cancel(Slot::Documents);
        let documents: &mut DocumentList = model.states.get_mut();
        (documents.arranged, documents.key_waits) = (None, false);
    }

    fn handle_result(&self, model: &mut Model, snapshot: &Arc<Snapshot>) {
        request_documents(model, snapshot);
    }

    fn awaits_list(&self, model: &Model) -> bool {
        model.states.get::<DocumentList>().key_waits
    }

    fn apply_filter(&self, model: &mut Model) {
        let Some(snapshot) = model.result_on_all_documents().cloned() else { return };
        model.states.get_mut::<DocumentList>().key_waits = true;
        request_documents(model, &snapshot);
    }

    fn sort_list(&self, model: &mut Model, direction: Option<StepDirection>) {
        let width = list_width(model);
        let documents: &mut DocumentList = model.states.get_mut();
        let table = Table::for_documents(width, documents);
        documents.sort =
            documents.sort.by_next_column(direction, |column| table.cell(column).is_some());
        self.handle_new_order(model);
    }

    fn click_heading(&self, model: &mut Model, x: u16, width: u16) {
        let documents: &mut DocumentList = model.states.get_mut();
        let column = Table::for_documents(width, documents).column_at(x);
        let Some(column) = column else { return };
        documents.sort = documents.sort.by_column_or_reversed(column);
        self.handle_new_order(model);
    }

    fn open_line(&self, model: &mut Model) {
        let documents: &DocumentList = model.states.get();
        if let Some(name) = documents.name.clone().filter(|_| documents.len() > 0) {
            lists::show_similar_documents(model, name);
        }
    }

    fn handle_selection(&self, model: &mut Model) {
        let documents: &mut DocumentList = model.states.get_mut();
        documents.name = documents.name_on_line(documents.cursor.selected);
    }

    fn show_preview(&self, model: &mut Model) {
        if let Some(names) = model.states.get::<DocumentList>().selected_pair_names() {
            request_pair(model, Some(names));
        }
    }

    fn draw_list(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        let theme = canvas.theme;
        let documents: &DocumentList = model.states.get();
        let has_keys = model.focus == Focus::List;
        let Some((snapshot, lines)) = &documents.arranged else {
            canvas.draw_rule(areas.title, "Documents", has_keys, "");
            canvas.draw_notice(areas.rows, "Counting similar documents …", theme.quiet);
            return;
        };
        let line = describe_position(documents.cursor.selected, lines.len(), areas.title.width);
        let place = describe_order_and_position(documents.sort, line);
        let facts = list_heading_facts(model, snapshot, lines);
        documents.filter.draw_title((&facts, &place), has_keys, canvas, areas.title);
        if lines.is_empty() {
            let none = || "The folder is empty of documents.".into();
            let sentence =
                documents.filter.explain_missing_matches("document").unwrap_or_else(none);
            canvas.draw_notice(areas.rows, &sentence, theme.strong);
            return;
        }
        let table = Table::for_documents(areas.rows.width, documents);
        table.draw_headings(documents.sort, canvas, areas.columns);
        draw_rows((documents.cursor, lines.len()), has_keys, canvas, areas.rows, |line, pen| {
            let Some(line) = lines.get(line) else { return };
            let first = line.source.and_then(|(_, source)| {
                let docs = [line.doc, source].map(|id| snapshot.doc(id));
                model.decisions.source_index(docs, (&model.batch_dates, snapshot))
            });
            for cell in &table.cells {
                let docs = (&**snapshot, &*model.names);
                let (text, style) = cell.column.format_cell(docs, line, first, cell.width, theme);
                pen.move_to(cell.x).put_cell(&text, cell.width, cell.right, style);
            }
        });
        if let Some(names) = documents.selected_pair_names() {
            let is_it = model.pair.as_ref().is_some_and(|current| current.names == names);
            let open = model.open_pair().filter(|_| is_it);
            let nothing = "The words are alike, but the documents share no passage.";
            let name = model.names.short_name(&names.1);
            open_pair::draw_longest_passages(open, &name, nothing, canvas, areas.below);
        }
    }
}

impl DocumentsListView {
    fn handle_new_order(&self, model: &mut Model) {
        model.show_note(model.states.get::<DocumentList>().sort.describe_order());
        let documents: &mut DocumentList = model.states.get_mut();
        (documents.name, documents.cursor) = (None, Cursor::default());
        self.apply_filter(model);
    }
}

fn request_documents(model: &mut Model, snapshot: &Arc<Snapshot>) {
    let list: &DocumentList = model.states.get();
    let (sort, filter) = (list.sort, Arc::clone(&list.filter));
    let (below, elsewhere) = (Arc::clone(&model.passages_below), Arc::clone(&model.elsewhere));
    let names = Arc::clone(&model.names);
    let (shown, snapshot) = (Arc::clone(snapshot), Arc::clone(snapshot));
    let work = move |_: &Cancel| {
        let counted = (&*below, &*elsewhere);
        Some(build_document_lines(&snapshot, sort, (&filter, &names), counted))
    };
    model.run_job(Slot::Documents, work, move |model, lines| {
        let list: &mut DocumentList = model.states.get_mut();
        list.key_waits = false;
        list.longest = u16::try_from(model.names.longest).unwrap_or(u16::MAX);
        list.show_lines(Arc::clone(&shown), lines.into());
        refresh_list_and_pair(model);
    });
}

pub(crate) fn refresh_documents(model: &mut Model, snapshot: &Arc<Snapshot>) {
    if model.states.get::<DocumentList>().arranged.is_some() {
        request_documents(model, snapshot);
    }
}

fn list_heading_facts(model: &Model, snapshot: &Snapshot, lines: &[DocLine]) -> Vec<String> {
    let stale = (*snapshot.params != model.params).then(|| "stale".to_string());
    let mut count = format_count(snapshot.present, "document");
    if !model.states.get::<DocumentList>().filter.is_empty() {
        count = format!("{} of {count}", format_with_commas(lines.len()));
    }
    let rules = || describe_changed_parameters(&RULES, &snapshot.params);
    let hides = lines.iter().any(|line| line.hidden.is_some());
    let hidden = hides.then(|| format!("elsewhere +: hidden by {}", rules()));
    let rows = || format_with_commas(snapshot.rows.len());
    let best = snapshot.cut.then(|| format!("matches among the best {} rows", rows()));
    let below = (model.passages_below.pairs > 0)
        .then(|| format!("pairs +1: one more document shares {LONG_PASSAGE} words in a row"));
    [stale, Some(count), hidden, best, below].into_iter().flatten().collect()
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct DocLine {
    pub(crate) doc: DocId,
    pub(crate) best: Option<Ratio>,
    /// The document that contains the largest share of this document's shingles, with the share.
    pub(crate) source: Option<(Ratio, DocId)>,
    /// Number of other documents whose source is this document.
    pub(crate) source_of: u32,
    /// The share of this document's shingles that other documents contain. `None` until counted.
    pub(crate) elsewhere: Option<Ratio>,
    /// The share of its shingles that only documents have with which a rule hides its pairs.
    pub(crate) hidden: Option<Ratio>,
    /// Number of documents that resemble this one in the rows of the snapshot.
    pub(crate) matches: u32,
    /// Long passages shared with documents that have no row with this one.
    pub(crate) below: Option<PassageElsewhere>,
}

impl DocLine {
    /// Returns the document that contains most of this one, or else shares the longest passage with it.
    pub(crate) fn partner(&self) -> Option<DocId> {
        self.source.map(|(_, source)| source).or(self.below.map(|below| below.with))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum DocColumn {
    #[default]
    Name,
    /// Number of canonical words of the document.
    Words,
    Language,
    Best,
    /// Number of similar documents, and of other documents that only share a long passage.
    Matches,
    SourceOf,
    Elsewhere,
    Source,
}

impl Columns for DocColumn {
    const ALL: &'static [(Self, ColumnInfo)] = &[
        (Self::Name, ColumnInfo { short: "name", ..ColumnInfo::left_aligned("document") }),
        (Self::Words, ColumnInfo::right_aligned("words")),
        (Self::Language, ColumnInfo { short: "language", ..ColumnInfo::left_aligned("lang") }),
        (Self::Best, ColumnInfo { short: "score", ..ColumnInfo::right_aligned("best pair") }),
        (Self::Matches, ColumnInfo::right_aligned("pairs")),
        (Self::SourceOf, ColumnInfo::right_aligned("partner of")),
        (Self::Elsewhere, ColumnInfo::right_aligned("elsewhere")),
        (
            Self::Source,
            ColumnInfo { short: "partner", ..ColumnInfo::left_aligned("shares most with") },
        ),
    ];
}

impl DocColumn {
    /// Returns the width in a list of `list` columns, or 0 if the column does not fit. The name gets the remaining
    /// columns.
    const fn width(self, list: u16) -> u16 {
        match self {
            Self::Words if list >= 56 => 9,
            Self::SourceOf if list >= 100 => 10,
            Self::Language if list >= 140 => 16,
            Self::Elsewhere if list >= 72 => 9,
            Self::Source if list >= 90 => (list - 68) / 2,
            Self::Source if list >= 72 => list - 62,
            Self::Language if list >= 90 => 4,
            Self::Best => 9,
            // From 72 to 89 columns, the name of the partner takes this room.
            Self::Matches if list >= 90 || list < 72 => 9,
            _ => 0,
        }
    }

    /// Returns the sort key of a document. `place` is the rank of its name among all names.
    pub(crate) fn sort_key(self, snapshot: &Snapshot, line: &DocLine, place: u32) -> u64 {
        let doc = snapshot.doc(line.doc);
        match self {
            Self::Name => u64::from(place),
            Self::Words => u64::from(doc.words),
            Self::Language => {
                doc.languages.main_language().map_or(u64::from(u16::MAX), |language| {
                    language.code().bytes().fold(0, |key, byte| key << 8 | u64::from(byte))
                })
            }
            Self::Best => line.best.map_or(0, |score| sort_key_of_share(score) + 1),
            Self::Matches => {
                u64::from(line.matches) << 32 | line.below.map_or(0, |one| u64::from(one.others))
            }
            Self::SourceOf => u64::from(line.source_of),
            Self::Elsewhere => line.elsewhere.map_or(0, |share| sort_key_of_share(share) + 1),
            Self::Source => line.source.map_or(u64::MAX, |(_, source)| u64::from(source.0)),
        }
    }

    /// Returns the content of a cell. `first` has the index of the original, 0 for this document and 1 for its source.
    /// Its flag is true if a mark states this.
    pub(crate) fn format_cell(
        self,
        (snapshot, names): (&Snapshot, &ShortNames),
        line: &DocLine,
        first: Option<(usize, bool)>,
        width: u16,
        theme: &Theme,
    ) -> (String, Style) {
        let doc = snapshot.doc(line.doc);
        let or_dash = |text: Option<String>, style| {
            text.map_or_else(|| ("-".to_string(), theme.quiet), |text| (text, style))
        };
        match self {
            Self::Name => {
                let name = names.short_name(&doc.path);
                // The number of disguised words follows the name if both fit.
                let mixed = format!("  {}", format_count(doc.mixed, "look-alike word"));
                let whole = name.to_string() + &mixed;
                let fits = doc.mixed > 0 && width_in_columns(&whole) <= width;
                (if fits { whole } else { name.fit_name(width) }, Style::new())
            }
            Self::Words => (format_with_commas(doc.words), Style::new()),
            Self::Language => (format_languages(&doc.languages, width), theme.quiet),
            Self::Best => {
                let score = line.best.map(|score| format_score(score, &snapshot.params));
                or_dash(score, theme.strong)
            }
            Self::Matches => {
                let others = line.below.map_or(0, |one| one.others);
                let more = (others > 0).then(|| format!(" +{}", format_with_commas(others)));
                (format_with_commas(line.matches) + &more.unwrap_or_default(), Style::new())
            }
            Self::SourceOf => {
                let others = Some(line.source_of).filter(|others| *others > 0);
                or_dash(others.map(format_with_commas), Style::new())
            }
            Self::Elsewhere => {
                let hidden = line.hidden.map(|hidden| format!(" +{}", format_percent(hidden)));
                let hidden = hidden.unwrap_or_default();
                or_dash(line.elsewhere.map(|share| format_percent(share) + &hidden), Style::new())
            }
            Self::Source => {
                let Some((share, source)) = line.source else { return Default::default() };
                let went = match first {
                    None => "",
                    Some((0, true)) => " into",
                    Some((0, false)) => " into?",
                    Some((_, true)) => " from",
                    Some((_, false)) => " from?",
                };
                let share = format!("{:>4}{went} ", format_score(share, &snapshot.params));
                let room = width.saturating_sub(width_in_columns(&share));
                (share + &names.short_name(&snapshot.doc(source).path).fit_name(room), theme.quiet)
            }
        }
    }
}

impl Table<DocColumn> {
    /// Lays out the columns for this width. On a wide screen, the numbers stay beside the names.
    pub(crate) fn for_documents(width: u16, list: &DocumentList) -> Self {
        const GAP: u16 = 2;
        let mut table = Self::starting_at(2);
        let others = DocColumn::ALL.iter().map(|(column, _)| (*column, column.width(width)));
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

/// Formats the main language: its name if that fits, else its code. A `+` follows if the document has several
/// languages.
fn format_languages(languages: &Languages, width: u16) -> String {
    let several = if languages.all_shares().len() > 1 { "+" } else { "" };
    match languages.main_language() {
        None if width < 6 => "?".into(),
        None => format!("unsure{several}"),
        Some(language) if width < 10 => format!("{}{several}", language.code()),
        Some(language) => format!("{}{several}", language.name()),
    }
}

// Builds the lines of the list: applies filter and order, and finds the partner of each document.

/// Returns the documents that pass the filter, in order. Documents with equal keys are ordered by
/// name.
pub(crate) fn build_document_lines(
    snapshot: &Snapshot,
    sort: Sort<DocColumn>,
    (filter, names): (&Filter, &ShortNames),
    (below, elsewhere): (&CountsBelowThreshold, &SharesElsewhere),
) -> Vec<DocLine> {
    let filter_applied = AppliedFilter::new(filter, &snapshot.docs, names);
    let (mut lines, copied) = count_pairs_of_documents(snapshot);
    if let Some(rules) = &snapshot.rules {
        recount_pairs_by_rules(snapshot, rules, &mut lines);
    }
    for line in &mut lines {
        line.below = below.documents.get(&line.doc).copied();
        let doc = snapshot.doc(line.doc);
        line.elsewhere = elsewhere.share_of_document(line.doc, doc);
        line.hidden = elsewhere
            .hidden_share_of_document(line.doc, doc)
            .filter(|share| *share >= LEAST_HIDDEN);
    }
    for place in 0..lines.len() {
        let source = lines[place].source;
        if let Some(source) = source.and_then(|(_, source)| lines.get_mut(source.index())) {
            source.source_of += 1;
        }
    }
    let names = rank_by_name(&snapshot.docs, snapshot.present);
    let mut keyed: Vec<(u64, u32, DocLine)> = lines
        .into_iter()
        .filter(|line| {
            filter_applied.matches_document(line.doc, line.best, copied[line.doc.index()])
        })
        .map(|line| {
            let place = names[line.doc.index()];
            (sort.directed_sort_key(sort.column.sort_key(snapshot, &line, place)), place, line)
        })
        .collect();
    keyed.sort_unstable_by_key(|(key, place, _)| (*key, *place));
    keyed.into_iter().map(|(_, _, line)| line).collect()
}

/// Counts matches again if rules hide pairs: for each document, the pairs that no rule hides. A row represents all
/// pairs between the copies of two texts, so each copy is counted separately.
fn recount_pairs_by_rules(snapshot: &Snapshot, rules: &PairRules, lines: &mut [DocLine]) {
    let documents = rules.documents_by_text();
    for line in lines.iter_mut() {
        (line.best, line.source, line.matches) = (None, None, 0);
    }
    let mut count = |docs: &[DocId], others: &[DocId], partners: Vec<u64>, (score, share)| {
        for (doc, partners) in docs.iter().zip(partners).filter(|(_, partners)| *partners > 0) {
            if let Some(line) = lines.get_mut(doc.index()) {
                line.matches += partners as u32;
                line.best = line.best.max(Some(score));
                let is_source = |other: &DocId| other != doc && rules.allows_pair(*doc, *other);
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
                let of = |id| rules.text_of(id).and_then(|text| documents.get(&text));
                let (Some(a), Some(b)) = (of(pair.a), of(pair.b)) else { continue };
                let [of_a, of_b] = shares_of_pair(snapshot, pair);
                count(a, b, rules.count_partners_of_each(a, b), (pair.score, of_a));
                count(b, a, rules.count_partners_of_each(b, a), (pair.score, of_b));
            }
            Row::Copies { pair, members, .. } => {
                let scores = (pair.score, Ratio::ONE);
                count(members, members, rules.count_partners_among(members), scores);
            }
        }
    }
}

/// Returns the share of each document of a pair that the other contains. Returns the score twice if shares are not
/// counted.
fn shares_of_pair(snapshot: &Snapshot, pair: &Pair) -> [Ratio; 2] {
    if snapshot.params.counts_shared_shingles() {
        [pair.overlap.containment_a(), pair.overlap.containment_b()]
    } else {
        [pair.score; 2]
    }
}

/// Returns a line for every present document, and true for each document with copies. A row names only the first of
/// several copies, so all copies get the matches of the first one.
fn count_pairs_of_documents(snapshot: &Snapshot) -> (Vec<DocLine>, Vec<bool>) {
    let mut lines: Vec<DocLine> = (0..snapshot.present.min(snapshot.docs.len()))
        .map(|id| DocLine { doc: DocId(id as u32), ..DocLine::default() })
        .collect();
    let there = |row: &&Row| row.mark() != Mark::Gone;
    for row in snapshot.rows.iter().filter(there) {
        let Row::Pair { pair, more, .. } = row else { continue };
        let sides = [(pair.a, pair.b, 1 + more.1), (pair.b, pair.a, 1 + more.0)];
        for ((doc, other, documents), share) in
            sides.into_iter().zip(shares_of_pair(snapshot, pair))
        {
            let Some(line) = lines.get_mut(doc.index()) else { continue };
            if line.source.is_none_or(|(largest, _)| share > largest) {
                line.source = Some((share, other));
            }
            line.best = line.best.max(Some(pair.score));
            line.matches += documents;
        }
    }
    let mut copied = vec![false; snapshot.docs.len()];
    for row in snapshot.rows.groups_of_copies().map(|(_, row)| row).filter(there) {
        let members = row.members();
        let first = members.first().and_then(|first| lines.get(first.index()).copied());
        for (member, first) in members.iter().zip(first.into_iter().cycle()) {
            copied[member.index()] = true;
            let copy = members.iter().copied().find(|other| other != member);
            lines[member.index()] = DocLine {
                doc: *member,
                best: first.best.max(Some(row.pair().score)),
                source: copy.map(|copy| (Ratio::ONE, copy)),
                matches: first.matches + members.len() as u32 - 1,
                ..first
            };
        }
    }
    (lines, copied)
}
