//! Prints results in JSON. The lines are those of `pipeline::results::lines`.

use std::io::Write;

use serde::{Serialize, Serializer};
use serde_json::json;

use shingle::base::{ids::DocId, json::write_pretty, problem::Problem};
use shingle::pipeline::document::passages::runs_by_passage;
use shingle::pipeline::{
    Cluster, Clusters, DocInfo, DocumentLine, IgnoredCounts, Mark, PairLine, PairRules, PairView,
    Parameters, Passage, PathName, ProblemLine, Row, SharedRun, SharesElsewhere, Snapshot,
};

use super::out::Stop;

pub(crate) fn problem_lines(problems: &[Problem]) -> Vec<ProblemLine<'_>> {
    problems.iter().map(ProblemLine::from).collect()
}

#[derive(Debug, Serialize)]
pub(crate) struct PassageJson<'a> {
    pub(crate) id: String,
    #[serde(flatten)]
    pub(crate) passage: &'a Passage,
    pub(crate) runs: Vec<SharedRun>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) a_section: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) b_section: Option<String>,
}

/// Serializes documents one by one. Describing a million at once would take as much memory as the folder.
#[derive(Debug)]
pub(crate) struct DocumentLines<'a> {
    pub(crate) docs: &'a [DocInfo],
    pub(crate) rules: Option<&'a PairRules>,
    pub(crate) elsewhere: Option<&'a SharesElsewhere>,
}

impl<'a> DocumentLines<'a> {
    pub(crate) fn iter(&self) -> impl Iterator<Item = DocumentLine<'a>> {
        let Self { docs, rules, elsewhere } = *self;
        (0..).map(DocId).zip(docs).map(move |(id, doc)| {
            DocumentLine::from(doc)
                .with_rule_date(rules.and_then(|rules| rules.date_of(id)))
                .with_elsewhere(elsewhere.and_then(|counted| counted.share_of_document(id, doc)))
        })
    }
}

impl Serialize for DocumentLines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct Listing<'a> {
    pub(crate) parameters: Parameters,
    pub(crate) left_out: IgnoredCounts,
    pub(crate) problems: Vec<ProblemLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) query: Option<DocumentLine<'a>>,
    pub(crate) documents: DocumentLines<'a>,
    /// Number of all passing pairs, listed or not.
    pub(crate) pairs_found: u64,
    /// Number of pairs that only rules hide; absent without effective rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pairs_left_out: Option<u64>,
    pub(crate) pairs: Vec<PairLine<'a>>,
}

/// Result of `clusters`.
#[derive(Debug, Serialize)]
pub(crate) struct ClusterListing<'a> {
    pub(crate) parameters: Parameters,
    pub(crate) left_out: IgnoredCounts,
    pub(crate) problems: Vec<ProblemLine<'a>>,
    pub(crate) pairs_left_out: u64,
    pub(crate) documents_found: usize,
    pub(crate) clusters_found: usize,
    pub(crate) documents_in_clusters: usize,
    #[serde(serialize_with = "serialize_clusters")]
    pub(crate) clusters: (&'a Clusters, usize),
    pub(crate) warnings: Vec<String>,
}

/// Serializes clusters one by one. Describing those of a million documents at once would take as much memory as the
/// documents.
fn serialize_clusters<S: Serializer>(
    (all, top): &(&Clusters, usize),
    out: S,
) -> Result<S::Ok, S::Error> {
    out.collect_seq(cluster_lines(all, *top))
}

pub(crate) fn cluster_lines(all: &Clusters, top: usize) -> impl Iterator<Item = ClusterJson<'_>> {
    all.clusters.iter().take(top).map(|one| cluster_json(all, one))
}

#[derive(Debug, Serialize)]
struct MemberJson<'a> {
    #[serde(flatten)]
    name: PathName<'a>,
    /// Number of its text in the cluster, which exact copies share.
    text: usize,
}

#[derive(Debug, Serialize)]
struct WeakestJson<'a> {
    score: f64,
    /// One of the two documents with this score.
    a: PathName<'a>,
    b: PathName<'a>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ClusterJson<'a> {
    documents: usize,
    texts: usize,
    weakest: WeakestJson<'a>,
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
        weakest: WeakestJson {
            score: cluster.weakest.to_f64(),
            a: name(cluster.between.0),
            b: name(cluster.between.1),
        },
        central: cluster.central.map(name),
        largest: name(cluster.largest),
        more_than_a_tenth: cluster.is_broad,
        members: members.collect(),
    }
}

/// Result of `compare`.
#[derive(Debug, Serialize)]
pub(crate) struct Comparison<'a> {
    parameters: Parameters,
    left_out: IgnoredCounts,
    problems: Vec<ProblemLine<'a>>,
    documents: [DocumentLine<'a>; 2],
    pair: OpenPair<'a>,
}

#[derive(Debug, Serialize)]
pub(crate) struct OpenPair<'a> {
    #[serde(flatten)]
    line: PairLine<'a>,
    passages: Vec<PassageJson<'a>>,
    single_runs: Vec<SharedRun>,
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(view: &'a PairView, problems: &'a [Problem]) -> Self {
        Self {
            parameters: Parameters::new(&view.params),
            left_out: (&*view.surroundings.ignored).into(),
            problems: problem_lines(problems),
            documents: [&view.a.doc, &view.b.doc].map(DocumentLine::from),
            pair: view.into(),
        }
    }
}

impl<'a> From<&'a PairView> for OpenPair<'a> {
    fn from(view: &'a PairView) -> Self {
        let (a, b) = view.names();
        let (within, single) = runs_by_passage(view.passages.len(), &view.runs);
        let passages = view.passages.iter().zip(within).map(|(passage, runs)| {
            let a_section = view.a.section_at(passage.a.start);
            let b_section = view.b.section_at(passage.b.start);
            PassageJson { id: passage.id(), passage, runs, a_section, b_section }
        });
        Self {
            line: PairLine::new(a, b, view.overlap, view.score, &view.params),
            passages: passages.collect(),
            single_runs: single,
        }
    }
}

/// Writes the state of the screen at rest: the fields of [`Listing`], with rows instead of pairs. For tests, without
/// stability.
pub(crate) fn write_screen_state(
    out: &mut impl Write,
    snapshot: &Snapshot,
    rows: &[&Row],
    watch: &str,
) -> Result<(), Stop> {
    let row = |row: &&Row| {
        let ((a, b), pair) = (snapshot.names(row), row.pair());
        let line = PairLine::new(a, b, pair.overlap, pair.score, &snapshot.params);
        let name = |id: &DocId| snapshot.doc(*id).path.as_path().to_string_lossy();
        json!({
            "pair": line.with_passage(pair.passage),
            "more": match row {
                Row::Pair { more, .. } => *more,
                Row::Copies { .. } => (0, 0),
            },
            "members": row.members().iter().map(name).collect::<Vec<_>>(),
            "mark": match row.mark() {
                Mark::None => None,
                Mark::New => Some("new"),
                Mark::Changed => Some("changed"),
                Mark::Gone => Some("gone"),
            },
        })
    };
    let docs = snapshot.docs.get(..snapshot.present).unwrap_or_default();
    let screen = json!({
        "watch": watch,
        "parameters": Parameters::new(&snapshot.params),
        "left_out": IgnoredCounts::from(&*snapshot.surroundings.ignored),
        "problems": problem_lines(&snapshot.problems),
        "documents": DocumentLines { docs, rules: None, elsewhere: None },
        "pairs_found": snapshot.pairs_found,
        "rows": rows.iter().map(row).collect::<Vec<_>>(),
    });
    Ok(write_pretty(out, &screen)?)
}
