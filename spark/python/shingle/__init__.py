"""Exact near-duplicate detection by w-shingling: the library of the terminal program `shingle`.

Each function takes the parameters of `shingle scan` by their names, with `_` for `-`, and as they are typed there or as Python
has them: `width=4`, `threshold=.5`, `measure="jaccard"`, `stop_words="off"`, `stem=False`. Defaults, values and errors are those
of the program. A wrong one is a `ValueError`.

Texts are any sequence of `str`, or anything with Arrow's interfaces: a `pyarrow.Array`, a column of Polars, pandas or DuckDB.
Arrow's strings are read where they are, without a copy; `str` and string views are copied once. Results are new Arrow tables.
The GIL is released while texts are compared, and all cores are used (`RAYON_NUM_THREADS` limits them).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from . import _native
from ._native import __version__

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .parameters import Parameters

__all__ = ["__version__", "pairs", "query", "sketch"]

OF_FILES = ("encoding", "html", "records", "include", "exclude", "hidden", "ignored", "between", "skip-same", "skip-older")
"""Parameters that are about files, not about texts."""


def pairs(texts: Iterable[str | None], **parameters: Unpack[Parameters]) -> pa.Table:
    """All pairs of texts that reach the threshold, with exact counts, best first.

    The columns `a` and `b` are the places of the two texts, from 0, `a` before `b`; the others are those of the lines of
    `shingle scan --format ndjson`. Texts that are None are in no pair.

    >>> import shingle
    >>> old, new = "the quick brown fox jumps over the lazy dog", "a quick brown fox jumps over the lazy cat"
    >>> shingle.pairs([old, "something else", new], width=2, threshold=.5).select(["a", "b", "shared"]).to_pylist()
    [{'a': 0, 'b': 2, 'shared': 4}]
    """
    return pa.Table.from_batches([_native.pairs(_plan(parameters), _batches(texts))])


def query(text: str, texts: Iterable[str | None], **parameters: Unpack[Parameters]) -> pa.Table:
    """The texts that share wording with `text`, with exact counts, best first.

    The column `b` is the place of the other text, from 0; `text` is a, and directional measures are taken from its side.
    """
    return pa.Table.from_batches([_native.query(_plan(parameters), text, _batches(texts))])


def sketch(texts: Iterable[str | None], **parameters: Unpack[Parameters]) -> pa.Array:
    """The keys of the sketch of each text, ascending: a list of 64-bit numbers for each, None for None.

    Keys of two calls are equal where the shingles are, if the parameters are the same. Short stretches whose language is
    unsure are read as most of these texts are; with `language="en"` nothing depends on the other texts.
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


def _plan(parameters: Mapping[str, Any]) -> _native.Plan:
    for name in parameters:
        if name.replace("_", "-") in OF_FILES:
            raise ValueError(f"{name}: it is about files, and these are texts; leave it out")
    return _native.Plan.scan(".", options_of(parameters))


def _batches(texts: Any) -> list[pa.RecordBatch]:
    """The texts in Arrow's form, without a copy where they are in it."""
    if isinstance(texts, str):
        raise ValueError("texts: one text; give a list of texts")
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
