"""`python -m shingle_spark scan IN OUT [OPTIONS]`, also for spark-submit."""

from __future__ import annotations

import sys

USAGE = "usage: python -m shingle_spark scan IN OUT [OPTIONS]; the options are those of `shingle scan`"


def main(arguments: list[str]) -> int:
    if len(arguments) < 3 or arguments[0] != "scan":
        print(USAGE, file=sys.stderr)
        return 2
    from pyspark.sql import SparkSession

    import shingle_spark

    spark = SparkSession.builder.appName("shingle").getOrCreate()
    try:
        shingle_spark.scan(spark, arguments[1], arguments[2], *arguments[3:])
    except ValueError as reason:
        print(f"shingle: {reason}", file=sys.stderr)
        return 2
    finally:
        spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
