"""Runs the steps of a scan without Spark, in one process, and counts what Spark would move: `python simulate.py FOLDER [OPTIONS]`.

The steps are those that executors run; dictionaries stand in for Spark's joins and sorts. Prints a line: documents, keys, those that
several texts have, bytes and rows between the steps, the largest range's share of each, candidates, pairs, seconds of each step, and
whether the lines are those of `shingle scan`. `--matrix` runs the cases of `matrix.py`, all 72. `--part N` takes every N-th document.
The program is `$SHINGLE_PROGRAM`.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict

os.environ["RAYON_NUM_THREADS"] = "1"

import pyarrow as pa  # noqa: E402
from matrix import VARIANTS, cases  # noqa: E402

from shingle import _native as native  # noqa: E402
from shingle_spark import job  # noqa: E402

BATCH = 512


class Exchange:
    """Blocks on their way: what a shuffle would move."""

    def __init__(self) -> None:
        self.blocks: dict[int, list[bytes]] = defaultdict(list)

    def take(self, given) -> None:
        for batch in given if isinstance(given, list) else [given]:
            if batch is not None:
                for bucket, block in zip(batch.column("bucket").to_pylist(), batch.column("block")):
                    self.blocks[bucket].append(block.as_py())

    def through(self, step, take) -> None:
        """All blocks through a step, a range at a time."""
        for bucket in sorted(self.blocks):
            blocks = self.blocks[bucket]
            take(step.push(pa.record_batch([pa.array([bucket] * len(blocks), pa.int32()), pa.array(blocks, pa.binary())], ["bucket", "block"])))
        take(step.finish())

    def counts(self) -> dict:
        sizes = [sum(map(len, blocks)) for blocks in self.blocks.values()]
        return {"bytes": sum(sizes), "rows": sum(map(len, self.blocks.values())), "largest": round(max(sizes, default=0) / max(sum(sizes), 1), 4), "ranges": len(sizes)}


class Simulation:
    def __init__(self, folder: str, options: list[str], part: int = 1, bands: tuple[int, int] | None = None) -> None:
        self.folder, self.part, self.bands = folder, part, bands
        self.texts: dict[int, dict] = {}
        self.plan = native.Plan.scan(os.path.abspath(folder), list(options))
        self.counts: dict = {}
        self.seconds: dict[str, float] = {}
        self.begun = time.process_time()

    def _timed(self, name: str) -> None:
        now = time.process_time()
        self.seconds[name] = round(now - self.begun, 2)
        self.begun = now

    def run(self) -> list[str]:
        """The lines of the pairs."""
        documents = self._sketch()
        self._timed("sketch")
        sketches = self._sizes(documents)
        if self.bands is None:
            self._texts(sketches)
        self._timed("frequency")
        found = self._found(sketches)
        self._timed("candidates")
        lines = self._lines(documents, found)
        self._timed("lines")
        return lines

    def _sketch(self) -> list[dict]:
        names = self.plan.files()[0].column("name").to_pylist()[:: self.part]
        root, seen = os.path.abspath(self.folder), native.SeenTexts()
        rows = []
        for at in range(0, len(names), BATCH):
            batch = pa.record_batch([pa.array(names[at : at + BATCH], pa.binary())], ["name"])
            for made in native.sketch(self.plan, batch, root, 0, seen):
                rows += made.to_pylist()
        return [row for row in rows if row["kind"] is None]

    def _sizes(self, documents: list[dict]) -> list[dict]:
        self.sizes: dict[int, dict] = {}
        for row in documents:
            if row["text"] is not None:
                self.sizes.setdefault(row["text"], row | {"documents": 0})["documents"] += 1
        keys = sum(size["keys"] for size in self.sizes.values())
        self.with_shingles = sum(size["documents"] for size in self.sizes.values() if size["shingles"] > 0)
        self.counts |= {"documents": len(documents), "texts": len(self.sizes), "keys": keys}
        tasks = max(4, math.ceil(keys / job.KEYS_A_RANGE))
        self.ranges = tasks * 4
        return [row for row in documents if row["text"] is not None and row["sketch"] is not None]

    def _texts(self, sketches: list[dict]) -> None:
        most = self.plan.most_documents(self.with_shingles)
        templates, phrases = self.plan.named_keys()
        spread, counted = Exchange(), Exchange()
        batches = []
        for at in range(0, len(sketches), BATCH):
            rows = sketches[at : at + BATCH]
            count = [1 if most is None else self.sizes[row["text"]]["documents"] for row in rows]
            columns = [pa.array([row["text"] for row in rows], pa.int64()), pa.array(count, pa.int64())]
            columns.append(pa.array([row["sketch"] for row in rows], pa.binary()))
            batches.append(pa.record_batch(columns, ["text", "documents", "sketch"]))
        frequent = self._frequent_keys(batches)
        step = native.Spreader(self.ranges, frequent)
        for batch in batches:
            spread.take(step.push(batch))
        spread.take(step.finish())
        table, out = b"", [0, 0, 0]
        if frequent:
            keys = native.FrequentKeys(frequent)
            for batch in batches:
                counted.take(native.frequent_blocks(batch, self.ranges, keys))
            rows = []
            counted.through(native.FrequentCounts(), lambda given: rows.extend(given.to_pylist() if given is not None else []))
            names = ("key", "texts", "documents")
            batch = pa.record_batch([pa.array([row[name] for row in rows], pa.int64()) for name in names], names=names)
            table, out = native.frequencies(batch, most, templates, phrases)
        spread.through(native.FrequencyStep(self.ranges, most, templates, phrases), counted.take)
        self.counts |= {"spread": spread.counts(), "counted": counted.counts()}
        left_out = []

        def take(given):
            for row in given.to_pylist() if given is not None else []:
                if row["text"] is None:
                    left_out.append(row["repeated"])
                else:
                    self.texts[row["text"]] = row

        counted.through(native.TextStep(self.ranges, table), take)
        marked = [int.from_bytes(row[at : at + 8], "little") for row in left_out for at in (0, 8, 16)]
        of_steps = [sum(marked[at::3]) + out[at] for at in range(3)]
        self.counts["left_out"] = dict(zip(("common", "template", "phrases"), of_steps))
        self.counts["repeated"] = sum(len(row["repeated"]) // 8 for row in self.texts.values())
        self.counts["left"] = sum(1 for row in self.texts.values() if row["repeated"])

    def _frequent_keys(self, batches) -> bytes:
        self.counts["frequent_keys"] = 0
        texts = self.counts["texts"]
        if texts < job.FREQUENT_KEY:
            return b""
        step = native.FrequentStep(job.FREQUENT_KEY / (2 * texts))
        counts: Counter[int] = Counter()
        for given in [*(step.push(batch) for batch in batches), step.finish()]:
            for row in given.to_pylist() if given is not None else []:
                counts[row["key"]] += row["texts"]
        found = sorted(key for key, count in counts.items() if count >= job.FREQUENT_KEY / 2)
        self.counts["frequent_keys"] = len(found)
        return b"".join(key.to_bytes(8, "little", signed=True) for key in found)

    def _prefixes(self, cells: Exchange) -> dict:
        """Fills in the keys by which texts can be found. Returns the shingles, words and keys of each."""
        rows = [row | {name: self.sizes[row["text"]][name] for name in ("words", "keys")} for row in self.texts.values()]
        types = {"text": pa.int64(), "words": pa.int32(), "keys": pa.int32(), "left_out": pa.int32(), "repeated": pa.binary(), "frequencies": pa.binary()}
        for at in range(0, len(rows), BATCH):
            columns = [pa.array([row[name] for row in rows[at : at + BATCH]], kind) for name, kind in types.items()]
            cells.take(native.prefixes(self.plan, pa.record_batch(columns, list(types)), self.ranges))
        return {row["text"]: (row["keys"] - row["left_out"], row["words"], row["repeated"]) for row in rows}

    def _bands(self, cells: Exchange, sketches: list[dict]) -> dict:
        """The same by bands of minima."""
        types = {"text": pa.int64(), "words": pa.int32(), "keys": pa.int32(), "sketch": pa.binary()}
        for at in range(0, len(sketches), BATCH):
            columns = [pa.array([row[name] for row in sketches[at : at + BATCH]], kind) for name, kind in types.items()]
            cells.take(native.bands(pa.record_batch(columns, list(types)), *self.bands, self.ranges))
        return {row["text"]: (row["keys"], row["words"], row["sketch"]) for row in sketches}

    def _found(self, sketches: list[dict]) -> dict[tuple[int, int], tuple[int, int]]:
        cells, met = Exchange(), set()
        texts = self._bands(cells, sketches) if self.bands else self._prefixes(cells)

        def take(given):
            for batch in given:
                met.update(zip(batch.column("small").to_pylist(), batch.column("large").to_pylist()))

        cells.through(native.MeetingStep(self.plan), take)
        self.counts |= {"prefixes": cells.counts(), "prefix_rows": cells.counts()["bytes"] // 32, "candidates": len(met)}
        found = self._counted({pair: 0 for pair in met}, texts, False)
        if self.plan.verifies:
            kept = {text: (size["shingles"], size["words"], size["kept"]) for text, size in self.sizes.items()}
            found = self._counted({pair: agree for pair, (agree, _) in found.items()}, kept, True)
        self.counts["pairs_of_texts"] = len(found)
        return found

    def _counted(self, pairs, texts, exact) -> dict[tuple[int, int], tuple[int, int]]:
        step = native.CountingStep(self.plan, exact)
        by_large = defaultdict(list)
        for small, large in pairs:
            by_large[large].append(small)
        found = {}
        names = {"large": pa.int64(), "small": pa.int64(), "shared": pa.int64(), "shingles": pa.int32(), "words": pa.int32(), "keys": pa.binary()}
        moved = 0
        for large, smalls in by_large.items():
            rows = [(large, None, None, *texts[large]), *((large, small, pairs[small, large], *texts[small]) for small in smalls)]
            moved += sum(len(row[5]) for row in rows)
            columns = [pa.array(column, kind) for column, kind in zip(zip(*rows), names.values())]
            for row in step.push(pa.record_batch(columns, list(names))).to_pylist():
                found[row["small"], row["large"]] = (row["shared"], row["exact"])
        self.counts["counting_bytes"] = self.counts.get("counting_bytes", 0) + moved
        return found

    def _lines(self, documents, found) -> list[str]:
        of_text = defaultdict(list)
        for row in documents:
            if row["text"] is not None:
                of_text[row["text"]].append(row)
        pairs = [(a, b, agree, exact) for (a, b), (agree, exact) in found.items()]
        for text, size in self.sizes.items():
            if size["documents"] > 1:
                pairs.append((text, text, size["keys"] - self._left_out(text), size["shingles"]))
        sides = {"name": pa.binary(), "line": pa.int32(), "words": pa.int32(), "shingles": pa.int32()}
        rows = []
        for a, b, agree, exact in pairs:
            both = itertools.combinations(of_text[a], 2) if a == b else itertools.product(of_text[a], of_text[b])
            rows += [(one, other, agree, exact, a == b) for one, other in both]
        ranked = []
        for at in range(0, len(rows), 4096):
            some = rows[at : at + 4096]
            columns, names = [], []
            for place, side in enumerate("ab"):
                for name, kind in sides.items():
                    left_out = [self._left_out(row[place]["text"]) if name == "shingles" else 0 for row in some]
                    values = [row[place][name] for row in some]
                    values = [value - out for value, out in zip(values, left_out)] if name == "shingles" else values
                    columns.append(pa.array(values, kind))
                    names.append(f"{side}_{name}")
            for place, (name, kind) in enumerate((("agree", pa.int64()), ("exact", pa.int64()), ("same_text", pa.bool_())), 2):
                columns.append(pa.array([row[place] for row in some], kind))
                names.append(name)
            made = native.pair_lines(self.plan, pa.record_batch(columns, names)).to_pylist()
            ranked += [(row["rank"], row["a_name"], row["a_line"], row["b_name"], row["b_line"], row["ndjson"]) for row in made]
        self.counts["pairs"] = len(ranked)
        return [row[-1] for row in sorted(ranked)]

    def _left_out(self, text: int) -> int:
        row = self.texts.get(text)
        return row["left_out"] if row else 0


def printed(folder: str, options: list[str]) -> list[str]:
    program = os.environ.get("SHINGLE_PROGRAM", "shingle")
    parts = [program, "scan", folder, "--format", "ndjson", "--top", "1000000000", *options]
    environment = os.environ | {f"SHINGLE_{name}": "" for name in ("CONFIG", "CACHE", "STATE", "DECISIONS")}
    return subprocess.run(parts, check=True, capture_output=True, env=environment, text=True).stdout.splitlines()


def main() -> int:
    folder, *options = sys.argv[1:]
    part = 1
    if "--part" in options:
        at = options.index("--part")
        part = int(options[at + 1])
        del options[at : at + 2]
    if options != ["--matrix"]:
        simulation = Simulation(folder, options, part)
        lines = simulation.run()
        is_same = lines == printed(folder, options) if part == 1 else None
        print(json.dumps({"folder": folder, "part": part, "options": " ".join(options), "same": is_same, "seconds": simulation.seconds} | simulation.counts))
        return int(is_same is False)
    differing = 0
    for variant, measure, threshold in cases(True):
        options = [*VARIANTS[variant], "--measure", measure, "-t", threshold]
        lines = Simulation(folder, options).run()
        is_same = lines == printed(folder, options)
        differing += not is_same
        print(variant, measure, threshold, len(lines), "same" if is_same else "DIFFERENT", flush=True)
    print(f"{differing} differ")
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main())
