"""Rows of a table are documents as the files of a folder are."""

from __future__ import annotations

import pytest
from conftest import lines, scanned

import shingle_spark
from shingle_spark.__main__ import main


def _rows(folder):
    names = sorted(path for path in folder.rglob("*.txt"))
    return [(str(path.relative_to(folder)), path.read_text()) for path in names]


def test_a_table_gives_what_its_texts_give_as_files(spark, folder, tmp_path):
    rows = _rows(folder("plain"))
    # A text that is null is a problem.
    table = spark.createDataFrame([*rows, ("none.txt", None)], "doc string, body string")
    found = shingle_spark.pairs(table, str(tmp_path / "out"), id="doc", text="body", threshold=0.5)
    wanted = scanned(folder("plain"), "-t", ".5")
    assert lines(tmp_path / "out", "documents") + lines(tmp_path / "out", "pairs") == wanted
    assert found.count() == lines(tmp_path / "out", "pairs").count("\n") > 0
    assert {"a", "b", "shared", "score", "exact_copy"} < set(found.columns)
    problem = '{"path":"none.txt","kind":"failed"'
    assert [line[: len(problem)] for line in lines(tmp_path / "out", "problems").splitlines()] == [problem]


def test_two_documents_of_one_name_are_refused(spark, tmp_path):
    table = spark.createDataFrame([("x", "one"), ("y", "two"), ("x", "three")], "id string, text string")
    with pytest.raises(ValueError, match="x: 2 rows"):
        shingle_spark.scan(spark, table, str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()
    for options, said in [({"records": "lines"}, "records"), ({"id": "name"}, "name: no column")]:
        with pytest.raises(ValueError, match=said):
            shingle_spark.scan(spark, table, str(tmp_path / "out"), **options)


def test_the_command_line_says_what_it_wants(capsys):
    assert main(["scan", "in", "out", "--id", "x"]) == 2
    assert "--table" in capsys.readouterr().err
    assert main(["scan", "in", "out", "--table", "csv"]) == 2
    assert "parquet" in capsys.readouterr().err
    assert main(["scan", "in"]) == 2
