"""The Python module beside datasketch and rensa: `python module.py FOLDER [THRESHOLD]`; they must be installed.

All get the same texts and find pairs by resemblance of shingles of four words. What is true is counted here, from sets of strings.
Each runs in a process of its own. Prints a line for each: wall and CPU seconds from texts to pairs, the most memory that these
took beyond the texts, pairs, recall and precision. The others find candidates by bands of 128 minima; `checked` are those whose
estimate reaches the threshold.
"""

from __future__ import annotations

import itertools
import json
import multiprocessing
import re
import resource
import sys
import time
from collections import defaultdict
from pathlib import Path

WIDTH, MINIMA = 4, 128
WORD = re.compile(r"\w+(?:['’.]\w+)*")


def shingles(text: str) -> set[str]:
    words = WORD.findall(text.lower())
    return {" ".join(words[at : at + WIDTH]) for at in range(len(words) - WIDTH + 1)} or {" ".join(words)}


def by_shingle(texts: list[str], threshold: float) -> dict[str, set[tuple[int, int]]]:
    import shingle

    found = shingle.pairs(
        texts, width=WIDTH, threshold=threshold, measure="jaccard", stop_words="off", stem="off", language="en"
    )
    return {"shingle": set(zip(found["a"].to_pylist(), found["b"].to_pylist()))}


def by_datasketch(texts: list[str], threshold: float) -> dict[str, set[tuple[int, int]]]:
    from datasketch import MinHash, MinHashLSH

    index, sketches = MinHashLSH(threshold=threshold, num_perm=MINIMA), []
    for number, text in enumerate(texts):
        sketch = MinHash(num_perm=MINIMA)
        sketch.update_batch([one.encode() for one in shingles(text)])
        sketches.append(sketch)
        index.insert(number, sketch)
    pairs = {(other, number) for number, sketch in enumerate(sketches) for other in index.query(sketch) if other < number}
    return {"datasketch": pairs, "datasketch, checked": {(a, b) for a, b in pairs if sketches[a].jaccard(sketches[b]) >= threshold}}


def by_rensa(texts: list[str], threshold: float) -> dict[str, set[tuple[int, int]]]:
    from rensa import RMinHash, RMinHashLSH

    # As many bands of as many rows as datasketch takes at .5.
    index, sketches = RMinHashLSH(threshold=threshold, num_perm=MINIMA, num_bands=32), []
    for number, text in enumerate(texts):
        sketch = RMinHash(num_perm=MINIMA, seed=42)
        sketch.update(list(shingles(text)))
        sketches.append(sketch)
        index.insert(number, sketch)
    pairs = {(other, number) for number, sketch in enumerate(sketches) for other in index.query(sketch) if other < number}
    return {"rensa": pairs, "rensa, checked": {(a, b) for a, b in pairs if sketches[a].jaccard(sketches[b]) >= threshold}}


def true_pairs(texts: list[str], threshold: float) -> set[tuple[int, int]]:
    sets = [shingles(text) for text in texts]
    holders, shared = defaultdict(list), defaultdict(int)
    for number, held in enumerate(sets):
        for one in held:
            holders[one].append(number)
    for numbers in holders.values():
        for pair in itertools.combinations(numbers, 2):
            shared[pair] += 1
    return {
        (a, b) for (a, b), count in shared.items() if count >= threshold * (len(sets[a]) + len(sets[b]) - count)
    }


def _run(find, texts: list[str], threshold: float, answers) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF)
    begun = time.time()
    found = find(texts, threshold)
    wall = time.time() - begun
    after = resource.getrusage(resource.RUSAGE_SELF)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    answers.put((wall, cpu, (after.ru_maxrss - before.ru_maxrss) / 1e3, found))


def main() -> None:
    folder, threshold = Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 0.5
    texts = [path.read_text() for path in sorted(folder.rglob("*.txt"))]
    # A fresh process for each, so that none has the memory of another.
    processes = multiprocessing.get_context("fork")
    outcomes = []
    for find in (by_shingle, by_datasketch, by_rensa):
        answers = processes.SimpleQueue()
        process = processes.Process(target=_run, args=(find, texts, threshold, answers))
        process.start()
        outcomes.append(answers.get())
        process.join()
    wanted = true_pairs(texts, threshold)
    print(json.dumps({"texts": len(texts), "threshold": threshold, "true": len(wanted)}))
    for wall, cpu, memory, found in outcomes:
        for name, pairs in found.items():
            right = len(pairs & wanted)
            line = {"library": name, "wall": round(wall, 2), "cpu": round(cpu, 2), "memory_mb": round(memory), "pairs": len(pairs)}
            line |= {"recall": round(right / len(wanted), 4), "precision": round(right / max(len(pairs), 1), 4)}
            print(json.dumps(line))


if __name__ == "__main__":
    main()
