"""Makes a folder that is hard to share out among tasks, of the texts of another: `python skewed.py KIND FOLDER NEW`.

`phrase`: each text begins with the same thousand words; `copies`: a tenth of the texts are copies of the first; `large`: one more
text holds all others, and words of its own up to 50 MB.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

LARGE = 50_000_000


def main() -> None:
    kind, folder, new = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    drawn = random.Random(1)
    word = lambda: "".join(drawn.choices("abcdefghijklmnopqrstuvwxyz", k=drawn.randint(4, 9)))
    phrase = " ".join(word() for _ in range(1000))
    names = sorted(folder.rglob("*.txt"))
    first = names[0].read_text()
    size = 0
    for at, name in enumerate(names):
        text = name.read_text()
        size += len(text)
        place = new / name.relative_to(folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        if kind == "phrase":
            text = f"{phrase}. {text}"
        elif kind == "copies" and at < len(names) // 10:
            text = first
        place.write_text(text)
    if kind == "large":
        with (new / "large.txt").open("w") as file:
            for name in names:
                file.write(name.read_text() + "\n\n")
            while size < LARGE:
                more = " ".join(word() for _ in range(100)) + ".\n"
                size += len(more)
                file.write(more)


if __name__ == "__main__":
    main()
