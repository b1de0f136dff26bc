"""The parameters of `shingle scan` with their types, for editors and type checkers. The program has the names, values and defaults; a
test compares the names."""

from __future__ import annotations

from typing import Literal, TypedDict, Union

Switch = Union[bool, Literal["on", "off"]]
Share = Union[float, str]


class Parameters(TypedDict, total=False):
    """Those of comparing texts."""

    language: str
    words: Literal["unicode", "spaces", "phpir", "node"]
    pos_removal: Switch
    case: Literal["unicode", "ascii", "keep"]
    confusables: Switch
    accents: Literal["kept", "ignored"]
    stop_words: Union[bool, str]
    stop_words_add: str
    stem: Switch
    width: int
    step: int
    hash: Literal["wide", "crc32", "md5-28"]
    modulo: int
    sketch: Literal["modulo", "minhash", "supershingle", "megashingle"]
    functions: int
    family: Literal["fast", "md5"]
    verify: Switch
    common: Share
    template: Union[str, list[str]]
    phrases: str
    measure: Literal["containment", "jaccard", "dice", "overlap", "per-word"]
    threshold: Share
    above: Literal["at-least", "strictly"]
    passage: Union[int, str]
    preset: Literal["phpir", "php-shingles", "minhash84", "node"]


class FileParameters(Parameters, total=False):
    """Those of files, too."""

    encoding: str
    records: str
    include: Union[str, list[str]]
    exclude: Union[str, list[str]]
    hidden: bool
    ignored: bool
    between: list[str]
    skip_same: str
    skip_older: str
