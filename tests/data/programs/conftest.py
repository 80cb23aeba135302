"""The programs here are run under limits by the tests, and never imported by pytest."""

collect_ignore_glob = ["*.py"]
