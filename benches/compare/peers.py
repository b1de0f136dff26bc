"""What the Python peers do with a folder: peers.py rensa|datasketch|setsimilaritysearch DIR OUT writes the pairs found.
It measures nothing: run.py starts it and does."""

import os
import re
import sys

WIDTH = 4
THRESHOLD = 0.5
PERMUTATIONS = 128
# Letters and digits in a row; an apostrophe, point or comma with such on both sides joins them.
WORD = re.compile(r"[^\W_]+(?:['.,][^\W_]+)*")


def files(folder):
    found = []
    for path, _, names in os.walk(folder):
        found += (os.path.join(path, name) for name in names)
    return sorted(found)


def shingles(path):
    with open(path, encoding="utf-8") as file:
        words = WORD.findall(file.read().lower())
    if len(words) < WIDTH:
        return [" ".join(words)]
    return [" ".join(four) for four in zip(words, words[1:], words[2:], words[3:])]


def rensa(paths):
    from rensa import RMinHash, RMinHashLSH

    # 32 bands of 4 rows: the curve's knee, (1/32)^(1/4) = .42, lies just below the threshold.
    index = RMinHashLSH(THRESHOLD, PERMUTATIONS, 32)
    sketches = []
    for start in range(0, len(paths), 1000):
        sets = [shingles(path) for path in paths[start : start + 1000]]
        sketches += RMinHash.from_token_sets(sets, PERMUTATIONS, 42)
    index.insert_many(sketches)
    for a, sketch in enumerate(sketches):
        for b in index.query(sketch):
            if b > a and sketch.jaccard(sketches[b]) >= THRESHOLD:
                yield a, b


def datasketch(paths):
    from datasketch import MinHash, MinHashLSH
    from xxhash import xxh32_intdigest

    index = MinHashLSH(threshold=THRESHOLD, num_perm=PERMUTATIONS)
    sketches = []
    for number, path in enumerate(paths):
        sketch = MinHash(num_perm=PERMUTATIONS, hashfunc=xxh32_intdigest)
        sketch.update_batch([shingle.encode() for shingle in shingles(path)])
        for b in index.query(sketch):
            if sketch.jaccard(sketches[b]) >= THRESHOLD:
                yield b, number
        index.insert(number, sketch)
        sketches.append(sketch)


def setsimilaritysearch(paths):
    from SetSimilaritySearch import all_pairs

    sets = [set(shingles(path)) for path in paths]
    for a, b, _ in all_pairs(sets, similarity_func_name="jaccard", similarity_threshold=THRESHOLD):
        yield min(a, b), max(a, b)


def main():
    how, folder, out = sys.argv[1:]
    paths = files(folder)
    names = [os.path.relpath(path, folder) for path in paths]
    with open(out, "w", encoding="utf-8") as file:
        for a, b in globals()[how](paths):
            file.write(f"{names[a]}\t{names[b]}\n")


if __name__ == "__main__":
    main()
