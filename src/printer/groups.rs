//! Clusters in JSON, and as blocks of text for people. It makes none.

use std::borrow::Cow;
use std::io::Write;

use serde::{Serialize, Serializer};

use shingle::base::ids::DocId;
use shingle::base::numbers::verb;
use shingle::base::path::DocPath;
use shingle::base::problem::Problem;
use shingle::base::ratio::Ratio;
use shingle::pipeline::document::left_out::LeftOut;
use shingle::pipeline::results::clusters::{Cluster, Clusters};

use super::line::base64_of;
use super::out::Stop;
use super::table::{count, footer_after, languages, left_out, percent, ruled_out, troubles};
use super::wrap::joined;

/// The clusters as a part of a JSON result.
#[derive(Debug, Serialize)]
pub(crate) struct ClustersJson<'a> {
    /// The number of documents in the folder.
    documents_found: usize,
    clusters_found: usize,
    /// The number of documents in clusters.
    documents_in_clusters: usize,
    clusters: Seq<'a>,
    warnings: Vec<String>,
}

impl<'a> ClustersJson<'a> {
    /// The first `top` clusters.
    pub(crate) fn of(clusters: &'a Clusters, top: usize) -> Self {
        Self {
            documents_found: clusters.docs.len(),
            clusters_found: clusters.clusters.len(),
            documents_in_clusters: clusters.documents(),
            clusters: Seq(clusters, top),
            warnings: clusters.warnings(),
        }
    }
}

/// Writes clusters one after the other. If all were described at once, those of a million documents would need as much
/// memory as the documents.
#[derive(Debug)]
struct Seq<'a>(&'a Clusters, usize);

impl Serialize for Seq<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(all, top) = self;
        serializer.collect_seq(all.clusters.iter().take(*top).map(|one| described(all, one)))
    }
}

/// A document by its path.
#[derive(Debug, Serialize)]
pub(crate) struct Named<'a> {
    path: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_b64: Option<String>,
}

impl<'a> Named<'a> {
    pub(crate) fn of(path: &'a DocPath) -> Self {
        Self { path: path.name(), path_b64: base64_of(path) }
    }
}

#[derive(Debug, Serialize)]
struct MemberJson<'a> {
    #[serde(flatten)]
    name: Named<'a>,
    /// The number of its text in the cluster; exact copies have the same.
    text: usize,
}

#[derive(Debug, Serialize)]
struct Weakest<'a> {
    score: f64,
    /// The two documents with this score, if it is not a mean.
    a: Option<Named<'a>>,
    b: Option<Named<'a>>,
}

#[derive(Debug, Serialize)]
struct ClusterJson<'a> {
    documents: usize,
    texts: usize,
    linkage: &'static str,
    weakest: Weakest<'a>,
    cohesion: Option<f64>,
    central: Option<Named<'a>>,
    largest: Named<'a>,
    more_than_a_tenth: bool,
    members: Vec<MemberJson<'a>>,
}

fn named(all: &Clusters, id: DocId) -> Named<'_> {
    Named::of(&all.docs[id.index()].path)
}

fn described<'a>(all: &'a Clusters, cluster: &Cluster) -> ClusterJson<'a> {
    let texts = cluster.texts.iter().enumerate();
    let members = texts.flat_map(|(text, documents)| {
        documents.iter().map(move |id| MemberJson { name: named(all, *id), text: text + 1 })
    });
    ClusterJson {
        documents: cluster.documents,
        texts: cluster.texts.len(),
        linkage: cluster.linkage.name(),
        weakest: Weakest {
            score: cluster.weakest.to_f64(),
            a: cluster.between.map(|(a, _)| named(all, a)),
            b: cluster.between.map(|(_, b)| named(all, b)),
        },
        cohesion: cluster.cohesion.map(Ratio::to_f64),
        central: cluster.central.map(|id| named(all, id)),
        largest: named(all, cluster.largest),
        more_than_a_tenth: cluster.is_broad,
        members: members.collect(),
    }
}

