"""A session of Spark, the program to compare with, and folders to compare."""

from __future__ import annotations

import json
import os
import subprocess
from itertools import accumulate
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).parents[2]
BUILT = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug"
PROGRAM = Path(os.environ.get("SHINGLE_PROGRAM", BUILT / "shingle"))
ALL = "1000000000"


@pytest.fixture(scope="session")
def spark():
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(os.environ.get("SHINGLE_SPARK_MASTER", "local[2]")).appName("shingle tests")
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "1g",
        "spark.log.level": "ERROR",
        # Small jobs: the JVM would compile for longer than it runs.
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A function that gives the demo folder, or makes one of 300 texts: `plain`, `licence` (the same 200 words at the head of each) or
    `copies` (two fifths are identical)."""
    made: dict[str, Path] = {}

    def make(variant: str) -> Path:
        if variant == "demo":
            return ROOT / "assets" / "demo"
        if variant not in made:
            made[variant] = tmp_path_factory.mktemp(variant)
            for number, text in enumerate(_texts(variant)):
                (made[variant] / f"{number:03}.txt").write_text(" ".join(text))
        return made[variant]

    return make


def _texts(variant: str) -> list[list[str]]:
    """Texts of made-up words. One in eight copies, edits, shuffles or cuts an earlier one."""
    random = Random(1)
    syllables = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
    words = ["".join(random.choices(syllables, k=random.randint(2, 4))) for _ in range(5000)]
    # As in real texts, the n-th word comes about 1/n as often as the first.
    sums = list(accumulate(1 / rank for rank in range(1, len(words) + 1)))
    texts: list[list[str]] = []
    for number in range(300):
        text = random.choices(words, cum_weights=sums, k=round(random.lognormvariate(5.5, 0.8)))
        if variant == "copies" and 0 < number % 5 < 3:
            text = texts[0]
        elif number % 8 == 7:
            text = random.choice(texts)
            match number // 8 % 4:
                case 1:
                    text = [random.choice(words) if random.random() < 0.1 else word for word in text]
                case 2:
                    parts = [text[start : start + 30] for start in range(0, len(text), 30)]
                    text = sum(random.sample(parts, len(parts)), [])
                case 3:
                    text = text[len(text) // 4 : len(text) // 2]
        texts.append(text)
    licence = random.choices(words, cum_weights=sums, k=200) if variant == "licence" else []
    return [licence + text for text in texts]


def scanned(folder: Path, *options: str) -> str:
    """What the program prints: documents, then pairs, best first."""
    return _printed("scan", folder, "--format", "ndjson", "--top", ALL, "--documents", *options)


def listed(folder: Path, *options: str) -> dict:
    """The whole result as the program prints it."""
    return json.loads(_printed("scan", folder, "--format", "json", "--top", ALL, *options))


def clustered(folder: Path, *options: str) -> list[tuple[int, int, list[tuple[str, int]]]]:
    """The clusters that the program finds: number of documents, of texts, and the documents with their texts."""
    found = json.loads(_printed("clusters", folder, "--format", "json", *options))["clusters"]
    return [
        (one["documents"], one["texts"], sorted((member["path"], member["text"]) for member in one["members"]))
        for one in found
    ]


def _printed(*parts: str | Path) -> str:
    environment = os.environ | {f"SHINGLE_{name}": "" for name in ("CONFIG", "CACHE", "STATE", "DECISIONS")}
    return subprocess.run([PROGRAM, *parts], check=True, capture_output=True, text=True, env=environment).stdout


def lines(out: Path, name: str) -> str:
    """The parts of a listing, joined in the order of their names."""
    return "".join(part.read_text() for part in sorted((out / f"{name}.ndjson").glob("part-*.txt")))


def listed_clusters(out: Path) -> list[tuple[int, int, list[tuple[str, int]]]]:
    """The clusters of an output, in the form of `clustered`."""
    clusters: dict[int, list[dict]] = {}
    for line in lines(out, "clusters").splitlines():
        member = json.loads(line)
        clusters.setdefault(member["cluster"], []).append(member)
    assert list(clusters) == list(range(1, len(clusters) + 1))
    found = []
    for members in clusters.values():
        # Documents come by path, and so do the first documents of texts.
        texts = {text: number for number, text in enumerate(dict.fromkeys(one["text"]["path"] for one in members), 1)}
        documents = [(one["path"], texts[one["text"]["path"]]) for one in members]
        assert documents == sorted(documents)
        found.append((members[0]["documents"], members[0]["texts"], documents))
    return found


def expect_as_printed(out: Path, folder: Path, *options: str) -> None:
    """All that the program prints of a folder is in the output: lines, what the manifest says, and clusters. Copies are wholly alike."""
    assert lines(out, "documents") + lines(out, "pairs") == scanned(folder, *options)
    pairs = map(json.loads, lines(out, "pairs").splitlines())
    assert all(pair["score"] == 1 for pair in pairs if pair["exact_copy"])
    manifest, listing = json.loads((out / "manifest.json").read_text()), listed(folder, *options)
    for name in ("parameters", "left_out", "pairs_found"):
        assert manifest[name] == listing[name]
    assert manifest["counts"]["pairs"] == lines(out, "pairs").count("\n") > 0
    assert listed_clusters(out) == clustered(folder, *options)
    assert not (out / "_work").exists()
