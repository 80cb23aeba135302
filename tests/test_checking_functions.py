"""Functions against the model: signatures, what may be returned, and each kind of mistake."""

from __future__ import annotations

import contextlib
import functools
import itertools
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import cpqueens as cq
from cpqueens.checking import agreement, functions
from cpqueens.checking.alarm import TimeUp, within
from cpqueens.checking.report import Report
from cpqueens.errors import OptionError, WrongAnswer
from cpqueens.solvers.base import Tally

Columns = tuple[int, ...]
Free = Callable[[int, int, int, int], bool]


@pytest.fixture(autouse=True)
def two_quick_references(monkeypatch: pytest.MonkeyPatch) -> None:
    """CP-SAT takes half a second to import and more than the other to answer."""
    monkeypatch.setattr(functions, "REFERENCES", ("bitmask", "constraint"))


def backtracking(n: int, free: Free) -> Iterator[Columns]:
    """All placements in which `free` says of each two queens that both may stand."""

    def place(columns: Columns) -> Iterator[Columns]:
        r = len(columns)
        if r == n:
            yield columns
            return
        for c in range(n):
            if all(free(i, d, r, c) for i, d in enumerate(columns)):
                yield from place((*columns, c))

    return place(())


def right(i: int, d: int, r: int, c: int) -> bool:
    return d != c and abs(d - c) != r - i


def placements(n: int) -> list[Columns]:
    return list(backtracking(n, right))


def at(*sizes: int) -> list[cq.Model]:
    return [cq.queens(n) for n in sizes]


def check(function: Callable[..., Any], *sizes: int, time_limit: float = 10.0) -> Report:
    return cq.check(function, cq.load("queens"), cases=at(*sizes), time_limit=time_limit)


def verdict_of(function: Callable[..., Any], n: int = 4, **limits: float) -> tuple[str, str]:
    (row,) = check(function, n, **limits).rows
    return row.verdict, row.note


def always(value: Any) -> Callable[..., Any]:
    def constant(n: int) -> Any:
        return value

    return constant


def board_numbered(n: int) -> int:
    return len(placements(n))


class TestSignatures:
    MODEL = cq.Model(
        board=4, data={"weight": [[1, 2, 3, 4]] * 4}, constraints=[cq.no_attack("queen")]
    )

    def test_the_side_by_name_by_another_name_or_by_place(self) -> None:
        def by_name(n: int) -> int:
            return len(placements(n))

        def by_another_name(size: int) -> int:
            return len(placements(size))

        def by_place(n: int, /) -> int:
            return len(placements(n))

        def by_keyword(*, n: int) -> int:
            return len(placements(n))

        def by_default(n: int = 8) -> int:
            return len(placements(n))

        def by_anything(**values: int) -> int:
            return 2

        for function in (by_name, by_another_name, by_place, by_keyword, by_default):
            assert check(function, 4, 6).agrees, function
        assert check(by_anything, 4).agrees

    def test_other_arguments_keep_their_defaults(self) -> None:
        def solver(n: int, row: int = 0, columns: Columns = (), rows: int = 0) -> int:
            assert (row, columns, rows) == (0, (), 0)
            return len(placements(n))

        assert check(solver, 5).agrees

    def test_the_instance_the_size_and_tables(self) -> None:
        seen: list[Any] = []

        def asks(instance: cq.Model, rows: int, columns: int, weight: list[list[int]]) -> int:
            seen.append((instance, rows, columns, weight))
            return 2

        assert cq.check(asks, self.MODEL).agrees
        ((instance, rows, columns, weight),) = seen
        assert (rows, columns, weight) == (4, 4, [[1, 2, 3, 4]] * 4)
        assert cq.count(instance) == 2

    def test_a_square_board_without_parameters_has_a_side(self) -> None:
        assert cq.check(board_numbered, self.MODEL).agrees

    def test_one_argument_of_another_name_is_the_instance_without_parameters(self) -> None:
        def counts(problem: cq.Model) -> int:
            return cq.count(problem)

        assert cq.check(counts, self.MODEL).agrees

    def test_callables_of_every_kind(self) -> None:
        class Solver:
            def __call__(self, n: int) -> list[Columns]:
                return placements(n)

            def method(self, n: int) -> list[Columns]:
                return placements(n)

        for function in (
            Solver(),
            Solver().method,
            functools.partial(backtracking, free=right),
            lambda n: placements(n),
        ):
            assert check(function, 4).agrees
        assert "the function Solver\n" in str(check(Solver(), 4))
        assert check(len, 4).rows[0].verdict == "RE"

    def test_what_cannot_be_served_is_named(self) -> None:
        def asks_more(n: int, depth: int) -> int:
            return n

        words = "asks_more asks for depth; a function can have instance, model, rows, columns, n"
        with pytest.raises(OptionError, match=words):
            check(asks_more, 4)

        async def later(n: int) -> int:
            return n

        with pytest.raises(OptionError, match="async"):
            check(later, 4)


