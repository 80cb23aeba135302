"""Copies the file that `--from=` names, or its input, to the file that `--to=` names."""

import sys
from pathlib import Path

paths = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
text = Path(paths["--from"]).read_text() if "--from" in paths else sys.stdin.read()
if "--to" in paths:
    Path(paths["--to"]).write_text(text)
    print("copied, with", repr(sys.stdin.read()), "on standard input")
else:
    sys.stdout.write(text)
