//! The words of any text, in each way of cutting: their spans are in order, not empty, and on character boundaries.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shingle::text::tokenize::{Words, tokenize};

fuzz_target!(|text: &str| {
    for (_, words) in Words::ALL {
        let mut last = 0;
        tokenize(text, *words, &mut |span, word| {
            assert!(last <= span.start && span.start < span.end, "{words}: {span:?} after {last}");
            assert!(
                text.get(span.start as usize..span.end as usize).is_some(),
                "{words}: {span:?}"
            );
            assert!(!word.is_empty());
            last = span.end;
        });
    }
});
