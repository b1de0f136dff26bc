"""The steps that run on executors, each from Arrow batches to Arrow batches. The library does the work."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

import pyarrow as pa

Batches = Iterator[pa.RecordBatch]
Step = Callable[[Iterable[pa.RecordBatch]], Batches]

SKETCHED = (
    "name binary, line int, kind string, reason string, text bigint, "
    "identity binary, words int, keys int, shingles int, head string, tail string, sketch binary, kept binary"
)
BLOCKS = "bucket int, block binary"
KEYS = "key bigint, texts bigint"
KEY_COUNTS = KEYS + ", documents bigint"
TEXTS = "text bigint, left_out int, repeated binary, frequencies binary"
CANDIDATES = "small bigint, large bigint"
COUNTED = "small bigint, large bigint, shared bigint, exact bigint"
PAIR_COLUMNS = (
    "a string, b string, shared int, a_shingles int, b_shingles int, a_words int, b_words int, jaccard double, dice double, "
    "overlap double, containment_a double, containment_b double, score double, exact_copy boolean"
)
PAIRS = "rank binary, a_name binary, a_line int, b_name binary, b_line int, ndjson string, " + PAIR_COLUMNS
DOCUMENTS = "name binary, line int, ndjson string, document string, words int, shingles int"
CLUSTERS = (
    "cluster bigint, name binary, line int, ndjson string, documents bigint, texts bigint, path string, text string"
)
PROBLEMS = "name binary, line int, ndjson string, path string, kind string, reason string"


def _native():
    # A task of Spark has one core.
    os.environ.setdefault("RAYON_NUM_THREADS", "1")
    from shingle import _native

    return _native


def _plan(shipped: str):
    return _native().Plan.shipped(shipped)


def sketch(shipped: str, root: str | None, seed: int) -> Step:
    """From names of files below `root`, or names with texts, to sketches."""

    def step(batches: Iterable[pa.RecordBatch]) -> Batches:
        native, plan = _native(), _plan(shipped)
        seen = native.SeenTexts()
        for batch in batches:
            yield from native.sketch(plan, batch, root, seed, seen)

    return step


def _through(make: Callable) -> Step:
    """A step that takes batches in and gives batches out as they become full."""

    def step(batches: Iterable[pa.RecordBatch]) -> Batches:
        work = make(_native())
        for batch in batches:
            yield from _some(work.push(batch))
        yield from _some(work.finish())

    return step


def _some(given) -> Batches:
    if isinstance(given, list):
        yield from given
    elif given is not None:
        yield given


def frequent(share: float) -> Step:
    """From sketches to the keys that this share of a task's texts have."""
    return _through(lambda native: native.FrequentStep(share))


def frequent_blocks(ranges: int, keys: bytes) -> Step:
    """From sketches to blocks of texts with those of their keys that are frequent."""

    def step(batches: Iterable[pa.RecordBatch]) -> Batches:
        native = _native()
        known = native.FrequentKeys(keys)
        for batch in batches:
            yield from native.frequent_blocks(batch, ranges, known)

    return step


def frequent_counts() -> Step:
    """From such blocks to how many texts and documents have each key."""
    return _through(lambda native: native.FrequentCounts())


def spread(ranges: int, frequent: bytes) -> Step:
    """From sketches to blocks of keys, but for frequent ones."""
    return _through(lambda native: native.Spreader(ranges, frequent))


def frequency(ranges: int, most: int | None, templates: bytes, phrases: bytes) -> Step:
    """From blocks of keys to blocks of texts."""
    return _through(lambda native: native.FrequencyStep(ranges, most, templates, phrases))


def texts(ranges: int, frequent: bytes) -> Step:
    """From blocks of texts to texts with their repeated keys, given how many texts have frequent ones."""
    return _through(lambda native: native.TextStep(ranges, frequent))


def _each(function: Callable) -> Step:
    """A step that turns each batch into one."""

    def step(batches: Iterable[pa.RecordBatch]) -> Batches:
        native = _native()
        for batch in batches:
            yield from _some(function(native, batch))

    return step


def _each_by_plan(shipped: str, function: Callable) -> Step:
    def step(batches: Iterable[pa.RecordBatch]) -> Batches:
        native, plan = _native(), _plan(shipped)
        for batch in batches:
            yield from _some(function(native, plan, batch))

    return step


def prefixes(shipped: str, ranges: int) -> Step:
    """From texts to blocks of the keys by which they can be found."""
    return _each_by_plan(shipped, lambda native, plan, batch: native.prefixes(plan, batch, ranges))


def bands(bands: int, rows: int, ranges: int) -> Step:
    """From sketches to blocks of the bands by which texts can be found."""
    return _each(lambda native, batch: native.bands(batch, bands, rows, ranges))


def meet(shipped: str) -> Step:
    """From such blocks to pairs that may pass."""
    return _through(lambda native: native.MeetingStep(native.Plan.shipped(shipped)))


def count(shipped: str, exact: bool) -> Step:
    """Of candidates behind the larger text of each, those that pass: by their sketches, or with `exact` by their shingles."""
    return _through(lambda native: native.CountingStep(native.Plan.shipped(shipped), exact))


def copies(shipped: str) -> Step:
    """The texts whose copies make pairs that pass."""
    return _each_by_plan(shipped, lambda native, plan, batch: native.copies(plan, batch))


def pair_lines(shipped: str) -> Step:
    """The lines of pairs of documents."""
    return _each_by_plan(shipped, lambda native, plan, batch: native.pair_lines(plan, batch))


def document_lines() -> Step:
    """The lines of documents."""
    return _each(lambda native, batch: native.document_lines(batch))


def problem_lines() -> Step:
    """The lines of problems."""
    return _each(lambda native, batch: native.problem_lines(batch))


def cluster_lines() -> Step:
    """The lines of clusters."""
    return _each(lambda native, batch: native.cluster_lines(batch))
