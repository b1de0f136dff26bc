"""What many texts or documents share is counted by many tasks, and comes to the same."""

from __future__ import annotations

import pytest
from pyspark.sql import functions as F
from conftest import expect_as_printed

import shingle_spark
from shingle_spark import job
from shingle_spark.job import Job


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
    expect_as_printed(tmp_path / "out", source, *options)
    assert manifest["counts"]["frequent_keys"] > 0


def test_each_task_gets_as_many_ranges(spark):
    dealt = Job(spark, None, "", None)
    dealt.tasks = 7
    blocks = spark.range(28).select(F.col("id").cast("int").alias("bucket"), F.lit(b"").alias("block"))
    tasks = dealt._by_range(blocks).groupBy(F.spark_partition_id()).count()
    assert [row["count"] for row in tasks.collect()] == [4] * 7
