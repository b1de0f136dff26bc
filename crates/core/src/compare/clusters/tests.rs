use super::{BEST, Cancel, ClusterFinder, LARGEST, Link, Ratio};

#[test]
fn a_cluster_that_is_too_large_has_no_central_member() {
    let size = LARGEST as u32 + 1;
    let mut links: Vec<Link> =
        (1..size).map(|b| Link { a: b - 1, b, score: Ratio::new(3, 5) }).collect();
    links.push(Link { a: size, b: size + 1, score: Ratio::ONE });
    let field = ClusterFinder { size: size as usize + 2, missing: &|_, _| Ratio::ZERO };
    let found = field.find_clusters(links, &Cancel::never_cancelled()).unwrap();
    let said: Vec<_> = found
        .iter()
        .map(|one| (one.members.len(), one.best.len(), one.links, one.central))
        .collect();
    assert_eq!(said, [(LARGEST + 1, BEST, LARGEST, None), (2, 1, 1, Some(size))]);
}
