#!/usr/bin/env python3
"""Compares two builds of the program, byte for byte: what every command prints, what the screen's state is after a storm of
changes to a folder, and every frame of the screen. Needs tmux.

    benches/same/run.py target/before/shingle target/release/shingle
    benches/same/run.py OLD NEW --only commands --match 'scan .*--width'

It prints a line for each difference, with what to type to see it, and exits with 1 if there is any. One that does not come again is
said and not counted. To leave out what is meant to differ: `--match '^(?!report .*csv)'`. Both programs read the same
texts; each has a home and a temporary folder of its own. What must vary is made alike, and nothing else:

- the folder of each program's private files (`PLACE`), and the random name of the demo folder in it;
- how long something took, how long ago it was, and today's date."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import commands  # noqa: E402
import screens  # noqa: E402
import sides  # noqa: E402
import storm  # noqa: E402


def twice(compare, name, pair, case):
    """A difference, and whether it is there again: what a busy machine shows too late is none."""
    if found := compare(name, pair, case):
        again = compare(f"{name}again", pair, case)
        return again is not None, again or found
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--only", choices=["commands", "storm", "screens"])
    parser.add_argument("--match", default="", help="only those whose command this regular expression finds")
    parser.add_argument("--jobs", type=int, default=2 * os.cpu_count())
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="same-") as temporary:
        temporary = pathlib.Path(temporary)
        texts = temporary / "texts"
        commands.lay_out(texts, os.path.abspath(asked.old))
        # Both names have the same length, so that lines break alike.
        pair = [sides.Side(texts, temporary / name, program) for name, program in (("old", asked.old), ("new", asked.new))]
        kinds = {"commands": (commands.cases, commands.compare), "storm": (storm.cases, storm.compare), "screens": (screens.cases, screens.compare)}
        compared, different = 0, 0
        with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
            runs = []
            for kind, (cases, compare) in kinds.items():
                chosen = [case for case in cases() if asked.only in (None, kind) and re.search(asked.match, case.name)]
                runs += [pool.submit(twice, compare, f"{kind}{number}", pair, case) for number, case in enumerate(chosen)]
                compared += sum(case.weight for case in chosen)
            for run in concurrent.futures.as_completed(runs):
                if difference := run.result():
                    is_steady, what = difference
                    different += is_steady
                    print(f"{'different' if is_steady else 'only once'}: {what}", flush=True)
    print(f"{compared} compared, {different} different")
    sys.exit(different > 0)


main()
