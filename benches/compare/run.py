#!/usr/bin/env python3
"""Measures shingle beside cat, rensa, gaoya, datasketch and SetSimilaritySearch, on made documents and on real ones
(--texts), and prints Markdown tables.

Everything it needs it makes in its work folder: a virtual environment, the peers, the corpora. Runs alternate, medians
count. It changes nothing outside that folder and Cargo's target folder."""

import argparse
import datetime
import fcntl
import gzip
import hashlib
import json
import math
import os
import platform
import pty
import re
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PACKAGES = ["rensa", "datasketch", "xxhash", "SetSimilaritySearch"]
PLAIN = ["--stop-words", "off", "--stem", "off", "--format", "ndjson"]


def plain(threshold=".5", language="en"):
    return ["-w", "4", "-t", threshold, "--measure", "jaccard", "--language", language, *PLAIN]


CARGO = ["cargo", "build", "--locked", "--quiet", "--manifest-path", f"{ROOT}/Cargo.toml"]


def target():
    found = quietly(["cargo", "metadata", "--no-deps", "--format-version", "1"], cwd=ROOT)
    return json.loads(found)["target_directory"]


def say(text):
    print(text, file=sys.stderr, flush=True)


def quietly(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise SystemExit(f"{command}\n{done.stdout}{done.stderr}")
    return done.stdout


class Measured:
    """The runs of one command: wall and CPU seconds, peak memory in bytes."""

    def __init__(self):
        self.wall, self.cpu, self.memory = [], [], []

    def run(self, command, out):
        with open(out, "wb") as file:
            start = time.perf_counter()
            process = subprocess.Popen(command, stdout=file, stderr=subprocess.PIPE)
            complaint = process.stderr.read()
            _, status, used = os.wait4(process.pid, 0)
            self.wall.append(time.perf_counter() - start)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit(f"{command}: {process.returncode}\n{complaint.decode()}")
        self.cpu.append(used.ru_utime + used.ru_stime)
        self.memory.append(used.ru_maxrss * 1024)

    def row(self, ours):
        ratio = statistics.median(a / b for a, b in zip(self.cpu, ours.cpu))
        return f"{self.seconds():.3f} | {self.cores():.3f} | {ratio:.2f} | {self.megabytes():,.0f}"

    def seconds(self):
        return statistics.median(self.wall)

    def cores(self):
        return statistics.median(self.cpu)

    def megabytes(self):
        return statistics.median(self.memory) / 1e6


class Place:
    """The work folder with its programs and corpora."""

    def __init__(self, folder, profile, peers, binary):
        self.folder = os.path.abspath(folder)
        os.makedirs(self.folder, exist_ok=True)
        if not binary:
            say("building shingle")
            quietly([*CARGO, "--profile", profile, "--bin", "shingle"])
            binary = f"{target()}/{profile}/shingle"
        # A copy, so that another build meanwhile changes nothing.
        self.shingle = shutil.copy(binary, f"{self.folder}/shingle")
        say("building gaoya's program and the exact count")
        peer = f"{self.folder}/peers"
        source = f"{HERE}/gaoya"
        quietly(["cargo", "build", "--locked", "--release", "--quiet", "--target-dir", peer], cwd=source)
        self.rust = f"{peer}/release/peers"
        self.python = f"{self.folder}/venv/bin/python"
        if peers:
            say("installing the Python peers")
            if not os.path.exists(self.python):
                quietly([sys.executable, "-m", "venv", f"{self.folder}/venv"])
            quietly([self.python, "-m", "pip", "install", "--quiet", *PACKAGES])

    def corpus(self, documents, variant="plain", script="english"):
        folder = f"{self.folder}/{script}-{variant}-{documents}"
        if not os.path.exists(f"{folder}.made"):
            shutil.rmtree(folder, ignore_errors=True)
            quietly([*CARGO, "--release", "-p", "shingle-benches", "--bin", "corpus"])
            quietly([f"{target()}/release/corpus", "--documents", str(documents), "--variant", variant,
                     "--script", script, folder])
            open(f"{folder}.made", "w").close()
        return folder

    def texts(self, source):
        """A folder with the text files below another, unpacked; of at most 2 MB, and no two with the same bytes."""
        folder = f"{self.folder}/texts{os.path.abspath(source).replace('/', '-')}"
        if os.path.exists(f"{folder}.made"):
            return folder
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        seen = set()
        for path, _, names in os.walk(source):
            for name in names:
                whole = os.path.join(path, name)
                if os.path.islink(whole):
                    continue
                try:
                    with (gzip.open if name.endswith(".gz") else open)(whole, "rb") as file:
                        data = file.read(2_000_001)
                    data.decode("utf-8")
                except (UnicodeDecodeError, EOFError, OSError):
                    continue
                content = hashlib.sha256(data).digest()
                if 200 <= len(data) <= 2_000_000 and b"\0" not in data and content not in seen:
                    seen.add(content)
                    with open(f"{folder}/{len(seen):06}.txt", "wb") as file:
                        file.write(data)
        open(f"{folder}.made", "w").close()
        return folder

    def pairs(self, out):
        """The pairs of an output, as a set of two names."""
        found = set()
        with open(out, encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("{"):
                    pair = json.loads(line)
                    found.add((pair["a"], pair["b"]))
                else:
                    found.add(tuple(line.rstrip("\n").split("\t")))
        return found

    def scan(self, folder, options):
        return [self.shingle, "scan", folder, *options]

    def alternate(self, commands, runs):
        """Runs named commands in turn, after a round that does not count unless there is only one; `OUT` in a command is
        where it writes itself."""
        measured = {name: Measured() for name in commands}
        for name, command in commands.items() if runs > 1 else ():
            say(f"warm-up: {name}")
            Measured().run(*self.aimed(name, command))
        for turn in range(runs):
            for name, command in commands.items():
                say(f"run {turn + 1} of {runs}: {name}")
                measured[name].run(*self.aimed(name, command))
        return measured

    def aimed(self, name, command):
        out = self.out(name)
        if "OUT" in command:
            return [out if word == "OUT" else word for word in command], os.devnull
        return command, out

    def out(self, name):
        return f"{self.folder}/out-{name.split()[0]}"


def of_folder(folder):
    return sum(entry.stat().st_size for path, _, names in os.walk(folder)
               for entry in (os.scandir(path)) if entry.is_file())


def cat(folder):
    return ["sh", "-c", f"find '{folder}' -type f -print0 | xargs -0 cat > /dev/null"]


class Limits:
    """Limits, measured figures, and whether they are kept."""

    def __init__(self):
        self.rows = []

    def add(self, what, limit, figure, at_most=True, unit="×"):
        kept = figure <= limit if at_most else figure >= limit
        sign = "≤" if at_most else "≥"
        self.rows.append((what, f"{sign} {limit:g} {unit}", f"{figure:.2f} {unit}", "ok" if kept else "**missed**"))

    def exact(self, what, missing, wrong):
        kept = not missing and not wrong
        self.rows.append((what, "every pair, no other", f"{missing} missing, {wrong} wrong", "ok" if kept else "**missed**"))

    def print(self):
        print("\n| limit | allowed | measured | |\n|---|---|---|---|")
        for row in self.rows:
            print("| " + " | ".join(row) + " |")


def beside(place, folder, title, slow, options):
    """The plain run beside its peers on one folder: the runs, and the true pairs."""
    commands = {
        "cat": cat(folder),
        "shingle": place.scan(folder, plain()),
        "defaults": place.scan(folder, ["--format", "ndjson"]),
    }
    if not options.skip_peers:
        commands["gaoya"] = [place.rust, "gaoya", folder, "OUT"]
        commands["rensa"] = [place.python, f"{HERE}/peers.py", "rensa", folder, "OUT"]
    found = place.alternate(commands, options.runs)
    if not options.skip_peers and slow:
        # These take long: once is enough to see by how much.
        slow = {name: [place.python, f"{HERE}/peers.py", name, folder, "OUT"]
                for name in ("datasketch", "setsimilaritysearch")}
        for name, command in slow.items():
            say(f"one run: {name}")
            found[name] = Measured()
            found[name].run(*place.aimed(name, command))
    say("the exact count")
    quietly([place.rust, "exact", folder, place.out("exact")])
    truth = place.pairs(place.out("exact"))
    print(f"\n### {title}, {of_folder(folder) / 1e6:.1f} MB, {len(truth):,} true pairs\n")
    print("| program | wall s | CPU s | CPU to ours | peak MB | pairs | recall | precision |\n|---|---|---|---|---|---|---|---|")
    for name, measured in found.items():
        tail = "| | | |"
        if name not in ("cat", "defaults"):
            pairs = place.pairs(place.out(name))
            both = len(pairs & truth)
            tail = f"| {len(pairs):,} | {both / max(1, len(truth)):.4f} | {both / max(1, len(pairs)):.4f} |"
        elif name == "defaults":
            tail = f"| {len(place.pairs(place.out(name))):,} | | |"
        print(f"| {name} | {measured.row(found['shingle'])} {tail}", flush=True)
    return found, truth


def whole(place, documents, options, limits):
    """The plain run beside its peers, on one plain corpus."""
    size = f"{documents:,} documents"
    found, truth = beside(place, place.corpus(documents), size, documents <= options.slow_up_to, options)
    ours = found["shingle"]
    pairs = place.pairs(place.out("shingle"))
    large = documents > 10_000
    limits.add(f"{size}: wall to cat", 1.2 if large else 1, ours.seconds() / found["cat"].seconds())
    if not options.skip_peers:
        limits.add(f"{size}: rensa to ours, wall", 12, found["rensa"].seconds() / ours.seconds(), False)
        limits.add(f"{size}: gaoya to ours, wall", 3, found["gaoya"].seconds() / ours.seconds(), False)
    limits.add(f"{size}: peak memory", 1500 if large else 220, ours.megabytes(), unit="MB")
    limits.exact(f"{size}: pairs", len(truth - pairs), len(pairs - truth))
    limits.add(f"{size}: defaults to plain run, wall", 3, found["defaults"].seconds() / ours.seconds())
    return ours


def further(place, options, limits):
    """Other writing systems, and boilerplate, against the plain English corpus of 10,000."""
    documents = options.further
    english = place.corpus(documents)
    folders = {script: place.corpus(documents, script=script) for script in ("russian", "french", "chinese")}
    licence = place.corpus(documents, variant="licence")
    copies = place.corpus(documents, variant="copies")
    codes = {"russian": "ru", "french": "fr", "chinese": "zh"}
    commands = {
        "english": place.scan(english, plain()),
        "english.8": place.scan(english, plain(".8")),
        **{name: place.scan(folder, plain(language=codes[name])) for name, folder in folders.items()},
        "licence": place.scan(licence, plain()),
        "licence.8": place.scan(licence, plain(".8")),
        "copies": place.scan(copies, plain()),
    }
    found = place.alternate(commands, options.runs)
    print(f"\n### Other folders of {documents:,} documents, plain run\n")
    print("| folder | wall s | CPU s | CPU to English | peak MB | pairs |\n|---|---|---|---|---|---|")
    for name, measured in found.items():
        with open(place.out(name), "rb") as lines:
            print(f"| {name} | {measured.row(found['english'])} | {sum(1 for _ in lines):,} |")
    base = found["english"].cores() / of_folder(english)
    for name, folder in folders.items():
        limit = 10 if name == "chinese" else 2.5
        limits.add(f"{name} to english, CPU a byte", limit, found[name].cores() / of_folder(folder) / base)
    limits.add("licence, t .8, to without, wall", 2, found["licence.8"].seconds() / found["english.8"].seconds())
    limits.add("licence, t .5, to without, wall", 5, found["licence"].seconds() / found["english"].seconds())
    limits.add("copies to without, wall", 1.3, found["copies"].seconds() / found["english"].seconds())


def until_drawn(command, wanted):
    """The seconds until a program on a terminal of 120 columns and 36 rows has written some bytes."""
    start = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        kept = {name: "" for name in ("SHINGLE_CONFIG", "SHINGLE_STATE", "SHINGLE_CACHE", "SHINGLE_DECISIONS")}
        os.execvpe(command[0], command, {**os.environ, **kept, "TERM": "xterm-256color"})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
    written = b""
    while wanted not in written:
        written += os.read(terminal, 1 << 16)
    taken = time.perf_counter() - start
    os.write(terminal, b"q")
    try:
        while os.read(terminal, 1 << 16):
            pass
    except OSError:
        pass
    os.waitpid(child, 0)
    os.close(terminal)
    return taken


def felt(place, options):
    """What somebody waits for: two files, a hundred, and the first row of a large folder on the screen."""
    hundred, folder = place.corpus(100), place.corpus(10_000)
    files = sorted(os.path.join(path, name) for path, _, names in os.walk(hundred) for name in names)
    commands = {"two files: compare": [place.shingle, "compare", *files[:2]],
                "100 documents: scan": place.scan(hundred, [])}
    print("\n### Waiting\n\n| what | least ms | median ms |\n|---|---|---|")
    for name, command in commands.items():
        measured = Measured()
        for _ in range(10 * options.runs):
            measured.run(command, os.devnull)
        print(f"| {name} | {min(measured.wall) * 1e3:.0f} | {measured.seconds() * 1e3:.0f} |")
    screen = [place.shingle, folder, "--theme", "dark"]
    taken = [until_drawn(screen, b".txt") for _ in range(options.runs)]
    print(f"| 10,000 documents: the first pair on the screen | {min(taken) * 1e3:.0f} | {statistics.median(taken) * 1e3:.0f} |")


def versions(place, options):
    rows = [quietly([place.shingle, "--version"]).strip(), quietly(["rustc", "--version"]).strip()]
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    if commit.returncode == 0:
        rows[0] += f" ({commit.stdout.strip()}, {options.shingle or 'profile ' + options.profile})"
    if not options.skip_peers:
        rows.append(f"Python {platform.python_version()}")
        listed = quietly([place.python, "-m", "pip", "list", "--format", "json"])
        rows += [f"{one['name']} {one['version']}" for one in json.loads(listed) if one["name"] in PACKAGES]
        with open(f"{HERE}/gaoya/Cargo.lock", encoding="utf-8") as lock:
            rows += [f"gaoya {found}" for found in re.findall(r'name = "gaoya"\nversion = "([^"]+)"', lock.read())]
    return ", ".join(rows)


def machine():
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), model)
    return f"{model}, {len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f} at the start"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, nargs="*", default=[10_000], help="sizes of made folders")
    parser.add_argument("--texts", metavar="DIR", nargs="*", default=[], help="folders with real texts, copied as UTF-8")
    parser.add_argument("--runs", type=int, default=5, help="how often each is run, after one to warm up")
    parser.add_argument("--skip-peers", action="store_true", help="only cat and shingle")
    parser.add_argument("--slow-up-to", type=int, default=10_000, help="most documents for the slow peers")
    parser.add_argument("--further", type=int, default=10_000, help="documents of the other folders, 0: none")
    parser.add_argument("--profile", default="dist", choices=["release", "dist"])
    parser.add_argument("--waiting", action="store_true", help="also measure two files, 100 documents and the screen")
    parser.add_argument("--shingle", metavar="FILE", help="measure this program instead of building one")
    parser.add_argument("--work", metavar="DIR", help="keep everything here and use it again")
    options = parser.parse_args()
    folder = options.work or tempfile.mkdtemp(prefix="shingle-compare-")
    try:
        measure(options, folder)
    finally:
        if not options.work:
            shutil.rmtree(folder, ignore_errors=True)


def measure(options, folder):
    place = Place(folder, options.profile, not options.skip_peers, options.shingle)
    print(f"{datetime.date.today()}, {machine()}.\n{versions(place, options)}. Medians of {options.runs} alternating runs "
          "(datasketch and SetSimilaritySearch: one run).")
    limits = Limits()
    ours = {documents: whole(place, documents, options, limits) for documents in options.documents}
    if {10_000, 100_000} <= ours.keys():
        exponent = math.log10(ours[100_000].cores() / ours[10_000].cores())
        limits.add("CPU exponent, 10,000 to 100,000", 1.15, exponent, unit="")
    for source in options.texts:
        folder = place.texts(source)
        beside(place, folder, f"{source}: {len(os.listdir(folder)):,} texts", False, options)
    if options.waiting:
        felt(place, options)
    if options.further:
        further(place, options, limits)
    limits.print()


if __name__ == "__main__":
    main()
