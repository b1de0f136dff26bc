//! Clusters of documents, compared with the pairs of the corpus, on a chain, and after changes.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::cmp::Reverse;

use shingle::compare::Link;
use shingle::pipeline::{Between, Cluster, Clusters, Verify};

use crate::common::demo_files;
use crate::common::prelude::*;

fn clusters(corpus: &Corpus) -> Clusters {
    Clusters::new(corpus, &Cancel::never_cancelled()).unwrap()
}

fn name(clusters: &Clusters, id: DocId) -> &str {
    clusters.docs[id.index()].path.to_str().unwrap()
}

fn names(clusters: &Clusters) -> Vec<Vec<&str>> {
    let of = |cluster: &Cluster| -> Vec<&str> {
        let mut names: Vec<&str> =
            cluster.texts.iter().flatten().map(|id| name(clusters, *id)).collect();
        names.sort_unstable();
        names
    };
    clusters.clusters.iter().map(of).collect()
}

/// Finds the link between two members, given by index in the cluster.
fn link(cluster: &Cluster, (a, b): (usize, usize)) -> Option<&Link> {
    cluster.best.iter().find(|link| (link.a as usize, link.b as usize) == (a, b))
}

/// Returns texts, each of which shares half of its words with the next text only.
fn chain(links: usize) -> Files {
    let block = |number: usize| (0..40).map(move |word| format!("w{number}x{word} "));
    let text = |number: usize| block(number).chain(block(number + 1)).collect::<String>();
    (0..links).map(|at| (format!("{at:02}.txt"), text(at).into_bytes())).collect()
}

#[test]
fn a_chain_is_one_cluster_with_a_warning() {
    let mut files = chain(8);
    for other in 0..20 {
        let words: Vec<String> = (0..50).map(|word| format!("other{other}y{word}")).collect();
        let text = words.join(" ");
        files.insert(format!("z{other:02}.txt"), text.into_bytes());
    }
    let single = clusters(&fresh(&files, &plain()));
    assert_eq!(
        names(&single),
        [["00.txt", "01.txt", "02.txt", "03.txt", "04.txt", "05.txt", "06.txt", "07.txt"]]
    );
    assert_eq!(single.warnings(), ["cluster 1 holds 8 of 28 documents, more than a tenth of all"]);
    let [cluster] = &single.clusters[..] else { panic!() };
    // Neighbours share 38 of 78 shingles; 7 of 28 pairs are neighbours.
    assert_eq!(cluster.weakest, Ratio::new(38, 78));
    assert_eq!(name(&single, cluster.central.unwrap()), "01.txt");
    assert_eq!((cluster.best.len(), cluster.pairs), (7, 7));
    assert!(cluster.best.iter().all(|link| link.b == link.a + 1 && link.score == cluster.weakest));
}

#[test]
fn copies_are_one_text_and_stay_together() {
    let text = "one two three four five six seven eight nine ten eleven twelve thirteen";
    let near = "one two three four five six seven eight nine ten eleven and then others";
    let files: Files = [
        ("a.txt", text),
        ("b.txt", near),
        ("c.txt", text),
        ("f.txt", "x"),
        ("g.txt", "x"),
        ("h.txt", ""),
        ("i.txt", ""),
    ]
    .into_iter()
    .map(|(name, text)| (name.to_string(), text.as_bytes().to_vec()))
    .collect();
    let found = clusters(&fresh(&files, &plain()));
    assert_eq!(names(&found), [vec!["a.txt", "b.txt", "c.txt"], vec!["f.txt", "g.txt"]]);
    let [first, copies] = &found.clusters[..] else { panic!() };
    assert_eq!(first.texts, [vec![DocId(0), DocId(2)], vec![DocId(1)]]);
    assert_eq!(first.between, (DocId(0), DocId(1)));
    assert_eq!(copies.weakest, Ratio::ONE);
}

