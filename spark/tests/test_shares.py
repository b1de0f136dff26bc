"""What many texts or documents share is counted by many tasks, and comes to the same."""

from __future__ import annotations

import pytest
from conftest import clustered, lines, listed, listed_clusters, scanned

import shingle_spark
from shingle_spark import job


@pytest.fixture
def everything_is_frequent(monkeypatch):
    """As in a collection of hundreds of millions, of 300 documents."""
    for name in ("FREQUENT_KEY", "COPIES_A_PART", "CANDIDATES_A_PART"):
        monkeypatch.setattr(job, name, 3)
    monkeypatch.setattr(job, "PAIRS_A_TASK", 1000)
    monkeypatch.setattr(job, "DOCUMENTS_A_BATCH", 7)


@pytest.mark.parametrize(
    ("variant", "options"),
    [("licence", ["--measure", "containment", "--common", "0.3", "-t", ".3"]), ("copies", ["--sketch", "minhash", "-t", ".4"])],
    ids=["keys", "copies"],
)
def test_parts_come_to_the_same(spark, folder, tmp_path, everything_is_frequent, variant, options):
    source = folder(variant)
    manifest = shingle_spark.scan(spark, str(source), str(tmp_path / "out"), *options)
    assert lines(tmp_path / "out", "documents") + lines(tmp_path / "out", "pairs") == scanned(source, *options)
    assert manifest["left_out"] == listed(source, *options)["left_out"]
    assert listed_clusters(tmp_path / "out") == clustered(source, *options)
    assert manifest["counts"]["frequent_keys"] > 0
