"""Records of files in a folder are documents, as they are to the program."""

from __future__ import annotations

import gzip
import json

from conftest import lines, listed, scanned

import shingle_spark

LONG = "the committee met in the spring to discuss the new rules for the harbour and agreed that every ship should pay a fee "


def test_records_of_a_folder_are_those_of_the_program(spark, tmp_path):
    source = tmp_path / "in"
    (source / "deep").mkdir(parents=True)
    texts = [LONG + "before noon", "kurz und gut", LONG + "after noon", LONG + "before noon", "short one", ""]
    good = [json.dumps({"text": text}) for text in texts]
    (source / "a.jsonl").write_text("\n".join([*good, "no object", json.dumps({"other": 1})]))
    with gzip.open(source / "deep" / "b.jsonl.gz", "wt") as file:
        file.write("\n".join(reversed(good)))
    options = ["--records", "jsonl:text", "-w", "2", "-t", ".3"]
    shingle_spark.scan(spark, str(source), str(tmp_path / "out"), *options)
    wanted = scanned(source, *options)
    assert lines(tmp_path / "out", "documents") + lines(tmp_path / "out", "pairs") == wanted
    assert '"a":"a.jsonl:1"' in wanted and "deep/b.jsonl.gz:6" in wanted
    problems = [json.loads(line) for line in lines(tmp_path / "out", "problems").splitlines()]
    assert problems == listed(source, *options)["problems"] != []
