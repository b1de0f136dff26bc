"""Exact near-duplicate detection by w-shingling: the library of the terminal program `shingle`.

Each function takes the parameters of `shingle scan` by their names, with `_` for `-`, and as they are typed there or as Python
has them: `width=4`, `threshold=.5`, `measure="jaccard"`, `stop_words="off"`, `stem=False`. Defaults, values and errors are those
of the program. A wrong value is a `ValueError`, a wrong name a `TypeError`.

Texts are any sequence of `str`, or anything with Arrow's interfaces: a `pyarrow.Array`, a column of Polars, pandas or DuckDB.
Arrow's strings are read where they are, without a copy; `str` and string views are copied once. Results are new Arrow tables.
The GIL is released while texts are compared, and all cores are used (`RAYON_NUM_THREADS` limits them).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

import pyarrow as pa

from . import _native
from ._native import __version__
from .parameters import Parameters

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["__version__", "clusters", "dedup", "pairs", "query", "sketch"]

OF_FILES = ("encoding", "records", "include", "exclude", "hidden", "ignored", "between", "skip-same", "skip-older")
"""Parameters that are about files, not about texts."""


def pairs(texts: Iterable[str | None], old: Iterable[str | None] | None = None, **parameters: Unpack[Parameters]) -> pa.Table:
    """All pairs of texts that reach the threshold, with exact counts, best first. With `old`, all pairs of one of the texts and
    one of the old texts: `a` is a place in `texts`, `b` one in `old`.

    The columns `a` and `b` are the places of the two texts, from 0, `a` before `b`; the others are those of the lines of
    `shingle scan --format ndjson`. Texts that are None are in no pair.

    >>> import shingle
    >>> old, new = "the quick brown fox jumps over the lazy dog", "a quick brown fox jumps over the lazy cat"
    >>> shingle.pairs([old, "something else", new], width=2, threshold=.5).select(["a", "b", "shared"]).to_pylist()
    [{'a': 0, 'b': 2, 'shared': 4}]
    """
    others = None if old is None else _batches(old)
    return pa.Table.from_batches([_native.pairs(_plan(parameters), _batches(texts), others)])


def dedup(texts: Iterable[str | None], keep: Literal["first", "longest"] = "first", **parameters: Unpack[Parameters]) -> pa.Table:
    """What each text repeats, as `shingle dedup` finds it, with its defaults. A row for each text: `repeats` is the place of the
    text that is kept instead, `score` their score. Both are null for a text that is kept, and for None.

    >>> import shingle
    >>> shingle.dedup(["a b c d e f", "something else", "a b c d e f"]).column("repeats").to_pylist()
    [None, None, 0]
    """
    if keep not in ("first", "longest"):
        raise ValueError(f"keep={keep!r}: expected 'first' or 'longest'")
    return pa.Table.from_batches([_native.repeats(_plan(parameters, dedup=True), _batches(texts), keep == "longest")])


def clusters(texts: Iterable[str | None], **parameters: Unpack[Parameters]) -> pa.Array:
    """The number of the cluster of each text, from 0, the largest cluster first; null for a text that is in none.

    >>> import shingle
    >>> shingle.clusters(["a b c d", "x", "a b c d", None, "x"], stop_words=False).to_pylist()
    [0, 1, 0, None, 1]
    """
    return _native.clusters(_plan(parameters), _batches(texts)).column("cluster")


def query(text: str, texts: Iterable[str | None], **parameters: Unpack[Parameters]) -> pa.Table:
    """The texts that share wording with `text`, with exact counts, best first.

    The column `b` is the place of the other text, from 0; `text` is a, and directional measures are taken from its side.
    """
    return pa.Table.from_batches([_native.query(_plan(parameters), text, _batches(texts))])


def sketch(texts: Iterable[str | None], **parameters: Unpack[Parameters]) -> pa.Array:
    """The keys of the sketch of each text, ascending: a list of 64-bit numbers for each, None for None.

    Keys of two calls are equal where the shingles are, if the parameters are the same.
    """
    return _native.sketches(_plan(parameters), _batches(texts)).column("sketch")


def options_of(parameters: Mapping[str, Any]) -> list[str]:
    """The parameters as they are typed."""
    options: list[str] = []
    for name, value in parameters.items():
        if value is None:
            continue
        name = name.replace("_", "-")
        values = value if isinstance(value, (list, tuple)) else [value]
        # `--name=value`, so that no value is taken for an option.
        shown = ["on" if one is True else "off" if one is False else str(one) for one in values]
        if len(shown) == 1:
            options.append(f"--{name}={shown[0]}")
        else:
            options += [f"--{name}", *shown]
    return options


def _plan(parameters: Mapping[str, Any], dedup: bool = False) -> _native.Plan:
    for name in parameters:
        if name.replace("_", "-") in OF_FILES:
            raise ValueError(f"{name}: it is about files, and these are texts; leave it out")
        if name == "passage":
            raise ValueError("passage: pairs are found by their scores here; run `shingle scan --passage` on a folder")
        if name not in Parameters.__annotations__:
            near = difflib.get_close_matches(name, Parameters.__annotations__, 1)
            raise TypeError(f"there is no parameter {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    try:
        return _native.Plan.scan(".", options_of(parameters), dedup)
    except ValueError as error:
        # As the parameters are written here.
        said = re.sub(r"--([a-z][a-z-]*)", lambda option: option[1].replace("-", "_"), str(error))
        raise ValueError(said) from None


def _batches(texts: Any) -> list[pa.RecordBatch]:
    """The texts in Arrow's form, without a copy where they are in it."""
    if isinstance(texts, (str, bytes, Mapping)):
        raise TypeError(f"expected a list of texts, not {type(texts).__name__}")
    if not isinstance(texts, (pa.Array, pa.ChunkedArray)):
        if hasattr(texts, "__arrow_c_stream__"):
            texts = pa.chunked_array(texts)
        elif hasattr(texts, "__arrow_c_array__"):
            texts = pa.array(texts)
        else:
            texts = pa.array(list(texts), pa.large_string())
    chunks = texts.chunks if isinstance(texts, pa.ChunkedArray) else [texts]
    known = (pa.string(), pa.large_string())
    read = [chunk if chunk.type in known else chunk.cast(pa.large_string()) for chunk in chunks]
    return [pa.record_batch([chunk], names=["text"]) for chunk in read]
