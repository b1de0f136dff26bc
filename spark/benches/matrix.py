"""Compares scans on Spark with the program, byte for byte: `python matrix.py FOLDER [--all] [--master MASTER] [--done FILE]`.

Four measures, three thresholds and six variants of sketching are 72 cases: `--all` runs them. Without it, 24 of them run, in which
every two values of different kinds occur together. One line each; exits 1 if any differs. FILE keeps what is done, so that a second
run goes on behind it. All cases run in one session of Spark. The program is `$SHINGLE_PROGRAM`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure import _is_same

MEASURES = ("jaccard", "dice", "containment", "overlap")
THRESHOLDS = (".2", ".5", ".8")
VARIANTS = {
    "plain": ["--language", "en", "--stop-words", "off", "--stem", "off"],
    "defaults": [],
    "common": ["--common", "0.01"],
    "modulo": ["--modulo", "4"],
    "minhash": ["--sketch", "minhash"],
    "supershingles": ["--sketch", "supershingle"],
}

# The JVM would compile for longer than it runs.
SMALL_JOBS = {
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
}


def cases(is_all: bool) -> list[tuple[str, str, str]]:
    """Variant, measure and threshold; without `is_all`, each variant with each measure, and thresholds dealt out in turn."""
    dealt, rest = [], []
    for at, variant in enumerate(VARIANTS):
        for turn, measure in enumerate(MEASURES):
            for place, threshold in enumerate(THRESHOLDS):
                (dealt if (at + turn) % 3 == place else rest).append((variant, measure, threshold))
    return dealt + rest if is_all else dealt


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--master", default="local[2]")
    parser.add_argument("--done", type=Path)
    asked = parser.parse_args()

    from pyspark.sql import SparkSession

    import shingle_spark

    builder = SparkSession.builder.master(asked.master).config("spark.log.level", "ERROR").config("spark.ui.enabled", "false")
    builder = builder.config("spark.executorEnv.PYTHONPATH", os.environ.get("PYTHONPATH", ""))
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.memory", "2g")
    for name, value in SMALL_JOBS.items():
        builder = builder.config(name, value)
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    kept = asked.done.read_text().splitlines() if asked.done and asked.done.exists() else []
    done = {tuple(one["case"]): one["same"] for one in map(json.loads, kept)}
    for variant, measure, threshold in cases(asked.all):
        case = (asked.folder, asked.master, variant, measure, threshold)
        if case in done:
            continue
        options = [*VARIANTS[variant], "--measure", measure, "-t", threshold]
        with tempfile.TemporaryDirectory() as place:
            begun = time.time()
            try:
                manifest = shingle_spark.scan(spark, asked.folder, f"{place}/out", *options)
                seconds = time.time() - begun
                done[case] = _is_same(asked.folder, Path(place) / "out", options)
                found = manifest["counts"]
            except (ValueError, subprocess.CalledProcessError) as reason:
                done[case], found, seconds = False, str(reason), 0
        line = {"case": case, "same": done[case], "seconds": round(seconds, 1), "counts": found}
        print(json.dumps(line), flush=True)
        if asked.done:
            with asked.done.open("a") as file:
                file.write(json.dumps(line) + "\n")
    differing = [case for case, is_same in done.items() if not is_same]
    print(f"{len(done)} cases, {len(differing)} differ", *differing, sep="\n")
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main())
