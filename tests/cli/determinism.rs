//! The output is independent of the number of threads, even if the system grants none.

use std::path::Path;

use crate::support::command;

#[test]
fn any_number_of_threads_prints_the_same_bytes() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    for args in [
        &["scan", "."][..],
        &["scan", ".", "--format", "json", "-t", "0"],
        &["scan", ".", "--format", "ndjson", "-t", "0"],
        &["scan", ".", "--format", "csv", "-t", "0", "-w", "1"],
        &["scan", ".", "--format", "ndjson", "--top", "7", "--measure", "jaccard"],
        &["scan", ".", "--format", "csv", "-t", "0", "--preset", "phpir"],
        &["query", "essays/harbour.txt", "--in", ".", "-t", "0"],
        &["query", "essays/harbour.txt", "--in", ".", "-t", "0", "--format", "ndjson"],
        &["passages", ".", "-w", "1", "--least", "1"],
        &["passages", ".", "--format", "json", "--stop-words", "off"],
        &["lab", "."],
        &["lab", ".", "--format", "json", "--pairs", "1000"],
        &["compare", "news/bridge-abroad.md", "news/bridge-morning.txt"],
    ] {
        let outputs = ["1", "8", "10000"].map(|threads| {
            let output = command(&demo, args).env("RAYON_NUM_THREADS", threads).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{args:?}");
            (output.stdout, output.stderr)
        });
        assert!(outputs[0].0.len() > 300, "{args:?}");
        assert_eq!(outputs[0], outputs[1], "{args:?}");
        // Threads beyond the limit are ignored.
        assert_eq!(outputs[0], outputs[2], "{args:?}");
    }
}

#[test]
fn a_system_that_grants_no_thread_prints_the_same_bytes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (folder, args) in [
        ("assets/demo", &["scan", ".", "--format", "json", "-t", "0"][..]),
        ("assets/demo", &["query", "essays/harbour.txt", "--in", ".", "-t", "0"]),
        ("assets/demo", &["lab", "."]),
        ("tests/fixtures/formats", &["scan", ".", "--format", "json", "--no-cache"]),
    ] {
        // No memory has room for such a stack.
        let stacks = ["2097152", "140737488355328"].map(|bytes| {
            let output =
                command(&root.join(folder), args).env("RUST_MIN_STACK", bytes).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
            (output.stdout, output.stderr)
        });
        assert!(stacks[0].0.len() > 300, "{args:?}");
        assert_eq!(stacks[0], stacks[1], "{args:?}");
    }
}