/// Clusters for people, a block of text each.
pub(crate) struct ClusterBlocks<'a> {
    pub(crate) clusters: &'a Clusters,
    pub(crate) left_out: &'a LeftOut,
    /// How many pairs rules leave out.
    pub(crate) ruled_out: u64,
    pub(crate) problems: &'a [Problem],
    /// The number of clusters shown.
    pub(crate) top: usize,
    /// The width of the terminal; `None` without one.
    pub(crate) columns: Option<usize>,
}

impl ClusterBlocks<'_> {
    /// Prints the blocks.
    pub(crate) fn print(&self, out: &mut impl Write) -> Result<(), Stop> {
        for (place, cluster) in self.clusters.clusters.iter().take(self.top).enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            self.block(out, place, cluster)?;
        }
        Ok(())
    }

    fn block(&self, out: &mut impl Write, place: usize, cluster: &Cluster) -> Result<(), Stop> {
        let name = |id: DocId| self.clusters.docs[id.index()].path.to_string();
        let texts = cluster.texts.len();
        let documents = count(cluster.documents as u64, "document", "documents");
        let mut size = format!("cluster {}: {documents}", place + 1);
        if texts < cluster.documents {
            size = format!("{size} ({})", count(texts as u64, "text", "texts"));
        }
        let between = cluster
            .between
            .map_or_else(String::new, |(a, b)| format!(" ({} with {})", name(a), name(b)));
        let mut parts = vec![size];
        let sign = if self.clusters.params.estimates() { "≈" } else { "" };
        let scored = |score: Ratio| format!("{sign}{}", percent(score));
        parts.extend(cluster.cohesion.map(|cohesion| {
            let lower = cohesion < cluster.weakest;
            let why = if lower { " (of all pairs, also those that are no links)" } else { "" };
            format!("cohesion {}{why}", scored(cohesion))
        }));
        parts.push(format!("weakest link {}{between}", scored(cluster.weakest)));
        parts.extend(cluster.central.map(|id| format!("most central {}", name(id))));
        parts.push(format!("largest {}", name(cluster.largest)));
        writeln!(out, "{}", joined(&parts, ", ", self.columns, 0, 2))?;
        for note in self.clusters.notes(place) {
            writeln!(out, "  warning: {note}")?;
        }
        for documents in &cluster.texts {
            let mut names: Vec<String> = documents.iter().map(|id| name(*id)).collect();
            if let Some(first) = names.first_mut().filter(|_| documents.len() > 1) {
                *first = format!("= {} copies: {first}", documents.len());
            }
            writeln!(out, "  {}", joined(&names, ", ", self.columns, 2, 4))?;
        }
        Ok(())
    }

    /// Prints the number of clusters and how they were made.
    pub(crate) fn footer(&self, out: &mut impl Write) -> Result<(), Stop> {
        let Clusters { params, docs, clusters, is_partial } = self.clusters;
        let stopped = if clusters.len() > self.top {
            let are = verb(self.top, "is", "are");
            format!(" (the largest {} {are} shown; see --top)", self.top)
        } else {
            String::new()
        };
        let trouble = troubles(self.problems).map_or_else(String::new, |text| format!(" ({text})"));
        let lead = if clusters.is_empty() || self.top == 0 { "" } else { "\n" };
        writeln!(
            out,
            "{lead}{}{trouble}, {} of them in {}{stopped}{}",
            count(docs.len() as u64, "document", "documents"),
            self.clusters.documents(),
            count(clusters.len() as u64, "cluster", "clusters"),
            left_out(self.left_out, params) + &ruled_out(self.ruled_out, params),
        )?;
        if *is_partial {
            // The first warning may be about all clusters. The others are printed with their cluster.
            if let Some(warning) = self.clusters.warnings().first() {
                writeln!(out, "warning: {warning}")?;
            }
        }
        write!(out, "{}", languages(docs, params, self.columns))?;
        let linkage = format!("linkage {}", params.linkage);
        writeln!(out, "{}", footer_after(Some(linkage), params, self.columns))?;
        Ok(())
    }
}
