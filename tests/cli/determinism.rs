//! The output is independent of the number of threads, even if the system grants none.

use std::path::Path;

use crate::support::command;

const DEMO: &str = "scan .|scan . --format json -t 0|scan . --format ndjson -t 0|scan . --format csv -t 0 -w 1|\
    scan . --format ndjson --top 7 --measure jaccard|scan . --format csv -t 0 --preset phpir|clusters .|\
    query essays/harbour.txt --in . -t 0|query essays/harbour.txt --in . -t 0 --format ndjson|\
    passages . -w 1 --least 1|passages . --format json --stop-words off|lab .|lab . --format json --pairs 1000|\
    compare news/bridge-abroad.md news/bridge-morning.txt";

fn prints_the_same(folder: &str, all_args: &str, variable: &str, values: &[&str]) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    for args in all_args.split('|') {
        let outputs = values.iter().map(|value| {
            let output = command(&dir, args).env(variable, value).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{args}: {output:?}");
            (output.stdout, output.stderr)
        });
        let outputs: Vec<_> = outputs.collect();
        assert!(outputs[0].0.len() > 300, "{args}");
        assert!(outputs.iter().all(|output| *output == outputs[0]), "{args}");
    }
}

#[test]
fn any_number_of_threads_prints_the_same_bytes() {
    // Threads beyond the limit are ignored.
    prints_the_same("assets/demo", DEMO, "RAYON_NUM_THREADS", &["1", "8", "10000"]);
    // No memory has room for the larger stack, so the system grants no thread.
    let stacks = ["2097152", "140737488355328"];
    let some = "scan . --format json -t 0|query essays/harbour.txt --in . -t 0|lab .";
    prints_the_same("assets/demo", some, "RUST_MIN_STACK", &stacks);
    let files = "scan . --format json --no-cache";
    prints_the_same("tests/fixtures/formats", files, "RUST_MIN_STACK", &stacks);
}