class TestReturned:
    @pytest.mark.parametrize(
        "shape",
        [
            list,
            tuple,
            set,
            iter,
            np.array,
            lambda found: [list(columns) for columns in found],
            lambda found: [np.array(columns, dtype=np.uint8) for columns in found],
            lambda found: [cq.Placement(columns) for columns in found],
            lambda found: dict.fromkeys(found).keys(),
            lambda found: (iter(columns) for columns in found),
            lambda found: reversed(found),
            len,
            lambda found: np.int64(len(found)),
            lambda found: found[0],
            lambda found: list(found[0]),
            lambda found: iter(found[-1]),
            lambda found: np.array(found[0]),
            lambda found: cq.Placement(found[0]),
        ],
    )
    def test_right_answers_of_every_shape(self, shape: Callable[[list[Columns]], Any]) -> None:
        for n in (1, 4, 6):
            report = check(lambda n: shape(placements(n)), n)
            assert report.agrees, str(report)
            assert report.summary == "all agree"

    def test_nothing_where_nothing_exists(self) -> None:
        for nothing in ([], (), iter(()), 0, None, set(), np.empty((0, 3), int)):
            report = check(always(nothing), 3)
            assert report.agrees, nothing
        assert verdict_of(always([[0, 1, 2]]), 3)[0] == "WA"

    @pytest.mark.parametrize(
        ("value", "note"),
        [
            (3, "it has 3 placements, but 2 exist"),
            (-1, "it has -1 placements, but 2 exist"),
            (
                None,
                "it says that none exists, but one does (it returned None; what it prints is not",
            ),
            ([], "2 of 2 placements are missing"),
            (
                [0, 1, 2, 3],
                "the only placement is wrong: queens (1, 1) and (2, 2) share a diagonal "
                "(row - column = 0)",
            ),
            ([1, 3, 0], "the only placement is wrong: 3 queens on a board of 4 rows"),
            ([1, 3, 0, 2, 5, 6], "its one placement has more than 4 numbers; one for each row is"),
            ([[1, 3, 0, 2]], "1 of 2 placements is missing"),
            ([[1, 3, 0, 2]] * 2 + [[2, 0, 3, 1]], "1 placement given more than once"),
            ([[1, 3, 0, 2, 0]], "placement 1 has more than 4 numbers; one for each row is due"),
            ([[1, 3, 0, 2], None], "placement 2 is None; a count, one placement or an iterable"),
            ([[1, 3, 0, 2.0]], "placement 1 has 2.0 where a column number is due"),
            ([[True, 3, 0, 2]], "placement 1 has True where a column number is due"),
            ([".Q.."], "placement 1 is '.Q..'; a count"),
            ([[".Q..", "...Q"]], "placement 1 has '.Q..' where a column number is due"),
            ([1, 3, None, 2], "its one placement has None where a column number is due"),
            ("2 4 1 3", "it returned '2 4 1 3'; a count, one placement or an iterable of"),
            (b"24", "it returned b'24'; a count"),
            (2.0, "it returned 2.0; a count"),
            (True, "it returned True; a count"),
            ({"count": 2}, "it returned {'count': 2}; a count"),
            (object, "it returned <class 'object'>; a count"),
            (np.array([[1.0, 3.0, 0.0, 2.0]]), "placement 1 has np.float64(1.0) where a column"),
            (itertools.repeat(1), "its one placement has more than 4 numbers"),
            ([itertools.count()], "placement 1 has more than 4 numbers"),
        ],
    )
    def test_what_is_wrong_is_named(self, value: Any, note: str) -> None:
        verdict, said = verdict_of(always(value))
        assert verdict == "WA"
        assert said.startswith(note)

    def test_missing_and_extra_placements_are_both_drawn(self) -> None:
        report = check(always([(0, 1, 2, 3), (1, 3, 0, 2)]), 4)
        text = str(report)
        assert (
            "n = 4: constant() gave a wrong placement: queens (1, 1) and (2, 2) share a diagonal "
            "(row - column = 0)\n# . . .\n. # . .\n" in text
        )
        assert "n = 4: constant() lacks a placement\n. . Q .\nQ . . .\n" in text


