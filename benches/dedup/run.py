#!/usr/bin/env python3
"""Measures `shingle dedup` on made records of which it is known which repeat which: recall and precision by settings, and beside
datasketch, rensa and text-dedup where Python has them; then time and memory of many (--many 1000000).

    python3 benches/dedup/run.py SHINGLE [--records 20000] [--many N]

A tenth of the records are near-duplicates: another record with up to 15 % of its words changed, left out or put in, other case and
signs, an end cut off or a footer added. Of the others, a third share a template with many, and a tenth quote a part of another; none
of these is to go. It writes into a temporary folder only."""

import argparse
import bisect
import collections
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time

PLAIN = ["--stop-words", "off", "--stem", "off"]
TODAY = ["--stop-words", "inside", "--stem", "on", "-w", "3", "--measure", "containment", "-t", "0.2"]


class Maker:
    """Makes texts of words by Zipf's law."""

    def __init__(self, seed, usual, words=50_000):
        self.usual = usual
        self.dice = random.Random(seed)
        letters = "etaoinshrdlucmfwypvbgk"
        self.words = ["".join(self.dice.choices(letters, k=2 + at % 7 + at // 15_000)) for at in range(words)]
        self.sums = list(itertools.accumulate(1 / (at + 3) for at in range(words)))
        self.footers = [self.text(30) for _ in range(20)]
        self.templates = [self.text(60) for _ in range(40)]

    def word(self):
        return self.words[bisect.bisect(self.sums, self.dice.random() * self.sums[-1])]

    def text(self, length):
        return [self.word() for _ in range(length)]

    def record(self, earlier):
        length = min(2000, max(25, int(self.dice.lognormvariate(math.log(self.usual), 0.7))))
        kind = self.dice.random()
        if kind < 1 / 3:
            # Half of a text and half of what others have too.
            own = self.text(max(40, length))
            template = self.dice.choice(self.templates)
            return own[:20] + template[:30] + own[20:] + template[30:]
        if kind < 1 / 3 + 0.1 and earlier:
            other = self.dice.choice(earlier)
            at = self.dice.randrange(max(1, len(other) // 2))
            return self.text(max(length, len(other))) + other[at : at + len(other) // 3]
        return self.text(length)

    def near(self, words):
        rate, made = self.dice.uniform(0, 0.15), []
        for word in words:
            kind = self.dice.random()
            if kind < rate * 0.5:
                made.append(self.word())
            elif kind < rate * 0.75:
                continue
            else:
                made.append(word)
                if kind < rate:
                    made.append(self.word())
        if self.dice.random() < 0.2:
            made = made[: max(20, int(len(made) * self.dice.uniform(0.85, 1)))]
        if self.dice.random() < 0.2 and len(made) > 200:
            made += self.dice.choice(self.footers)
        return made

    def written(self, words):
        marks = self.dice.choice([", ", ". ", "; ", " "])
        text = " ".join(words)
        if self.dice.random() < 0.2:
            text = text.upper()
        return text.replace(" e", marks + "e")

    def records(self, count):
        """Id and text of each, and which repeat which."""
        originals, repeats = [], {}
        for at in range(count):
            if originals and self.dice.random() < 0.1:
                of = self.dice.randrange(len(originals))
                repeats[f"r{at}"] = originals[of][0]
                yield f"r{at}", self.written(self.near(originals[of][1])), repeats
            else:
                words = self.record([words for _, words in originals[-1000:]])
                # Of a million, only the last hundred thousand may be repeated.
                originals = originals[-100_000:] if len(originals) > 110_000 else originals
                originals.append((f"r{at}", words))
                yield f"r{at}", self.written(words), repeats


def make(path, count, seed=1, usual=100):
    repeats = {}
    with open(path, "w", encoding="utf-8") as file:
        for name, text, repeats in Maker(seed, usual).records(count):
            file.write(json.dumps({"id": name, "text": text}) + "\n")
    return repeats


def run(command):
    """What a command prints, its wall and CPU seconds and its peak memory in MB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{command}: {status}")
    wall = time.perf_counter() - start
    return said.decode(), wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def judged(dropped, repeats):
    # Which of a text and its near-duplicates stays is for the program to choose.
    copies = collections.Counter(repeats.values())
    gone = collections.Counter(repeats.get(name, name) for name in dropped)
    right = sum(min(count, copies[name]) for name, count in gone.items())
    return right / max(1, len(repeats)), right / max(1, len(dropped))


def ours(shingle, path, options):
    command = [shingle, "dedup", path, "--records", "jsonl:text", "--id", "id", "--format", "ndjson", "--no-config", *options]
    said, *cost = run(command)
    return {json.loads(line)["path"] for line in said.splitlines()}, cost


PEER = '''
import json, re, sys
which, path, threshold = sys.argv[1], sys.argv[2], float(sys.argv[3])
if which == "text_dedup":
    import subprocess, tempfile
    with tempfile.TemporaryDirectory() as folder:
        options = {"path": "json", "data_files": path, "split": "train", "column": "text", "ngram": 3, "num_perm": 128,
            "min_length": 1, "threshold": threshold, "cache_dir": folder + "/cache", "output": folder + "/kept"}
        options = [part for name, value in options.items() for part in ("--" + name, str(value))]
        subprocess.run([sys.executable, "-m", "text_dedup.minhash", *options], stdout=subprocess.DEVNULL, check=True)
        from datasets import load_from_disk
        kept = set(load_from_disk(folder + "/kept")["id"])
    names = [json.loads(line)["id"] for line in open(path, encoding="utf-8")]
    print("\\n".join(name for name in names if name not in kept))
    sys.exit()
WORD = re.compile(r"\\w+")
def shingles(text):
    words = WORD.findall(text.lower())
    return {" ".join(words[at : at + 3]) for at in range(max(1, len(words) - 2))}
if which == "datasketch":
    from datasketch import MinHash, MinHashLSH
    index = MinHashLSH(threshold=threshold, num_perm=128)
    sketch = lambda text: next(MinHash.generator([[one.encode() for one in shingles(text)]], num_perm=128))
    meets = lambda made: any(known[name].jaccard(made) >= threshold for name in index.query(made))
    known = {}
    add = lambda name, made: (index.insert(name, made), known.__setitem__(name, made))
else:
    from rensa import RMinHash, RMinHashLSH
    index = RMinHashLSH(threshold, 128, 32)
    known = {}
    def sketch(text):
        made = RMinHash(num_perm=128, seed=42)
        made.update(list(shingles(text)))
        return made
    meets = lambda made: any(known[name].jaccard(made) >= threshold for name in index.query(made))
    def add(name, made):
        index.insert(len(known), made)
        known[len(known)] = made
for line in open(path, encoding="utf-8"):
    record = json.loads(line)
    made = sketch(record["text"])
    if meets(made):
        print(record["id"])
    else:
        add(record["id"], made)
'''


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shingle")
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--many", type=int)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/records.jsonl"
        repeats = make(path, args.records)
        print(f"{args.records:,} records, {os.path.getsize(path) / 1e6:.1f} MB, {len(repeats):,} of them near-duplicates\n")
        settings = [("defaults", []), ("those of scan", TODAY)]
        settings += [
            (f"-w {width} --measure {measure} -t {share}", ["-w", str(width), "--measure", measure, "-t", share, *PLAIN])
            for measure in ("jaccard", "containment")
            for width in (2, 3, 4, 5)
            for share in (".4", ".5", ".6", ".7", ".8")
        ]
        print("| settings | recall | precision | F1 | seconds | CPU | MB |\n| --- | --- | --- | --- | --- | --- | --- |")
        def row(name, dropped, cost):
            recall, precision = judged(dropped, repeats)
            f1 = 2 * recall * precision / max(1e-9, recall + precision)
            print(f"| {name} | {recall:.4f} | {precision:.4f} | {f1:.4f} | {cost[0]:.2f} | {cost[1]:.2f} | {cost[2]:.0f} |", flush=True)
        for name, options in settings:
            row(name, *ours(args.shingle, path, options))
        for peer in ("datasketch", "rensa", "text_dedup"):
            if subprocess.run([sys.executable, "-c", f"import {peer}"], stderr=subprocess.DEVNULL).returncode:
                print(f"| {peer} is not there |")
                continue
            for share in (".5", ".7"):
                said, *cost = run([sys.executable, "-c", PEER, peer, path, share])
                row(f"{peer}, 3 words, {share}", set(said.split()), cost)
        if args.many:
            path = f"{folder}/many.jsonl"
            repeats = make(path, args.many, 2, 30)
            print(f"\n{args.many:,} records, {os.path.getsize(path) / 1e6:.1f} MB", flush=True)
            row("defaults", *ours(args.shingle, path, []))


if __name__ == "__main__":
    main()
