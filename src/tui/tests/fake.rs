//! Synthetic documents, rankings and pairs.

use std::{cmp::Reverse, sync::Arc};

use shingle::base::{
    ids::{DocId, Epoch},
    path::DocPath,
    problem::{Problem, ProblemKind},
    ratio::Ratio,
    span::Span,
};
use shingle::compare::{Direction, Link, Overlap};
use shingle::engine::{DocumentReader, SideBySideError, WordQuestion};
use shingle::pipeline::{
    Block, Cluster, Clusters, Completeness, DocInfo, Explained, Highlight, Histogram, Languages,
    Mark, News, Pair, PairView, Params, Passage, Row, SharedRun, Side, Snapshot, Surroundings,
    document::info::FileInfo,
};
use shingle::text::Language;

pub(crate) const TEXT_A: &str = "The harbour was quiet that winter, and few people came down to the quay before \
noon. Some say the old ferry left at dawn and the crew said little about the storm; others remember a bell.\n\n\
My grandfather kept a diary. Every stone was wet from the spray, he wrote, and the gulls would not land. \
He counted the boats twice a day and never once wrote down the same number.\n\n\
In spring the town council voted to close the northern pier, since nobody could remember who had built it, or why it \
pointed at the island where no one lived.";

pub(crate) const TEXT_B: &str = "Every stone was wet from the spray, as one diary has it. Earlier that year the town had \
been told to save money wherever it could.\n\n\
The old ferry left at dawn and the crew sang all the way to the port. In April the town council voted to close the \
northern pier, since nobody could remember who had built it. Nobody protested; nobody lived on the island.";

pub(crate) const SHARED: [(&str, &str, bool); 3] = [
    ("the old ferry left at dawn and the crew", "The old ferry left at dawn and the crew", true),
    ("Every stone was wet from the spray", "Every stone was wet from the spray", false),
    (
        "the town council voted to close the northern pier, since nobody could remember who had built it",
        "the town council voted to close the northern pier, since nobody could remember who had built it",
        false,
    ),
];

pub(crate) fn doc(path: &str) -> DocInfo {
    let words = 40 + path.len() as u32 * 37 % 900;
    let content = path.bytes().fold(1, |hash, byte| (hash << 7) ^ u128::from(byte) ^ (hash >> 90));
    DocInfo {
        path: DocPath::new(path),
        file: FileInfo::of_text(content),
        languages: Languages::of_one_language(Language::from_code("en"), 9),
        mixed: 0,
        words,
        shingles: words - 2,
    }
}

/// Returns a document with these lines of front matter.
pub(crate) fn stated(path: &str, lines: &str) -> DocInfo {
    let (name, text) = (DocPath::new("a.md"), format!("---\n{lines}---\n"));
    let (reader, params) = (DocumentReader::default(), Params::defaults());
    let read = reader.document(&name, text.as_bytes().to_vec(), &params);
    let mut doc = doc(path);
    doc.file.facts = read.unwrap().file.facts;
    doc
}

pub(crate) fn pair_of(a: u32, b: u32, shared: u32, of_a: u32, of_b: u32, params: &Params) -> Pair {
    let overlap = Overlap {
        shared,
        a_shingles: of_a,
        b_shingles: of_b,
        a_words: of_a + 2,
        b_words: of_b + 2,
        one_in: params.modulo,
        exact_copy: shared == of_a && shared == of_b,
    };
    let score = overlap.score(params.measure, Direction::Larger);
    Pair { a: DocId(a), b: DocId(b), overlap, score, passage: 0 }
}

