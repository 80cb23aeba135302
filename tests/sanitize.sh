#!/usr/bin/env bash
# Runs all tests, or those of pytest's arguments, with the kernel compiled under AddressSanitizer and
# UndefinedBehaviorSanitizer: tests/sanitize.sh [pytest's arguments]
# Installs what it needs into an environment of its own. Needs g++, and some 20 minutes on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."

PYTHON="${PYTHON:-python3}"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
bin="$scratch/venv/bin"

# What Python leaves allocated at its end is no leak of the kernel's.
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1

"$PYTHON" -m venv "$scratch/venv"
# Tracking variables through the code of sanitizers takes the compiler longer than all else.
sanitizers="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
CXX=g++ CXXFLAGS="-O1 -fno-var-tracking $sanitizers" CPQUEENS_REQUIRE_KERNEL=true \
  "$bin/pip" install -q --config-settings=cmake.build-type=Debug '.[test]' pytest-xdist

# Python has neither library of itself. What it starts is without them, but for other Pythons: a program
# that is judged could not begin under its limit of memory, of which the sanitizer reserves terabytes.
interpreter="$(readlink -f "$bin/python")"
cat > "$scratch/python" <<END
#!/usr/bin/env bash
if [ "\$(ulimit -v)" = unlimited ]; then
  export LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libstdc++.so)"
fi
exec -a "\$0" "$interpreter" "\$@"
END
chmod +x "$scratch/python"
for name in "$bin"/python*; do
  ln -sf "$scratch/python" "$name"
done
"$bin/python" - <<'END'
import sysconfig
from pathlib import Path
packages = Path(sysconfig.get_path("purelib"))
(packages / "sitecustomize.py").write_text('import os\nos.environ.pop("LD_PRELOAD", None)\n')
END

"$bin/python" -m pytest -p no:cacheprovider -q -n 2 "$@"
