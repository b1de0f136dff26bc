"""Runs text-dedup's `minhash_spark.py` on a folder: `python text_dedup.py SCRIPT FOLDER [THRESHOLD]`.

The script is not part of this package. It is in the history of https://github.com/ChenghaoMou/text-dedup, up to the commit before
91c144a. Its settings for a large cluster (thousands of partitions) are replaced by four, so that it is not slow for that reason.
Where GraphFrames is not installed, a plain search for connected components in the driver stands in, which is faster.

Prints one line: the load of the machine, wall and CPU seconds, peak memory, and of the pairs within its clusters how many are
right. A pair is right if its resemblance by the script's own shingles, of four words, counted exactly, reaches the threshold.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from measure import Processes

STAND_IN = '''
class GraphFrame:
    def __init__(self, vertices, edges):
        self.vertices, self.edges = vertices, edges

    def connectedComponents(self):
        above = {row.id: row.id for row in self.vertices.collect()}

        def least(one):
            while above[one] != one:
                above[one] = above[above[one]]
                one = above[one]
            return one

        for row in self.edges.collect():
            one, other = least(row.src), least(row.dst)
            above[max(one, other)] = min(one, other)
        return self.vertices.sparkSession.createDataFrame([(one, least(one)) for one in above], "id long, component long")
'''
WORDS = re.compile(r"\W", re.UNICODE)


def shingles(text: str) -> set[str]:
    words = WORDS.split(text.lower())
    return {" ".join(words[at : at + 4]) for at in range(len(words) - 3)}


def main() -> None:
    script, folder = Path(sys.argv[1]).read_text(), Path(sys.argv[2])
    threshold = float(sys.argv[3]) if len(sys.argv) > 3 else 0.5
    for number in ("8192", "4096", '"100"', "max(256, "):
        assert number in script, f"{sys.argv[1]}: not the script that is meant; it has no {number}"
        script = script.replace(number, {'"100"': '"4"', "max(256, ": "max(4, "}.get(number, "4"))
    names = sorted(folder.rglob("*.txt"))
    texts = [name.read_text() for name in names]
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as place:
        place = Path(place)
        (place / "in").mkdir()
        table = pa.table({"number": list(range(len(texts))), "content": texts})
        pq.write_table(table, place / "in" / "texts.parquet", row_group_size=max(len(texts) // 8, 1))
        (place / "script.py").write_text(script)
        try:
            import graphframes  # noqa: F401

            has = bool(os.environ.get("PYSPARK_SUBMIT_ARGS"))
        except ImportError:
            has = False
        if not has:
            (place / "graphframes.py").write_text(STAND_IN)
        options = ["--input", place / "in", "--output", place / "out", "--threshold", str(threshold), "--ngram_size", "4"]
        options += ["--index", "number", "--checkpoint_dir", place / "checkpoints", "--debug"]
        environment = os.environ | {"PYTHONPATH": f"{place}", "PYSPARK_PYTHON": sys.executable}
        environment["PYSPARK_SUBMIT_ARGS"] = os.environ.get("PYSPARK_SUBMIT_ARGS", "--master local[2] --driver-memory 2g pyspark-shell")
        processes = Processes()
        processes.start()
        begun = time.time()
        subprocess.run([sys.executable, place / "script.py", *options], check=True, env=environment, capture_output=True)
        wall = time.time() - begun
        clusters = defaultdict(list)
        for row in pq.read_table(place / "out-assignment" / "assignment.parquet").to_pylist():
            clusters[row["component"]].append(row["id"])
    found = {pair for members in clusters.values() for pair in itertools.combinations(sorted(members), 2)}
    wanted = true_pairs(texts, threshold)
    line = {"folder": str(folder), "load": round(load, 1), "wall": round(wall, 1), "cpu_seconds": round(sum(processes.cpu.values()), 1)}
    line |= {f"peak_{kind}_mb": round(most / 1e6) for kind, most in processes.most.items()}
    line |= {"graphframes": has, "found": len(found), "wrong": len(found - wanted), "missing": len(wanted - found), "true": len(wanted)}
    print(json.dumps(line))


def true_pairs(texts: list[str], threshold: float) -> set[tuple[int, int]]:
    sets = [shingles(text) for text in texts]
    holders, shared = defaultdict(list), defaultdict(int)
    for number, held in enumerate(sets):
        for one in held:
            holders[hash(one)].append(number)
    for numbers in holders.values():
        for pair in itertools.combinations(numbers, 2):
            shared[pair] += 1
    likely = [pair for pair, count in shared.items() if count >= threshold * max(len(sets[pair[0]]), len(sets[pair[1]])) * 0.99]
    return {(a, b) for a, b in likely if len(sets[a] & sets[b]) >= threshold * len(sets[a] | sets[b])}


if __name__ == "__main__":
    main()
