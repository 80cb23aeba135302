"""`schema`: the JSON Schema of model files or results."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from cpqueens.cli import ANSWERED

DESCRIPTION = """\
Print the JSON Schema of model files, which editors use to complete and check them, or
with --results that of what `solve --format json` writes.

  python -m cpqueens schema > cpqueens.schema.json"""


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--results", action="store_true", help="the schema of results instead of models"
    )


def run(options: Namespace) -> int:
    if options.results:
        from cpqueens.cli.records import json_schema
    else:
        from cpqueens.modelkeys import json_schema
    json.dump(json_schema(), sys.stdout, indent=2, ensure_ascii=False)
    print()
    return ANSWERED
