//! Synthetic documents, rankings and pairs.

use std::cmp::Reverse;

use shingle::base::problem::{Problem, ProblemKind};
use shingle::engine::{DocumentReader, SideBySideError, WordQuestion};
use shingle::pipeline::{
    Block, Cluster, Clusters, Completeness, DocInfo, Earlier, Explained, FolderPassage,
    FolderPassages, Highlight, Histogram, Languages, Originality, Pair, PairView, Passage,
    PassageOrder, RowChanges, SharedRun, Side, SourcePassage, SourcedStretch, SourcedText, Sources,
    TextSource, document::info::FileInfo, document::original::Basis,
    document::original::Confidence, document::original::Hint,
};
use shingle::{base::span::Span, compare::Link, compare::Overlap};

use crate::tui::tests::prelude::*;

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
        languages: Languages::from_one_language(Language::from_code("en"), 9),
        mixed: 0,
        words,
        shingles: words - 2,
    }
}

/// Returns a document with these lines of front matter.
pub(crate) fn stated(path: &str, lines: &str) -> DocInfo {
    let (name, text) = (DocPath::new("a.md"), format!("---\n{lines}---\n"));
    let (reader, params) = (DocumentReader::default(), Params::defaults());
    let read = reader.read_document(&name, text.as_bytes().to_vec(), &params);
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
        ignored: Arc::default(),
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
        news: RowChanges::default(),
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
    snapshot.rows.change_rows(|rows| {
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
        ignored: 0,
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
        ignored: Arc::default(),
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
    view.b.doc.languages = Languages::from_one_language(None, 9);
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
    let read = |text: &str| reader.read_document(&path, text.as_bytes().to_vec(), &view.params);
    let (a, b) = (read(&view.a.text)?, read(&view.b.text)?);
    let (document, other) = if asked.second { (&b, &a) } else { (&a, &b) };
    let others = other.counted_keys().into_iter().collect();
    let explained = Explained::new(document, &view.params, &others, asked.span);
    explained.map(Arc::new).ok_or(SideBySideError::Changed(path))
}

// Synthetic passages of a folder.

/// Returns a licence in many documents, a long run in two, and a short run.
pub(crate) fn passages(order: PassageOrder, params: &Params) -> FolderPassages {
    let passage = |words: u32, documents: u32, text: &str| {
        let name = |number: u32| DocPath::new(format!("essays/harbour-{number:02}.txt"));
        FolderPassage {
            words,
            repeated: u64::from(words * (documents - 1)),
            span: Span::new(0, text.len() as u32),
            text: text.into(),
            section: None,
            other: name(1),
            documents: (0..documents).map(name).collect(),
        }
    };
    let licence = "This leaf may be copied, folded and read aloud,\nprovided that these terms stay at its head.";
    let long = "Before six in the morning the harbour belongs to the gulls. ".repeat(40);
    let mut passages = vec![
        passage(11, 1234, licence),
        passage(280, 2, &long),
        passage(9, 3, "Soup first, then the bread that nobody finished before the ferry left."),
    ];
    passages.sort_by_key(|one| {
        std::cmp::Reverse(match order {
            PassageOrder::Repeated => one.repeated,
            PassageOrder::Words => one.words.into(),
            PassageOrder::Documents => one.documents.len() as u64,
        })
    });
    let params = Arc::new(params.clone());
    FolderPassages {
        params,
        least: 8,
        order,
        found: 1403,
        documents: 2000,
        passages,
        problems: Vec::new(),
    }
}

// A synthetic document with its sources.

/// Passages of two sources, each with the number of other documents that contain the passage.
const PASSAGES: [&[(&str, u32)]; 2] =
    [&[(SHARED[0].0, 0), (SHARED[2].0, 3)], &[("the old ferry left", 0), (SHARED[1].0, 0)]];
/// Words that only unlisted documents have.
const ELSEWHERE: &str = "counted the boats twice";

/// Returns a document of this name and text. The first source has two passages. The second source has a part of the
/// first passage and another passage.
pub(crate) fn sourced(name: &DocPath, text: &str, params: &Params) -> SourcedText {
    let span = |part: &str| {
        let start = text.find(part)? as u32;
        Some(Span::new(start, start + part.len() as u32))
    };
    let words = |part: &str| part.split_whitespace().count() as u32;
    let mut passages: Vec<Vec<SourcePassage>> = Vec::new();
    let mut stretches = Vec::new();
    for (number, parts) in (0_u32..).zip(PASSAGES) {
        let mut mine = Vec::new();
        for (part, also) in parts {
            let Some(span) = span(part) else { continue };
            let is_new = !passages.iter().flatten().any(|one: &SourcePassage| {
                one.passage.a.start < span.end && span.start < one.passage.a.end
            });
            let named = ["legal/licence-a.txt", "tweets/01.txt"].map(DocPath::new);
            let (also_found, also) = (*also, named.into_iter().take(*also as usize).collect());
            mine.push(SourcePassage {
                passage: passage(mine.len() as u32 + 1, span, span, words(part)),
                runs: Vec::new(),
                adds: if is_new { words(part) } else { 0 },
                also,
                also_found,
                a_section: None,
                b_section: None,
            });
            if is_new {
                stretches.push(SourcedStretch { span, source: Some(number) });
            }
        }
        passages.push(mine);
    }
    stretches.extend(span(ELSEWHERE).map(|span| SourcedStretch { span, source: None }));
    stretches.sort_by_key(|stretch| stretch.span);
    let paths = |paths: &[&str]| paths.iter().map(|path| DocPath::new(*path)).collect::<Vec<_>>();
    let source =
        |path: &str, adds: u32, [copies, ties]: [&[&str]; 2], passages, originality| TextSource {
            doc: stated(path, "date: 1931\n"),
            copies: paths(copies),
            overlap: pair_of(0, 1, adds + 3, 98, 60, params).overlap,
            covers: adds + 3,
            adds,
            covers_words: adds + 2,
            adds_words: adds + 2,
            ties: paths(ties),
            ties_found: ties.len() as u32,
            is_hidden: false,
            passages,
            single_runs: None,
            originality,
        };
    let [known, unknown] = originalities();
    let spans = |all: &Vec<SourcePassage>| all.iter().map(|one| one.passage.a).collect();
    let words = passages.iter().map(spans).collect();
    let [first, second] = passages.try_into().unwrap();
    let copies = ["news/ferry-1932.html"];
    let sources = Sources {
        params: Arc::new(params.clone()),
        text: DocInfo {
            words: 100,
            shingles: 98,
            ..stated(&name.to_string(), "date: 2024-05-01\n")
        },
        shingles: 98,
        sources: vec![
            source("news/ferry-1931.html", 24, [&copies, &["essays/quay.txt"]], first, known),
            source("essays/pier.txt", 9, [&[], &[]], second, unknown),
        ],
        elsewhere: 2,
        elsewhere_words: 4,
        own: 67,
        own_words: 63,
        uncounted_words: 0,
        sentences: Vec::new(),
        problems: Vec::new(),
    };
    SourcedText {
        sources,
        text: text.into(),
        sections: Arc::default(),
        stretches,
        words,
        counted: Vec::new(),
        ignored: Vec::new(),
    }
}

/// Returns hints from the dates of the first and the second source.
fn originalities() -> [Originality; 2] {
    let hint = Hint {
        basis: Basis::Created,
        text: "2024-05-01".into(),
        source: "1931".into(),
        earlier: Earlier::Source,
    };
    let of = |original, confidence, hints| Originality { original, confidence, hints };
    [
        of(Some(Earlier::Source), Confidence::Fair, vec![hint]),
        of(None, Confidence::None, Vec::new()),
    ]
}
