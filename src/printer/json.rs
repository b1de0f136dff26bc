//! Results in JSON, whole. Their lines are those of `pipeline::saved_result::lines`. It ranks nothing.

use std::{borrow::Cow, io::Write};

use documents::Charset;
use serde::{Serialize, Serializer};

use shingle::base::{ids::DocId, json::pretty, problem::Problem, ratio::Ratio};
use shingle::pipeline::document::pair::{PairView, Passage};
use shingle::pipeline::parameters::{Params, Preset};
use shingle::pipeline::ranking::row::{Mark, Row};
use shingle::pipeline::results::clusters::{Cluster, Clusters};
use shingle::pipeline::saved_result::lines::{
    DocumentLine, FolderLanguage, LeftOutCounts, PairLine, PathName, ProblemLine,
};
use shingle::pipeline::{
    document::info::DocInfo, parameters::between::Between, parameters::catalogue::Parameter,
    parameters::decides_nothing::Task, results::snapshot::Snapshot, texts::pair_rules::PairRules,
};

use super::out::Stop;

/// The globs by which the files of a folder were chosen: those that include files, and those that exclude them.
pub(crate) type ChosenBy = [Vec<String>; 2];

/// The parameters by their names on the command line.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Parameters {
    encoding: Option<&'static str>,
    html: &'static str,
    records: String,
    language: String,
    words: &'static str,
    pos_removal: &'static str,
    case: &'static str,
    confusables: &'static str,
    stop_words: String,
    stop_words_add: Option<String>,
    stem: &'static str,
    width: u32,
    step: u32,
    hash: &'static str,
    modulo: u32,
    sketch: &'static str,
    /// The next three are for sketches that estimate.
    functions: Option<u32>,
    family: Option<&'static str>,
    verify: Option<&'static str>,
    common: Option<f64>,
    template: Vec<String>,
    phrases: Vec<String>,
    /// The two sides of the pairs that are listed; `None`: all pairs are.
    between: Option<[String; 2]>,
    #[serde(rename = "skip-same")]
    skip_same: String,
    #[serde(rename = "skip-older")]
    skip_older: String,
    /// Present where a measure is computed.
    measure: Option<&'static str>,
    /// The next two are present where something must reach the threshold.
    threshold: Option<f64>,
    above: Option<&'static str>,
    /// Present for clusters.
    #[serde(skip_serializing_if = "Option::is_none")]
    linkage: Option<&'static str>,
    preset: Option<&'static str>,
    /// Present where a folder is read and there are some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    include: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    exclude: Vec<String>,
}

impl Parameters {
    pub(crate) fn of(params: &Params) -> Self {
        // Every field is named, so a new one is not forgotten.
        let Params {
            encoding,
            html,
            records,
            language,
            words,
            pos_removal,
            case,
            confusables,
            stop_words,
            stop_words_add,
            stem,
            width,
            step,
            hash,
            modulo,
            sketch,
            functions: _,
            family,
            verify,
            common,
            template,
            phrases,
            between,
            skip_same,
            skip_older,
            measure,
            threshold,
            above,
            linkage: _,
            preset,
        } = params;
        let acts = |parameter: Parameter| parameter.acts(params);
        let template = template.iter().filter(|_| acts(Parameter::Template));
        let phrases = phrases.iter().filter(|_| acts(Parameter::Phrases));
        Self {
            encoding: encoding.map(Charset::name),
            html: html.name(),
            records: records.to_string(),
            language: language.to_string(),
            words: words.name(),
            pos_removal: pos_removal.name(),
            case: case.name(),
            confusables: confusables.name(),
            stop_words: stop_words.to_string(),
            stop_words_add: stop_words_add.as_ref().map(|list| list.name.clone()),
            stem: stem.name(),
            width: *width,
            step: *step,
            hash: hash.name(),
            modulo: *modulo,
            sketch: sketch.name(),
            // Some sketches have a fixed number of functions.
            functions: params.sketch().functions().map(|(functions, _)| functions),
            family: acts(Parameter::Family).then(|| family.name()),
            verify: acts(Parameter::Verify).then(|| verify.name()),
            common: common.filter(|_| acts(Parameter::Common)).map(Ratio::to_f64),
            template: template.map(|one| one.name.to_string()).collect(),
            phrases: phrases.map(ToString::to_string).collect(),
            between: between.as_ref().map(Between::sides),
            skip_same: skip_same.to_string(),
            skip_older: skip_older.to_string(),
            measure: acts(Parameter::Measure).then(|| measure.name()),
            threshold: Some(threshold.to_f64()),
            above: Some(above.name()),
            linkage: None,
            preset: preset.map(Preset::name),
            include: Vec::new(),
            exclude: Vec::new(),
        }
    }

    /// With those by which the files of a folder were chosen.
    pub(crate) fn in_folder(self, [include, exclude]: &ChosenBy) -> Self {
        Self { include: include.clone(), exclude: exclude.clone(), ..self }
    }

