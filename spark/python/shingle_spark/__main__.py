"""`python -m shingle_spark scan IN OUT [OPTIONS]`, also for spark-submit."""

from __future__ import annotations

import sys

USAGE = """usage: python -m shingle_spark scan IN OUT [--table FORMAT [--id COLUMN] [--text COLUMN]] [--bands B --rows R] [OPTIONS]

  IN               a folder that every executor sees at the same path
  OUT              a new folder for the result
  --table FORMAT   IN is a table that Spark reads: parquet, json (a record a line) or orc
  --id COLUMN      the column with the names of its documents [default: id]
  --text COLUMN    the column with their texts [default: text]
  --bands B        find not all pairs, but those that agree in all R minima of one of B bands; each is counted exactly
  --rows R         the minima in each of these bands

All other options are those of `shingle scan`."""

FORMATS = ("parquet", "json", "orc")


def _taken(options: list[str], name: str) -> str | None:
    """Takes an option with its value out of the others."""
    for at, option in enumerate(options):
        if option == name and at + 1 < len(options):
            value = options[at + 1]
            del options[at : at + 2]
            return value
        if option.startswith(f"{name}="):
            del options[at]
            return option[len(name) + 1 :]
    return None


def main(arguments: list[str]) -> int:
    if arguments[:1] in (["-h"], ["--help"]):
        print(USAGE)
        return 0
    if len(arguments) < 3 or arguments[0] != "scan":
        print(USAGE, file=sys.stderr)
        return 2
    _, source, out, *options = arguments
    table = _taken(options, "--table")
    columns = {name: _taken(options, f"--{name}") for name in ("id", "text")}
    given = {name: value for name, value in columns.items() if value is not None}
    if table is None and given:
        print(f"shingle: --{next(iter(given))}: for a table; add --table FORMAT", file=sys.stderr)
        return 2
    if table is not None and table not in FORMATS:
        print(f"shingle: --table {table}: expected {', '.join(FORMATS)}", file=sys.stderr)
        return 2
    filtered = {name: _taken(options, f"--{name}") for name in ("bands", "rows")}
    for name, value in filtered.items():
        if value is not None and not value.isdecimal():
            print(f"shingle: --{name} {value}: expected a whole number", file=sys.stderr)
            return 2
    given_bands = {name: int(value) for name, value in filtered.items() if value is not None}
    from pyspark.sql import SparkSession

    import shingle_spark
    from shingle_spark.job import refuse_existing

    try:
        # Spark takes half a minute to start.
        refuse_existing(out)
    except ValueError as reason:
        print(f"shingle: {reason}", file=sys.stderr)
        return 2
    spark = SparkSession.builder.appName("shingle").getOrCreate()
    try:
        read = source if table is None else spark.read.format(table).load(source)
        shingle_spark.scan(spark, read, out, *options, **given, **given_bands)
    except ValueError as reason:
        print(f"shingle: {reason}", file=sys.stderr)
        return 2
    finally:
        spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
