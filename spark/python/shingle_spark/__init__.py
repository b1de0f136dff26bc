"""`shingle scan` on Apache Spark: the same pairs, to the byte.

`scan` reads a folder or a table and writes an output folder. `pairs` does so for a DataFrame and gives its pairs. Both take the
parameters of `shingle scan` by their names, with `_` for `-`.
"""

from __future__ import annotations

from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from shingle import OF_FILES, options_of
from shingle._native import Plan

from .job import Job, local_folder, refuse_place

__all__ = ["pairs", "scan"]


def scan(
    spark: SparkSession,
    source: str | DataFrame,
    out: str,
    *options: str,
    id: str = "id",
    text: str = "text",
    **parameters: Any,
) -> dict:
    """Scans the documents of `source` and writes the result into the new folder `out`. Returns its manifest.

    `source` is a folder that every executor sees at the same path, or a DataFrame with a row for each document: its name in the
    column `id`, which no two may share, and its text in the column `text`. `options` are those of `shingle scan` as they are
    typed, `parameters` the same by name. A wrong one is a `ValueError`, with the program's own sentence.
    """
    typed = [*options, *options_of(parameters)]
    if isinstance(source, DataFrame):
        return _scan_rows(spark, source, out, typed, id, text)
    root = local_folder(source)
    if root is None:
        raise ValueError(
            f"{source}: executors read a folder as files; name one that all see at the same path, or give a DataFrame"
        )
    plan = Plan.scan([root, *typed])
    refuse_place(spark, out, root)
    return Job(spark, plan, out, root).run()


def _scan_rows(spark: SparkSession, source: DataFrame, out: str, typed: list[str], id: str, text: str) -> dict:
    for option in typed:
        name = option.split("=")[0]
        if name.startswith("--") and name[2:] in OF_FILES:
            raise ValueError(f"{name}: it is about files, and these are rows of a table; leave it out")
    for column in (id, text):
        if column not in source.columns:
            raise ValueError(f"{column}: no column of the table; it has {', '.join(source.columns)}")
    plan = Plan.scan([".", *typed])
    refuse_place(spark, out, None)
    rows = source.select(
        F.col(id).cast("string").cast("binary").alias("name"), F.col(text).cast("string").alias("text")
    )
    return Job(spark, plan, out, None, rows).run()


def pairs(documents: DataFrame, out: str, *, id: str = "id", text: str = "text", **parameters: Any) -> DataFrame:
    """The pairs of documents that reach the threshold, with exact counts: the table `pairs.parquet` of the output.

    >>> pairs(documents, "hdfs:///result", width=4, threshold=.5, measure="jaccard")  # doctest: +SKIP
    """
    spark = documents.sparkSession
    scan(spark, documents, out, id=id, text=text, **parameters)
    return spark.read.parquet(f"{out.rstrip('/')}/pairs.parquet")
