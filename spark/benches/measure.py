"""Measures scans on Spark and compares each with the program: `python measure.py FOLDER [OPTIONS of scan]`.

`--master local-cluster[2,1,2048]` runs it on executors of their own. Prints one line: the load of the machine, wall seconds,
seconds of all tasks, CPU seconds of the JVM in them and of all processes together, megabytes and records through shuffles, the
largest task's share of its stage in the stage where that cost most, the most memory of a task, of the JVM, of a Python worker and
of all processes together, and whether the lines are those of `shingle scan`. The program is `$SHINGLE_PROGRAM`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from pathlib import Path


def main() -> None:
    arguments = sys.argv[1:]
    master = "local[2]"
    if "--master" in arguments:
        at = arguments.index("--master")
        master = arguments[at + 1]
        del arguments[at : at + 2]
    folder, *options = arguments
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as place:
        measured = {"load": round(load, 1)} | _scan(master, folder, Path(place), options)
        measured["same"] = _is_same(folder, Path(place) / "out", options)
    print(json.dumps({"folder": folder, "options": " ".join(options), "master": master} | measured))


class Processes(threading.Thread):
    """Watches this process and what it starts: CPU seconds and memory. Looks where Linux lists processes."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.cpu: dict[str, float] = {}
        self.most = {"all": 0, "java": 0, "python": 0}

    def run(self) -> None:
        while True:
            self.look()
            time.sleep(0.3)

    def look(self) -> None:
        parents, read = {}, {}
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                name, fields = (entry / "stat").read_text().rsplit(")", 1)
            except OSError:
                continue
            fields = fields.split()
            parents[entry.name] = fields[1]
            read[entry.name] = (name.split("(", 1)[1], (int(fields[11]) + int(fields[12])) / TICKS, int(fields[21]) * PAGE)
        wanted, own = [], str(os.getpid())
        for process in parents:
            above = process
            while above in parents and above != own:
                above = parents[above]
            # A thread of the JVM that is about to start a program has the JVM's memory, for a moment, under a name of its own.
            if above == own and read[process][0].startswith(("java", "python")):
                wanted.append(process)
        memory = dict.fromkeys(self.most, 0)
        for process in wanted:
            name, cpu, resident = read[process]
            self.cpu[process] = cpu
            memory["all"] += resident
            # This process is the driver's own Python, no worker.
            if process != own:
                kind = "java" if name == "java" else "python"
                memory[kind] = max(memory[kind], resident)
        self.most = {kind: max(most, memory[kind]) for kind, most in self.most.items()}


TICKS, PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")


def _scan(master: str, folder: str, place: Path, options: list[str]) -> dict:
    from pyspark.sql import SparkSession

    import shingle_spark

    (place / "log").mkdir()
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        "spark.eventLog.enabled": "true",
        "spark.eventLog.dir": f"file://{place}/log",
        "spark.executorEnv.PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "2g",
    }
    builder = SparkSession.builder.master(master)
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    # The first job starts the Python workers.
    spark.range(4).mapInArrow(lambda batches: batches, "id bigint").count()
    from shingle_spark.__main__ import _taken

    filtered = {name: _taken(options, f"--{name}") for name in ("bands", "rows")}
    filtered = {name: int(value) for name, value in filtered.items() if value is not None}
    processes = Processes()
    processes.look()
    before = sum(processes.cpu.values())
    processes.start()
    begun = time.time()
    manifest = shingle_spark.scan(spark, folder, f"{place}/out", *options, **filtered)
    wall = time.time() - begun
    processes.look()
    measured = {"wall": round(wall, 1), "cpu_seconds": round(sum(processes.cpu.values()) - before, 1)}
    measured |= {f"peak_{kind}_mb": round(most / 1e6) for kind, most in processes.most.items()}
    spark.stop()
    (log,) = (place / "log").iterdir()
    return measured | _tasks(log) | manifest["counts"]


def _tasks(log: Path) -> dict:
    """What the tasks of a log cost."""
    stages: dict[int, list[int]] = defaultdict(list)
    sums: dict[str, int] = defaultdict(int)
    memory = 0
    for line in log.open():
        event = json.loads(line)
        metrics = event.get("Task Metrics")
        if event["Event"] != "SparkListenerTaskEnd" or not metrics:
            continue
        stages[event["Stage ID"]].append(metrics["Executor Run Time"])
        written = metrics["Shuffle Write Metrics"]
        sums["run"] += metrics["Executor Run Time"]
        sums["cpu"] += metrics["Executor CPU Time"]
        sums["bytes"] += written["Shuffle Bytes Written"]
        sums["records"] += written["Shuffle Records Written"]
        memory = max(memory, metrics["Peak Execution Memory"])
    # How much longer the largest task took than its part, in the stage where that is most.
    heavy = max(stages.values(), key=lambda times: max(times) - sum(times) / len(times))
    return {
        "task_seconds": round(sums["run"] / 1e3, 1),
        "jvm_cpu_seconds": round(sums["cpu"] / 1e9, 1),
        "shuffle_mb": round(sums["bytes"] / 1e6, 1),
        "shuffle_records": sums["records"],
        "largest_task_share": round(max(heavy) / max(sum(heavy), 1), 2),
        "of_tasks": len(heavy),
        "peak_task_memory_mb": round(memory / 1e6, 1),
    }


def _is_same(folder: str, out: Path, options: list[str]) -> bool:
    program = os.environ.get("SHINGLE_PROGRAM", "shingle")
    parts = [program, "scan", folder, "--format", "ndjson", "--top", "1000000000", "--documents", *options]
    environment = os.environ | {f"SHINGLE_{name}": "" for name in ("CONFIG", "CACHE", "STATE", "DECISIONS")}
    wanted = subprocess.run(parts, check=True, capture_output=True, env=environment).stdout
    names = ("documents", "pairs")
    parts = [part for name in names for part in sorted((out / f"{name}.ndjson").glob("part-*"))]
    return b"".join(part.read_bytes() for part in parts) == wanted


if __name__ == "__main__":
    main()
