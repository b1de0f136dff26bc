"""The output is that of `shingle scan`, to the byte."""

from __future__ import annotations

import json

import pytest
from conftest import expect_as_printed

import shingle_spark

def test_the_output_is_what_the_program_prints(spark, folder, tmp_path):
    # `test_steps.py` has more kinds of sketches; other tests have other folders on Spark, `test_failures.py` that of the demo.
    source, options = folder("plain"), ["-t", ".5", "--measure", "dice", "--common", "0.01"]
    manifest = shingle_spark.scan(spark, str(source), str(tmp_path / "out"), *options)
    assert manifest == json.loads((tmp_path / "out" / "manifest.json").read_text())
    expect_as_printed(tmp_path / "out", source, *options)


def test_what_cannot_be_had_is_refused_by_name(spark, tmp_path):
    for options, said in [
        (["--top", "3"], "--top"),
        (["--decided", "open"], "--decided"),
        (["--decisions", "marks.ndjson"], "--decisions"),
        (["--widht", "3"], "--widht"),
        (["--measure", "cosine"], "cosine"),
        (["--hash", "crc32"], "--hash"),
        (["--between", "a", "b"], "--between"),
        (["--skip-older", "2020-01-01"], "--skip-older"),
        (["--common", "auto"], "--common auto"),
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
