"""The Python module finds what the program finds."""

from __future__ import annotations

import doctest
import json
import subprocess

import pyarrow as pa
import pytest
from conftest import PROGRAM, scanned

import shingle
from shingle.parameters import FileParameters, Parameters

PARAMETERS = [
    {},
    {"width": 4, "threshold": 0.5, "measure": "jaccard", "stop_words": False, "stem": False},
    {"sketch": "minhash", "threshold": "1/4"},
    {"modulo": 2, "hash": "crc32", "language": "en"},
    {"common": "20%"},
]


def _options(parameters):
    named = {True: "on", False: "off"}
    return [part for name, value in parameters.items() for part in (f"--{name.replace('_', '-')}", str(named.get(value, value) if isinstance(value, bool) else value))]


@pytest.mark.parametrize("parameters", PARAMETERS, ids=str)
def test_pairs_are_those_of_scan(folder, tmp_path, parameters):
    names = sorted(path for path in folder("plain").rglob("*.txt"))[:120]
    texts = [path.read_text() for path in names]
    for place, text in enumerate(texts):
        (tmp_path / f"{place:04}.txt").write_text(text)
    wanted = [json.loads(line) for line in scanned(tmp_path, *_options(parameters)).splitlines()]
    wanted = [line for line in wanted if "score" in line]
    found = shingle.pairs(texts, **parameters).to_pylist()
    named = [pair | {side: f"{pair[side]:04}.txt" for side in "ab"} for pair in found]
    assert named == wanted
    assert len(wanted) > 0


def _written(texts, folder):
    folder.mkdir()
    for place, text in enumerate(texts):
        (folder / f"{place:04}.txt").write_text(text)


def _printed(*parts):
    environment = {"SHINGLE_CONFIG": "", "SHINGLE_CACHE": "", "SHINGLE_STATE": ""}
    done = subprocess.run([PROGRAM, *parts], check=True, capture_output=True, text=True, env=environment)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("keep", ["first", "longest"])
def test_dedup_keeps_what_the_program_keeps(folder, tmp_path, keep):
    texts = [path.read_text() for path in sorted(folder("plain").rglob("*.txt"))[:200]]
    _written(texts, tmp_path / "in")
    wanted = _printed("dedup", tmp_path / "in", "--keep", keep, "--format", "ndjson")
    found = shingle.dedup(texts, keep).to_pylist()
    named = [
        {"path": f"{place:04}.txt", "repeats": {"path": f"{row['repeats']:04}.txt"}, "score": row["score"]}
        for place, row in enumerate(found)
        if row["repeats"] is not None
    ]
    assert named == sorted(wanted, key=lambda line: line["path"])
    assert 0 < len(named) < len(texts) == len(found)


def test_clusters_are_those_of_the_program(folder, tmp_path):
    texts = [path.read_text() for path in sorted(folder("plain").rglob("*.txt"))[:120]]
    _written(texts, tmp_path / "in")
    wanted = _printed("clusters", tmp_path / "in", "--format", "ndjson")
    found = shingle.clusters([None, *texts]).to_pylist()
    assert found[0] is None
    by_number = [[f"{place:04}.txt" for place, one in enumerate(found[1:]) if one == number] for number in range(len(wanted))]
    assert by_number == [sorted(member["path"] for member in cluster["members"]) for cluster in wanted]
    assert len(wanted) > 1


def test_new_texts_are_compared_with_old_ones_alone(folder, tmp_path):
    texts = [path.read_text() for path in sorted(folder("plain").rglob("*.txt"))[:120]]
    new, old = texts[::2], texts[1::2]
    _written(new, tmp_path / "new")
    _written(old, tmp_path / "old")
    wanted = [json.loads(line) for line in scanned(tmp_path, "--between", "new", "old").splitlines()]
    found = shingle.pairs([*new, None], old).to_pylist()
    named = [pair | {"a": f"new/{pair['a']:04}.txt", "b": f"old/{pair['b']:04}.txt"} for pair in found]
    assert named == [line for line in wanted if "score" in line]
    assert 0 < len(named) < shingle.pairs(texts).num_rows


