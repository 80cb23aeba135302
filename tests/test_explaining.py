"""Why there is no placement: what is named leaves none, and nothing of it is to spare."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpqueens as cq
from cpqueens import explaining
from cpqueens.cli import main
from cpqueens.reasons import alone, reasons_of
from cpqueens.result import Status
from cpqueens.shortages import Demand, shortage

CASES = Path(__file__).parent / "data" / "cases"
QUEEN, KING = cq.no_attack("queen"), cq.no_attack("king")
SHORT = ["ACCEE", "ACCEE", "ABDDE", "AACEE", "ACCEE"]
TOUCHING = [cq.exactly_one("region"), cq.all_different("column"), KING]


def placements(model: cq.Model) -> list[tuple[int, ...]]:
    """By trying all of them: the definition alone."""
    rows, columns = (side.constant({}) for side in (model.board.rows, model.board.columns))
    every = itertools.product(range(columns), repeat=rows)
    return [columns for columns in every if not cq.verify(model, columns)]


def is_needed_and_enough(explanation: cq.Explanation) -> None:
    reasons = explanation.reasons
    assert placements(explanation.subproblem) == []
    for left_out in reasons:
        rest = [each for each in reasons if each is not left_out]
        assert placements(alone(explanation.model, rest)), left_out


@st.composite
def models(draw: st.DrawFn) -> cq.Model:
    """Small boards with many demands; most have no placement."""
    rows = draw(st.integers(2, 4))
    columns = draw(st.integers(rows, 4))
    cells = st.tuples(st.integers(1, rows), st.integers(1, columns))
    said: list[Any] = []
    regions = None
    for label in ("column", "row + column", "row - column", "(row + 2 * column) % 3"):
        if draw(st.booleans()):
            said.append(cq.all_different(label))
    if draw(st.booleans()):
        said.append(cq.no_attack(draw(st.sampled_from(["king", "knight", "bishop", "rook"]))))
    if draw(st.booleans()):
        row = st.text(alphabet="ABCDE"[: rows + 1], min_size=columns, max_size=columns)
        regions = draw(st.lists(row, min_size=rows, max_size=rows))
        said.append(cq.exactly_one("region"))
    for label in (f"(row + column) % {rows}", f"(row + 2 * column) % {rows}", "column"):
        if draw(st.integers(0, 3)) == 0:
            said.append(cq.exactly_one(label))
    if draw(st.booleans()):
        said.append(cq.symmetric(draw(st.sampled_from(["half-turn", "top-bottom"]))))
    if draw(st.booleans()):
        said.append(cq.forbid(draw(st.sampled_from(["row == column", "column <= 2"]))))
    if draw(st.booleans()):
        said.append(cq.total("column", at_most=draw(st.integers(rows, rows * columns))))
    for make in (cq.given, cq.blocked):
        listed = draw(st.lists(cells, max_size=3, unique=True))
        if listed:
            said.append(make(*listed))
    return cq.Model(board=(rows, columns), regions=regions, constraints=said)


@given(models())
@settings(max_examples=40, deadline=None)
def test_reasons_are_enough_and_needed(model: cq.Model) -> None:
    explanation = cq.explain(model, time_limit=60)
    demanded = alone(model, reasons_of(model))
    if placements(demanded):
        assert explanation.status is Status.FEASIBLE
        assert explanation.reasons == ()
        assert str(explanation) == "a placement exists: there is nothing to explain"
        return
    assert explanation.status is Status.INFEASIBLE
    assert explanation.minimal
    assert explanation.reasons
    is_needed_and_enough(explanation)


@given(models())
@settings(max_examples=40, deadline=None)
def test_demands_one_by_one_are_the_model(model: cq.Model) -> None:
    try:
        board = cq.Board(model)
    except cq.ModelError:  # given queens that attack each other, or more regions than rows
        return
    taken_apart = alone(model, reasons_of(model))
    assert placements(taken_apart) == placements(model)
    assert board.full_rows == cq.Board(taken_apart).full_rows


@given(models())
@settings(max_examples=40, deadline=None)
def test_a_counting_argument_is_right(model: cq.Model) -> None:
    demands = [Demand(model, reason) for reason in reasons_of(model)]
    found = shortage(demands)
    if found is not None:
        assert len(found.room) == len(found.needy) - 1
        part = alone(model, [demands[i].reason for i in found.demands])
        assert placements(part) == []


@pytest.mark.parametrize("seed", range(25))
def test_no_counting_argument_is_missed(seed: int) -> None:
    """Regions against rows alone: without one, the marriage theorem gives a placement."""
    rng = Random(seed)
    n = rng.randint(3, 5)
    regions = ["".join(rng.choice("ABCDE"[:n]) for _ in range(n)) for _ in range(n)]
    barred = [(r, c) for r in range(1, n + 1) for c in range(1, n + 1) if rng.random() < 0.45] or [
        (1, 1)
    ]
    model = cq.Model(
        board=n, regions=regions, constraints=[cq.exactly_one("region"), cq.blocked(*barred)]
    )
    reasons = reasons_of(model)
    argued = shortage([Demand(model, reason) for reason in reasons]) is not None
    assert argued == (placements(alone(model, reasons)) == [])


@pytest.mark.parametrize("n", [6, 8])
def test_other_solvers_find_none_and_some(n: int) -> None:
    """What is too large for trying all, by CP-SAT and python-constraint."""
    rng = Random(n)
    explained = 0
    for _ in range(12):
        barred = {(rng.randint(1, n), rng.randint(1, n)) for _ in range(4 * n)}
        model = cq.Model(board=n, constraints=[QUEEN, KING, cq.blocked(*sorted(barred))])
        explanation = cq.explain(model, time_limit=60)
        exists = cq.solve(model, solver="constraint").placements != ()
        assert (explanation.status is Status.FEASIBLE) == exists
        if exists:
            continue
        explained += 1
        assert cq.solve(explanation.subproblem, solver="cpsat.integer").outcome == "none exists"
        for left_out in explanation.reasons:
            rest = [each for each in explanation.reasons if each is not left_out]
            assert cq.solve(alone(model, rest), solver="constraint").placements
    assert explained


@pytest.mark.parametrize(
    ("model", "text"),
    [
        (
            cq.Model(board=8, constraints=[QUEEN, cq.given((1, 1), (2, 2), (5, 8))]),
            "given queens (1, 1) and (2, 2) attack each other: they share a diagonal "
            "(row - column = 0)\n  no_attack: queen\n  given queens (1, 1) and (2, 2)",
        ),
        (
            cq.Model(board=4, constraints=[cq.given((1, 1), (1, 2))]),
            "given queens (1, 1) and (1, 2) stand in the same row 1\n"
            "  given queens (1, 1) and (1, 2)",
        ),
        (
            cq.Model(board=4, constraints=[cq.given((1, 1)), cq.blocked((2, 2), (1, 1))]),
            "the given queen (1, 1) stands on a blocked cell\n"
            "  blocked cell (1, 1)\n  given queen (1, 1)",
        ),
        (
            cq.Model(regions=SHORT, constraints=TOUCHING),
            "regions B and D need row 3\n  regions B and D",
        ),
        (
            cq.Model(regions=[*["ABCDE"] * 2, *["EEEEE"] * 3], constraints=TOUCHING[:1]),
            "rows 3 and 4 need region E\n  region E",
        ),
        (
            cq.Model(
                board=4,
                data={"zone": ["ABCD", "EABC", "DEAB", "CDEA"]},
                constraints=[cq.exactly_one("zone")],
            ),
            "5 zones, 4 rows\n  zones A, B, C, D and E",
        ),
        (
            cq.Model(board=4, data={"zone": ["ABCA"] * 4}, constraints=[cq.exactly_one("zone")]),
            "4 rows, 3 zones\n  zones A, B and C",
        ),
        (
            cq.Model(picture="xxxx .... .... ....", constraints=[QUEEN]),
            "row 1 has no cell left\n  blocked cells (1, 1), (1, 2), (1, 3) and (1, 4)",
        ),
        (
            cq.Model(board=5, constraints=[cq.all_different("column"), cq.forbid("column == 3")]),
            "rows 1, 2, 3, 4 and 5 need columns 1, 2, 4 and 5\n"
            "  all_different: column\n  forbid: column == 3",
        ),
        (
            cq.Model(picture=["x.."] * 3, constraints=[cq.no_attack("rook")]),
            "rows 1, 2 and 3 need columns 2 and 3\n"
            "  no_attack: rook\n  blocked cells (1, 1), (2, 1) and (3, 1)",
        ),
        (
            cq.Model(board=6, constraints=[cq.total("row", at_least=22)]),
            "total: {of: row, at_least: 22} leaves no placement on 6 x 6 cells\n"
            "  total: {of: row, at_least: 22}",
        ),
        (
            cq.Model(board=4, constraints=[QUEEN, cq.total("row", at_least=2**63 - 1)]),
            "total: {of: row, at_least: 9223372036854775807} leaves no placement on 4 x 4 cells",
        ),
        (
            cq.queens(3),
            "all_different: column, all_different: row + column and all_different: row - column "
            "leave no placement on 3 x 3 cells\n  all_different: column\n"
            "  all_different: row + column\n  all_different: row - column",
        ),
        (
            cq.Model(board=6, constraints=[QUEEN, cq.given((1, 1))]),
            "no_attack: queen and given queen (1, 1) leave no placement on 6 x 6 cells",
        ),
        (
            cq.load("symmetric-quarter", n=6),
            "symmetric: quarter-turn leaves no placement on 6 x 6 cells",
        ),
    ],
)  # fmt: skip
def test_summaries(model: cq.Model, text: str) -> None:
    explanation = cq.explain(model)
    assert explanation.minimal
    assert str(explanation).startswith(text)


def test_given_queens_can_leave_a_row_without_cells() -> None:
    model = cq.Model(board=(5, 5), constraints=[QUEEN, cq.given((1, 2), (3, 5))])
    explanation = cq.explain(model)
    assert explanation.summary == "with the given queens, row 2 has no cell left"
    assert [str(each) for each in explanation.reasons] == [
        "no_attack: queen",
        "given queen (1, 2)",
        "given queen (3, 5)",
    ]


def test_many_of_a_kind_are_counted_in_the_summary_and_named_below() -> None:
    (board,) = cq.read_instances(CASES / "blocked" / "block-10-30-762.param", "blocked")
    explanation = cq.explain(board, time_limit=60)
    summary, rule, cells = str(explanation).splitlines()
    number = re.fullmatch(
        r"no_attack: queen and (\d+) blocked cells leave no placement on 10 x 10 cells", summary
    )
    assert number is not None
    assert rule == "  no_attack: queen"
    assert len(re.findall(r"\(\d+, \d+\)", cells)) == int(number[1]) == len(explanation.reasons) - 1


def test_very_many_blocked_cells_are_taken_row_by_row() -> None:
    barred = [(r, c) for r in range(3, 9) for c in range(1, 9) if (r, c) != (r, 2 + r % 2)]
    model = cq.Model(board=8, constraints=[cq.all_different("column"), cq.blocked(*barred)])
    explanation = cq.explain(model, time_limit=60)
    assert explanation.summary in {
        f"rows {a}, {b} and {c} need columns 2 and 3"
        for a, b, c in itertools.combinations(range(3, 9), 3)
    } | {
        f"rows {a} and {b} need column {2 + a % 2}"
        for a, b in itertools.combinations(range(3, 9), 2)
        if a % 2 == b % 2
    }
    assert re.search("the blocked cells of rows [3-8] and [3-8]$", str(explanation))


def test_what_cpsat_names_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    """Presolve may name literals that were no assumptions: whatever it names, all is right."""
    rng = Random(3)
    whole = explaining._Search._assume

    def unreliable(self: Any, chosen: Any, limit: float) -> Any:
        status, named = whole(self, chosen, limit)
        return status, [i for i in named if rng.random() < 0.5]

    monkeypatch.setattr(explaining._Search, "_assume", unreliable)
    for seed in range(5):
        again = Random(seed)
        barred = {(again.randint(1, 4), again.randint(1, 4)) for _ in range(7)}
        model = cq.Model(board=4, constraints=[QUEEN, cq.blocked(*sorted(barred))])
        explanation = cq.explain(model, time_limit=60)
        if explanation.status is Status.INFEASIBLE:
            assert explanation.minimal
            is_needed_and_enough(explanation)


def test_cpsat_alone_explains_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining._Search, "_by_bitmask", lambda self, chosen: Status.UNKNOWN)
    explanation = cq.explain(cq.Model(board=6, constraints=[QUEEN, KING, cq.given((1, 1))]))
    assert [str(each) for each in explanation.reasons] == ["no_attack: queen", "given queen (1, 1)"]
    assert explanation.minimal
    assert cq.explain(cq.queens(6)).status is Status.FEASIBLE


def test_a_limit_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    late = cq.explain(cq.queens(3), time_limit=1e-9)
    assert late.status is Status.UNKNOWN
    assert str(late) == "not known, stopped by the time limit of 1e-09 s"
    counted = cq.explain(cq.Model(picture="xx. xx. ..x", constraints=[QUEEN]), time_limit=1e-9)
    assert counted.status is Status.INFEASIBLE
    assert not counted.minimal
    assert str(counted).startswith("rows 1 and 2 need column 3\n")
    assert str(counted).endswith(
        "\n  (perhaps not all of these are needed: the time limit came first)"
    )


def test_large_boards_are_not_explained() -> None:
    assert str(cq.explain(cq.queens(65))) == (
        "not looked for: the board has 65 rows and 65 columns, and up to 64 are explained"
    )


def test_nothing_is_demanded() -> None:
    assert cq.explain(cq.Model(board=3)).status is Status.FEASIBLE


def test_names_of_tables_do_not_meet() -> None:
    model = cq.Model(
        regions=["AB", "AB"],
        data={"on_1_of_region": [[1, 2], [3, 4]]},
        parameters={"on_2_of_region": 1},
        constraints=[cq.exactly_one("region"), cq.total("on_1_of_region", at_least=7)],
    )
    explanation = cq.explain(model)
    assert [str(each) for each in explanation.reasons] == [
        "total: {of: on_1_of_region, at_least: 7}"
    ]


@pytest.mark.parametrize("limit", [0, -1, True, "5", None, float("nan")])
def test_limits_that_are_none_are_refused(limit: Any) -> None:
    with pytest.raises(cq.OptionError, match=r"time_limit: .* is not accepted; seconds above 0"):
        cq.explain(cq.queens(3), time_limit=limit)


def test_one_instance_is_due() -> None:
    with pytest.raises(cq.ModelError, match="a model of 3 instances where one is due"):
        cq.explain(cq.load("blocked"))
    with pytest.raises(cq.ModelError, match="a board of 4 rows, 3 columns"):
        cq.explain(cq.Model(board=(4, 3)))


def test_without_ortools_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "find_spec", lambda name: None)
    with pytest.raises(cq.SolverError, match="the package ortools is not installed"):
        cq.explain(cq.queens(3))


class TestCommandLine:
    def run(self, capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
        status = main([str(word) for word in words])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    def test_explain(self, capsys, tmp_path: Path) -> None:
        path = tmp_path / "map.txt"
        path.write_text("AAABCD|AAABCD|BBBBCD|BBECCD|FEECCD|FFEECC")
        status, out, err = self.run(capsys, "explain", "regions", "--input", path)
        assert (status, err) == (1, "")
        assert out == "a placement exists: there is nothing to explain\n"
        path.write_text("|".join(SHORT))
        status, out, err = self.run(capsys, "explain", "regions", "--input", path)
        assert (status, err) == (0, "")
        assert out == "regions B and D need row 3\n  regions B and D\n"

    def test_a_line_for_each_instance(self, capsys) -> None:
        status, out, _ = self.run(capsys, "explain", "queens", "--set", "n=3,4")
        assert status == 1
        first, *_, last = out.splitlines()
        assert first.startswith("n = 3: all_different: column, ")
        assert last == "n = 4: a placement exists: there is nothing to explain"

    def test_what_is_not_known_ends_with_3(self, capsys) -> None:
        status, out, _ = self.run(capsys, "explain", "queens", "--set", "n=100")
        assert (status, out[:15]) == (3, "n = 100: not lo")

    def test_solve_says_why(self, capsys) -> None:
        status, out, err = self.run(capsys, "solve", "symmetric-quarter", "--set", "n=7")
        assert (status, err) == (0, "")
        _, last = out.rstrip().rsplit("\n", 1)
        assert last == "because symmetric: quarter-turn leaves no placement on 7 x 7 cells"
        assert out.endswith("\n\n")

    def test_solve_answers_before_it_explains(self, monkeypatch, tmp_path: Path) -> None:
        shown: list[str] = []

        class Output:
            def __init__(self) -> None:
                self.text = ""

            def write(self, text: str) -> None:
                self.text += text

            def flush(self) -> None:
                pass

        from cpqueens.cli import solve

        file = Output()

        def late(model: cq.Model, time_limit: float) -> cq.Explanation:
            shown.append(file.text)
            return explaining.Explanation(model, Status.UNKNOWN, "not known")

        monkeypatch.setattr(explaining, "explain", late)
        result = cq.solve(cq.queens(3))
        solve._write_text(cq.queens(3), [result, cq.solve(cq.queens(4))], file)  # type: ignore[arg-type]
        assert "none exists" in shown[0]
        assert "not explained within 2.0 s; `python -m cpqueens explain` looks longer" in file.text

    def test_records_are_not_explained(self, capsys) -> None:
        for form in ("json", "csv"):
            _, out, _ = self.run(capsys, "solve", "queens", "--set", "n=3", "--format", form)
            assert "because" not in out


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_is_python_s_own_afterwards() -> None:
    # In a process of its own: a foreign handler would end it without a word.
    code = """
import signal
import cpqueens as cq
demands = [cq.no_attack("queen"), cq.symmetric("quarter-turn")]
model = cq.Model(board=7, constraints=demands)
assert cq.explain(model).minimal
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("interrupted\n", 0)
