"""Programs that misbehave end in time, with the verdict they deserve, and leave nothing behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cpqueens.checking import processes
from cpqueens.checking.limits import MIB, Limits
from cpqueens.checking.running import Run, run
from cpqueens.formats.base import Verdict

pytestmark = pytest.mark.skipif(not hasattr(os, "wait4"), reason="for POSIX systems")

HOSTILE = Path(__file__).parent / "data" / "programs" / "hostile"
TOKEN = f"--run-of-the-tests={os.getpid()}-{os.urandom(6).hex()}"
SHORT = Limits(cpu_s=0.3, memory_bytes=64 * MIB, output_bytes=MIB, processes=16)
SLACK_S = 3.0

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


def python(name: str, *words: str) -> list[str]:
    return [sys.executable, "-S", "-E", str(HOSTILE / name), *words, TOKEN]


def carriers_of_the_token() -> list[str]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if TOKEN.encode() in words:
            found.append(words.replace(b"\0", b" ").decode())
    return found


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder for temporary files; afterwards no file, process or zombie is left."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert carriers_of_the_token() == []
    assert list(folder.iterdir()) == []
    if hasattr(os, "waitid"):
        try:
            ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            ended = None
        assert ended is None


@pytest.fixture(scope="session")
def faults(tmp_path_factory: pytest.TempPathFactory) -> str:
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("no C++ compiler")
    program = tmp_path_factory.mktemp("faults") / "faults"
    source = HOSTILE / "faults.cpp"
    subprocess.run([compiler, "-O0", "-w", "-o", str(program), str(source)], check=True)
    return str(program)


def timed(command: list[str], text: bytes = b"", limits: Limits = SHORT) -> tuple[Run, float]:
    begin = time.monotonic()
    done = run(command, text, limits)
    return done, time.monotonic() - begin


def ends_with(
    verdict: Verdict, words: str, command: list[str], limits: Limits = SHORT, within_s: float = 0.0
) -> Run:
    done, elapsed_s = timed(command, limits=limits)
    assert done.verdict is verdict, done
    assert words in done.reason
    assert elapsed_s < within_s + SLACK_S
    return done


def test_a_quick_right_program_is_left_to_the_judge() -> None:
    done = run(python("total.py"), b"1 2 3\n")
    assert (done.verdict, done.output, done.errors, done.exit_status) == (None, b"6\n", b"", 0)
    assert "ended well" in done.reason
    assert 0 < done.cpu_s < 1
    assert 0 < done.wall_s < 3
    assert MIB < done.memory_bytes < 64 * MIB


def test_the_limits_of_elapsed_time_follow_those_of_cpu_time() -> None:
    assert Limits(cpu_s=2).wall_allowed_s == 5
    assert Limits(cpu_s=2, wall_s=1.5).wall_allowed_s == 1.5


@pytest.mark.parametrize("name", ["loop.py", "stubborn.py"])
def test_an_endless_loop_ends_soon_after_its_cpu_time(name: str) -> None:
    done = ends_with(Verdict.TLE, "s of CPU, 0.3 s allowed", python(name), within_s=0.3)
    assert 0.3 < done.cpu_s < 0.6
    assert done.exit_status is None


def test_a_sleeper_ends_by_elapsed_time() -> None:
    limits = Limits(cpu_s=5, wall_s=0.3)
    done = ends_with(Verdict.TLE, "ran for", python("sleeper.py"), limits, within_s=0.3)
    assert "0.3 s allowed" in done.reason
    assert done.cpu_s < 0.3


def test_workers_share_one_allowance_of_cpu_time() -> None:
    done = ends_with(Verdict.TLE, "0.3 s allowed", python("workers.py"), within_s=0.3)
    assert 0.3 < done.cpu_s < 0.8


def test_children_that_nobody_waits_for_count() -> None:
    limits = Limits(cpu_s=0.4, wall_s=10)
    ends_with(Verdict.TLE, "of CPU, 0.4 s allowed", python("workers.py", "unseen"), limits, 2)


def test_an_endless_printer_is_stopped_and_its_output_cut() -> None:
    done = ends_with(Verdict.OLE, "more than 1 MiB of output", python("printer.py"))
    assert len(done.output) == MIB
    assert done.output.startswith(b"8 8 8 8 8 8 8 8\n")


def test_endless_errors_are_stopped_too() -> None:
    done = ends_with(Verdict.OLE, "standard error", python("printer.py", "errors"))
    assert len(done.errors) == 4096


@pytest.mark.parametrize("allowed", [1, 511, 512, 1000, 4096])
def test_output_may_be_as_large_as_the_limit(allowed: int) -> None:
    limits = Limits(output_bytes=allowed)
    assert run(python("amount.py", str(allowed)), b"", limits).output == b"x" * allowed
    done = run(python("amount.py", str(allowed + 1)), b"", limits)
    assert done.verdict is Verdict.OLE
    assert done.output == b"x" * allowed


@needs_proc
@pytest.mark.parametrize("way", ["", "sessions"])
def test_a_fork_bomb_is_stopped(way: str) -> None:
    limits = Limits(cpu_s=3, processes=16)
    ends_with(Verdict.RE, "processes at once, 16 allowed", python("fork_bomb.py", way), limits, 2)


@pytest.mark.parametrize(
    "ways",
    [
        ["child"],
        ["grandchild"],
        pytest.param(["daemon"], marks=needs_proc),
        pytest.param(["daemon", "restless"], marks=needs_proc),
        pytest.param(["daemon", "bare"], marks=needs_proc),
    ],
)
def test_what_is_left_behind_is_killed(ways: list[str]) -> None:
    done, elapsed_s = timed(python("leaver.py", *ways))
    assert (done.verdict, done.output) == (None, b"left\n"), done
    assert elapsed_s < SLACK_S


def test_output_may_be_closed_early() -> None:
    done = run(python("closer.py"), b"")
    assert (done.verdict, done.output) == (None, b"closed\n")


def test_input_need_not_be_read() -> None:
    done, elapsed_s = timed(python("deaf.py"), b"8" * (20 * MIB))
    assert (done.verdict, done.output) == (None, b"not read\n")
    assert elapsed_s < SLACK_S


def test_a_memory_hog_is_stopped_by_its_resident_memory() -> None:
    limits = Limits(cpu_s=5, memory_bytes=64 * MIB)
    done = ends_with(Verdict.MLE, "of memory, 64 MiB allowed", python("hog.py"), limits, 1)
    assert 64 * MIB < done.memory_bytes < 1024 * MIB


@pytest.mark.skipif(sys.platform == "darwin", reason="address space has no limit there")
def test_memory_beyond_the_address_space_is_refused_to_a_program() -> None:
    done = ends_with(Verdict.RE, "exit status 1", python("hog.py", "at_once"))
    assert b"MemoryError" in done.errors


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs smaps_rollup")
def test_memory_of_all_processes_counts_and_shared_pages_count_once() -> None:
    limits = Limits(cpu_s=5, memory_bytes=130 * MIB)
    done = run(python("sharers.py"), b"", limits)
    assert (done.verdict, done.output) == (None, b"shared\n"), done
    ends_with(Verdict.MLE, "130 MiB allowed", python("sharers.py", "each"), limits, 2)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems begin anew by themselves")
def test_the_memory_of_the_judge_is_not_that_of_the_program() -> None:
    ballast = bytearray(os.urandom(1)) * (96 * MIB)
    done = run(["true"], b"", Limits(memory_bytes=48 * MIB))
    assert len(ballast) == 96 * MIB
    assert done.verdict is None
    assert done.memory_bytes < 8 * MIB


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("segfault", "killed by SIGSEGV (segmentation fault)"),
        ("abort", "killed by SIGABRT (aborted"),
    ],
)
def test_a_crash_is_named(faults: str, way: str, words: str) -> None:
    if way == "abort" and sys.platform == "darwin":
        words = "killed by SIGABRT"
    done = ends_with(Verdict.RE, words, [faults, way, TOKEN])
    assert done.exit_status is None


def test_endless_recursion_ends_at_the_memory(faults: str) -> None:
    done, elapsed_s = timed([faults, "recursion", TOKEN], limits=Limits(memory_bytes=64 * MIB))
    assert done.verdict in (Verdict.MLE, Verdict.RE)
    assert elapsed_s < SLACK_S


def test_an_exit_status_is_told_with_the_last_errors() -> None:
    done = ends_with(Verdict.RE, "exit status 3", python("status.py"))
    assert done.exit_status == 3
    assert len(done.errors) == 4096
    assert done.errors.endswith(b"the last words\n")


@pytest.mark.parametrize("status", [126, 127])
def test_a_program_may_have_the_exit_statuses_of_shells(status: int) -> None:
    done = run(["sh", "-c", f"echo sh: 1: not found >&2; exit {status}", TOKEN], b"")
    assert (done.verdict, done.reason) == (Verdict.RE, f"exit status {status}")


def test_what_cannot_be_started_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    contents = {"text": "print(8)\n", "lost": "#!/no/such/interpreter\n", "plain": "#!/bin/sh\n"}
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
        (tmp_path / name).chmod(0o644 if name == "plain" else 0o755)
    reasons = {
        "./missing": "there is no file './missing'",
        "no-such-program-anywhere": "'no-such-program-anywhere' on PATH",
        "./plain": "'./plain' is not executable",
        ".//": "is not a file",
        "./text": "without a line #!",
        "./lost": "lost",
    }
    for program, words in reasons.items():
        done = run([program, TOKEN], b"")
        assert done.verdict is Verdict.RE
        assert done.reason.startswith("cannot be started: ")
        assert words in done.reason
        assert (done.exit_status, done.output, done.errors) == (None, b"", b"")


def test_too_many_words_cannot_be_started() -> None:
    done = run(["true", "x" * (8 * MIB), TOKEN], b"")
    assert done.verdict is Verdict.RE
    assert "cannot be started" in done.reason


def test_paths_are_those_of_the_caller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "answer"
    program.write_text('#!/bin/sh\necho "$@"; ls\n')
    program.chmod(0o755)
    (tmp_path / "solution.py").write_text("print(8)\n")
    (tmp_path / "7").write_text("")
    assert run(["./answer", "7", "-x", "solution"], b"").output == b"7 -x solution\n"
    assert run([sys.executable, "solution.py"], b"").output == b"8\n"
    done = run(["./answer", "checker.in"], b"1", input_file="checker.in")
    assert done.output == b"checker.in\nchecker.in\n"


def test_named_files_are_found_and_taken_before_standard_output() -> None:
    done = run(python("named.py"), b"1 2\n", input_file="checker.in", output_file="checker.out")
    assert (done.verdict, done.output) == (None, b"3\n")


def test_a_program_may_use_the_standard_streams_of_a_task_with_files() -> None:
    done = run(python("total.py"), b"1 2\n", input_file="checker.in", output_file="checker.out")
    assert (done.verdict, done.output) == (None, b"3\n")


def test_placeholders_are_files_instead_of_the_streams() -> None:
    text = b"4 5\n"
    assert run(python("copy.py", "--from={input}"), text).output == text
    assert run(python("copy.py", "--to={output}"), text).output == text
    assert run(python("copy.py", "--from={input}", "--to={output}"), text).output == text
    assert run(python("total.py", "{output}"), text).output == b""
    assert run(["cat", "{input}", "-"], text).output == text


def test_the_output_in_a_file_is_limited() -> None:
    limits = Limits(output_bytes=1000)
    command = ["sh", "-c", 'head -c 5000 /dev/zero >"$1"', "sh", "{output}", TOKEN]
    done = run(command, b"", limits)
    assert (done.verdict, len(done.output)) == (Verdict.OLE, 1000)


def test_a_folder_without_permissions_is_removed() -> None:
    done = run(["sh", "-c", "mkdir -p a/b; touch a/b/c; chmod 0 a/b a", TOKEN], b"")
    assert done.verdict is None


@pytest.mark.parametrize("name", ["", "..", "a/b"])
def test_a_file_of_a_task_is_a_bare_name(name: str) -> None:
    with pytest.raises(ValueError, match="bare name"):
        run(["true"], b"", input_file=name)


def test_an_empty_command_is_an_error() -> None:
    with pytest.raises(ValueError, match="empty"):
        run([], b"")


def test_children_of_the_caller_are_left_alone() -> None:
    command = [
        sys.executable,
        "-S",
        "-E",
        "-c",
        "import time; time.sleep(0.4); raise SystemExit(7)",
    ]
    earlier = [subprocess.Popen(command, start_new_session=new) for new in (False, True)]
    ended = subprocess.Popen(["sh", "-c", "exit 5"])
    meanwhile: list[subprocess.Popen[bytes]] = []

    def start_more() -> None:
        time.sleep(0.1)
        meanwhile.append(subprocess.Popen(command, start_new_session=True))
        meanwhile.append(subprocess.Popen(command))

    thread = threading.Thread(target=start_more)
    thread.start()
    done = run(python("loop.py"), b"", SHORT)
    thread.join()
    assert done.verdict is Verdict.TLE
    assert [child.wait() for child in [*earlier, *meanwhile]] == [7, 7, 7, 7]
    assert ended.wait() == 5


def test_orphans_are_adopted_during_a_run_only() -> None:
    control = processes._process_control()
    if control is None:
        pytest.skip("no such thing here")
    adopts, adopt = control
    assert adopts() == 0
    run(python("leaver.py", "grandchild"), b"")
    assert adopts() == 0
    adopt(1)
    try:
        run(["true"], b"")
        assert adopts() == 1
    finally:
        adopt(0)


def test_runs_in_threads_do_not_disturb_one_another() -> None:
    commands = [python("total.py"), python("status.py"), python("leaver.py", "daemon")] * 4
    with ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(lambda command: run(command, b"3 4"), commands))
    assert [done.reason[:10] for done in runs] == ["ended well", "exit statu", "ended well"] * 4
    assert [done.output for done in runs] == [b"7\n", b"", b"left\n"] * 4


def test_an_interrupt_ends_everything() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        begin = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            run(python("workers.py"), b"", Limits(cpu_s=10))
        assert time.monotonic() - begin < SLACK_S
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    "lacking", ["adoption", "pidfd", pytest.param("everything", marks=pytest.mark.slow)]
)
def test_systems_that_lack_something(lacking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if lacking in ("adoption", "everything"):
        monkeypatch.setattr(processes, "_process_control", lambda: None)
    if lacking in ("pidfd", "everything"):
        monkeypatch.delattr(os, "pidfd_open", raising=False)
    if lacking == "everything":
        monkeypatch.setattr(processes, "_PROC", "/no/such/folder")
    done = run(python("total.py"), b"1 2 3\n")
    assert (done.verdict, done.output, done.exit_status) == (None, b"6\n", 0)
    ends_with(Verdict.TLE, "0.1 s allowed", python("loop.py"), Limits(cpu_s=0.1), within_s=2)
    ends_with(Verdict.TLE, "ran for", python("sleeper.py"), Limits(wall_s=0.2), within_s=0.2)
    ends_with(Verdict.OLE, "1 MiB of output", python("printer.py"))
    ends_with(Verdict.RE, "exit status 3", python("status.py"))
    assert "cannot be started" in run(["./missing"], b"").reason
    assert run(python("leaver.py", "child"), b"").output == b"left\n"


def test_judging_adds_little_to_a_program() -> None:
    run(["true"], b"")
    times = []
    for _ in range(20):
        done, elapsed_s = timed(["true"])
        assert done.verdict is None
        times.append(elapsed_s)
    assert sorted(times)[len(times) // 4] < 0.03
