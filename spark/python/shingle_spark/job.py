"""A scan on Spark: the same pairs as `shingle scan`, to the byte."""

from __future__ import annotations

import contextlib
import json
import math
import os
import sys
from dataclasses import dataclass, field

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from shingle import __version__
from shingle._native import Plan, chance, frequencies

from . import placing, steps

FORMAT = 1
"""The version of the output's layout."""

KEYS_A_RANGE = 2_000_000
"""About so many keys are counted at once."""

DOCUMENTS_A_TASK = 2_000
"""Documents that a task sketches."""

FREQUENT_KEY = 1_000_000
"""A key that so many texts have is counted by many tasks."""

COPIES_A_PART = 512
"""Documents of one text that are one part of it: a task writes the pairs of some parts."""

CANDIDATES_A_PART = 4_096
"""About so many candidates of one text are counted in one place."""

PAIRS_A_TASK = 1_000_000
"""About so many pairs of documents are made by a task."""

BATCH_BYTES = 1 << 28
"""Keys that a batch of texts may hold, in bytes."""

DOCUMENTS_A_BATCH = 512
"""Rows hold blocks of keys and texts, so that many of them do not fit into memory together."""

SETTINGS = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": str(DOCUMENTS_A_BATCH),
    # Overflow is an error.
    "spark.sql.ansi.enabled": "true",
    "spark.sql.shuffle.partitions": "4",
}
"""Settings of Spark that hold during a scan."""