class TestNumberedFrom1:
    @staticmethod
    def shifted(n: int) -> list[Columns]:
        return [tuple(c + 1 for c in columns) for columns in placements(n)]

    @pytest.mark.parametrize("n", [1, 4, 6])
    def test_it_is_recognised_and_not_accepted(self, n: int) -> None:
        report = check(self.shifted, n)
        (row,) = report.rows
        assert row.verdict == "WA"
        assert row.note == "its columns count from 1, they must count from 0"
        assert report.disputed == ()

    def test_one_placement_too(self) -> None:
        verdict, note = verdict_of(always([2, 4, 1, 3]))
        assert (verdict, note) == ("WA", "its columns count from 1, they must count from 0")

    def test_what_is_missing_besides_is_told(self) -> None:
        report = check(lambda n: self.shifted(n)[1:], 6)
        assert report.rows[0].note == (
            "its columns count from 1, they must count from 0; 1 of 4 placements is missing"
        )
        assert report.disputed[0].columns == (2, 4, 6, 1, 3, 5)

    def test_placements_that_are_wrong_however_counted_are_wrong(self) -> None:
        note = verdict_of(always([[1, 2, 3, 4]]))[1]
        assert note.startswith("the only placement is wrong: the queen of row 4 is off the board")


class TestObjectives:
    MODEL = cq.Model(
        board=6,
        data={"weight": [[(r * 7 + c * c) % 11 for c in range(6)] for r in range(6)]},
        constraints=[cq.no_attack("queen")],
        maximize="weight",
    )
    BEST = max(
        sum((r * 7 + c * c) % 11 for r, c in enumerate(columns)) for columns in placements(6)
    )

    def said(self, function: Callable[..., Any]) -> tuple[str, str, str]:
        (row,) = cq.check(function, self.MODEL).rows
        return row.verdict, row.answer, row.note

    def test_a_best_value(self) -> None:
        def value(weight: list[list[int]]) -> int:
            return max(sum(row[c] for row, c in zip(weight, p, strict=True)) for p in placements(6))

        assert self.said(value) == ("agrees", f"best {self.BEST}", "")
        worse = f"the best value is {self.BEST}, not {self.BEST - 1}"
        report = cq.check(always(self.BEST - 1), self.MODEL)
        assert report.rows[0].note == worse
        assert report.disputed[0].headline == (
            f"the model: constant() missed a better placement: objective {self.BEST}"
        )

    def test_one_placement_must_be_an_optimum(self) -> None:
        values = {p: sum((r * 7 + c * c) % 11 for r, c in enumerate(p)) for p in placements(6)}
        worst, best = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
        assert self.said(always(best))[:2] == ("agrees", f"best {self.BEST}")
        assert self.said(always(worst)) == (
            "WA",
            f"best {values[worst]}",
            f"the best objectives are {self.BEST}, not {values[worst]}",
        )

    def test_all_placements(self) -> None:
        assert self.said(lambda n: placements(n))[0] == "agrees"


