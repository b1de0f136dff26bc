#!/usr/bin/env python3
"""Tries to get a wrong number out of the cache: kills the program at random moments and damages what it has kept. After each,
a run must print what a run without a cache prints, and the folder that is read must be as it was. It prints what it counted,
and fails at the first difference.

    benches/cache/run.py target/release/shingle FOLDER --kills 500 --damages 1000

FOLDER holds some files that the cache keeps, such as tests/fixtures/formats."""

import argparse
import collections
import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time


def tree(folder):
    """What a folder holds: every name with its bytes and its times."""
    found = hashlib.sha256()
    for here, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(here, name)
            stat = os.stat(path)
            with open(path, "rb") as file:
                content = hashlib.sha256(file.read()).hexdigest()
            found.update(f"{path} {stat.st_mtime_ns} {stat.st_ctime_ns} {content}\n".encode(errors="surrogateescape"))
    return found.hexdigest()


def files(cache):
    texts = os.path.join(cache, "texts-1")
    return [os.path.join(texts, name) for name in sorted(os.listdir(texts))] if os.path.isdir(texts) else []


def flip(path, chance):
    with open(path, "r+b") as file:
        size = os.path.getsize(path)
        for _ in range(chance.choice([1, 1, 8])):
            at = chance.randrange(size)
            file.seek(at)
            old = file.read(1)[0]
            file.seek(at)
            file.write(bytes([old ^ (1 << chance.randrange(8))]))


def cut(path, chance):
    os.truncate(path, chance.randrange(os.path.getsize(path)))


def zero(path, chance):
    size = os.path.getsize(path)
    with open(path, "r+b") as file:
        file.seek(chance.randrange(size))
        file.write(bytes(chance.randrange(1, 4097)))


def garbage(path, chance):
    with open(path, "wb") as file:
        file.write(chance.randbytes(chance.randrange(1, 20000)))


def is_plain(path):
    return os.path.isfile(path) and not os.path.islink(path)


def other(path, chance):
    entries = [entry for entry in files(os.path.dirname(os.path.dirname(path))) if is_plain(entry)]
    shutil.copyfile(chance.choice(entries), path + ".copy")
    os.replace(path + ".copy", path)


def folder(path, _):
    os.unlink(path)
    os.mkdir(path)


def link(path, _):
    os.unlink(path)
    os.symlink("/dev/zero", path)


def pipe(path, _):
    os.unlink(path)
    os.mkfifo(path)


DAMAGES = [flip, flip, flip, cut, cut, zero, garbage, other, folder, link, pipe]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--damages", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    program = os.path.abspath(asked.program)
    place = tempfile.mkdtemp(prefix="shingle-cache-")
    cache = os.path.join(place, "cache")
    told = collections.Counter()

    def command(*more):
        return [program, "scan", asked.folder, "--format", "json", "--no-config", *more]

    def run(*more):
        done = subprocess.run(command(*more), capture_output=True, timeout=120, env={**os.environ, "SHINGLE_CACHE": cache})
        if done.returncode != 0:
            sys.exit(f"exit code {done.returncode}: {done.stderr.decode(errors='replace')}")
        return done.stdout, done.stderr.decode(errors="replace")

    def hold(what):
        out, err = run()
        if out != expected:
            sys.exit(f"{what}: the output differs; see {place}")
        for line in err.splitlines():
            if "note: the cache" in line:
                told[" ".join(line.split()[5:8])] += 1
        if tree(asked.folder) != before:
            sys.exit(f"{what}: the folder that is read was changed")

    before = tree(asked.folder)
    expected, _ = run("--no-cache")
    begun = time.time()
    run()
    whole = time.time() - begun
    shutil.rmtree(cache)
    ended = 0
    for number in range(asked.kills):
        if chance.random() < 0.3:
            shutil.rmtree(cache, ignore_errors=True)
        child = subprocess.Popen(command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 env={**os.environ, "SHINGLE_CACHE": cache})
        time.sleep(chance.random() * whole * 1.1)
        ended += child.poll() is not None
        child.kill()
        child.wait()
        hold(f"kill {number}")
    left = sum(os.path.basename(path).startswith(".new-") for path in files(cache))
    print(f"{asked.kills} kills ({ended} came after the end): no difference; {left} begun files left; notes: {dict(told)}")
    told.clear()
    shutil.rmtree(cache, ignore_errors=True)
    hold("a new cache")
    kinds = collections.Counter()
    for number in range(asked.damages):
        for path in chance.sample(files(cache), min(chance.choice([1, 1, 3]), len(files(cache)))):
            damage = chance.choice(DAMAGES)
            kinds[damage.__name__] += 1
            if is_plain(path) and os.path.getsize(path) > 0:
                damage(path, chance)
        hold(f"damage {number}")
        if not all(is_plain(path) for path in files(cache)):
            shutil.rmtree(cache)
            hold("a new cache")
    print(f"{asked.damages} damages {dict(kinds)}: no difference; notes: {dict(told)}")
    shutil.rmtree(place)


main()
