//! The terms of the field, each in one sentence.

/// A term and what it means.
pub const TERMS: &[(&str, &str)] = &[
    ("shingle", "a run of w words; also word n-gram"),
    ("w, width", "how many words a shingle has"),
    ("canonical word", "a word in the form that counts: small letters, without its ending"),
    ("stop word", "a frequent word that is dropped, such as \"the\""),
    ("hash", "a number made of a shingle; equal shingles have equal numbers"),
    ("set", "the different shingles of a text, in no order"),
    ("resemblance, r", "in both / in either; also Jaccard index"),
    ("containment", "in both / in A: how much of A stands in B"),
    ("threshold", "the score from which on, or above which, a pair is listed"),
    (
        "inverted index",
        "for each shingle the list of texts that hold it; a list is also called postings",
    ),
    ("document frequency", "in how many texts a shingle stands: the length of its list"),
    ("sketch", "a few numbers kept in place of a text"),
    ("modulo m", "a sample: shingles whose hash is divisible by m"),
    ("minhash", "under each of many hash functions the smallest number of a text, its minimum"),
    ("supershingle", "14 minima in one number"),
    ("megashingle", "two supershingles in one number"),
    ("estimate", "what a sketch says in place of the exact count"),
    ("standard deviation", "the usual error of an estimate: mostly two in three are nearer"),
    ("boilerplate", "words that stand in many texts: licences, headers, menus"),
];