class TestMisbehaviour:
    def test_exceptions_are_named_with_their_line(self) -> None:
        def raises(n: int) -> int:
            return 1 // (n - n)

        verdict, note = verdict_of(raises)
        line = raises.__code__.co_firstlineno + 1
        assert verdict == "RE"
        assert note == (
            f"it raised ZeroDivisionError in line {line} of raises: "
            "integer division or modulo by zero"
        )

    def test_exceptions_on_the_way(self) -> None:
        def breaks_off(n: int) -> Iterator[Columns]:
            yield placements(n)[0]
            raise RuntimeError("no more")

        report = check(breaks_off, 4)
        assert report.rows[0].verdict == "RE"
        assert report.rows[0].note.endswith("of breaks_off: no more")
        assert report.disputed == ()

    def test_endless_recursion_and_exits(self) -> None:
        def deeper(n: int) -> int:
            return deeper(n)

        def leaves(n: int) -> int:
            raise SystemExit(1)

        assert verdict_of(deeper)[1].startswith("it raised RecursionError in line")
        assert verdict_of(leaves)[1].startswith("it raised SystemExit in line")

    def test_ctrl_c_is_not_a_verdict(self) -> None:
        def interrupted(n: int) -> int:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            check(interrupted, 4)

    def test_endless_generators(self) -> None:
        def right_for_ever(n: int) -> Iterator[Columns]:
            return itertools.cycle(placements(n))

        def wrong_for_ever(n: int) -> Iterator[Columns]:
            return itertools.repeat((0,) * n)

        verdict, note = verdict_of(right_for_ever)
        assert verdict == "WA"
        assert note == "it gave 1,004 placements, most of them again, and went on"
        report = check(wrong_for_ever, 4)
        assert report.rows[0].note.startswith("it gave 1,002 placements, most of them again, and")
        assert report.disputed[0].kind == "wrong"

    def test_endless_loops(self) -> None:
        def loops(n: int) -> int:
            while True:
                pass

        def swallows(n: int) -> int:
            while True:
                with contextlib.suppress(Exception):
                    time.sleep(0.01)

        def sleeps(n: int) -> int:
            time.sleep(1)
            return 2

        def yields_and_loops(n: int) -> Iterator[Columns]:
            yield placements(n)[0]
            loops(n)

        for function in (loops, swallows, sleeps, yields_and_loops):
            begun = time.monotonic()
            assert verdict_of(function, time_limit=0.1) == ("TLE", "no answer within 0.1 s")
            assert time.monotonic() - begun < 2

    def test_a_wrong_placement_before_a_loop_is_told(self) -> None:
        def wrong_and_loops(n: int) -> Iterator[Columns]:
            yield tuple(range(n))
            while True:
                pass

        verdict, note = verdict_of(wrong_and_loops, time_limit=0.1)
        assert verdict == "WA"
        assert note.startswith("no answer within 0.1 s; the only placement is wrong: queens")

    def test_endless_loops_in_another_thread(self) -> None:
        def loops(n: int) -> int:
            while True:
                pass

        found: list[tuple[str, str]] = []
        thread = threading.Thread(
            target=lambda: found.append(verdict_of(loops, time_limit=0.1)), daemon=True
        )
        begun = time.monotonic()
        thread.start()
        thread.join(5)
        assert found == [("TLE", "no answer within 0.1 s")]
        assert time.monotonic() - begun < 3
        assert threading.active_count() < 10

    def test_what_it_prints_is_left_alone(self, capsys: pytest.CaptureFixture[str]) -> None:
        def prints(n: int) -> int:
            print("looking")
            return len(placements(n))

        assert check(prints, 4).agrees
        assert capsys.readouterr().out == "looking\n"

    def test_arguments_may_be_changed(self) -> None:
        model = cq.Model(
            board=4,
            data={"weight": [[1, 2, 3, 4]] * 4},
            constraints=[cq.no_attack("queen")],
            maximize="weight",
        )

        def spoils(weight: list[list[int]]) -> int:
            for row in weight:
                row[:] = [9, 9, 9, 9]
            weight.clear()
            return 10

        for _ in range(2):
            assert cq.check(spoils, model).agrees
        assert model.tables["weight"][0][0] == 1

    def test_one_list_that_changes_is_read_in_time(self) -> None:
        def reuses(n: int) -> Iterator[list[int]]:
            board = [0] * n
            for columns in placements(n):
                board[:] = columns
                yield board

        assert check(reuses, 6).agrees