    /// The parameters without those that a task does not use.
    pub(crate) fn of_task(params: &Params, task: Task) -> Self {
        let used = |parameter: Parameter| parameter.unused(task).is_none();
        let all = Self::of(params);
        Self {
            measure: all.measure.filter(|_| used(Parameter::Measure)),
            threshold: all.threshold.filter(|_| used(Parameter::Threshold)),
            above: all.above.filter(|_| used(Parameter::Above)),
            ..all
        }
    }

    /// The parameters, including those for clusters.
    pub(crate) fn of_clusters(params: &Params) -> Self {
        Self { linkage: Some(params.linkage.name()), ..Self::of(params) }
    }
}

/// Problems as JSON lists them.
pub(crate) fn problem_lines(problems: &[Problem]) -> Vec<ProblemLine<'_>> {
    problems.iter().map(ProblemLine::from).collect()
}

/// A passage of two texts, with what it stands in.
#[derive(Debug, Serialize)]
pub(crate) struct PassageJson {
    id: String,
    a: [u32; 2],
    b: [u32; 2],
    words: u32,
    moved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    a_section: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b_section: Option<String>,
}

impl PassageJson {
    pub(crate) fn new(passage: &Passage, [a_section, b_section]: [Option<String>; 2]) -> Self {
        Self {
            id: passage.id(),
            a: [passage.a.start, passage.a.end],
            b: [passage.b.start, passage.b.end],
            words: passage.words,
            moved: passage.moved,
            a_section,
            b_section,
        }
    }
}

/// Writes documents one after the other. If all were described at once, a million would need as much memory as the
/// folder itself.
#[derive(Debug)]
pub(crate) struct DocumentLines<'a> {
    pub(crate) docs: &'a [DocInfo],
    /// The rules that judge them, where there are some.
    pub(crate) rules: Option<&'a PairRules>,
}

impl<'a> DocumentLines<'a> {
    /// Each of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = DocumentLine<'a>> {
        let Self { docs, rules } = *self;
        (0..).zip(docs).map(move |(id, doc)| {
            DocumentLine::from(doc).judged(rules.and_then(|rules| rules.date(DocId(id))))
        })
    }
}

impl Serialize for DocumentLines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// The result of `scan`, and with a text of its own that of `query`.
#[derive(Debug, Serialize)]
pub(crate) struct Listing<'a> {
    pub(crate) parameters: Parameters,
    pub(crate) left_out: LeftOutCounts,
    pub(crate) folder_languages: Vec<FolderLanguage>,
    pub(crate) problems: Vec<ProblemLine<'a>>,
    /// The text of a `query`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) query: Option<DocumentLine<'a>>,
    pub(crate) documents: DocumentLines<'a>,
    /// The number of all pairs that pass, which may be more than are listed.
    pub(crate) pairs_found: u64,
    /// How many more pairs pass, but for a rule; absent where rules decide nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pairs_left_out: Option<u64>,
    pub(crate) pairs: Vec<PairLine<'a>>,
    #[serde(flatten)]
    pub(crate) clusters: Option<ClustersJson<'a>>,
}

/// The result of `clusters`.
#[derive(Debug, Serialize)]
pub(crate) struct ClusterListing<'a> {
    pub(crate) parameters: Parameters,
    pub(crate) left_out: LeftOutCounts,
    pub(crate) problems: Vec<ProblemLine<'a>>,
    pub(crate) pairs_left_out: u64,
    #[serde(flatten)]
    pub(crate) clusters: ClustersJson<'a>,
}

/// The clusters as a part of a result.
#[derive(Debug, Serialize)]
pub(crate) struct ClustersJson<'a> {
    /// The number of documents in the folder.
    documents_found: usize,
    clusters_found: usize,
    /// The number of documents in clusters.
    documents_in_clusters: usize,
    clusters: ClusterLines<'a>,
    warnings: Vec<String>,
}

impl<'a> ClustersJson<'a> {
    /// The first `top` clusters.
    pub(crate) fn new(clusters: &'a Clusters, top: usize) -> Self {
        Self {
            documents_found: clusters.docs.len(),
            clusters_found: clusters.clusters.len(),
            documents_in_clusters: clusters.documents(),
            clusters: ClusterLines(clusters, top),
            warnings: clusters.warnings(),
        }
    }
}

/// Writes clusters one after the other. If all were described at once, those of a million documents would need as much
/// memory as the documents.
#[derive(Debug)]
struct ClusterLines<'a>(&'a Clusters, usize);

impl Serialize for ClusterLines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(all, top) = self;
        serializer.collect_seq(all.clusters.iter().take(*top).map(|one| cluster_json(all, one)))
    }
}

#[derive(Debug, Serialize)]
struct MemberJson<'a> {
    #[serde(flatten)]
    name: PathName<'a>,
    /// The number of its text in the cluster; exact copies have the same.
    text: usize,
}

#[derive(Debug, Serialize)]
struct WeakestJson<'a> {
    score: f64,
    /// The two documents with this score, if it is not a mean.
    a: Option<PathName<'a>>,
    b: Option<PathName<'a>>,
}

