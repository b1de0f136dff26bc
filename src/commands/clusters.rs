//! `shingle clusters`: groups documents that resemble each other.

use std::io::Write as _;

use serde::Serialize;

use shingle::base::numbers::{choose_verb, format_count, format_with_commas};
use shingle::base::{cancel::Cancel, ids::DocId, problem::Problem, wrap::join_and_wrap};
use shingle::pipeline::{Cluster, Clusters, Corpus, Parameters, Stage, Task};

use super::{Run, exit_code, head_of_documents, prepare_documents, show_stage_progress};
use crate::cli::args::ClustersArgs;
use crate::printer::json::{List, object};
use crate::printer::out::{Out, Stop};
use crate::printer::rows::emit;
use crate::printer::table;

pub(crate) fn run(args: &ClustersArgs, run: &Run) -> Result<u8, Stop> {
    let (params, documents) = prepare_documents(&args.documents, run, Task::Clusters)?;
    let mut loaded = documents.load(&params, args.documents.reading.allow_empty)?;
    // Never cancelled.
    let never = Cancel::never_cancelled();
    let _ = loaded.corpus.refresh(&never, &show_stage_progress);
    show_stage_progress(Stage::ClustersOnly, 0, 0);
    let clusters = Clusters::new(&loaded.corpus, &never);
    let (problems, top) = (loaded.problems(), args.top.unwrap_or(usize::MAX));
    let corpus = &loaded.corpus;
    let Some(clusters) = clusters else { return Ok(0) };
    let blocks = ClusterBlocks { clusters: &clusters, corpus, problems: &problems, top };
    let object = || {
        let parameters = Parameters::new(&clusters.params);
        object! {
            #[serde(flatten)] head: head_of_documents(&loaded, parameters, &problems),
            pairs_left_out: corpus.count_hidden_by_rules(),
            documents_found: clusters.docs.len(),
            clusters_found: clusters.clusters.len(),
            documents_in_clusters: clusters.count_documents(),
            clusters: List(|| rows(&clusters, top)),
            warnings: clusters.warnings(),
        }
    };
    let rows = (Vec::new(), rows(&clusters, top));
    emit((args.result.format, &problems), |out| blocks.print(out), object, rows)?;
    exit_code(false, args.result.strict, &problems)
}

fn rows(all: &Clusters, top: usize) -> impl Iterator<Item = impl Serialize> {
    let name = |id: DocId| &all.docs[id.index()].path;
    let row = move |cluster: &Cluster| {
        let texts = cluster.texts.iter().zip(1_usize..);
        let members = texts.flat_map(|(documents, text)| {
            let member =
                move |id: &DocId| object! { #[serde(flatten)] name: name(*id), text: text };
            documents.iter().map(member)
        });
        let (a, b) = cluster.between;
        object! {
            documents: cluster.documents,
            texts: cluster.texts.len(),
            weakest: object! { score: cluster.weakest, a: name(a), b: name(b) },
            central: cluster.central.map(name),
            largest: name(cluster.largest),
            more_than_a_tenth: cluster.is_broad,
            members: members.collect::<Vec<_>>(),
        }
    };
    all.clusters.iter().take(top).map(row)
}

struct ClusterBlocks<'a> {
    clusters: &'a Clusters,
    corpus: &'a Corpus,
    problems: &'a [Problem],
    top: usize,
}

impl ClusterBlocks<'_> {
    fn print(&self, out: &mut Out) -> Result<(), Stop> {
        for (place, cluster) in self.clusters.clusters.iter().take(self.top).enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            self.print_cluster(out, place, cluster)?;
        }
        self.print_footer(out)
    }

    fn print_cluster(&self, out: &mut Out, place: usize, cluster: &Cluster) -> Result<(), Stop> {
        let name = |id: DocId| self.clusters.docs[id.index()].path.to_string();
        let texts = cluster.texts.len();
        let documents = format_count(cluster.documents as u64, "document");
        let mut size = format!("cluster {}: {documents}", place + 1);
        if texts < cluster.documents {
            size = format!("{size} ({})", format_count(texts as u64, "text"));
        }
        let (a, b) = (name(cluster.between.0), name(cluster.between.1));
        let sign = if self.clusters.params.is_estimate() { "≈" } else { "" };
        let weakest = table::format_percent(cluster.weakest);
        let mut parts = vec![size, format!("weakest link {sign}{weakest} ({a} with {b})")];
        parts.extend(cluster.central.map(|id| format!("most central {}", name(id))));
        parts.push(format!("largest {}", name(cluster.largest)));
        writeln!(out, "{}", join_and_wrap(&parts, ", ", out.columns, 0, 2))?;
        for note in self.clusters.notes_on_cluster(place) {
            writeln!(out, "  warning: {note}")?;
        }
        for documents in &cluster.texts {
            let mut names: Vec<String> = documents.iter().map(|id| name(*id)).collect();
            if let Some(first) = names.first_mut().filter(|_| documents.len() > 1) {
                *first = format!("= {} copies: {first}", documents.len());
            }
            writeln!(out, "  {}", join_and_wrap(&names, ", ", out.columns, 2, 4))?;
        }
        Ok(())
    }

    fn print_footer(&self, out: &mut Out) -> Result<(), Stop> {
        let Clusters { params, docs, clusters, is_partial } = self.clusters;
        let stopped = if clusters.len() > self.top {
            let are = choose_verb(self.top, "is", "are");
            format!(" (the largest {} {are} shown; see --top)", format_with_commas(self.top as u64))
        } else {
            String::new()
        };
        let trouble = table::describe_problems(self.problems);
        let lead = if clusters.is_empty() || self.top == 0 { "" } else { "\n" };
        writeln!(
            out,
            "{lead}{}{trouble}, {} in {}{stopped}{}",
            format_count(docs.len() as u64, "document"),
            format_with_commas(self.clusters.count_documents() as u64),
            format_count(clusters.len() as u64, "cluster"),
            table::describe_ignored_shingles(self.corpus.ignored_shingles(), params)
                + &table::describe_pairs_hidden_by_rules(
                    self.corpus.count_hidden_by_rules(),
                    params
                ),
        )?;
        if *is_partial {
            // The first warning may concern all clusters. The other warnings precede their clusters.
            if let Some(warning) = self.clusters.warnings().first() {
                writeln!(out, "warning: {warning}")?;
            }
        }
        table::print_footer(out, docs, params)
    }
}
