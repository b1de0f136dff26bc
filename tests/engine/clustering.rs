//! Clusters of a running engine: reported on request and after every change, until unsubscribed.

use shingle::pipeline::Clusters;

use super::{disk::CAT, disk::FOX, disk::Watched, disk::plain};
use crate::common::prelude::*;

fn described(clusters: &Clusters) -> String {
    let names = clusters.clusters.iter().map(|cluster| {
        let names: Vec<String> = cluster
            .texts
            .iter()
            .flatten()
            .map(|id| clusters.docs[id.index()].path.to_string())
            .collect();
        format!("{names:?} {:?} {:?} {:?}", cluster.weakest, cluster.central, cluster.best)
    });
    names.collect::<Vec<String>>().join("; ")
}

fn fresh(watched: &Watched, params: &Params) -> String {
    let loaded = watched.load(params);
    described(&Clusters::new(&loaded.corpus, &Cancel::never_cancelled()).unwrap())
}

fn wait(watched: &Watched, params: &Params) -> String {
    let expected = fresh(watched, params);
    watched.wait(&expected, |report| match report {
        Report::Answered(_, Answer::Clusters(found))
            if *found.params == *params && described(&found) == expected =>
        {
            Some(expected.clone())
        }
        _ => None,
    })
}

#[test]
fn clusters_follow_the_folder_and_the_parameters_while_somebody_wants_them() {
    let near = FOX.replace("quick", "slow");
    let files = [("a.txt", FOX), ("b.txt", CAT), ("c.txt", near.as_str())];
    let mut params = Params { threshold: Ratio::new(3, 5), ..plain() };
    let mut watched = Watched::settled(&files, params.clone());
    watched.engine.ask_question(0, Question::Clusters(true));
    assert!(wait(&watched, &params).contains(r#"["a.txt", "c.txt"]"#));
    watched.write("b.txt", &FOX.replace("lazy", "sleeping"));
    assert!(wait(&watched, &params).contains(r#"["a.txt", "b.txt", "c.txt"]"#));
    params.threshold = Ratio::ONE;
    watched.set_params(params.clone());
    assert_eq!(wait(&watched, &params), "");
    watched.engine.ask_question(0, Question::Clusters(false));
    params.threshold = Ratio::new(1, 10);
    watched.set_params(params.clone());
    let params = Arc::new(params);
    watched.wait("the new threshold", |report| match report {
        Report::Answered(_, Answer::Clusters(_)) => panic!("nobody asked any more"),
        Report::Snapshot(snapshot) => (snapshot.params == params).then_some(()),
        _ => None,
    });
}
