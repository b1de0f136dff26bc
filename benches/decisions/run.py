#!/usr/bin/env python3
"""Kills the screen while pairs are being marked, at random moments, and checks that every mark that was shown is in the file, and
that every line of the file is whole. Needs tmux.

    benches/decisions/run.py target/release/shingle --kills 200"""

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


def tmux(*words, check=True):
    return subprocess.run(["tmux", "-L", f"shingle-{os.getpid()}", *words], capture_output=True, text=True, check=check).stdout


def screen():
    return tmux("capture-pane", "-p", "-t", "s", check=False)


def shown():
    """How many rows are decided, by the screen."""
    found = re.search(r"(\d+) decided", screen())
    return int(found.group(1)) if found else 0


def kept(file):
    """The verdict of each pair by the file, and whether all its lines but the last are whole."""
    verdicts = {}
    if not os.path.exists(file):
        return verdicts
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            if not line.endswith("\n"):
                break
            try:
                decision = json.loads(line)
            except ValueError:
                sys.exit(f"{file}: no decision: {line!r}")
            verdicts[tuple(decision["contents"])] = decision["verdict"]
    return {pair: verdict for pair, verdict in verdicts.items() if verdict != "open"}


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
    asked = parser.parse_args()
    if not shutil.which("tmux"):
        sys.exit("tmux is not there: it shows what was on the screen")
    chance = random.Random(asked.seed)
    program = os.path.abspath(asked.program)
    place = tempfile.mkdtemp(prefix="shingle-decisions-")
    folder, file = os.path.join(place, "folder"), os.path.join(place, "decisions.jsonl")
    os.mkdir(folder)
    words = [f"word{number}" for number in range(400)]
    for number in range(40):
        text = words[:200] + [f"own{number}x{word}" for word in range(200)]
        with open(os.path.join(folder, f"{number}.txt"), "w", encoding="utf-8") as out:
            out.write(" ".join(text))
    lost = marked = 0
    for number in range(asked.kills):
        command = f"exec env SHINGLE_CONFIG= SHINGLE_STATE= SHINGLE_CACHE= SHINGLE_PHRASES= SHINGLE_DECISIONS={file} {program} {folder} -t 0.1"
        tmux("new-session", "-d", "-s", "s", "-x", "120", "-y", "36", "sh", "-c", command)
        pid = int(tmux("display", "-p", "-t", "s", "#{pane_pid}"))
        before = len(kept(file))
        wait("the list", lambda: "40 documents" in screen() and shown() == before and "row " in screen())
        for _ in range(chance.randrange(1, 12)):
            tmux("send-keys", "-t", "s", "Space")
            tmux("send-keys", "-t", "s", chance.choice(VERDICTS))
            marked += 1
        time.sleep(chance.random() * 0.08)
        seen = shown()
        os.kill(pid, signal.SIGKILL)
        wait("the end", lambda: not tmux("list-sessions", check=False).strip())
        there = len(kept(file))
        if there < seen:
            lost += 1
            print(f"kill {number}: {seen} were shown, {there} are kept")
        if there > 600:
            os.unlink(file)
    tmux("kill-server", check=False)
    shutil.rmtree(place)
    print(f"{asked.kills} kills, {marked} marks: {lost} times less was kept than shown")
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
