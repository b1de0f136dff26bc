"""`shingle scan` on Apache Spark."""

from __future__ import annotations

from pyspark.sql import SparkSession

from shingle._native import Plan

from .job import Job, local_folder, refuse_place

__all__ = ["scan"]


def scan(spark: SparkSession, source: str, out: str, *options: str) -> dict:
    """Scans the documents of `source` and writes the result into `out`. `options` are those of `shingle scan`. Returns the
    manifest."""
    root = local_folder(source)
    if root is None:
        raise ValueError(f"{source}: executors read a folder as files; name one that they see at the same path")
    plan = Plan.scan([root, *options])
    refuse_place(spark, out, root)
    return Job(spark, plan, out, root).run()
