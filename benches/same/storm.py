"""Random changes to a folder that both screens watch, each in a copy of its own. At rest, both must show the same."""

import contextlib
import dataclasses
import json
import os
import random
import shutil
import time

import screens
import sides

STEPS = 200
SEEDS = range(1, 5)
# The screens must come to rest within so many seconds. A poll of the folder takes less.
PATIENCE = 30
REST = 2


@dataclasses.dataclass
class Case:
    seed: int
    weight: int = 1

    @property
    def name(self):
        return f"storm of seed {self.seed}"


def cases():
    return map(Case, SEEDS)


def text(dice):
    """A text that resembles others."""
    words = random.Random(dice.randrange(6)).choices([f"word{number}" for number in range(300)], k=dice.randrange(120))
    return " ".join("other" if number % (5 + dice.randrange(40)) == 4 else word for number, word in enumerate(words))


def step(root, dice):
    """One change. Some fail, as on a link that leads nowhere; that is part of it."""
    files = sorted(path for path in root.rglob("*") if not path.is_dir() or path.is_symlink())
    folders = sorted(path for path in root.rglob("*") if path.is_dir() and not path.is_symlink())
    folder, file, other, words = dice.choice([root, *folders]), dice.choice(files), dice.choice(files), text(dice)
    new = folder / f"{dice.randrange(40)}.{dice.choice(['txt', 'md', 'html', 'tmp'])}"
    beside, ignored = file.with_name(".~saving"), dice.choice(["1*.txt\n", "s1\n", "*.tmp\nD*\n"])
    changes = [
        (20, lambda: new.write_text(words)),
        (15, lambda: file.write_text(words)),
        (10, lambda: file.open("a").write(words)),
        (5, lambda: os.truncate(file, len(words) % 20)),
        (10, lambda: (beside.write_text(words), beside.rename(file))),
        (10, lambda: file.rename(new)),
        (3, lambda: folder.rename(root / f"D{len(words) % 30}")),
        (8, lambda: file.unlink()),
        (5, lambda: (folder / f"s{len(words) % 9}/t").mkdir(parents=True)),
        (2, lambda: folder == root or shutil.rmtree(folder)),
        (3, lambda: new.symlink_to(["..", "nowhere", "/"][len(words) % 3])),
        (3, lambda: os.link(file, new)),
        (2, lambda: (file.rename(root / ".swapping"), other.rename(file), (root / ".swapping").rename(other))),
        (2, lambda: (root / ".gitignore").write_text(ignored)),
        (2, lambda: shutil.copy(file, new)),
    ]
    with contextlib.suppress(OSError):
        dice.choices([change for _, change in changes], [weight for weight, _ in changes])[0]()


def state(side):
    """What the screen shows at rest, without the rows that are gone and the marks of others: which versions it saw in between depends
    on when it looked."""
    try:
        shown = json.loads((side.place / "out/state.json").read_bytes())
    except (OSError, ValueError):
        return None
    rows = [row for row in shown["rows"] if row["mark"] != "gone"]
    shown["rows"] = [{name: value for name, value in row.items() if name != "mark"} for row in rows]
    return side.alike(json.dumps(shown, indent=1).encode())


def compare(name, pair, case):
    panes = []
    try:
        for side in pair:
            side = side.fresh(name)
            root = side.place / "watched"
            shutil.copytree(side.texts / "demo", root)
            panes.append(screens.Pane(side, (120, 36), f"--dump-state {side.place}/out/state.json {root}"))
        screens.settle(panes)
        dice = [random.Random(case.seed) for _ in panes]
        for _ in range(STEPS):
            for pane, one in zip(panes, dice):
                step(pane.side.place / "watched", one)
            time.sleep(0.002)
        started = since = time.monotonic()
        last = None
        while True:
            states, now = [state(pane.side) for pane in panes], time.monotonic()
            if states != last:
                last, since = states, now
            if states[0] == states[1] is not None and now - since > REST:
                return None
            if now - started > PATIENCE:
                return f"{case.name}\n{sides.first_difference(*(state or b'no state' for state in states))}"
            time.sleep(0.1)
    finally:
        for pane in panes:
            pane.end()
            shutil.rmtree(pane.side.place, ignore_errors=True)
