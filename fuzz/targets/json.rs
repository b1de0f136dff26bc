//! Any text as JSON: a program reads the same text back, and the output cannot control a terminal.

#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use shingle::base::json::{write_compact, write_pretty};
use shingle::base::visible::is_hidden;

fuzz_target!(|text: &str| {
    let value = BTreeMap::from([(text.to_string(), vec![text.to_string()])]);
    let (mut line, mut lines) = (Vec::new(), Vec::new());
    write_compact(&mut line, &value).expect("it fits into memory");
    write_pretty(&mut lines, &value).expect("it fits into memory");
    for json in [line, lines].map(|bytes| String::from_utf8(bytes).expect("UTF-8")) {
        assert!(!json.chars().any(|one| one != '\n' && is_hidden(one)), "{json:?}");
        assert_eq!(
            serde_json::from_str::<BTreeMap<String, Vec<String>>>(&json).expect("JSON"),
            value
        );
    }
});
