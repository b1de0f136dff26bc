#!/usr/bin/env python3
"""Kills the screen while pairs are being marked, or passages left out, at random moments, and checks that every mark or phrase that
was shown is in the file, and that every line of the file is whole. Needs tmux.

    benches/decisions/run.py target/release/shingle --kills 200
    benches/decisions/run.py target/release/shingle --kills 200 --phrases"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

VERDICTS = "rqcum"
# Passages that all texts share, and their words.
RUNS = 60
RUN = 8


def tmux(*words, check=True):
    return subprocess.run(["tmux", "-L", f"shingle-{os.getpid()}", *words], capture_output=True, text=True, check=check).stdout


def screen():
    return tmux("capture-pane", "-p", "-t", "s", check=False)


def lines_of(file):
    """The lines of a file as JSON; the last one may not be whole."""
    if not os.path.exists(file):
        return
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            if not line.endswith("\n"):
                break
            try:
                yield json.loads(line)
            except ValueError:
                sys.exit(f"{file}: a line that is none: {line!r}")


class Marks:
    """Pairs are marked."""

    option = "--decisions"
    # After so many marks the file begins anew.
    most = 600

    def shown(self):
        """How many rows are decided, by the screen."""
        found = re.search(r"(\d+) decided", screen())
        return int(found.group(1)) if found else 0

    def kept(self, file):
        """How many pairs are decided, by the file."""
        verdicts = {tuple(line["contents"]): line["verdict"] for line in lines_of(file)}
        return sum(verdict not in ("open", "undecided") for verdict in verdicts.values())

    def begin(self):
        pass

    def press(self, chance):
        keys("Space")
        keys(chance.choice(VERDICTS))


class Phrases:
    """Passages are left out."""

    option = "--phrases"
    most = RUNS - 12

    def shown(self):
        """How many phrases are left out, by the bar."""
        found = re.search(r"phrases (\d+)", screen())
        return int(found.group(1)) if found else 0

    def kept(self, file):
        """How many are left out, by the file."""
        counts = {line["phrase"]: line.get("counts", False) for line in lines_of(file)}
        return sum(not counted for counted in counts.values())

    def begin(self):
        keys("Enter")
        wait("the pair", lambda: "passage 1 of" in screen())

    def press(self, chance):
        keys("\\")


def keys(*names):
    tmux("send-keys", "-t", "s", *names)


def start(command):
    """Runs a command in a new terminal. The server of the last one may be about to end."""
    for _ in range(100):
        new = ["new-session", "-d", "-s", "s", "-x", "120", "-y", "36", "sh", "-c", command]
        begun = subprocess.run(["tmux", "-L", f"shingle-{os.getpid()}", *new], capture_output=True, text=True)
        if begun.returncode == 0:
            return
        time.sleep(0.05)
    sys.exit(f"no terminal: {begun.stderr}")


def wait(what, is_so):
    end = time.time() + 30
    while not is_so():
        if time.time() > end:
            sys.exit(f"waited in vain for {what}:\n{screen()}")
        time.sleep(0.02)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--phrases", action="store_true", help="leave passages out instead of marking pairs")
    asked = parser.parse_args()
    if not shutil.which("tmux"):
        sys.exit("tmux is not there: it shows what was on the screen")
    kind = Phrases() if asked.phrases else Marks()
    chance = random.Random(asked.seed)
    program = os.path.abspath(asked.program)
    place = tempfile.mkdtemp(prefix="shingle-killed-")
    folder, file = os.path.join(place, "folder"), os.path.join(place, "kept.jsonl")
    os.mkdir(folder)
    for number in range(40):
        words = []
        for run in range(RUNS):
            words += [f"word{run}x{word}" for word in range(RUN)]
            words += [f"own{number}x{run}x{word}" for word in range(RUN)]
        with open(os.path.join(folder, f"{number}.txt"), "w", encoding="utf-8") as out:
            out.write(" ".join(words))
    lost = pressed = 0
    nowhere = " ".join(f"SHINGLE_{name}=" for name in ["CONFIG", "STATE", "CACHE", "PHRASES", "DECISIONS"])
    for number in range(asked.kills):
        command = f"exec env {nowhere} {program} {folder} -t 0.05 {kind.option} {file}"
        if asked.phrases and not os.path.exists(file):
            open(file, "w", encoding="utf-8").close()
        start(command)
        pid = int(tmux("display", "-p", "-t", "s", "#{pane_pid}"))
        before = kind.kept(file)
        wait("the list", lambda: "40 documents" in screen() and kind.shown() == before and "row " in screen())
        kind.begin()
        for _ in range(chance.randrange(1, 12)):
            kind.press(chance)
            pressed += 1
        time.sleep(chance.random() * 0.08)
        seen = kind.shown()
        os.kill(pid, signal.SIGKILL)
        wait("the end", lambda: not tmux("list-sessions", check=False).strip())
        there = kind.kept(file)
        if there < seen:
            lost += 1
            print(f"kill {number}: {seen} were shown, {there} are kept")
        if there > kind.most:
            os.unlink(file)
    tmux("kill-server", check=False)
    shutil.rmtree(place)
    print(f"{asked.kills} kills, {pressed} keys: {lost} times less was kept than shown")
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
