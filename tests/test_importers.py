"""Boards of the field read in: CSPLib's parameter files, and region maps as text and as JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpqueens as cq
from cpqueens import formats
from cpqueens.cli import main

CASES = Path(__file__).parent / "data" / "cases"
PUZZLES = json.loads((CASES / "regions" / "regions.json").read_text(encoding="utf-8"))
MAP = ["AAABCD", "AAABCD", "BBBBCD", "BBECCD", "FEECCD", "FFEECC"]
"""The first community level: 14 placements under the touching rule."""


def read(form: str, text: str, model: str | cq.Model) -> list[cq.Model]:
    known = cq.load(model) if isinstance(model, str) else model
    return formats.find(form).read(text, known)


def param(text: str, model: str | cq.Model = "queens") -> cq.Model:
    (instance,) = read("csplib-param", text, model)
    return instance


def regions_of(text: str) -> list[list[str]]:
    return [list(each.regions or ()) for each in read("regions-text", text, "regions")]


class TestFilesOfTheField:
    def test_blocked_cells_are_those_of_the_file(self) -> None:
        """[2, 7] is row 2, column 7: the shipped model has drawn the same board."""
        (board,) = cq.read_instances(CASES / "blocked" / "block-10-16-122.param", "blocked")
        drawn = next(iter(cq.load("blocked").each_instance()))
        assert cq.Board(board).allowed == cq.Board(drawn).allowed

    def test_excluded(self) -> None:
        (board,) = cq.read_instances(CASES / "excluded" / "diag-10-4-1.param", "excluded-diagonals")
        assert board == cq.load("excluded-diagonals", excluded=14).with_parameters()
        counts = [cq.count(board.with_parameters(excluded=d)) for d in range(15)]
        assert counts == [724, 320, 198, 63, 11, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0]
        six = cq.solve(board.with_parameters(excluded=6), solutions="all")
        assert [p.numbers for p in six.placements] == [
            (4, 7, 10, 3, 9, 2, 5, 8, 6, 1),
            (8, 5, 2, 9, 3, 10, 7, 4, 6, 1),
        ]

    def test_excluded_of_21(self) -> None:
        path = CASES / "excluded" / "diag-21-4-259.param"
        (board,) = cq.read_instances(path, "excluded-diagonals")
        assert board.values == {"excluded": 46}
        assert cq.count(board) == 0

    @pytest.mark.parametrize(("entries", "n"), [(6, 2543), (10, 2547)])
    def test_completion(self, entries: int, n: int) -> None:
        """What is given is where the file says, and no square of 2,543 sides was built."""
        path = CASES / "completion" / f"nqc-from-diag-10-4-1-first{entries}.param"
        started = perf_counter()
        (instance,) = cq.read_instances(path, "queens")
        board = cq.Board(instance)
        assert (board.rows, max(map(len, (board.allowed, board.column_numbers)))) == (10, 10)
        assert perf_counter() - started < 5
        listed = re.findall(r"\[(\d+), (\d+)\]", path.read_text(encoding="utf-8"))
        assert board.given == {int(r): int(c) for r, c in listed}
        assert len(board.given) == n - 10

    def test_regions(self) -> None:
        boards = cq.read_instances(CASES / "regions" / "regions.json", "regions")
        assert [list(board.regions or ()) for board in boards] == [p["rows"] for p in PUZZLES]

    def test_maps_as_text_are_those_of_the_json_file(self) -> None:
        text = "\n\n".join("\n".join(puzzle["rows"]) for puzzle in PUZZLES)
        assert regions_of(text) == [puzzle["rows"] for puzzle in PUZZLES]


class TestParameterFiles:
    @pytest.mark.parametrize(
        "text",
        [
            "letting n be 6\nletting blocks be [[1, 2], [3, 4]]",
            "letting n =  6\nletting blocks =  [[1, 2], [3, 4]]\n",
            "n = 6\nblocks = [[1,2],\n[3,4],\n]",
            "n = 6;\r\nblocks = [[1,2],\r\n[3,4]];\r\n\x1a",
            "\ufefflanguage ESSENCE' 1.0\n$ of CSPLib\nletting n be 6 $ the side\n"
            "letting blocks be [[1, 2; int(1..2)], [3, 4; int(1..2)]; int(1..2)]",
            "letting n be 6, blocks be {(1, 2), (3, 4), (1, 2)}",
            "letting blocks : [[1 , +2] , [ 3,4 ]]\rletting n : 6",
        ],
    )
    def test_ways_of_writing(self, text: str) -> None:
        expected = cq.queens(6).with_constraints(cq.blocked((1, 2), (3, 4)))
        assert param(text) == expected

    def test_init_counts_from_0_and_blocks_from_1(self) -> None:
        board = param("n = 8\ninit = [[0, 3]]\nblocks = [[2, 1]]")
        assert board == cq.queens(8).with_constraints(cq.blocked((2, 1)), cq.given((1, 4)))

    def test_diagonals_are_numbered_as_csplib_does(self) -> None:
        board = param("n = 5\nnumdiags = 2\ndiags = [[0, 0], [1, 1], [4, 0]]")
        taken = {
            (r, c) for r in range(5) for c in range(5) if not cq.Board(board).allowed[r] >> c & 1
        }
        assert taken == {(0, 4), (0, 1), (1, 0)}

    def test_the_rules_are_the_models(self) -> None:
        text = "letting n be 7\nletting init be [[0, 0]]"
        board = param(text, "superqueens")
        assert board == cq.load("superqueens", n=7).with_constraints(cq.given((1, 1)))
        drawn = param(text, "completion")
        assert (drawn.picture, drawn.instances) == (None, ())
        assert drawn.constraints == (cq.no_attack("queen"), cq.given((1, 1)))
        fixed = cq.Model(board=3, constraints=[cq.all_different("column")])
        assert cq.count(param(text, fixed)) == 720

    def test_a_condition_that_has_nothing_to_do_with_the_file_stays(self) -> None:
        corners = cq.queens(8).with_constraints(cq.forbid("row == 1 and column == 1"))
        assert param("n = 6\nblocks = [[2, 2]]", corners) == corners.with_parameters(
            n=6
        ).with_constraints(cq.blocked((2, 2)))

    def test_a_model_that_the_file_cannot_feed_is_refused(self) -> None:
        with pytest.raises(cq.ModelError, match="the model sultan cannot take a board of csplib-p"):
            param("n = 6", "sultan")
        with pytest.raises(cq.ModelError, match="n: 7 is too large: at most 6 is accepted"):
            param("n = 7", cq.Model(board="n", parameters={"n": {"default": 3, "maximum": 6}}))

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "n is missing; letting n be 8, say, sets the side of the board"),
            ("letting n be 0", "line 1: n is 0; 1 to 10,000,000 are accepted"),
            ("letting n be x", "line 1: 'x' is not a whole number"),
            ("\nletting m be 8", "line 2: 'm' is no parameter of these problems; they are n, "),
            ("n = 8\nblock = [[1, 1]]", "line 2: 'block' is no parameter of these problems; they "
             "are n, numdiags, diags, blocks, init; did you mean 'blocks'?"),
            ("n = 8\nn = 9", "line 2: n is set twice, first in line 1"),
            ("n 8", "line 1: '8' after n; letting NAME be VALUE is"),
            ("[[1, 2]]", "line 1: '[' is not accepted; letting NAME be VALUE is"),
            ("letting", "line 1: the end of the file is not accepted"),
            ("n = 8\nblocks = 7", "line 2: '7' where the list of blocks is due, such as [1, 2]"),
            ("n = 8\nblocks = [7]", "line 2: '7' where a pair is due, such as [1, 2]"),
            ("n = 8\nblocks = [[7]]", "line 2: 1 number where a pair of blocks is due"),
            ("n = 8\ninit = [\n[1, 2, 3]]", "line 3: 3 numbers where a pair of init is due"),
            ("n = 8\nblocks = [[1, 2]\n[3, 4]]", "line 3: '[' in the list of blocks, which begins "
             "in line 2; ',' or ']' is due"),
            ("n = 8\nblocks = [[1, 2],\n", "the file ends inside the list of blocks, which begins "
             "in line 2"),
            ("n = 8\nblocks = [[1, 2; int(1..2)", "the file ends inside an index domain"),
            ("n = 8\nblocks = [[1, 2],\n[0, 3]]", "line 3: [0, 3] is off the board: rows and "
             "columns of blocks count from 1, so that 1 to 8 are accepted"),
            ("n = 8\ninit = [[7, 8]]", "line 2: [7, 8] is off the board: rows and columns of init "
             "count from 0, so that 0 to 7 are accepted"),
            ("n = 8\ndiags = [[15, 0]]", "line 2: there is no diagonal 15; 0 to 14 are accepted"),
            ("n = 8\ndiags = [[3, 2]]", "line 2: the flag of a diagonal is 0 (row - column + 7) "
             "or 1 (row + column), not 2"),
            ("n = 8\ndiags = [[3, 1]]\nnumdiags = 2", "line 3: numdiags is 2, but diags has 1; "
             "0 to 1 are accepted"),
            ("n = 99999999999999999999", "line 1: '99999999999999999999' does not fit 64 bits"),
        ],
    )  # fmt: skip
    def test_refusals(self, text: str, message: str) -> None:
        with pytest.raises(cq.InputError, match=re.escape(message)):
            param(text)

    @given(st.text(alphabet="letting n be=[](){},;:.0123456789\n$ blocksinitdags'%", max_size=60))
    @settings(max_examples=100, deadline=None)
    def test_any_text_is_read_or_refused(self, text: str) -> None:
        try:
            param(text)
        except (cq.InputError, cq.ModelError):
            return


class TestMapsAsText:
    @pytest.mark.parametrize(
        "text",
        [
            "\n".join(MAP),
            "\r\n".join(MAP) + "\r\n",
            "\n\n".join(MAP),
            "\ufeff" + "\n".join(MAP) + "\x1a",
            "\n".join(" ".join(row) for row in MAP),
            "\n".join("\t".join(row) + " " for row in MAP),
            "\n".join(",".join(row) for row in MAP),
            "\n".join("|".join(row) for row in MAP),
            "\n".join(f"| {' | '.join(row)} |" for row in MAP),
            "\n".join(f"{row}|" for row in MAP),
            "|".join(MAP),
            "|".join(MAP) + "|\n",
            " | ".join(" ".join(row) for row in MAP),
            "".join(MAP),
            json.dumps(MAP),
            "[" + ",\n".join(str(list(row)) for row in MAP) + "]",
            "6\n" + "\n".join(MAP),
            "6 6\n" + "\n".join(MAP),
            "# level 1\n" + "\n".join(f"{row}  # a row" for row in MAP),
            "3ABCD|3ABCD|4BCD|2BE2CD|F2E2CD|2F2E2C",
            "A3BCD|A3BCD|B4CD|B2EC2D|FE2C2D|F2E2C2",
            "3A1B1C1D|3A1B1C1D|4B1C1D|2B1E2C1D|1F2E2C1D|2F2E2C",
            "3ABCD\n3ABCD\n4BCD\n2BE2CD\nF2E2CD\n2F2E2C\n",
            "3A 1B 1C 1D\n3ABCD\n4BCD\n2BE2CD\nF2E2CD\n2F2E2C\n",
            "3ABCD3ABCD4BCD2BE2CDF2E2CD2F2E2C",
        ],
    )
    def test_ways_of_writing(self, text: str) -> None:
        assert regions_of(text) == [MAP]

    def test_several_maps(self) -> None:
        other = ["AB", "AB"]
        assert regions_of("\n".join(MAP) + "\n\n\n" + "\n".join(other)) == [MAP, other]
        assert regions_of("|".join(MAP) + "\n" + "|".join(other)) == [MAP, other]
        assert regions_of("|".join(MAP) + "\n\n" + "|".join(other)) == [MAP, other]
        assert regions_of("2A|2B\n\nAB\nBB\n") == [["AA", "BB"], ["AB", "BB"]]

    def test_numbers_get_letters_in_the_order_in_which_they_appear(self) -> None:
        numbers = [["0", "0", "7"], ["0", "12", "7"], ["12", "12", "7"]]
        expected = [["AAB", "ACB", "CCB"]]
        assert regions_of("\n".join(" ".join(row) for row in numbers)) == expected
        assert regions_of("007\n017\n117") == expected
        assert regions_of("3\n007\n017\n117") == expected

    def test_capital_and_small_letters_are_different(self) -> None:
        assert regions_of("aA\naA") == [["aA", "aA"]]

    @given(
        st.integers(2, 9).flatmap(
            lambda n: st.lists(
                st.text(alphabet="ABCDEFGHIabc", min_size=n, max_size=n), min_size=n, max_size=n
            )
        ),
        st.booleans(),
        st.integers(0, 10**6),
    )
    @settings(max_examples=80, deadline=None)
    def test_run_lengths_are_read_back(self, rows: list[str], before: bool, seed: int) -> None:
        rng = Random(seed)

        def run(match: re.Match[str]) -> str:
            length, letter = str(len(match[0])), match[0][0]
            length = "" if length == "1" and rng.random() < 0.5 else length
            return length + letter if before else letter + length

        written = [re.sub(r"(.)\1*", run, row) for row in rows]
        mixed = any(row[0].isalpha() and row[-1].isalpha() for row in written)
        text = rng.choice(["\n", "|", " | ", "\r\n"]).join(written)
        (found,) = regions_of(text)
        assert found == rows or (mixed and not before)

    @given(st.text(alphabet="AaB12|\n .,#[]", max_size=40))
    @settings(max_examples=100, deadline=None)
    def test_any_text_is_read_or_refused(self, text: str) -> None:
        try:
            found = regions_of(text)
        except (cq.InputError, cq.ModelError):
            return
        assert found
        assert all(len({len(row) for row in rows}) == 1 for rows in found)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "line 1: there is no map; rows of letters, one for each cell, are accepted"),
            ("# nothing\n\n", "there is no map"),
            ("AB\nA.\n", "line 2: '.' is no region; a letter or a number for each cell is"),
            ("ABC\nABC\nAB\n", "line 3: row 3 has 2 cells, but the first row has 3"),
            ("# a map\nABC\n\nABCD\n", "line 4: row 2 has 4 cells, but the first row has 3"),
            ("A\nB\n", "line 1: 2 rows of 1 cells; with one queen in every row, at least as many "),
            ("2AB2|AB", "line 1: '2AB2' is no row of regions; counts stand before all letters "
             "(3A2B) or behind all of them (A3B2)"),
        ],
    )  # fmt: skip
    def test_refusals(self, text: str, message: str) -> None:
        with pytest.raises(cq.InputError, match=re.escape(message)):
            regions_of(text)

    def test_enormous_counts_are_refused_quickly(self) -> None:
        with pytest.raises(cq.InputError):
            regions_of("999999999999A|B")
        with pytest.raises(cq.InputError):
            regions_of("9999999A|B")
        for text in ("1000000A" * 500, "\n".join(["AB", *["1000A"] * 2000]), "A1000001"):
            with pytest.raises(cq.InputError, match="counts that make more than 1,000,000 cells"):
                regions_of(text)

    def test_the_place_of_an_instance_that_is_refused_is_told(self) -> None:
        text = "\n".join(MAP) + "\n\nAAAA\nBBBB\nCCCC\nCCCC"
        boards = read("regions-text", text, "regions")
        assert cq.count(boards[0]) == 14
        with pytest.raises(cq.ModelError, match=r"must be equal \(instance 2 of 2\)$"):
            cq.count(boards[1])

    def test_models_that_do_not_take_regions_are_refused(self) -> None:
        with pytest.raises(cq.ModelError, match="needs a model with a constraint on the table reg"):
            read("regions-text", "AB\nAB", "queens")
        with pytest.raises(cq.ModelError, match="whose board is as large as its regions"):
            read("regions-text", "AB\nAB", "sultan")

    def test_a_model_with_a_side_gets_it(self) -> None:
        model = cq.Model(
            board="n",
            parameters={"n": 2},
            regions="AA BB",
            constraints=[cq.exactly_one("region")],
        )
        (board,) = read("regions-text", "\n".join(MAP), model)
        assert board.values == {"n": 6}
        assert cq.count(board) == cq.count(cq.Model(regions=MAP, constraints=model.constraints))


class TestMapsAsJson:
    @pytest.mark.parametrize(
        "document",
        [
            MAP,
            [list(row) for row in MAP],
            [" ".join(row) for row in MAP],
            [",".join(row) for row in MAP],
            [[ord(cell) - ord("A") for cell in row] for row in MAP],
            [[f"#c{ord(cell)}" for cell in row] for row in MAP],
            {"rows": MAP, "regions": 6},
            {"n": 6, "regions": [list(row) for row in MAP]},
            {"colorRegions": [list(row) for row in MAP], "size": 6, "regionColors": {"A": "#fff"}},
            {"grid": "|".join(MAP)},
            {"board": "\n".join(MAP)},
            [{"map": MAP}],
            [[list(row) for row in MAP]],
            {"levels": [{"rows": MAP}]},
            {"puzzles": [[list(row) for row in MAP]]},
        ],
    )
    def test_ways_of_writing(self, document: object) -> None:
        text = json.dumps(document)
        for written in (text, json.dumps(document, indent="\t"), "\ufeff" + text):
            (board,) = read("regions-json", written, "regions")
            assert list(board.regions or ()) == MAP

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "line 1: no JSON: expecting value (column 1)"),
            ('[\n"AB",\n"AB"', "line 3: no JSON: expecting ',' delimiter (column 5)"),
            ("[]", "line 1: there is no puzzle; a map is a list of rows, or an object that has"),
            ("7", "line 1: 7; a map is a list of rows, or an object that has one as rows, regions"),
            ('{\n"size": 6}', "line 1: no map; a map is a list of rows"),
            ('[{"rows": ["AB", "AB"]},\n {"rows": ["AB", "A"]}]', "line 2: [2].rows: row 2 has 1 "
             "cells, but the first row has 2"),
            ('["AB",\n 7]', "line 2: [2]: 7 is no row; a text or a list of cells is"),
            ('{"rows": [["A", "B"],\n ["A", null]]}', "line 2: rows[2][2]: null is no region; a "
             "letter, a number or a name is"),
            ('{"rows": []}', "line 1: rows: []; a map is a list of rows"),
            ('{"rows": ["AB", ""]}', "line 1: rows[2]: an empty row; a letter for each cell "
             "is due"),
            ('{"grid": "AB|A"}', "line 1: grid: row 2 has 1 cells, but the first row has 2"),
            ('{"grid": "AB|AB\\nABC|ABC|ABC"}', "line 1: grid: 2 maps where one is due"),
            ("[" * 100_000, "no JSON: nested too deep"),
        ],
    )  # fmt: skip
    def test_refusals(self, text: str, message: str) -> None:
        with pytest.raises(cq.InputError, match=re.escape(message)):
            read("regions-json", text, "regions")

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers(-3, 30) | st.text("AB|2 \n", max_size=4),
            lambda inner: (
                st.lists(inner, max_size=4)
                | st.dictionaries(st.sampled_from(["rows", "grid", "levels", "x"]), inner)
            ),
            max_leaves=12,
        )
    )
    @settings(max_examples=100, deadline=None)
    def test_any_document_is_read_or_refused(self, document: object) -> None:
        try:
            found = read("regions-json", json.dumps(document), "regions")
        except (cq.InputError, cq.ModelError):
            return
        assert all(len({len(row) for row in board.regions or ()}) == 1 for board in found)


class TestFiles:
    def test_the_name_tells_the_format(self, tmp_path: Path) -> None:
        (tmp_path / "a.JSON").write_text(json.dumps(MAP))
        (tmp_path / "a.txt").write_text("|".join(MAP))
        (tmp_path / "a.param").write_text("n = 6")
        for name, model in (("a.JSON", "regions"), ("a.txt", "regions"), ("a.param", "queens")):
            (board,) = cq.read_instances(tmp_path / name, model)
            assert cq.count(board) == (4 if model == "queens" else 14)
        (board,) = cq.read_instances(str(tmp_path / "a.txt"), cq.load("regions"), "regions-text")
        assert cq.count(board) == 14

    def test_the_format_of_a_contest_is_the_models(self, tmp_path: Path) -> None:
        (tmp_path / "boards.json").write_text("6")
        (board,) = cq.read_instances(tmp_path / "boards.json", "checker")
        assert board.values == {"n": 6}

    def test_errors_name_file_and_line(self, tmp_path: Path) -> None:
        path = tmp_path / "board.param"
        path.write_text("n = 8\nm = 9")
        with pytest.raises(cq.InputError, match=re.escape(f"{path}:2: 'm' is no parameter")):
            cq.read_instances(path, "queens")
        with pytest.raises(cq.ModelError, match="the model queens names no format, and the name"):
            cq.read_instances(path.rename(tmp_path / "board.txt"), "queens")
        with pytest.raises(cq.ModelError, match=r"cannot be read: no such file"):
            cq.read_instances(tmp_path / "none.param", "queens")
        with pytest.raises(cq.OptionError, match="unknown format 'cplib-param'; known are checker"):
            cq.read_instances(tmp_path / "board.txt", "queens", "cplib-param")


class TestCommandLine:
    def run(self, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
        status = main(list(words))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    def test_solve_draws_the_board_of_the_file(self, capsys, tmp_path: Path) -> None:
        path = tmp_path / "map.txt"
        path.write_text("3ABCD|3ABCD|4BCD|2BE2CD|F2E2CD|2F2E2C")
        status, out, err = self.run(
            capsys, "solve", "regions", "--input", str(path), "--format", "regions-text"
        )
        assert (status, err) == (0, "")
        assert "count   14\ncomplete: 14 placements" in out

    def test_a_format_for_the_input_and_one_for_the_answer(self, capsys, tmp_path: Path) -> None:
        path = tmp_path / "board.txt"
        path.write_text("letting n be 6")
        for words in (["csplib-param", "json"], ["json", "csplib-param"]):
            options = [word for each in words for word in ("--format", each)]
            status, out, _ = self.run(
                capsys, "solve", "queens", "--input", str(path), "--count", *options
            )
            assert status == 0
            (instance,) = json.loads(out)["instances"]
            assert (instance["parameters"], instance["count"]) == ({"n": 6}, 4)

    def test_settings_are_made_after_the_file_is_read(self, capsys) -> None:
        path = CASES / "excluded" / "diag-10-4-1.param"
        status, out, _ = self.run(
            capsys, "count", "excluded-diagonals", "--input", str(path), "--set", "excluded=3..6",
            "--format", "csv",
        )  # fmt: skip
        assert status == 0
        assert [line.split(",")[:2] for line in out.splitlines()] == [
            ["excluded", "count"], ["3", "63"], ["4", "11"], ["5", "2"], ["6", "2"],
        ]  # fmt: skip

    def test_a_contests_format_can_be_named_too(self, capsys, tmp_path: Path) -> None:
        path = tmp_path / "in"
        path.write_text("6\n")
        status, out, _ = self.run(
            capsys, "solve", "queens", "--input", str(path), "--format", "poj3239"
        )
        assert (status, out) == (0, "2 4 6 1 3 5\n")

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (
                ["solve", "regions", "--format", "regions-text"],
                "--format regions-text is how an input is written; --input FILE is due",
            ),
            (
                ["solve", "regions", "--format", "contest"],
                "the format regions-text of the model regions only reads boards",
            ),
            (
                ["check", "regions", "--program", "true"],
                "the format regions-text of the model regions only reads boards",
            ),
            (
                ["count", "queens", "--format", "csv", "--format", "json"],
                "argument --format: csv and json are both formats of the answer",
            ),
            (
                ["solve", "queens", "--format", "uva167", "--format", "regions-json"],
                "argument --format: uva167 and regions-json are both formats of the input",
            ),
        ],
    )
    def test_refusals(self, capsys, words: list[str], message: str) -> None:
        try:
            status, _, err = self.run(capsys, *words)
        except SystemExit as stop:
            status, err = int(str(stop.code)), capsys.readouterr().err
        assert status == 2
        assert message in err

    def test_judge_needs_a_contest(self, capsys, tmp_path: Path) -> None:
        path = tmp_path / "map.txt"
        path.write_text("AB|AB")
        status, _, err = self.run(capsys, "judge", "regions", str(path), str(path))
        assert status == 3
        assert "only reads boards, no contest writes and judges answers so" in err

    def test_the_line_of_a_fault_is_told(self, capsys, tmp_path: Path) -> None:
        path = tmp_path / "map.txt"
        path.write_text("AAB\nAAB\nAA\n")
        status, _, err = self.run(capsys, "solve", "regions", "--input", str(path))
        assert status == 2
        assert err == f"{path}:3: row 3 has 2 cells, but the first row has 3\n"
