"""Compares scans on Spark with the program, byte for byte: `python matrix.py FOLDER [--master MASTER]`.

Four measures, three thresholds and six variants of sketching, one line each; exits 1 if any differs. A folder of 10,000
documents takes hours: `cargo run --release --example corpus -- --documents 10000 FOLDER` makes one.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
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


def main() -> int:
    from pyspark.sql import SparkSession

    import shingle_spark

    folder, *rest = sys.argv[1:]
    master = rest[1] if rest[:1] == ["--master"] else "local[2]"
    builder = SparkSession.builder.master(master).config("spark.log.level", "ERROR").config("spark.ui.enabled", "false")
    builder = builder.config("spark.executorEnv.PYTHONPATH", os.environ.get("PYTHONPATH", ""))
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    differing = 0
    for (name, variant), measure, threshold in itertools.product(VARIANTS.items(), MEASURES, THRESHOLDS):
        options = [*variant, "--measure", measure, "-t", threshold]
        with tempfile.TemporaryDirectory() as place:
            try:
                manifest = shingle_spark.scan(spark, folder, f"{place}/out", *options)
                is_same = _is_same(folder, Path(place) / "out", options)
                found = manifest["counts"]["pairs"]
            except (ValueError, subprocess.CalledProcessError) as reason:
                is_same, found = False, reason
        differing += not is_same
        print(name, measure, threshold, found, "same" if is_same else "DIFFERENT", flush=True)
    print(f"{differing} differ")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
