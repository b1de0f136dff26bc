"""The output is that of `shingle scan`, to the byte."""

from __future__ import annotations

import json

import pytest
from conftest import clustered, lines, listed, listed_clusters, scanned

import shingle_spark

CASES = [
    ("demo", []),
    ("plain", ["-t", ".5", "--measure", "dice", "--common", "0.01"]),
]
"""On Spark. `test_steps.py` has more kinds of sketches, and `test_shares.py` and `test_failures.py` other folders."""


@pytest.mark.parametrize(("variant", "options"), CASES, ids=lambda value: " ".join(value) if isinstance(value, list) else value)
def test_the_lines_are_those_of_the_program(spark, folder, tmp_path, variant, options):
    source = folder(variant)
    manifest = shingle_spark.scan(spark, str(source), str(tmp_path / "out"), *options)
    wanted = scanned(source, *options)
    assert lines(tmp_path / "out", "documents") + lines(tmp_path / "out", "pairs") == wanted
    assert manifest == json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["counts"]["pairs"] == lines(tmp_path / "out", "pairs").count("\n") > 0
    listing = listed(source, *options)
    for name in ("parameters", "left_out", "folder_languages", "pairs_found"):
        assert manifest[name] == listing[name]
    assert listed_clusters(tmp_path / "out") == clustered(source, *options)
    assert not (tmp_path / "out" / "_work").exists()


def test_what_cannot_be_had_is_refused_by_name(spark, tmp_path):
    for options, said in [
        (["--top", "3"], "--top"),
        (["--linkage", "average"], "--linkage"),
        (["--decided", "open"], "--decided"),
        (["--decisions", "marks.ndjson"], "--decisions"),
        (["--widht", "3"], "--widht"),
        (["--measure", "cosine"], "cosine"),
        (["--hash", "crc32"], "--hash"),
        (["--between", "a", "b"], "--between"),
        (["--skip-older", "2020-01-01"], "--skip-older"),
    ]:
        with pytest.raises(ValueError, match=said):
            shingle_spark.scan(spark, ".", str(tmp_path / "out"), *options)
    assert not (tmp_path / "out").exists()


def test_the_output_is_a_new_folder_outside_of_the_one_that_is_read(spark, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("one text")
    for out, said in [("in/out", "outside"), ("in", "not there"), ("in/a.txt", "not there")]:
        with pytest.raises(ValueError, match=said):
            shingle_spark.scan(spark, str(tmp_path / "in"), str(tmp_path / out))
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["a.txt"]
