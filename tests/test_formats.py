"""Contest formats: what they read, write, refuse and accept, byte for byte."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpqueens as cq
from cpqueens import formats
from cpqueens.errors import InputError, ModelError, OptionError
from cpqueens.formats.base import Judgement, Verdict
from cpqueens.solving import solve

CONTEST = Path(__file__).parent / "data" / "cases" / "contest"
MODELS = {"checker": "checker", "poj3239": "poj3239", "uva167": "sultan"}


def read(name: str, text: str) -> list[cq.Model]:
    return formats.find(name).read(text, cq.load(MODELS[name]))


def answered(name: str, text: str) -> str:
    return formats.find(name).write([solve(case) for case in read(name, text)])


def refusal(name: str, text: str) -> tuple[int | None, str]:
    with pytest.raises(InputError) as caught:
        read(name, text)
    return caught.value.line, caught.value.message


def judged(name: str, text: str, output: str) -> Judgement:
    return formats.find(name).judge(read(name, text), output, solve)


@pytest.mark.parametrize("name", MODELS)
def test_samples_of_the_statement_are_answered_and_accepted(name: str) -> None:
    form = formats.find(name)
    assert form.samples
    for sample in form.samples:
        assert judged(name, sample.input, sample.answer).verdict is Verdict.AC
        if name != "poj3239":
            assert answered(name, sample.input) == sample.answer


@pytest.mark.parametrize("n", range(6, 14))
def test_checker_gives_the_published_bytes(n: int) -> None:
    expected = (CONTEST / f"checker_{n}.out").read_text()
    assert answered("checker", (CONTEST / f"checker_{n}.in").read_text()) == expected


@pytest.mark.parametrize(
    "case", ["official", "two_padded", "blank_lines", "negative", "zero_boards"]
)
def test_sultan_gives_the_published_bytes(case: str) -> None:
    expected = (CONTEST / f"sultan_{case}.out").read_text()
    assert answered("uva167", (CONTEST / f"sultan_{case}.in").read_text()) == expected


def test_poj_answers_every_number_of_its_range_with_a_right_line() -> None:
    text = (CONTEST / "poj3239_all.in").read_text()
    numbers = [int(word) for word in text.split() if word != "0"]
    assert numbers[:2] == [8, 9]
    assert numbers[-1] == 300
    lines = answered("poj3239", text).split("\n")
    assert lines.pop() == ""
    for n, line in zip(numbers, lines, strict=True):
        columns = [int(word) for word in line.split(" ")]
        assert sorted(columns) == list(range(1, n + 1))
        assert len({r + c for r, c in enumerate(columns)}) == n
        assert len({r - c for r, c in enumerate(columns)}) == n


def test_poj_stops_at_0_or_the_end() -> None:
    assert [case.values["n"] for case in read("poj3239", "8\n10\n0\n12\n")] == [8, 10]
    assert [case.values["n"] for case in read("poj3239", "8 10")] == [8, 10]
    assert read("poj3239", "") == []
    assert read("poj3239", "0") == []


def test_poj_says_that_none_exists_for_2_and_3_and_answers_the_rest() -> None:
    form = formats.find("poj3239")
    results = [solve(case) for case in read("poj3239", "2\n3\n4\n1\n0\n")]
    assert form.write(results) in ("2 4 1 3\n1\n", "3 1 4 2\n1\n")
    assert form.unanswered(results) == ["n = 2: none exists", "n = 3: none exists"]


@pytest.mark.parametrize(
    "text", ["8", "  8  \r\n", "\n\n8\n\n", "\ufeff8\n", "8\n\x1a", "+8", "8\r", "\t8\t"]
)
def test_ragged_inputs_are_read(text: str) -> None:
    assert [case.values["n"] for case in read("checker", text)] == [8]


def test_width_grows_when_needed_and_signs_are_kept() -> None:
    boards = [[[value] * 8] * 8 for value in (99999, -1000, 0, 10**15)]
    words = " ".join(str(cell) for board in boards for row in board for cell in row)
    assert answered("uva167", f"4 {words}") == "799992\n-8000\n    0\n8000000000000000\n"


@pytest.mark.parametrize(
    ("name", "text", "line", "words"),
    [
        ("checker", "", None, "the input is empty; one number N is due"),
        ("checker", "6\n7\n", 2, "2 words; one number N is due"),
        ("checker", "\nsix\n", 2, "'six' is not a whole number"),
        ("checker", "0", 1, "0 is too small: at least 1 is accepted"),
        ("checker", "65", 1, "65 is too large: at most 64 is accepted"),
        ("checker", "6.0", 1, "'6.0' is not a whole number"),
        ("checker", "9" * 30, 1, "does not fit 64 bits"),
        ("checker", "٦", 1, "is not a whole number"),
        ("poj3239", "8\n\n-4\n", 3, "-4 queens; a number from 1 is due, or 0 to end"),
        ("poj3239", "8\nx\n", 2, "'x' is not a whole number"),
        ("poj3239", "100001", 1, "100001 is too large: at most 100000 is accepted"),
        ("uva167", "  \n", None, "the input is empty; the number of boards is due"),
        ("uva167", "-1", 1, "-1 boards; a number from 0 is due"),
        ("uva167", "1\n" + "1 " * 63, 2, "the input ends inside board 1 of 1, row 8: 63 numbers"),
        ("uva167", "2\n" + "1 2 3 4 5 6 7 8\n" * 12, 13, "inside board 2 of 2, row 5: 96 numbers"),
        ("uva167", "1\n" + "1 2 3 4 5 6 7 8\n" * 8 + "\n9", 11, "1 number is left over"),
        ("uva167", "0\n1 2\n", 2, "2 numbers are left over after the last of 0 boards"),
        ("uva167", "1\n" + "1 2 3 4 5 6 7 8\n" * 7 + "1 2 3 4 x 6 7 8", 9, "'x' is not a whole"),
        ("uva167", "1\n" + f"{2**63} " * 64, 2, "does not fit 64 bits"),
        ("uva167", "k", 1, "'k' is not a whole number"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(
    name: str, text: str, line: int | None, words: str
) -> None:
    found_line, message = refusal(name, text)
    assert words in message
    assert found_line == line


def test_a_file_that_ends_inside_a_board_names_board_and_row() -> None:
    text = (CONTEST / "sultan_truncated.in").read_text()
    assert "board 2 of 2, row 5" in refusal("uva167", text)[1]


def test_weights_whose_sum_does_not_fit_are_refused() -> None:
    case = read("uva167", "1\n" + f"{2**61} " * 64)[0]
    with pytest.raises(ModelError, match="may not fit 64 bits"):
        solve(case)


def test_formats_refuse_models_that_they_cannot_feed() -> None:
    with pytest.raises(ModelError, match="needs a model of one instance with a parameter n"):
        formats.find("checker").read("8", cq.load("sultan"))
    with pytest.raises(ModelError, match="needs an objective over the table weight"):
        formats.find("uva167").read("0", cq.load("queens"))
    with pytest.raises(OptionError, match=r"unknown format 'uva168'.*did you mean 'uva167'"):
        formats.find("uva168")


def test_incomplete_answers_are_not_written_as_answers() -> None:
    checker, sultan = formats.find("checker"), formats.find("uva167")
    stopped = solve(cq.load("checker", n=20), time_limit=0.05)
    assert stopped.count is None
    assert checker.write([stopped]) == ""
    assert checker.unanswered([stopped]) == [stopped.outcome]
    good = solve(next(iter(cq.load("sultan").each_instance())))
    weights = [[(r * c * c) % 97 for c in range(40)] for r in range(40)]
    large = cq.Model(
        board=40,
        data={"weight": weights},
        constraints=[cq.no_attack("queen")],
        maximize="weight",
    )
    unproved = solve(large, solver="bitmask", time_limit=0.05)
    assert not unproved.complete
    assert sultan.write([good, unproved, good]) == "  260\n"
    assert len(sultan.unanswered([good, unproved, good])) == 1


class TestJudges:
    ANSWER = "2 4 6 1 3 5\n3 6 2 5 1 4\n4 1 5 2 6 3\n4\n"

    @pytest.mark.parametrize(
        ("output", "verdict", "words"),
        [
            (ANSWER, "AC", ""),
            (ANSWER.rstrip("\n"), "AC", ""),
            (ANSWER.replace("\n", "  \n"), "AC", ""),
            (ANSWER.replace("\n", "\r\n"), "AC", ""),
            (ANSWER.replace(" ", "  "), "PE", "line 1: the numbers are right"),
            (ANSWER.replace("\n", " "), "PE", "the numbers are right"),
            (ANSWER.replace("3 5\n", "35\n"), "PE", "run together"),
            (ANSWER.replace("\n4\n", "\n5\n"), "WA", "line 4: the count is '5', 4 expected"),
            (
                ANSWER.replace("4 1 5 2 6 3", "5 3 1 6 4 2"),
                "WA",
                "line 3: column 1 of placement 3 is '5', 4 expected",
            ),
            (ANSWER[:24], "WA", "the output ends before column 1 of placement 3 (4 expected)"),
            ("", "WA", "the output ends before column 1 of placement 1"),
            (ANSWER + "0\n", "WA", "line 5: '0' stands after the answer's end"),
        ],
    )
    def test_checker(self, output: str, verdict: str, words: str) -> None:
        found = judged("checker", "6", output)
        assert found.verdict.name == verdict
        assert words in found.reason

    @pytest.mark.parametrize(
        ("output", "verdict", "words"),
        [
            ("5 3 1 6 8 2 4 7\n2 4 1 3\n", "AC", ""),
            ("4 2 7 3 6 8 5 1\n3 1 4 2", "AC", ""),
            ("5 3 1 6 8 2 4 7\n3 1 2 4\n", "WA", "line 2: queens (2, 1) and (3, 2) share"),
            ("5 3 1 6 8 2 4 7\n", "WA", "the output ends before the line of case 2 (n = 4)"),
            ("5 3 1 6 8 2 4 7\n2 4 1 3\n1\n", "WA", "line 3 stands after the last case"),
            ("5 3 1 6 8 2 4\n2 4 1 3\n", "WA", "line 1: 7 numbers for n = 8"),
            ("5 3 1 6 8 2 47\n2 4 1 3\n", "PE", "line 1: 7 numbers for n = 8; some run together"),
            ("5 3 1 6 8 2 4 9\n2 4 1 3\n", "WA", "line 1: the queen of row 8 is off the board"),
            ("5 3 1 6 8 2 4 0\n2 4 1 3\n", "WA", "line 1: the queen of row 8 is off the board"),
            ("5 3 1 6 8 2 4 x\n2 4 1 3\n", "WA", "line 1: 'x' is no column number"),
            ("5  3 1 6 8 2 4 7\n2 4 1 3\n", "PE", "line 1: the placement is right, but"),
            ("", "WA", "the output ends before the line of case 1 (n = 8)"),
        ],
    )
    def test_poj(self, output: str, verdict: str, words: str) -> None:
        found = judged("poj3239", "8\n4\n0\n", output)
        assert found.verdict.name == verdict
        assert words in found.reason

    @pytest.mark.parametrize(
        ("output", "verdict", "words"),
        [
            ("  260\n  429\n", "AC", ""),
            ("  260\n  429", "AC", ""),
            ("260\n429\n", "PE", "line 1: the numbers are right, but '260' should be '  260'"),
            ("  260\n  428\n", "WA", "line 2: the sum of board 2 is '428', 429 expected"),
            ("  260\n", "WA", "the output ends before the sum of board 2 (429 expected)"),
            ("  260  429\n", "PE", "the numbers are right"),
            ("  260\n\n  429\n", "PE", "the numbers are right"),
        ],
    )
    def test_sultan(self, output: str, verdict: str, words: str) -> None:
        text = (CONTEST / "sultan_two_padded.in").read_text()
        found = judged("uva167", text, output)
        assert found.verdict.name == verdict
        assert words in found.reason


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("size", [1, 3])
def test_samples_at_random_are_read_and_answered(name: str, size: int) -> None:
    text = formats.find(name).sample(Random(size), size)
    assert text == formats.find(name).sample(Random(size), size)
    assert judged(name, text, answered(name, text)).verdict is Verdict.AC


@pytest.mark.parametrize("name", MODELS)
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_mutated_inputs_are_read_or_refused(name: str, data: st.DataObject) -> None:
    sample = formats.find(name).samples[0].input
    start = data.draw(st.integers(0, len(sample)))
    end = data.draw(st.integers(start, min(len(sample), start + 20)))
    junk = data.draw(st.text(alphabet="0123456789 -+.x\n\r\t\x00\ufeffé٣", max_size=12))
    text = sample[:start] + junk + sample[end:]
    model = cq.load(MODELS[name])
    refused = None
    cases: list[cq.Model] = []
    try:
        cases = formats.find(name).read(text, model)
    except InputError as error:
        refused = error
    assert all(isinstance(case, cq.Model) for case in cases)
    if refused is not None and refused.line is not None:
        assert refused.message
        assert 1 <= refused.line <= text.count("\n") + text.count("\r") + 1


@pytest.mark.parametrize("name", MODELS)
@given(output=st.text(alphabet="0123456789 -x\n\r\x00é", max_size=40))
@settings(max_examples=100, deadline=None)
def test_no_output_breaks_a_judge(name: str, output: str) -> None:
    text = {"checker": "4", "poj3239": "4\n0\n", "uva167": "0"}[name]
    assert isinstance(judged(name, text, output), Judgement)