/// Returns a ranking of `(a, b, shared, of a, of b, mark)` between documents of these names, in path order.
pub(crate) fn ranking(
    epoch: u64,
    params: &Params,
    names: &[&str],
    rows: &[(u32, u32, u32, u32, u32, Mark)],
) -> Snapshot {
    let row = |&(a, b, shared, of_a, of_b, mark): &(_, _, _, _, _, _)| Row::Pair {
        pair: pair_of(a, b, shared, of_a, of_b, params),
        more: (0, 0),
        mark,
    };
    let rows: Vec<Row> = rows.iter().map(row).collect();
    let mut histogram = Histogram::new(Ratio::new(1, 10).min(params.threshold));
    for row in rows.iter().filter(|row| row.mark() != Mark::Gone) {
        histogram.add(row.pair().score, 1);
    }
    Snapshot {
        mixing_alphabets: 0,
        surroundings: Surroundings::default(),
        epoch: Epoch(epoch),
        params: Arc::new(params.clone()),
        docs: Arc::new(names.iter().map(|name| doc(name)).collect()),
        present: names.len(),
        problems: Vec::new(),
        pairs_found: rows.len() as u64,
        rows: rows.into(),
        histogram: Arc::new(histogram),
        cut: false,
        ruled_out: 0,
        rules: None,
        completeness: Completeness::Whole,
        sampled: None,
        news: News::default(),
    }
}

/// Returns a folder of a dozen documents with copies, marks and problems.
pub(crate) fn folder(epoch: u64, params: &Params) -> Snapshot {
    let names = "essays/harbour-draft-with-a-rather-long-name-2024.md essays/harbour-final.md essays/pier.txt \
        legal/licence-a.txt legal/licence-b.txt news/ferry-1931.html news/ferry-1932.html notes/квитанция.txt \
        notes/日本語の長い名前です.txt tweets/01.txt tweets/02.txt tweets/02_copy.txt";
    let names: Vec<&str> = names.split(' ').collect();
    let mut snapshot = ranking(
        epoch,
        params,
        &names,
        &[
            (3, 4, 88, 92, 96, Mark::None),
            (0, 1, 9, 22, 14, Mark::Changed),
            (1, 5, 31, 60, 84, Mark::New),
            (5, 6, 27, 80, 84, Mark::None),
            (7, 8, 12, 46, 61, Mark::None),
            (0, 2, 4, 22, 19, Mark::Gone),
        ],
    );
    let copies = Row::Copies {
        pair: pair_of(9, 10, 18, 18, 18, params),
        members: vec![DocId(9), DocId(10), DocId(11)],
        mark: Mark::None,
    };
    snapshot.rows.change(|rows| {
        rows.insert(0, copies);
        if let Some(Row::Pair { more, .. }) = rows.get_mut(1) {
            *more = (0, 2);
        }
    });
    snapshot.pairs_found = 9;
    let denied = "permission denied: allow reading it, e.g. with chmod +r";
    let problems = [
        ("photos/cat.jpg", ProblemKind::Skipped, "not text: it holds NUL bytes"),
        ("notes/\u{1b}[31mred.txt", ProblemKind::Failed, denied),
        ("notes/old.txt", ProblemKind::Lossy, "3 bytes could not be decoded"),
    ];
    snapshot.problems =
        problems.map(|(path, kind, why)| Problem::new(&DocPath::new(path), kind, why)).into();
    snapshot
}

fn find(text: &str, part: &str) -> Span {
    let start = text.find(part).unwrap();
    Span::new(start as u32, (start + part.len()) as u32)
}