#[test]
fn what_verification_drops_joins_nothing() {
    let sketch = |verify| Params {
        sketch: SketchKind::MinHash,
        functions: 4,
        verify,
        measure: Measure::Jaccard,
        threshold: Ratio::new(1, 4),
        ..plain()
    };
    let (off, on) =
        (fresh(&demo_files(), &sketch(Verify::Off)), fresh(&demo_files(), &sketch(Verify::On)));
    let pairs = |corpus: &Corpus| pairs_of(corpus).len();
    assert!(pairs(&on) < pairs(&off), "the demo has pairs that four functions overrate");
    let listed: BTreeSet<(String, String)> =
        pairs_of(&on).into_iter().map(|(a, b, ..)| (a, b)).collect();
    let mut corpus = fresh(&demo_files(), &sketch(Verify::On));
    refresh(&mut corpus);
    let found = clusters(&corpus);
    for cluster in &found.clusters {
        for (a, left) in cluster.texts.iter().enumerate() {
            for (b, right) in cluster.texts.iter().enumerate().skip(a + 1) {
                let pair = (name(&found, left[0]).to_string(), name(&found, right[0]).to_string());
                assert_eq!(link(cluster, (a, b)).is_some(), listed.contains(&pair));
            }
        }
    }
}

fn sets(clusters: &Clusters) -> BTreeSet<BTreeSet<String>> {
    names(clusters).iter().map(|all| all.iter().map(ToString::to_string).collect()).collect()
}

/// Returns the sets of names that pairs connect, directly or through others.
fn components(pairs: &[(String, String)]) -> BTreeSet<BTreeSet<String>> {
    let mut of: BTreeMap<&str, &str> = BTreeMap::new();
    for (a, b) in pairs {
        of.entry(a).or_insert(a);
        of.entry(b).or_insert(b);
    }
    loop {
        let before = of.clone();
        for (a, b) in pairs {
            let least = of[&**a].min(of[&**b]);
            of.insert(a, least);
            of.insert(b, least);
        }
        if of == before {
            break;
        }
    }
    let mut sets: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (document, least) in &of {
        sets.entry(least).or_default().insert((*document).to_string());
    }
    sets.into_values().collect()
}

