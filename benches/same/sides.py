"""One of the two programs that are compared: where its private files are, and its output without what must vary."""

import datetime
import difflib
import os
import re
import subprocess

VARYING = [
    # Also where a long path was cut.
    (rb"/(old|new)/", rb"/SIDE/"),
    (rb"/shingle-[0-9a-zA-Z]{6}/", rb"/shingle-RANDOM/"),
    (rb" *\b[0-9][0-9.,]* ?(ms|s|\xc2\xb5s|us)\b", rb" TIME"),
    (rb"\b[0-9]+ (second|minute)s? ago *", rb"AGO "),
]


class Side:
    """One of the two programs, and where its private files are."""

    def __init__(self, texts, place, program):
        self.texts, self.place, self.program = texts, place, str(place / "bin/shingle")
        for folder in ("bin", "home", "tmp", "out", "run"):
            (place / folder).mkdir(parents=True, mode=0o700)
        # Help says by which name the program was called.
        os.symlink(os.path.abspath(program), self.program)

    def fresh(self, name):
        """The same program with private files of its own for the test `name`."""
        return Side(self.texts, self.place / name, self.program)

    def environment(self):
        return {
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "HOME": str(self.place / "home"),
            "TMPDIR": str(self.place / "tmp"),
            "XDG_RUNTIME_DIR": str(self.place / "run"),
        }

    def alike(self, output):
        """Output without what must vary."""
        output = output.replace(os.fsencode(self.place), b"PLACE")
        for pattern, instead in VARYING:
            output = re.sub(pattern, instead, output)
        today = datetime.datetime.now(datetime.timezone.utc).date().isoformat().encode()
        return re.sub(today + rb"(T[0-9:.]+Z| at [0-9:]+ UTC)?", b"NOW", output)

    def run(self, words, given=b""):
        """Exit code, standard output and standard error of one command."""
        words = [word.replace("{out}", str(self.place / "out")) for word in words]
        given = given.replace(b"{out}", os.fsencode(self.place / "out"))
        try:
            done = subprocess.run([self.program, *words], input=given, capture_output=True, cwd=self.texts, env=self.environment(), timeout=120)
        except subprocess.TimeoutExpired:
            return b"it did not end"
        return self.alike(b"exit %d\n%s\nstandard error:\n%s" % (done.returncode, done.stdout, done.stderr))


def first_difference(old, new):
    """The first lines that differ, around where they do."""
    lines = [part.decode(errors="replace").splitlines() for part in (old, new)]
    found = [line for line in difflib.unified_diff(*lines, "old", "new", n=0, lineterm="") if line[:2] not in ("--", "++", "@@")]
    lines = [next((line[1:] for line in found if line[0] == sign), "") for sign in "-+"]
    start = max(0, len(os.path.commonprefix(lines)) - 60)
    return "\n".join(f"    {name}: {line[start : start + 160]!r}" for name, line in zip(("old", "new"), lines))
