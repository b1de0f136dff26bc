#!/usr/bin/env python3
"""Lets system calls of the program fail, one kind after the other: at the first call of a thread, the second, the fifth and
so on, at every call from there on, and at every seventh. After each, `scan` must have ended with exit code 0 or 2 and without a panic,
every document that is missing must be named with its reason (or the folder that it is in), the others must be what they are
without faults, and the next run with the same cache must be what a run without faults is.

    benches/faults/run.py target/release/shingle [FOLDER ...]

FOLDER is tests/fixtures/formats and assets/demo when none is named. It needs strace, and says so where there is none."""

import argparse
import collections
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
FAULTS = [
    ("openat", ["EIO", "EACCES", "EMFILE", "ENOMEM", "EINTR"]),
    ("read,pread64,readv", ["EIO", "EINTR"]),
    ("write,writev,pwrite64", ["EIO", "ENOSPC", "EINTR"]),
    ("fstat,newfstatat,statx,statfs,fstatfs", ["EIO", "EACCES", "ENOMEM"]),
    ("getdents64", ["EIO", "ENOMEM"]),
    ("mmap,mremap,brk", ["ENOMEM"]),
    ("clone,clone3,fork,vfork", ["EAGAIN", "ENOMEM"]),
    ("execve", ["EACCES", "ENOMEM"]),
    ("pipe2,socketpair", ["EMFILE"]),
    ("poll,ppoll,epoll_wait,epoll_pwait", ["EINTR"]),
    ("inotify_init1,inotify_add_watch", ["ENOSPC"]),
    ("rename,renameat,renameat2,mkdir,mkdirat", ["EIO", "ENOSPC", "EACCES"]),
    ("prctl,prlimit64,seccomp", ["EACCES"]),
]
WHEN = ["1", "2", "5", "20", "50", "3+7"]
# A call that is interrupted is made again, so one that is always interrupted never ends.
ALWAYS = ["1+", "5+", "20+"]
PATIENCE = 60


def run(command, environment):
    """What a command printed and its exit code; None as the code of one that does not end."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, start_new_session=True)
    try:
        out, err = child.communicate(timeout=PATIENCE)
        code = child.returncode
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        out, err = child.communicate()
        code = None
    return out, err.decode(errors="replace"), code


def is_named(path, problems):
    """Whether a file that is missing stands among the problems, or a folder that it is in."""
    return any(named in ("", ".", path) or path.startswith(named + "/") for named in problems)


def differs(shown, expected):
    """How the output of a run with faults contradicts the one without."""
    documents = {document["document"]: document for document in expected["documents"]}
    problems = {problem["path"] for problem in shown["problems"]}
    present = set()
    for document in shown["documents"]:
        if document != documents.get(document["document"]):
            return f"the document {document} is {documents.get(document['path'])} without faults"
        present.add(document["document"])
    for path in documents:
        if path not in present and not is_named(path, problems):
            return f"{path} is missing without a word"
    left = [pair for pair in expected["pairs"] if pair["a"] in present and pair["b"] in present]
    if shown["pairs"] != left:
        return f"{len(shown['pairs'])} pairs instead of {len(left)}"
    return None


def judge(shown, expected, calls):
    """What became of a run with faults, and what was wrong with it."""
    out, err, code = shown
    # What ends a program before its first instruction, or where Rust has no memory for the next, is not ours to say.
    if code is None:
        return "hang", f"no end within {PATIENCE} s"
    if "mmap" in calls and "failed to allocate an alternative stack" in err:
        return "no memory", None
    if "panicked" in err or b"panicked" in out:
        return "panic", err.strip()[:400]
    if code == 127 and "error while loading shared libraries" in err:
        return "not started", None
    if "strace: " in err and "exec" in err and not out:
        return "not started", None
    if not out and code in (-signal.SIGSEGV, 128 + signal.SIGSEGV, -signal.SIGABRT, 128 + signal.SIGABRT, 127):
        if "mmap" in calls and ("memory allocation" in err or "libc" in err or "TLS" in err or not err):
            return "no memory", None
    if code not in (0, 1, 2):
        return "exit code", f"exit code {code}: {err.strip()[:400]}"
    if code == 2:
        wordless = not err.strip() and "write" not in calls
        return "refused", "exit code 2 without a word" if wordless else None
    try:
        shown = json.loads(out)
    except ValueError:
        return "torn", f"exit code {code} with {len(out)} bytes that are no JSON: {err.strip()[:200]}"
    wrong = differs(shown, expected)
    whole = len(shown["documents"]) == len(expected["documents"])
    return "wrong" if wrong else "whole" if whole else "files named", wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folders", nargs="*", default=[os.path.join(ROOT, "tests/fixtures/formats"), os.path.join(ROOT, "assets/demo")])
    parser.add_argument("--only", help="only faults of this system call")
    asked = parser.parse_args()
    if shutil.which("strace") is None:
        print("skipped: there is no strace")
        return
    program = os.path.abspath(asked.program)
    place = tempfile.mkdtemp(prefix="shingle-faults-")
    cache = os.path.join(place, "cache")
    environment = {**os.environ, "SHINGLE_CACHE": cache, "RUST_BACKTRACE": "0"}
    violations = 0
    for folder in asked.folders:
        scan = [program, "scan", folder, "--format", "json", "--no-config", "--language", "en"]
        expected, err, code = run([*scan, "--no-cache"], environment)
        if code != 0:
            sys.exit(f"{folder}: exit code {code}: {err}")
        print(f"\n{os.path.relpath(folder)}: {len(json.loads(expected)['documents'])} documents")
        for calls, errors in FAULTS:
            if asked.only and asked.only not in calls.split(","):
                continue
            counted = collections.Counter()
            for error in errors:
                for when in WHEN + ALWAYS * (error != "EINTR"):
                    shutil.rmtree(cache, ignore_errors=True)
                    log = os.path.join(place, "log")
                    traced = ["strace", "-f", "-qq", "-o", log, "-e", f"trace={calls}", "-e", f"inject={calls}:error={error}:when={when}"]
                    kind, wrong = judge(run([*traced, *scan], environment), json.loads(expected), calls)
                    with open(log, errors="replace") as file:
                        kind = kind if "(INJECTED)" in file.read() else "not reached"
                    if not wrong:
                        after, err, code = run(scan, environment)
                        if code != 0 or after != expected:
                            kind, wrong = "remembered", f"the next run differs: exit code {code}: {err.strip()[:300]}"
                    counted[kind] += 1
                    if wrong:
                        violations += 1
                        print(f"VIOLATION ({kind}): {wrong}\n  SHINGLE_CACHE={cache} {' '.join([*traced, *scan])}", flush=True)
            print(f"  {calls}: {dict(counted)}", flush=True)
    shutil.rmtree(place)
    print(f"{violations} violations")
    sys.exit(violations > 0)


main()