fn files() -> impl Strategy<Value = Files> {
    let text = prop::collection::vec(prop::sample::select(vec!["a", "b", "c", "d"]), 0..9);
    let ending = prop::sample::select(vec!["txt", "txt", "html"]);
    prop::collection::vec((text, ending), 0..14).prop_map(|files| {
        let named = files.into_iter().enumerate();
        named
            .map(|(at, (words, ending))| {
                (format!("{at:02}.{ending}"), words.join(" ").into_bytes())
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(seeded(300))]
    #[test]
    fn clusters_are_what_the_pairs_of_the_list_connect(files in files(), tenths in 0_u64..=10, measure in prop::sample::select(Measure::ALL)) {
        let params = Params {
            width: 2, threshold: Ratio::new(tenths, 10), measure: measure.1, ..plain()
        };
        let corpus = fresh(&files, &params);
        let found = clusters(&corpus);
        let pairs: Vec<(String, String)> = pairs_of(&corpus).into_iter().map(|(a, b, ..)| (a, b)).collect();
        // Copies stay together, even if the measure (per word) rejects their pair.
        if measure.1 != Measure::PerWord {
            prop_assert_eq!(sets(&found), components(&pairs));
        }
        let sizes: Vec<usize> = found.clusters.iter().map(|cluster| cluster.documents).collect();
        prop_assert!(sizes.is_sorted_by(|left, right| left >= right));
        for cluster in &found.clusters {
            prop_assert_eq!(cluster.is_broad, cluster.documents * 10 > files.len());
        }
    }

    // A rule about two sides does not separate copies with an allowed pair, so texts connect like documents.
    #[test]
    fn a_pair_that_a_rule_leaves_out_is_no_edge(
        files in files(), tenths in 1_u64..=10, of_a in prop::collection::vec(any::<(bool, bool)>(), 14),
    ) {
        let dir = |place: usize| match of_a[place] {
            (false, _) => "other",
            (true, false) => "new",
            (true, true) => "archive",
        };
        let files: Files = files
            .into_iter()
            .enumerate()
            .map(|(at, (name, bytes))| (format!("{}/{}.txt", dir(at), name.chars().take(2).collect::<String>()), bytes))
            .collect();
        let between = Between::parse_two_sides("new archive").unwrap();
        let params = Params { width: 2, threshold: Ratio::new(tenths, 10), between, ..plain() };
        let corpus = fresh(&files, &params);
        let pairs: Vec<(String, String)> = pairs_of(&corpus).into_iter().map(|(a, b, ..)| (a, b)).collect();
        prop_assert!(pairs.iter().all(|(a, b)| a.starts_with("archive/") && b.starts_with("new/")));
        let found = clusters(&corpus);
        prop_assert_eq!(sets(&found), components(&pairs));
        for cluster in &found.clusters {
            let (a, b) = (name(&found, cluster.between.0), name(&found, cluster.between.1));
            prop_assert!(a.starts_with("archive/") && b.starts_with("new/"), "{} {}", a, b);
        }
    }

    #[test]
    fn the_central_document_and_the_pairs_are_of_all_pairs_counted_exactly(files in files(), tenths in 1_u64..=10) {
        let params = Params { width: 2, threshold: Ratio::new(tenths, 10), ..plain() };
        let corpus = fresh(&files, &params);
        let all = pairs_of(&fresh(&files, &Params { threshold: Ratio::ZERO, ..params.clone() }));
        let all: BTreeMap<(String, String), Ratio> = all.into_iter().map(|(a, b, _, score)| ((a, b), score)).collect();
        let found = clusters(&corpus);
        for cluster in found.clusters.iter().filter(|cluster| cluster.texts.len() > 1) {
            let score = |left: &[DocId], right: &[DocId]| {
                let (a, b) = (left[0].min(right[0]), left[0].max(right[0]));
                let key = (name(&found, a).to_string(), name(&found, b).to_string());
                all.get(&key).copied().unwrap_or(Ratio::ZERO)
            };
            // The weakest link joins the cluster, and all stronger links together do not.
            let firsts: Vec<&str> = cluster.texts.iter().map(|text| name(&found, text[0])).collect();
            let joins = |is_enough: &dyn Fn(Ratio) -> bool| {
                let pairs = all.iter().filter(|(_, score)| is_enough(**score));
                let sets = components(&pairs.map(|(names, _)| names.clone()).collect::<Vec<_>>());
                sets.iter().any(|set| firsts.iter().all(|first| set.contains(*first)))
            };
            prop_assert!(joins(&|score| score >= cluster.weakest));
            prop_assert!(!joins(&|score| score > cluster.weakest));
            prop_assert_eq!(score(&[cluster.between.0], &[cluster.between.1]), cluster.weakest);
            let mut sums = vec![0.0; cluster.texts.len()];
            for (a, left) in cluster.texts.iter().enumerate() {
                for (b, right) in cluster.texts.iter().enumerate().skip(a + 1) {
                    let score = score(left, right);
                    let passing = (score >= params.threshold).then_some(score);
                    prop_assert_eq!(link(cluster, (a, b)).map(|link| link.score), passing);
                    sums[a] += score.to_f64();
                    sums[b] += score.to_f64();
                }
            }
            let rank = |link: &Link| (Reverse(link.score), link.a, link.b);
            prop_assert!(cluster.best.is_sorted_by_key(rank));
            let central = cluster.texts.iter().position(|text| text.first() == cluster.central.as_ref());
            prop_assert!(sums[central.unwrap()] > sums.iter().copied().fold(0.0, f64::max) - 1e-9);
        }
    }

    #[test]
    fn changed_documents_leave_no_trace_in_clusters(
        files in files(), changes in prop::collection::vec((0_usize..14, prop::collection::vec(prop::sample::select(vec!["a", "b", "c", "d"]), 0..9)), 0..4),
    ) {
        let params = Params { width: 2, threshold: Ratio::new(3, 10), ..plain() };
        let mut files = files;
        let mut corpus = fresh(&files, &params);
        for (at, words) in changes {
            let Some(name) = files.keys().nth(at).cloned() else { continue };
            let bytes = words.join(" ").into_bytes();
            put(&mut corpus, &name, &bytes);
            refresh(&mut corpus);
            files.insert(name, bytes);
        }
        prop_assert_eq!(clusters(&corpus), clusters(&fresh(&files, &params)));
    }
}
