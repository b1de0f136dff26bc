use std::io::Write as _;

use shingle::base::numbers::{choose_verb, format_count, format_with_commas};
use shingle::base::wrap::join_and_wrap;
use shingle::base::{ids::DocId, problem::Problem};
use shingle::pipeline::{Cluster, Clusters, IgnoredShingles};

use super::out::{Out, Stop};
use super::table::{
    describe_folder_languages, describe_footer_of_listing, describe_ignored_shingles,
    describe_pairs_hidden_by_rules, describe_problems, format_percent,
};

pub(crate) struct ClusterBlocks<'a> {
    pub(crate) clusters: &'a Clusters,
    pub(crate) ignored: &'a IgnoredShingles,
    pub(crate) ruled_out: u64,
    pub(crate) problems: &'a [Problem],
    pub(crate) top: usize,
}

impl ClusterBlocks<'_> {
    pub(crate) fn print(&self, out: &mut Out) -> Result<(), Stop> {
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
        let (a, b) = cluster.between;
        let mut parts = vec![size];
        let sign = if self.clusters.params.is_estimate() { "≈" } else { "" };
        parts.push(format!(
            "weakest link {sign}{} ({} with {})",
            format_percent(cluster.weakest),
            name(a),
            name(b)
        ));
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
        let trouble = describe_problems(self.problems);
        let lead = if clusters.is_empty() || self.top == 0 { "" } else { "\n" };
        writeln!(
            out,
            "{lead}{}{trouble}, {} in {}{stopped}{}",
            format_count(docs.len() as u64, "document"),
            format_with_commas(self.clusters.count_documents() as u64),
            format_count(clusters.len() as u64, "cluster"),
            describe_ignored_shingles(self.ignored, params)
                + &describe_pairs_hidden_by_rules(self.ruled_out, params),
        )?;
        if *is_partial {
            // The first warning may concern all clusters. The other warnings precede their clusters.
            if let Some(warning) = self.clusters.warnings().first() {
                writeln!(out, "warning: {warning}")?;
            }
        }
        write!(out, "{}", describe_folder_languages(docs, params, out.columns))?;
        writeln!(out, "{}", describe_footer_of_listing(params, out.columns))?;
        Ok(())
    }
}