def forgets_short_antidiagonals(i: int, d: int, r: int, c: int) -> bool:
    return d != c and d - i != c - r and (d + i != c + r or c + r <= 2)


def wrong_antidiagonals(i: int, d: int, r: int, c: int) -> bool:
    return d != c and d - i != c - r and d + c != i + r


def forgets_columns(i: int, d: int, r: int, c: int) -> bool:
    return abs(d - c) != r - i


class TestMistakesOfTheField:
    """Cases B14 and B16: the numbers of placements of wrong models at n = 4 to 9."""

    def test_short_antidiagonals_show_at_4_and_8(self) -> None:
        report = cq.check(lambda n: backtracking(n, forgets_short_antidiagonals), cq.load("queens"))
        assert [row.answer.split()[0] for row in report.rows] == ["4", "10", "4", "40", "94", "360"]
        verdicts = [row.verdict for row in report.rows]
        assert verdicts == ["WA", "agrees", "agrees", "agrees", "WA", "WA"]
        assert report.rows[4].note.startswith("2 of 94 placements are wrong: queens (1, 3) and (2,")

    def test_a_wrong_antidiagonal_test_has_extra_and_missing(self) -> None:
        report = check(lambda n: backtracking(n, wrong_antidiagonals), *range(4, 10))
        assert [row.answer.split()[0] for row in report.rows] == ["4", "4", "0", "0", "32", "96"]
        assert all(row.verdict == "WA" for row in report.rows)
        assert report.rows[2].note == "4 of 4 placements are missing"
        at_8 = [each for each in report.disputed if each.case == "n = 8"]
        assert {each.kind for each in at_8} == {"wrong", "missing"}
        assert all(len(each.queens) == 2 for each in at_8 if each.kind == "wrong")

    def test_columns(self) -> None:
        report = check(lambda n: backtracking(n, forgets_columns), 4)
        assert report.rows[0].note.startswith("22 of 24 placements are wrong: queens")
        assert "share a column (column = 1)" in report.rows[0].note

    def test_the_closed_form_without_its_exception(self) -> None:
        def closed_form(n: int) -> list[int]:
            return [*range(1, n, 2), *range(0, n, 2)]

        report = check(closed_form, *range(4, 22))
        wrong = [4 + i for i, row in enumerate(report.rows) if row.verdict == "WA"]
        assert wrong == [8, 9, 14, 15, 20, 21]

    def test_the_two_formulas_chosen_by_the_wrong_number(self) -> None:
        """Case F05: of an odd n the formula must be chosen by n - 1."""

        def two_formulas(n: int, chosen_by: int) -> list[int]:
            m = n - n % 2
            half = range(m // 2)
            if chosen_by % 6 != 2:
                columns = [*(2 * i + 1 for i in half), *(2 * i for i in half)]
            else:
                first = [(2 * i + m // 2 - 1) % m for i in half]
                columns = [*first, *(m - 1 - c for c in reversed(first))]
            return [*columns, n - 1] if n % 2 else columns

        sizes = range(4, 22)
        assert check(lambda n: two_formulas(n, n - n % 2), *sizes).agrees
        report = check(lambda n: two_formulas(n, n), *sizes)
        assert [row.case for row in report.rows if row.verdict == "WA"] == [
            "n = 9",
            "n = 15",
            "n = 21",
        ]

    def test_a_rule_used_where_nothing_exists(self) -> None:
        """Case F06."""
        report = check(lambda n: list(range(n)), 1, 2, 3)
        assert [row.verdict for row in report.rows] == ["agrees", "WA", "WA"]
        assert "queens (1, 1) and (2, 2) share a diagonal" in report.rows[1].note

    def test_queens_that_share_a_square_are_one_too_few(self) -> None:
        """Case A27: four queens on three squares."""
        note = "the only placement is wrong: 3 queens on a board of 4 rows"
        assert verdict_of(lambda n: sorted({0, 1, 3}), 4) == ("WA", note)

    def test_half_of_the_search(self) -> None:
        def half(n: int) -> list[Columns]:
            return [columns for columns in placements(n) if columns[0] < n // 2]

        assert verdict_of(half, 6) == ("WA", "2 of 4 placements are missing")

    def test_a_table_that_is_wrong_once(self) -> None:
        table = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 325}
        report = check(table.__getitem__, *table)
        assert [row.case for row in report.rows if row.verdict == "WA"] == ["n = 9"]
        assert report.summary == "WA: n = 9: __getitem__(): it has 325 placements, but 352 exist"

    def test_a_function_called_wrong(self) -> None:
        def wrong(n: int) -> list[list[int]]:
            return [[0] * n]

        text = str(check(wrong, 4))
        assert "n = 4: wrong() gave a wrong placement: queens (1, 1)" in text
        assert "wrong: wrong" not in text


class TestOurOwnMistakes:
    def test_a_reference_that_is_wrong_is_not_the_function(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = agreement.ask

        def forgetful(*arguments: Any) -> Any:
            answers = asked(*arguments)
            if answers.voice == "bitmask":
                answers.all_placements = answers.all_placements[:-1]
                answers.count -= 1
            return answers

        monkeypatch.setattr(functions, "ask", forgetful)
        with pytest.raises(WrongAnswer, match=r"n = 4: the package's own solver bitmask is wrong"):
            check(placements, 4)

    def test_both_references_wrong_are_refuted_by_a_right_function(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = agreement.ask

        def forgetful(*arguments: Any) -> Any:
            answers = asked(*arguments)
            answers.all_placements = sorted(answers.all_placements)[:-1]
            answers.count -= 1
            return answers

        monkeypatch.setattr(functions, "ask", forgetful)
        with pytest.raises(WrongAnswer, match=r"own solver bitmask is wrong: 1 of 2 placements is"):
            check(placements, 4)

    def test_unknown_answers_are_not_held_against_a_function(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stop = Tally.check

        def stopped(self: Tally) -> None:
            self.stop("the test")

        monkeypatch.setattr(Tally, "check", stopped)
        report = check(placements, 6)
        assert report.rows[0].verdict == "not finished"
        assert report.rows[0].note == "the answer to compare with is not known in full"
        wrong = check(always([[0, 1, 2, 3, 4, 5]]), 6)
        assert wrong.rows[0].verdict == "WA"
        monkeypatch.setattr(Tally, "check", stop)

    def test_more_placements_than_are_listed_are_compared_by_number(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(agreement, "MOST_COMPARED", 10)
        assert check(placements, 7).agrees
        report = check(lambda n: placements(n)[1:], 7)
        assert report.rows[0].note.startswith(("it has 39 placements, but 40 exist", "1 of"))


def spin() -> None:
    while True:
        pass


class TestWithin:
    def test_what_is_returned_or_raised(self) -> None:
        assert within(5, lambda: 8) == 8
        assert within(5, lambda: None) is None
        with pytest.raises(KeyError, match="absent"):
            within(5, lambda: {}["absent"])

    def test_it_comes_again_while_it_is_swallowed(self) -> None:
        swallowed = []

        def swallow() -> None:
            while len(swallowed) < 3:
                try:
                    spin()
                except TimeUp as error:
                    swallowed.append(error)
            raise swallowed[-1]

        with pytest.raises(TimeUp):
            within(0.02, swallow)
        assert len(swallowed) == 3

    def test_who_sleeps_is_not_waited_for(self) -> None:
        begun = time.monotonic()
        with pytest.raises(TimeUp):
            within(0.05, lambda: time.sleep(2))
        assert time.monotonic() - begun < 1.5

    def test_nothing_comes_afterwards(self) -> None:
        for _ in range(300):
            with contextlib.suppress(TimeUp):
                within(0.0002, lambda: sum(range(3000)))
        until = time.monotonic() + 0.2
        while time.monotonic() < until:
            pass

    def test_ctrl_c_ends_both(self) -> None:
        ended = threading.Event()

        def endless() -> None:
            try:
                spin()
            finally:
                ended.set()

        def ring(*_: object) -> None:
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        try:
            with pytest.raises(KeyboardInterrupt):
                within(20, endless)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert ended.wait(2)
