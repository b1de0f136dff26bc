"""Candidates by bands of minima: fewer pairs, never others, and the output says so."""

from __future__ import annotations

import json
import sys

import pytest
from conftest import ROOT, lines, scanned

import shingle_spark
from shingle._native import chance

sys.path.insert(0, str(ROOT / "spark" / "benches"))
from simulate import Simulation  # noqa: E402

OPTIONS = ["--measure", "jaccard", "-t", ".5"]


def _pairs(text):
    return [line for line in text.splitlines() if "score" in line]


def test_bands_on_spark_say_what_they_are(spark, folder, tmp_path):
    source = folder("demo")
    manifest = shingle_spark.scan(spark, str(source), str(tmp_path / "out"), *OPTIONS, bands=100, rows=2)
    # At .5 all but 3 in 10^13 are found.
    assert _pairs(lines(tmp_path / "out", "pairs")) == _pairs(scanned(source, *OPTIONS)) != []
    assert manifest["exact"] is False and "100 bands" in manifest["how"]
    assert manifest["bands"]["chance_at_threshold"] == chance(100, 2, 0.5) > 0.999999
    assert [one["resemblance"] for one in manifest["bands"]["chances"]] == [at / 10 for at in range(1, 11)]


def test_bands_find_true_pairs_alone_and_as_many_as_the_formula_says(folder):
    source = folder("plain")
    wanted = _pairs(scanned(source, *OPTIONS))
    assert Simulation(str(source), OPTIONS, bands=(100, 2)).run() == wanted
    found = Simulation(str(source), OPTIONS, bands=(6, 14)).run()
    assert set(found) < set(wanted)
    # Copies are pairs without bands. Of the others, about so many by the formula; five standard deviations are allowed.
    others = [json.loads(line) for line in wanted]
    others = [one for one in others if not one["exact_copy"]]
    copies = len(wanted) - len(others)
    chances = [chance(6, 14, one["jaccard"]) for one in others]
    spread = sum(one * (1 - one) for one in chances) ** 0.5
    assert abs(len(found) - copies - sum(chances)) <= 5 * spread + 1
    assert 0 < len(found) - copies < len(others)


def test_what_goes_not_with_bands_is_refused_by_name(spark, folder, tmp_path):
    source = str(folder("demo"))
    for options, given, said in [
        ([], {"bands": 3}, "both"),
        ([], {"bands": 600, "rows": 2}, "1200 minima"),
        (["--sketch", "minhash"], {"bands": 20, "rows": 5}, "--sketch"),
        (["--common", "10%"], {"bands": 20, "rows": 5}, "--common"),
    ]:
        with pytest.raises(ValueError, match=said):
            shingle_spark.scan(spark, source, str(tmp_path / "out"), *options, **given)
    assert not (tmp_path / "out").exists()
