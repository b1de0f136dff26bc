#!/usr/bin/env python3
"""Who holds the memory of a run when it needs most: `python benches/memory/owners.py PROGRAM ARGUMENTS…`.

Needs heaptrack, and a program with its names: `CARGO_PROFILE_DIST_DEBUG=1 CARGO_PROFILE_DIST_STRIP=none cargo build --profile dist`.
Prints megabytes at the peak to standard error, by the function of the program that asked for them, largest first. A program with a screen
runs in the terminal that this is called from; end it with `q`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

SHOWN = 12


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["heaptrack", "-o", f"{place}/run", *sys.argv[1:]], check=True)
        (run,) = Path(place).iterdir()
        stacks = Path(place) / "stacks"
        told = ["heaptrack_print", "-f", run, "--flamegraph-cost-type", "peak", "-F", stacks]
        subprocess.run(told, check=True, capture_output=True)
        owners = Counter()
        for line in stacks.read_text().splitlines():
            stack, size = line.rsplit(" ", 1)
            owners[owner(stack)] += int(size)
    total = sum(owners.values())
    print(f"{total / 1e6:9.1f} MB in all", file=sys.stderr)
    for name, size in owners.most_common(SHOWN):
        print(f"{size / 1e6:9.1f} MB {size / total:6.1%}  {name}", file=sys.stderr)


def owner(stack: str) -> str:
    """The function of the program that is nearest to what was asked for, without what compilers add to its name."""
    for frame in reversed(stack.split(";")):
        if "shingle::" in frame:
            name = re.sub(r"\[[0-9a-f]+\]|::h[0-9a-f]{16}|\$u7b\$|\$u7d\$", "", frame.split(" (")[0])
            return re.sub(r"(::_?closure_?)+", "", name).strip()
    return "libraries that were not asked by the program"


if __name__ == "__main__":
    main()