/// Returns the words between blanks, without the punctuation around them.
fn words(text: &str) -> Vec<Span> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
        match (character.is_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push(Span::new(from as u32, at as u32));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Returns clusters of the documents of [`folder`].
pub(crate) fn clusters(snapshot: &Snapshot) -> Clusters {
    let params = &snapshot.params;
    let pairs = |scores: &[u64], texts: usize| {
        let mut links = Vec::new();
        let mut scores = scores.iter().map(|score| Ratio::new(*score, 100));
        for a in 0..texts {
            for b in a + 1..texts {
                let score = scores.next().unwrap();
                links.push(Link { a: a as u32, b: b as u32, score });
            }
        }
        links.retain(|link| link.score >= params.threshold);
        links.sort_by_key(|link| Reverse(link.score));
        links
    };
    let cluster = |texts: &[&[u32]], scores: &[u64], weakest: u64, between: (u32, u32)| {
        let texts: Vec<Vec<DocId>> =
            texts.iter().map(|text| text.iter().copied().map(DocId).collect()).collect();
        let best = pairs(scores, texts.len());
        let documents = texts.iter().map(Vec::len).sum();
        Cluster {
            documents,
            weakest: Ratio::new(weakest, 100),
            between: (DocId(between.0), DocId(between.1)),
            central: texts.get(1).or(texts.first()).map(|text| text[0]),
            largest: texts[0][0],
            pairs: best.len(),
            best,
            is_broad: documents > 2,
            texts,
        }
    };
    let scores = [64, 21, 0, 0, 52, 37, 9, 100, 12, 20];
    Clusters {
        params: Arc::clone(params),
        docs: Arc::clone(&snapshot.docs),
        clusters: vec![
            cluster(&[&[0], &[1], &[2], &[5, 6], &[8]], &scores, 20, (5, 8)),
            cluster(&[&[9, 10, 11]], &[], 100, (9, 10)),
            cluster(&[&[3], &[4]], &[96], 96, (3, 4)),
        ],
        is_partial: false,
    }
}

/// Returns a passage that is equal in both texts, word for word.
pub(crate) fn passage(number: u32, a: Span, b: Span, words: u32) -> Passage {
    Passage {
        number,
        occurrence: 0,
        a,
        b,
        words,
        alike: words,
        disguised: 0,
        reordered: 0,
        moved: false,
    }
}

/// Returns a pair of two texts whose passages are the given parts, `(in a, in b, moved)`, in the order of a.
pub(crate) fn pair_view(
    names: (&str, &str),
    texts: (&str, &str),
    parts: &[(&str, &str, bool)],
    params: &Params,
) -> PairView {
    let passages: Vec<Passage> = parts
        .iter()
        .enumerate()
        .map(|(index, (a, b, moved))| {
            let words = a.split_whitespace().count() as u32;
            let (a, b) = (find(texts.0, a), find(texts.1, b));
            Passage { moved: *moved, ..passage(index as u32 + 1, a, b, words) }
        })
        .collect();
    let runs = passages.iter().zip(0..).map(|(one, index)| SharedRun {
        passage: Some(index),
        a: one.a,
        b: one.b,
        words: one.words,
    });
    let blocks = |span: fn(&Passage) -> Span| {
        let all = passages.iter().zip(0..);
        let mut blocks: Vec<Block> =
            all.map(|(one, passage)| Block { span: span(one), passage }).collect();
        blocks.sort_by_key(|one| one.span);
        blocks
    };
    let pair = pair_of(0, 1, 9, 22, 14, params);
    let highlight =
        |one: &Block| Highlight { span: one.span, run: one.passage, passage: Some(one.passage) };
    let side = |name: &str, text: &str, blocks: Vec<Block>, shingles: u32| Side {
        doc: DocInfo { words: shingles + 2, shingles, ..doc(name) },
        text: text.into(),
        sections: Arc::default(),
        highlights: blocks.iter().map(highlight).collect(),
        blocks,
        words: words(text),
        dropped: Vec::new(),
        changed: Vec::new(),
    };
    PairView {
        surroundings: Surroundings::default(),
        params: Arc::new(params.clone()),
        a: side(names.0, texts.0, blocks(|passage| passage.a), 22),
        b: side(names.1, texts.1, blocks(|passage| passage.b), 14),
        overlap: pair.overlap,
        score: pair.score,
        runs: runs.collect(),
        passages,
    }
}

pub(crate) fn harbour(names: (&str, &str), params: &Params) -> PairView {
    let mut view = pair_view(names, (TEXT_A, TEXT_B), &SHARED, params);
    view.b.doc.languages = Languages::of_one_language(None, 9);
    view.b.doc.file.encoding = "windows-1251";
    view.b.doc.file.undecoded = 3;
    view
}

pub(crate) fn explained(
    view: &PairView,
    asked: &WordQuestion,
) -> Result<Arc<Explained>, SideBySideError> {
    let path = DocPath::new("a.txt");
    let reader = DocumentReader::default();
    let read = |text: &str| reader.document(&path, text.as_bytes().to_vec(), &view.params);
    let (a, b) = (read(&view.a.text)?, read(&view.b.text)?);
    let (document, other) = if asked.second { (&b, &a) } else { (&a, &b) };
    let others = other.sketch().into_iter().collect();
    let explained = Explained::new(document, &view.params, &others, asked.span);
    explained.map(Arc::new).ok_or(SideBySideError::Changed(path))
}
