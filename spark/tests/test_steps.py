"""The steps that executors run, strung together in one process: their lines are those of the program, for all kinds of sketches."""

from __future__ import annotations

import json
import sys

import pytest
from conftest import ROOT, listed, scanned

from shingle_spark import job

sys.path.insert(0, str(ROOT / "spark" / "benches"))
from simulate import Simulation  # noqa: E402

CASES = [
    ("demo", ["--sketch", "minhash", "-t", ".3", "--measure", "jaccard"]),
    ("plain", ["-w", "4", "-t", ".2", "--measure", "jaccard", "--stop-words", "off", "--stem", "off", "--language", "en"]),
    ("plain", ["--measure", "per-word", "--above", "strictly", "-t", ".1"]),
    ("plain", ["--sketch", "minhash", "--functions", "32", "--verify", "off"]),
    ("copies", ["--modulo", "4", "-t", ".5", "--measure", "overlap"]),
    ("copies", ["--modulo", "1000", "-t", "0"]),
    ("licence", ["--sketch", "supershingle"]),
    ("licence", ["-t", ".8", "--common", "0.2"]),
    ("licence", ["--measure", "containment", "--common", "0.3", "-t", ".3"]),
]


def _named(value):
    return " ".join(value) if isinstance(value, list) else str(value)


@pytest.mark.parametrize("frequent", [job.FREQUENT_KEY, 3])
@pytest.mark.parametrize(("variant", "options"), CASES, ids=_named)
def test_the_pairs_are_those_of_the_program(folder, monkeypatch, variant, options, frequent):
    monkeypatch.setattr(job, "FREQUENT_KEY", frequent)
    source = folder(variant)
    simulation = Simulation(str(source), options)
    wanted = [line for line in scanned(source, *options).splitlines() if "score" in json.loads(line)]
    assert simulation.run() == wanted
    assert len(wanted) > 0
    assert simulation.counts["left_out"] == listed(source, *options)["left_out"]
    assert (simulation.counts["frequent_keys"] > 0) == (frequent == 3)
