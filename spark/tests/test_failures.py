"""An executor that is killed midway changes nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import expect_as_printed

JOB = """
import os, signal, sys, threading, time
from pathlib import Path
from pyspark.sql import SparkSession
import shingle_spark

source, out, path = sys.argv[1:]
builder = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.executorEnv.PYTHONPATH", path)
for name in ("spark.ui.enabled", "spark.ui.showConsoleProgress"):
    builder = builder.config(name, "false")
spark = builder.config("spark.executor.memory", "1g").config("spark.driver.host", "127.0.0.1").getOrCreate()
driver = f"@127.0.0.1:{spark.conf.get('spark.driver.port')}".encode()


def executors():
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            line = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if b"CoarseGrainedExecutorBackend" in line and driver in line:
            found.append(int(process.name))
    return found


def kill():
    # When the first sketches are there, many steps are still to come.
    while not Path(out, "_work", "sketched", "_SUCCESS").exists():
        time.sleep(0.1)
    os.kill(executors()[0], signal.SIGKILL)
    print("killed", flush=True)


threading.Thread(target=kill, daemon=True).start()
shingle_spark.scan(spark, source, out)
spark.stop()
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes where Linux lists them")
def test_a_killed_executor_changes_nothing(folder, tmp_path):
    source, out = folder("demo"), tmp_path / "out"
    environment = os.environ | {"PYSPARK_PYTHON": sys.executable}
    command = [sys.executable, "-c", JOB, source, out, os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr[-4000:]
    assert "killed" in done.stdout
    expect_as_printed(out, source)
