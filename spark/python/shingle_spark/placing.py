"""Which numbers Spark's hash puts where, so that ranges can be dealt out to tasks evenly.

Spark sends a row to the task that the hash of its number names. Few numbers are shared out unevenly by it: of 16 ranges, one of four
tasks may get seven. So rows get other numbers, of which each task gets one.
"""

from __future__ import annotations

MASK = 0xFFFFFFFF
SEED = 42


def numbers(tasks: int) -> list[int]:
    """For each task, a number that Spark's hash puts there."""
    found: dict[int, int] = {}
    number = 0
    while len(found) < tasks:
        found.setdefault(_hash(number) % tasks, number)
        number += 1
    return [found[task] for task in range(tasks)]


def _hash(number: int) -> int:
    """Spark's hash of an `int` that is not negative: MurmurHash3 (x86, 32 bits; Austin Appleby) of its four bytes, signed."""
    mixed = number * 0xCC9E2D51 & MASK
    mixed = (mixed << 15 | mixed >> 17) & MASK
    state = SEED ^ (mixed * 0x1B873593 & MASK)
    state = (state << 13 | state >> 19) & MASK
    state = (state * 5 + 0xE6546B64) & MASK ^ 4
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        state = (state ^ state >> shift) * factor & MASK
    state ^= state >> 16
    return state - (1 << 32) if state >> 31 else state