def test_a_query_finds_what_the_program_finds(folder, tmp_path):
    names = sorted(path for path in folder("plain").rglob("*.txt"))[:120]
    asked, texts = names[6].read_text(), [path.read_text() for path in names]
    (tmp_path / "in").mkdir()
    for place, text in enumerate(texts):
        (tmp_path / "in" / f"{place:04}.txt").write_text(text)
    (tmp_path / "asked.txt").write_text(asked)
    parts = [PROGRAM, "query", tmp_path / "asked.txt", "--in", tmp_path / "in", "--format", "ndjson", "--top", "100", "-t", ".1"]
    environment = {"SHINGLE_CONFIG": "", "SHINGLE_CACHE": "", "SHINGLE_STATE": ""}
    printed = subprocess.run(parts, check=True, capture_output=True, text=True, env=environment).stdout
    wanted = [json.loads(line) for line in printed.splitlines()]
    found = shingle.query(asked, texts, threshold=0.1).to_pylist()
    assert [(f"{hit['b']:04}.txt", hit["shared"], hit["score"]) for hit in found] == [(line["b"], line["shared"], line["score"]) for line in wanted]
    assert (found[0]["b"], found[0]["exact_copy"]) == (6, True)


def test_sketches_share_what_pairs_share():
    texts = ["one two three four five six", None, "", "zero one two three four five"]
    sketches = shingle.sketch(texts, width=2, language="en", stop_words="off").to_pylist()
    (pair,) = shingle.pairs(texts, width=2, language="en", stop_words="off", threshold=0).to_pylist()
    assert (pair["a"], pair["b"], pair["shared"]) == (0, 3, len(set(sketches[0]) & set(sketches[3])))
    assert (sketches[1], sketches[2], len(sketches[0])) == (None, [], 5)
    assert sketches[0] == sorted(sketches[0])


def test_arrow_texts_of_any_kind_are_taken():
    texts = ["a b c d e f g", "a b c d e f h", None, "x"]
    wanted = shingle.pairs(texts, threshold=0.5)
    assert wanted.num_rows == 1
    kinds = [pa.array(texts), pa.array(texts, pa.large_string()), pa.array(texts, pa.string_view()), pa.chunked_array([texts[:1], texts[1:]])]
    # An array that begins within another.
    kinds.append(pa.array(["before", *texts])[1:])
    for kind in kinds:
        assert shingle.pairs(kind, threshold=0.5) == wanted


def test_what_makes_no_sense_is_refused_by_name():
    for parameters, said in [
        ({"width": 0}, "^width 0: "),
        ({"stop_words": "none.txt"}, "^stop_words"),
        ({"records": "lines"}, "^records: "),
        ({"threshold": "-1"}, "0 to 1"),
        ({"functions": 7}, "functions"),
    ]:
        with pytest.raises(ValueError, match=said) as refused:
            shingle.pairs(["a"], **parameters)
        assert "--" not in str(refused.value)
    with pytest.raises(ValueError, match="'first' or 'longest'"):
        shingle.dedup(["a"], keep="last")
    with pytest.raises(TypeError, match="'widht'; did you mean 'width'"):
        shingle.pairs(["a"], widht=3)
    for wrong in ["one text", b"bytes", {"a": "text"}]:
        with pytest.raises(TypeError, match="list of texts"):
            shingle.pairs(wrong)


def test_the_typed_parameters_are_those_of_the_program():
    scan = json.loads(shingle._native.Plan.scan(".", []).parameters())
    own = {name.replace("_", "-") for name in Parameters.__annotations__}
    of_files = {name.replace("_", "-") for name in FileParameters.__annotations__}
    assert own == set(scan) - set(shingle.OF_FILES)
    assert of_files == own | set(shingle.OF_FILES)


def test_the_example_holds():
    assert doctest.testmod(shingle).failed == 0