#[derive(Debug, Serialize)]
struct ClusterJson<'a> {
    documents: usize,
    texts: usize,
    linkage: &'static str,
    weakest: WeakestJson<'a>,
    cohesion: Option<f64>,
    central: Option<PathName<'a>>,
    largest: PathName<'a>,
    more_than_a_tenth: bool,
    members: Vec<MemberJson<'a>>,
}

fn cluster_json<'a>(all: &'a Clusters, cluster: &Cluster) -> ClusterJson<'a> {
    let name = |id: DocId| PathName::from(&all.docs[id.index()].path);
    let texts = cluster.texts.iter().zip(1..);
    let members = texts.flat_map(|(documents, text)| {
        documents.iter().map(move |id| MemberJson { name: name(*id), text })
    });
    ClusterJson {
        documents: cluster.documents,
        texts: cluster.texts.len(),
        linkage: cluster.linkage.name(),
        weakest: WeakestJson {
            score: cluster.weakest.to_f64(),
            a: cluster.between.map(|(a, _)| name(a)),
            b: cluster.between.map(|(_, b)| name(b)),
        },
        cohesion: cluster.cohesion.map(Ratio::to_f64),
        central: cluster.central.map(name),
        largest: name(cluster.largest),
        more_than_a_tenth: cluster.is_broad,
        members: members.collect(),
    }
}

/// The result of `compare`.
#[derive(Debug, Serialize)]
pub(crate) struct Comparison<'a> {
    parameters: Parameters,
    left_out: LeftOutCounts,
    problems: Vec<ProblemLine<'a>>,
    documents: [DocumentLine<'a>; 2],
    pair: OpenPair<'a>,
}

/// A pair with its passages.
#[derive(Debug, Serialize)]
pub(crate) struct OpenPair<'a> {
    #[serde(flatten)]
    line: PairLine<'a>,
    passages: Vec<PassageJson>,
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(view: &'a PairView, problems: &'a [Problem]) -> Self {
        Self {
            parameters: Parameters::of(&view.params),
            left_out: (&*view.surroundings.left_out).into(),
            problems: problem_lines(problems),
            documents: [&view.a.doc, &view.b.doc].map(DocumentLine::from),
            pair: view.into(),
        }
    }
}

impl<'a> From<&'a PairView> for OpenPair<'a> {
    fn from(view: &'a PairView) -> Self {
        let (a, b) = view.names();
        let passages = view.passages.iter().map(|passage| {
            let sections = [view.a.section_at(passage.a.start), view.b.section_at(passage.b.start)];
            PassageJson::new(passage, sections)
        });
        let line = PairLine::new(a, b, view.overlap, view.score, &view.params);
        Self { line, passages: passages.collect() }
    }
}

/// What the screen shows at rest: the fields of [`Listing`], with the rows of the list in place of pairs. It is for tests and may
/// change.
#[derive(Debug, Serialize)]
struct ScreenJson<'a> {
    watch: String,
    parameters: Parameters,
    left_out: LeftOutCounts,
    problems: Vec<ProblemLine<'a>>,
    documents: DocumentLines<'a>,
    pairs_found: u64,
    rows: Vec<RowJson<'a>>,
}

#[derive(Debug, Serialize)]
struct RowJson<'a> {
    pair: PairLine<'a>,
    /// How many other copies there are of each.
    more: (u32, u32),
    /// All of a group of copies.
    members: Vec<Cow<'a, str>>,
    /// What the folder did to the row.
    mark: Option<&'static str>,
}

/// Prints a result of the screen with the given rows of it.
pub(crate) fn screen(
    out: &mut impl Write,
    snapshot: &Snapshot,
    rows: &[&Row],
    watch: String,
) -> Result<(), Stop> {
    let docs = snapshot.docs.get(..snapshot.present).unwrap_or_default();
    let screen = ScreenJson {
        watch,
        parameters: Parameters::of(&snapshot.params),
        left_out: (&*snapshot.surroundings.left_out).into(),
        problems: problem_lines(&snapshot.problems),
        documents: DocumentLines { docs, rules: None },
        pairs_found: snapshot.pairs_found,
        rows: rows.iter().map(|row| row_json(snapshot, row)).collect(),
    };
    Ok(pretty(out, &screen)?)
}

fn row_json<'a>(snapshot: &'a Snapshot, row: &Row) -> RowJson<'a> {
    let (a, b) = snapshot.names(row);
    let pair = row.pair();
    let name = |id: &DocId| snapshot.doc(*id).path.as_path().to_string_lossy();
    RowJson {
        pair: PairLine::new(a, b, pair.overlap, pair.score, &snapshot.params),
        more: match row {
            Row::Pair { more, .. } => *more,
            Row::Copies { .. } => (0, 0),
        },
        members: row.members().iter().map(name).collect(),
        mark: match row.mark() {
            Mark::None => None,
            Mark::New => Some("new"),
            Mark::Changed => Some("changed"),
            Mark::Gone => Some("gone"),
        },
    }
}
