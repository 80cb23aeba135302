#!/usr/bin/env bash
# Runs the tests that use the kernel, or those named, with the kernel compiled under AddressSanitizer
# and UndefinedBehaviorSanitizer: tests/sanitize.sh [pytest's arguments]
# PYTHON must have what the tests need, and the package not installed in editable mode. Needs g++.
set -euo pipefail
cd "$(dirname "$0")/.."

PYTHON="${PYTHON:-python3}"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

CXX=g++ CXXFLAGS="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer" \
CPQUEENS_REQUIRE_KERNEL=true \
  "$PYTHON" -m pip install -q --no-deps --target "$scratch" ${PIP_ARGUMENTS:-} \
  --config-settings=cmake.build-type=RelWithDebInfo .

# Python itself has neither library. What it leaves allocated at its end is no leak of the kernel's.
export LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libstdc++.so)"
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
export PYTHONPATH="$scratch${PYTHONPATH:+:$PYTHONPATH}" PYTHONSAFEPATH=1 PYTHONDONTWRITEBYTECODE=1

loaded="$("$PYTHON" -c 'import _cpqueens_kernel; print(_cpqueens_kernel.__file__)')"
case "$loaded" in
  "$scratch"/*) ;;
  *) echo "tests/sanitize.sh: $PYTHON imports $loaded, not the kernel under test" >&2; exit 2 ;;
esac

if [ "$#" -eq 0 ]; then
  set -- tests/test_kernel.py tests/test_joined_count.py tests/test_breadth_count.py tests/test_arrays.py \
    tests/test_weighted.py tests/test_symmetric.py tests/test_dlx.py \
    tests/test_local_search.py tests/test_cases.py
fi
"$PYTHON" -m pytest -p no:cacheprovider -q "$@"
