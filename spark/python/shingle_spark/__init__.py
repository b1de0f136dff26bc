"""`shingle scan` on Apache Spark: the same pairs, to the byte.

`scan` reads a folder or a table and writes an output folder. `pairs` does so for a DataFrame and gives its pairs. Both take the
parameters of `shingle scan` by their names, with `_` for `-`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from shingle import OF_FILES, options_of
from shingle._native import Plan, chance

from .job import Job, local_folder, refuse_place

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from shingle.parameters import FileParameters, Parameters

__all__ = ["pairs", "scan"]


def scan(
    spark: SparkSession,
    source: str | DataFrame,
    out: str,
    *options: str,
    id: str = "id",
    text: str = "text",
    bands: int | None = None,
    rows: int | None = None,
    **parameters: Unpack[FileParameters],
) -> dict:
    """Scans the documents of `source` and writes the result into the new folder `out`. Returns its manifest.

    `source` is a folder that every executor sees at the same path, or a DataFrame with a row for each document: its name in the
    column `id`, which no two may share, and its text in the column `text`. `options` are those of `shingle scan` as they are
    typed, `parameters` the same by name. A wrong one is a `ValueError`, with the program's own sentence.

    With `bands` and `rows` not all pairs are found, but those that agree in all `rows` minima of one of `bands` bands; of each
    the shingles are counted. That is for collections where even the rarest shingles of each text are too many.
    """
    typed = [*options, *options_of(parameters)]
    if isinstance(source, DataFrame):
        return _scan_rows(spark, source, out, typed, (id, text), _bands(bands, rows))
    root = local_folder(source)
    if root is None:
        raise ValueError(
            f"{source}: executors read a folder as files; name one that all see at the same path, or give a DataFrame"
        )
    plan = Plan.scan(root, typed)
    filtered = _bands(bands, rows)
    _refuse_with_bands(plan, filtered)
    refuse_place(spark, out, root)
    return Job(spark, plan, out, root, bands=filtered).run()


def _bands(bands: int | None, rows: int | None) -> tuple[int, int] | None:
    """Bands and rows, if both are given and there are so many minima."""
    if bands is None and rows is None:
        return None
    if bands is None or rows is None:
        raise ValueError("--bands B --rows R: one goes with the other; give both")
    chance(bands, rows, 0.5)
    return bands, rows


def _refuse_with_bands(plan: Plan, bands: tuple[int, int] | None) -> None:
    if bands and plan.estimates:
        raise ValueError("--bands: makes minima of its own; leave out --sketch")
    if bands and plan.leaves_out:
        raise ValueError("--bands: counts no frequencies; leave out --common, --template and --phrases")


def _scan_rows(
    spark: SparkSession,
    source: DataFrame,
    out: str,
    typed: list[str],
    columns: tuple[str, str],
    bands: tuple[int, int] | None,
) -> dict:
    id, text = columns
    for option in typed:
        name = option.split("=")[0]
        if name.startswith("--") and name[2:] in OF_FILES:
            raise ValueError(f"{name}: it is about files, and these are rows of a table; leave it out")
    for column in columns:
        if column not in source.columns:
            raise ValueError(f"{column}: no column of the table; it has {', '.join(source.columns)}")
    plan = Plan.scan(".", typed)
    _refuse_with_bands(plan, bands)
    refuse_place(spark, out, None)
    rows = source.select(
        F.col(id).cast("string").cast("binary").alias("name"), F.col(text).cast("string").alias("text")
    )
    return Job(spark, plan, out, None, rows, bands).run()


def pairs(documents: DataFrame, out: str, *, id: str = "id", text: str = "text", **parameters: Unpack[Parameters]) -> DataFrame:
    """The pairs of documents that reach the threshold, with exact counts: the table `pairs.parquet` of the output.

    >>> pairs(documents, "hdfs:///result", width=4, threshold=.5, measure="jaccard")  # doctest: +SKIP
    """
    spark = documents.sparkSession
    scan(spark, documents, out, id=id, text=text, **parameters)
    return spark.read.parquet(f"{out.rstrip('/')}/pairs.parquet")
