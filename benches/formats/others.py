#!/usr/bin/env python3
"""Compares what the program reads of files that other programs wrote with what pandoc, pdftotext and python-pptx read of them: the distinct
words found (recall; where fewer words were read, their share) and the resemblance over runs of five words. "said" is how many files the program
could not read, or had a remark about.

    benches/formats/others.sh FOLDER
    benches/formats/others.py target/release/shingle FOLDER [--low .9]

A row is a format in a folder of FOLDER. Files of fewer than 20 words, and those that the other program cannot read, are left
out. With --low, the files follow whose recall or resemblance is lower."""

import argparse
import collections
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

PLAIN = ["--no-config", "--no-cache", "--language", "en", "--stop-words", "off", "--stem", "off", "--measure", "jaccard"]
PANDOC = ["docx", "odt", "epub", "rtf"]
PPTX = '''
import sys
from pptx import Presentation
def texts(shapes):
    for shape in shapes:
        yield from texts(getattr(shape, "shapes", []))
        if shape.has_text_frame:
            yield shape.text_frame.text
        if getattr(shape, "has_table", False):
            yield from (cell.text for row in shape.table.rows for cell in row.cells)
with open(sys.argv[2], "w", encoding="utf-8") as out:
    for slide in Presentation(sys.argv[1]).slides:
        out.writelines(text + "\\n" for text in texts(slide.shapes))
        notes = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
        out.write(notes.text + "\\n" if notes else "")
'''
READERS = dict.fromkeys(PANDOC, ["pandoc", "-t", "plain", "--wrap=none", "-o"])
READERS |= {"pdf": ["pdftotext", "-q"], "pptx": [sys.executable, "-c", PPTX]}
# Read where the program that wrote a file wrote its text too.
OTHERS = ["html", "odp"]
SHORTEST = 20


def compared(program, file, text, width):
    """What `compare` says in JSON of a file and its text, and its remarks. `None` where a side has no text."""
    command = [program, "compare", file, text, "-w", str(width), *PLAIN, "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True)
    return (json.loads(done.stdout) if done.returncode == 0 else None), done.stderr


def judged(program, file, kind, place):
    """Recall, resemblance and whether the program said something. `None` where the other program reads too little."""
    text = os.path.join(place, "text.txt")
    order = [text, file] if kind in PANDOC else [file, text]
    own = re.sub(rf"/{kind}/([^/]*)\.{kind}$", r"/txt/\1.txt", file)
    command = ["cp", own, text] if own != file and os.path.exists(own) else [*READERS.get(kind, ["false"]), *order]
    if os.path.exists(text):
        os.remove(text)
    if subprocess.run(command, capture_output=True, timeout=120).returncode != 0 or not os.path.exists(text):
        return None
    with open(text, encoding="utf-8", errors="replace") as lines:
        words = len(lines.read().split())
    if words < SHORTEST:
        return None
    single, said = compared(program, file, text, 1)
    if single is None:
        return 0.0, 0.0, True
    five, _ = compared(program, file, text, 5)
    read, meant = (document["words"] for document in single["documents"])
    return min(read / max(meant, 1), single["pair"]["containment_b"]), five["pair"]["jaccard"], bool(said)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--low", type=float, default=0)
    asked = parser.parse_args()
    rows, low = collections.defaultdict(list), []
    with tempfile.TemporaryDirectory() as place:
        for source in sorted(os.listdir(asked.folder)):
            for at, _, names in sorted(os.walk(os.path.join(asked.folder, source))):
                for name in sorted(names):
                    kind = name.rsplit(".", 1)[-1].lower()
                    file = os.path.join(at, name)
                    found = judged(asked.program, file, kind, place) if kind in [*READERS, *OTHERS] else None
                    if found:
                        rows[kind, source].append(found)
                        if min(found[:2]) < asked.low:
                            low.append((file, found))
    print("| format | source | files | recall, median and lowest | resemblance, median and lowest | said |\n|---|---|---|---|---|---|")
    for (kind, source), found in sorted(rows.items()):
        sides = [f"{statistics.median(side):.3f}, {min(side):.3f}" for side in list(zip(*found))[:2]]
        print(f"| {kind} | {source} | {len(found)} | {' | '.join(sides)} | {sum(one[2] for one in found)} |")
    for file, (recall, resemblance, said) in low:
        print(f"{recall:.3f} {resemblance:.3f} {'said' if said else ''} {file}", file=sys.stderr)


main()