@dataclass
class Job:
    """One scan: where its documents come from, by which parameters, and where its output goes."""

    spark: SparkSession
    plan: Plan
    out: str
    root: str | None
    """The folder that executors read; none where texts come in rows."""
    rows: DataFrame | None = None
    """`name` and `text` of each document, where no folder is read."""
    bands: tuple[int, int] | None = None
    """Bands and rows of minima, where candidates are pairs that agree in all rows of some band."""
    seed: int = 0
    counts: dict[str, int] = field(default_factory=dict)

    def run(self) -> dict:
        """Scans, writes the output, and returns what the manifest says."""
        context = self.spark.sparkContext
        if context.master.startswith("local") and "PYSPARK_PYTHON" not in os.environ:
            # Else workers on this machine run whatever is called python3, which may lack this package.
            context.pythonExec = sys.executable
        before = {name: self.spark.conf.get(name) for name in SETTINGS}
        try:
            for name, value in SETTINGS.items():
                self.spark.conf.set(name, value)
            self._parts(self._cores() * 2)
            return self._run()
        except BaseException:
            # The folder is this run's own.
            with contextlib.suppress(Exception):
                self._remove()
            raise
        finally:
            for name, value in before.items():
                self.spark.conf.set(name, value)

    def _parts(self, parts: int) -> None:
        self.spark.conf.set("spark.sql.shuffle.partitions", parts)

    def _run(self) -> dict:
        self.shipped = self.plan.ship()
        names, listing = self._names()
        while True:
            self._sketch(names)
            if not self._collide():
                break
            self.seed += 1
        self._refuse_names()
        self._sizes()
        self._texts()
        found = self._found()
        self._write_pairs(found)
        self._write_clusters(found)
        self._write_documents()
        self._write_problems(listing)
        manifest = self._manifest()
        self._remove("_work")
        return manifest

    # Documents

    def _names(self) -> tuple[DataFrame, DataFrame]:
        """The documents to be read, and the problems of the listing."""
        problem = "name binary, line int, kind string, reason string"
        if self.rows is not None:
            return self.rows, self.spark.createDataFrame([], problem)
        files, problems = self.plan.files()
        names = files.column("name").to_pylist()
        tasks = max(self._cores() * 2, math.ceil(len(names) / DOCUMENTS_A_TASK))
        rdd = self.spark.sparkContext.parallelize(names, min(tasks, max(len(names), 1)))
        frame = self.spark.createDataFrame(rdd.map(lambda name: (bytearray(name),)), "name binary")
        wrong = [(bytearray(one["name"]), one["line"], one["kind"], one["reason"]) for one in problems.to_pylist()]
        return frame, self.spark.createDataFrame(wrong, problem)

    def _sketch(self, names: DataFrame) -> None:
        sketch = steps.sketch(self.shipped, self.root, self.seed)
        self._keep(names.mapInArrow(sketch, steps.SKETCHED), "sketched")
        self.all = self._kept("sketched")
        self.documents = self.all.where("kind is null")
        self.sketches = self.all.where("text is not null and sketch is not null")

    def _collide(self) -> bool:
        """Whether two texts have one number; then all get others."""
        texts = self.documents.where("text is not null").groupBy("text")
        ends = texts.agg(F.min("identity").alias("one"), F.max("identity").alias("other"))
        return ends.where("one <> other").limit(1).count() > 0

    def _refuse_names(self) -> None:
        """Refuses a table in which two documents have one name."""
        if self.rows is None:
            return
        twice = self.documents.groupBy("name").count().where("count > 1").orderBy("name").limit(1).collect()
        if twice:
            name = bytes(twice[0]["name"]).decode(errors="replace")
            self._remove("")
            raise ValueError(f"{name}: {twice[0]['count']} rows of the table have this name; each document needs its own")

    def _sizes(self) -> None:
        """The distinct texts, and how much there is to do."""
        texts = self.documents.where("text is not null").groupBy("text")
        self._keep(
            texts.agg(
                F.max("words").alias("words"),
                F.max("keys").alias("keys"),
                F.max("shingles").alias("shingles"),
                F.count("*").alias("documents"),
            ),
            "sizes",
        )
        self.sizes = self._kept("sizes")
        row = self.sizes.agg(
            F.count("*").alias("texts"),
            F.coalesce(F.sum(F.col("keys").cast("bigint")), F.lit(0)).alias("keys"),
            F.coalesce(F.sum(F.when(F.col("shingles") > 0, F.col("documents"))), F.lit(0)).alias("with_shingles"),
            F.coalesce(F.max(F.greatest("keys", "shingles")), F.lit(1)).alias("most"),
        ).first()
        # Long texts come a few at a time.
        batch = max(1, min(DOCUMENTS_A_BATCH, BATCH_BYTES // (8 * max(row.most, 1))))
        self.spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(batch))
        self.counts |= {"texts": row.texts, "keys": row["keys"]}
        self.with_shingles = row.with_shingles
        self.tasks = max(self._cores() * 2, math.ceil(self.counts["keys"] / KEYS_A_RANGE))
        self.ranges = self.tasks * 4
        self._parts(self.tasks)

    # Pairs of texts

    def _by_range(self, blocks: DataFrame) -> DataFrame:
        """Blocks at tasks, as many ranges at each, a range behind the other."""
        numbers = ", ".join(map(str, placing.numbers(self.tasks)))
        place = F.expr(f"array({numbers})[bucket % {self.tasks}]")
        return blocks.repartition(self.tasks, place).sortWithinPartitions("bucket")

    def _texts(self) -> None:
        """The texts that share keys with others, with these keys from rare to frequent."""
        if self.bands:
            self.left_out = {"common": 0, "template": 0, "phrases": 0}
            self.texts = self.spark.createDataFrame([], steps.TEXTS)
            return
        most = self.plan.most_documents(self.with_shingles)
        templates, phrases = self.plan.named_keys()
        rows = self.sketches.select("text", "sketch")
        if most is None:
            rows = rows.withColumn("documents", F.lit(1).cast("bigint"))
        else:
            copies = self.sizes.where("documents > 1").select("text", "documents")
            rows = rows.join(copies, "text", "left").withColumn("documents", F.coalesce("documents", F.lit(1)))
        frequent = self._frequent_keys()
        blocks = rows.mapInArrow(steps.spread(self.ranges, frequent), steps.BLOCKS)
        counted = self._by_range(blocks).mapInArrow(
            steps.frequency(self.ranges, most, templates, phrases), steps.BLOCKS
        )
        table, left_out = b"", [0, 0, 0]
        if frequent:
            self._keep(rows.mapInArrow(steps.frequent_blocks(self.ranges, frequent), steps.BLOCKS), "frequent")
            blocks = self._kept("frequent")
            counts = self._by_range(blocks).mapInArrow(steps.frequent_counts(), steps.KEY_COUNTS).groupBy("key")
            counts = counts.agg(F.sum("texts").alias("texts"), F.sum("documents").alias("documents")).collect()
            names = ("key", "texts", "documents")
            batch = pa.record_batch([pa.array([row[name] for row in counts], pa.int64()) for name in names], names=names)
            table, left_out = frequencies(batch, most, templates, phrases)
            counted = counted.unionByName(blocks)
        gathered = self._by_range(counted).mapInArrow(steps.texts(self.ranges, table), steps.TEXTS)
        self._keep(gathered, "texts")
        kept = self._kept("texts")
        for row in kept.where("text is null").select("repeated").collect():
            for at in range(3):
                left_out[at] += int.from_bytes(row.repeated[at * 8 : at * 8 + 8], "little")
        self.left_out = dict(zip(("common", "template", "phrases"), left_out))
        self.texts = kept.where("text is not null")

    def _frequent_keys(self) -> bytes:
        """The keys that very many texts have, and others that may have: no task could count such a key alone.

        Each task gives what at least half the share of its texts have that a frequent key has of all. So of the texts of a
        frequent key at most half go uncounted, however they are spread.
        """
        texts = self.counts["texts"]
        self.counts["frequent_keys"] = 0
        if texts < FREQUENT_KEY:
            return b""
        share = FREQUENT_KEY / (2 * texts)
        keys = self.sketches.select("sketch").mapInArrow(steps.frequent(share), steps.KEYS).groupBy("key")
        keys = keys.agg(F.sum("texts").alias("texts")).where(F.col("texts") >= FREQUENT_KEY / 2)
        found = sorted(row["key"] for row in keys.collect())
        self.counts["frequent_keys"] = len(found)
        return b"".join(key.to_bytes(8, "little", signed=True) for key in found)

    def _found(self) -> DataFrame:
        """The pairs of texts that pass, with how many keys they share."""
        if self.bands:
            rows = self.sketches.select("text", "words", "keys", "sketch")
            cells = rows.mapInArrow(steps.bands(*self.bands, self.ranges), steps.BLOCKS)
        else:
            sized = self.texts.join(self.sizes.select("text", "words", "keys"), "text")
            cells = sized.mapInArrow(steps.prefixes(self.shipped, self.ranges), steps.BLOCKS)
        met = self._by_range(cells).mapInArrow(steps.meet(self.shipped), steps.CANDIDATES)
        self._keep(met.distinct(), "candidates")
        candidates = self._kept("candidates")
        self.counts["candidates"] = candidates.count()

        if self.bands:
            ends = candidates.select(F.explode(F.array("small", "large")).alias("text")).distinct()
            met = self.sketches.join(ends, "text", "left_semi").groupBy("text")
            each = [F.first(F.col(column)).alias(name) for column, name in (("keys", "shingles"), ("words", "words"), ("sketch", "keys"))]
            keys = met.agg(*each)
        else:
            shingles = (F.col("keys") - F.col("left_out")).alias("shingles")
            keys = sized.select("text", shingles, "words", F.col("repeated").alias("keys"))
        found = self._counted(candidates.withColumn("shared", F.lit(0).cast("bigint")), keys, False)
        if self.plan.verifies:
            self._keep(found, "agreeing")
            kept = self.sketches.groupBy("text").agg(F.first("kept").alias("keys"))
            kept = kept.join(self.sizes.select("text", "words", "shingles"), "text")
            found = self._counted(self._kept("agreeing").drop("exact"), kept, True)
        self._keep(found, "found")
        found = self._kept("found")
        self.counts["pairs_of_texts"] = found.count()
        return found

    def _counted(self, pairs: DataFrame, texts: DataFrame, exact: bool) -> DataFrame:
        """Of pairs of texts, those that pass. The keys of the larger text come once, and the smaller ones behind it."""

        def crowded(name: str) -> DataFrame:
            """In how many parts the pairs of a text are counted, where it has many."""
            most = F.lit(CANDIDATES_A_PART)
            numbers = pairs.groupBy(name).count().where(F.col("count") > most)
            return numbers.select(name, F.ceil(F.col("count") / most).cast("int").alias("parts"))

        def in_parts(name: str) -> DataFrame:
            """The texts, as often as they have parts."""
            parts = crowded(name).withColumnRenamed(name, "text")
            each = F.explode(F.sequence(F.lit(0), F.coalesce("parts", F.lit(1)) - 1))
            rows = texts.join(parts, "text", "left").withColumn(f"{name}_part", each).drop("parts")
            return rows.withColumnRenamed("text", name)

        placed = pairs
        for name, other in (("small", "large"), ("large", "small")):
            part = F.pmod(F.xxhash64(other), F.coalesce("parts", F.lit(1))).cast("int")
            placed = placed.join(crowded(name), name, "left").withColumn(f"{name}_part", part).drop("parts")
        place = ["large", "large_part"]
        columns = [*place, "small", "shared", "shingles", "words", "keys"]
        asking = placed.join(in_parts("small"), ["small", "small_part"]).select(*columns)
        none = F.lit(None).cast("bigint")
        larger = in_parts("large").join(placed.select(*place).distinct(), place, "left_semi")
        larger = larger.withColumn("small", none).withColumn("shared", none).select(*columns)
        rows = larger.unionByName(asking).repartition(self.tasks, *place)
        rows = rows.sortWithinPartitions(*place, F.col("small").asc_nulls_first())
        return rows.mapInArrow(steps.count(self.shipped, exact), steps.COUNTED)

    # Output

    def _listed(self) -> DataFrame:
        """The documents with the shingles that count."""
        left_out = self.texts.where("left_out > 0").select("text", "left_out")
        count = F.col("shingles") - F.coalesce("left_out", F.lit(0))
        return self.documents.drop("sketch", "kept").join(left_out, "text", "left").withColumn("shingles", count)

    def _write_pairs(self, found: DataFrame) -> None:
        pairs = found.select(
            F.col("small").alias("a_text"), F.col("large").alias("b_text"), F.col("shared").alias("agree"), "exact"
        )
        text = F.col("text")
        copies = self._copies().select(text.alias("a_text"), text.alias("b_text"), "agree", "exact")
        all_pairs = pairs.unionByName(copies).withColumn("same_text", F.col("a_text") == F.col("b_text"))
        parts, documents = self._parts_of_texts()
        for name in ("a", "b"):
            numbers = parts.select(text.alias(f"{name}_text"), F.col("parts").alias(f"{name}_parts"))
            all_pairs = all_pairs.join(numbers, f"{name}_text", "left")
            last = F.coalesce(f"{name}_parts", F.lit(1)) - 1
            all_pairs = all_pairs.withColumn(f"{name}_part", F.explode(F.sequence(F.lit(0), last))).drop(f"{name}_parts")
        all_pairs = all_pairs.where("not same_text or a_part <= b_part")
        for name in ("a", "b"):
            side = documents.select(*[F.col(column).alias(f"{name}_{column}") for column in documents.columns])
            all_pairs = all_pairs.join(side, [f"{name}_text", f"{name}_part"])
        tasks = max(self.tasks, math.ceil(self._pairs_of_documents(found) / PAIRS_A_TASK))
        self._parts(tasks)
        spread = all_pairs.repartition(tasks, "a_text", "a_part", "b_text", "b_part")
        columns = ("name", "line", "words", "shingles")
        for name in ("a", "b"):
            spread = spread.withColumn(name, F.explode(f"{name}_documents")).drop(f"{name}_documents")
        fields = [F.col(name)[column].alias(f"{name}_{column}") for name in ("a", "b") for column in columns]
        rows = spread.select("agree", "exact", "same_text", "a_part", "b_part", *fields)
        rows = rows.where(~F.col("same_text") | F.expr("a_part < b_part") | _before("a", "b"))
        lines = rows.mapInArrow(steps.pair_lines(self.shipped), steps.PAIRS)
        columns = [part.split()[0] for part in steps.PAIR_COLUMNS.split(", ")]
        self._write(lines, "pairs", ["rank", "a_name", "a_line", "b_name", "b_line"], columns)
        self._parts(self.tasks)

    def _parts_of_texts(self) -> tuple[DataFrame, DataFrame]:
        """In how many parts the documents of a text are, where there are several; and for each part of a text a list of them."""
        parts = F.ceil(F.col("documents") / F.lit(COPIES_A_PART)).cast("int")
        several = self.sizes.where(F.col("documents") > COPIES_A_PART).select("text", parts.alias("parts"))
        listed = self._listed().where("text is not null").join(several, "text", "left")
        # By the name, so that a repeated task puts each document where it was.
        part = F.pmod(F.xxhash64("name", "line"), F.coalesce("parts", F.lit(1))).cast("int")
        listed = listed.withColumn("part", part)
        document = F.struct("name", "line", "words", "shingles")
        return several, listed.groupBy("text", "part").agg(F.collect_list(document).alias("documents"))

    def _pairs_of_documents(self, found: DataFrame) -> int:
        """How many pairs of documents the pairs of texts are, and the copies of each text."""
        sizes = self.sizes.select("text", "documents")
        of_texts = found.select(F.col("small").alias("text"), "large").join(sizes, "text")
        of_texts = of_texts.select(F.col("documents").alias("a"), F.col("large").alias("text")).join(sizes, "text")
        of_copies = sizes.select((F.col("documents") * (F.col("documents") - 1)).alias("pairs"))
        pairs = of_texts.select((F.col("a") * F.col("documents") * 2).alias("pairs")).unionByName(of_copies)
        return (pairs.agg(F.sum("pairs").alias("all")).first()["all"] or 0) // 2

    def _copies(self) -> DataFrame:
        """The texts of several documents, with what these share."""
        left_out = self.texts.select("text", "left_out")
        agree = F.col("keys") - F.coalesce("left_out", F.lit(0))
        several = self.sizes.where("documents > 1").join(left_out, "text", "left")
        return several.select(
            "text", "words", agree.cast("bigint").alias("agree"), F.col("shingles").cast("bigint").alias("exact")
        )

    def _write_clusters(self, found: DataFrame) -> None:
        """The documents that pairs hold together, one way or another."""
        edges = found.select(F.col("small").alias("one"), F.col("large").alias("other"))
        linked = self._components(edges)
        copies = self._copies().mapInArrow(steps.copies(self.shipped), "text bigint")
        alone = copies.join(linked.select("text"), "text", "left_anti").withColumn("root", F.col("text"))
        members = self.documents.select("text", "name", "line").join(linked.unionByName(alone), "text")
        first = F.min(F.struct("name", "line")).alias("first")
        of_texts = members.groupBy("root", "text").agg(first, F.count("*").alias("documents"))
        sizes = [F.min("first").alias("first"), F.sum("documents").alias("documents"), F.count("*").alias("texts")]
        ordered = of_texts.groupBy("root").agg(*sizes).orderBy(F.desc("documents"), "first").select("root", "documents", "texts")
        numbered = ordered.rdd.zipWithIndex().map(lambda one: (one[0].root, one[0].documents, one[0].texts, one[1] + 1))
        schema = "root bigint, documents bigint, texts bigint, cluster bigint"
        self._keep(self.spark.createDataFrame(numbered, schema), "clusters")
        clusters = self._kept("clusters")
        self.counts["clusters"] = clusters.count()
        firsts = of_texts.select("text", F.col("first.name").alias("first_name"), F.col("first.line").alias("first_line"))
        lines = members.join(clusters, "root").join(firsts, "text").mapInArrow(steps.cluster_lines(), steps.CLUSTERS)
        self._write(lines, "clusters", ["cluster", "name", "line"], ["cluster", "documents", "texts", "path", "text"])

    def _components(self, edges: DataFrame) -> DataFrame:
        """Each text of `edges` with the least text of its component.

        Alternating large-star and small-star of Kiveris, Lattanzi, Mirrokni, Rastogi and Vassilvitskii, "Connected
        Components in MapReduce and Beyond", 2014: in each step, neighbours are linked to the least one that is known. No
        task holds a component.
        """
        self._keep(_stars(edges.select("one", "other")), "stars_0")
        step, before = 0, None
        while True:
            stars = self._kept(f"stars_{step % 2}")
            mark = F.xxhash64("one", "other").cast("decimal(38,0)")
            now = stars.agg(F.count("*").alias("edges"), F.sum(mark).alias("marks")).first()
            if now == before:
                break
            before, step = now, step + 1
            self._keep(_small_star(_large_star(stars)), f"stars_{step % 2}")
        self.counts["steps_of_clusters"] = step
        roots = stars.select(F.col("other").alias("text")).distinct().withColumn("root", F.col("text"))
        return stars.select(F.col("one").alias("text"), F.col("other").alias("root")).unionByName(roots)

    def _write_documents(self) -> None:
        rows = self._listed().select("name", "line", "head", "tail", "words", "shingles")
        lines = rows.mapInArrow(steps.document_lines(), steps.DOCUMENTS)
        self._write(lines, "documents", ["name", "line"], ["document", "words", "shingles"])

    def _write_problems(self, listing: DataFrame) -> None:
        columns = ("name", "line", "kind", "reason")
        met = self.all.where("kind is not null").select(*columns)
        lines = listing.unionByName(met).mapInArrow(steps.problem_lines(), steps.PROBLEMS)
        self._write(lines, "problems", ["name", "line"], ["path", "kind", "reason"])

    def _manifest(self) -> dict:
        manifest = {
            "format": FORMAT,
            "versions": {"shingle": __version__, "spark": self.spark.version},
            "parameters": json.loads(self.plan.parameters()),
            "left_out": self.left_out,
            "pairs_found": self.counts["pairs"],
            "counts": self.counts,
            "exact": not self.plan.estimates and self.bands is None,
            "how": _how(self.plan, self.bands),
        }
        if self.bands:
            chances = [(at / 10, chance(*self.bands, at / 10)) for at in range(1, 11)]
            threshold = float(self.plan.threshold)
            manifest["bands"] = {
                "bands": self.bands[0],
                "rows": self.bands[1],
                "chance_at_threshold": chance(*self.bands, threshold),
                "chances": [{"resemblance": at, "chance": found} for at, found in chances],
            }
        path = self._path("manifest.json")
        line = json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"
        _write_text(self.spark, path, line)
        return manifest

    # Files

    def _path(self, *parts: str) -> str:
        return "/".join((self.out.rstrip("/"), *parts))

    def _keep(self, frame: DataFrame, name: str) -> None:
        """Written once, so that a repeated task of a later step finds the same."""
        frame.write.mode("overwrite").parquet(self._path("_work", name))

    def _kept(self, name: str) -> DataFrame:
        return self.spark.read.parquet(self._path("_work", name))

    def _write(self, lines: DataFrame, name: str, order: list[str], columns: list[str]) -> None:
        """Writes lines in this order, as text and as a table."""
        ordered = lines.orderBy(*order).persist(StorageLevel.DISK_ONLY)
        ordered.select("ndjson").write.text(self._path(f"{name}.ndjson"))
        ordered.select(*columns).write.parquet(self._path(f"{name}.parquet"))
        if name not in self.counts:
            self.counts[name] = ordered.count()
        ordered.unpersist()

    def _remove(self, *names: str) -> None:
        path = self.spark._jvm.org.apache.hadoop.fs.Path(self._path(*names))
        path.getFileSystem(self.spark._jsc.hadoopConfiguration()).delete(path, True)

    def _cores(self) -> int:
        return self.spark.sparkContext.defaultParallelism


def _both_ways(edges: DataFrame) -> DataFrame:
    back = edges.select(F.col("other").alias("one"), F.col("one").alias("other"))
    return edges.unionByName(back)


def _stars(edges: DataFrame) -> DataFrame:
    """Edges once, from the larger to the smaller number."""
    one, other = F.greatest("one", "other").alias("one"), F.least("one", "other").alias("other")
    return edges.where("one <> other").select(one, other).distinct()


def _with_least(edges: DataFrame) -> DataFrame:
    """Each edge with the least number among its first end and all neighbours of that."""
    least = edges.groupBy("one").agg(F.min("other").alias("least"))
    return edges.join(least.withColumn("least", F.least("one", "least")), "one")


def _large_star(edges: DataFrame) -> DataFrame:
    """Links larger neighbours to the least one."""
    larger = _with_least(_both_ways(edges)).where("other > one")
    return _stars(larger.select(F.col("other").alias("one"), F.col("least").alias("other")))


def _small_star(edges: DataFrame) -> DataFrame:
    """Links smaller neighbours, and the number itself, to the least one."""
    known = _with_least(edges)
    smaller = known.select(F.col("other").alias("one"), F.col("least").alias("other"))
    itself = known.select("one", F.col("least").alias("other"))
    return _stars(smaller.unionByName(itself))


def _before(a: str, b: str) -> Column:
    """Whether one document stands before another by name."""
    names = F.col(f"{a}_name") < F.col(f"{b}_name")
    same = F.col(f"{a}_name") == F.col(f"{b}_name")
    return names | (same & (F.col(f"{a}_line") < F.col(f"{b}_line")))


def _how(plan: Plan, bands: tuple[int, int] | None) -> str:
    if bands:
        return (
            f"pairs that agree in all {bands[1]} minima of one of {bands[0]} bands, each counted exactly; others are missing"
        )
    if not plan.estimates:
        return "every pair that reaches the threshold"
    if plan.verifies:
        return "pairs whose sketches agree, each counted exactly; pairs whose sketches do not agree are missing"
    return "pairs whose sketches agree; their scores are estimates"


def _write_text(spark: SparkSession, path: str, text: str) -> None:
    jvm = spark._jvm
    place = jvm.org.apache.hadoop.fs.Path(path)
    system = place.getFileSystem(spark._jsc.hadoopConfiguration())
    stream = system.create(place, True)
    try:
        stream.write(bytearray(text.encode()))
    finally:
        stream.close()


def local_folder(path: str) -> str | None:
    """The path of a folder that every executor can read as files; none where Spark reads it."""
    for scheme in ("file://", "file:"):
        if path.startswith(scheme):
            return path[len(scheme) :]
    return None if "://" in path else os.path.abspath(path)


EXISTS = "{}: there is something by this name; name a folder that is not there"


def refuse_existing(out: str) -> None:
    """Refuses an output that is there, where that can be seen without Spark."""
    inside = local_folder(out)
    if "://" not in out and inside is not None and os.path.lexists(inside):
        raise ValueError(EXISTS.format(out))


def refuse_place(spark: SparkSession, out: str, root: str | None) -> None:
    """Refuses an output that is there, or that lies in the folder that is read."""
    place = spark._jvm.org.apache.hadoop.fs.Path(out)
    if place.getFileSystem(spark._jsc.hadoopConfiguration()).exists(place):
        raise ValueError(EXISTS.format(out))
    inside = local_folder(out)
    if inside is not None and root is not None:
        root = os.path.realpath(root)
        if os.path.commonpath([os.path.realpath(inside), root]) == root:
            raise ValueError(f"{out}: in the folder that is read; name a place outside of it")
