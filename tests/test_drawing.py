"""Pictures and texts: what is drawn, how large it gets, and what is said of it."""

from __future__ import annotations

import base64
import io
import re
import struct
import sys
import threading
import zlib
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import cpqueens as cq
from cpqueens import draw
from cpqueens.draw.colours import REGIONS, region_colours
from cpqueens.draw.text import draw_placement
from cpqueens.progress import ProgressLine
from cpqueens.question import Reached

FIRST = cq.Placement([0, 4, 7, 5, 2, 6, 1, 3])
SULTAN = list(cq.load("sultan").each_instance())
REGION_BOARDS = list(cq.load("regions").each_instance())
NAUCK = next(cq.load("completion").each_instance())


def elements(svg: str, name: str) -> list[ElementTree.Element]:
    """All elements of this name, of a text that must be well-formed XML."""
    return [each for each in ElementTree.fromstring(svg).iter() if each.tag.endswith(f"}}{name}")]


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in elements(svg, "text")]


def queens_at(svg: str, cell: float) -> set[tuple[int, int]]:
    """The cells, from 0, in which queens are drawn."""
    return {
        (int(float(use.get("y", "")) // cell), int(float(use.get("x", "")) // cell))
        for use in elements(svg, "use")
    }


def large(n: int) -> cq.Placement:
    """Columns in some order: what a large picture shows need not be a solution."""
    return cq.Placement([(r * 7 + 3) % n for r in range(n)])


class TestBoards:
    @pytest.mark.parametrize("n", [1, 4, 8, 20])
    def test_every_queen_is_on_its_cell(self, n: int) -> None:
        placement = large(n)
        svg = draw.board(placement, cell=20).svg
        assert queens_at(svg, 20) == set(enumerate(placement))
        assert texts(svg) == [str(number) for number in [*range(1, n + 1)] * 2]

    def test_files_have_paper_and_notebooks_the_colour_of_the_page(self) -> None:
        picture = draw.board(FIRST)
        assert "prefers-color-scheme:dark" in picture.svg
        assert "cq-paper" in picture.svg
        assert "currentColor" in picture.html
        assert "cq-paper" not in picture.html
        assert "data-jp-theme-light=false" in picture.html
        assert picture._repr_svg_() == picture.svg
        assert picture._repr_html_() == picture.html
        assert FIRST._repr_svg_() == picture.svg

    def test_pictures_are_said_in_words(self) -> None:
        (title,) = elements(draw.board(FIRST).svg, "title")
        assert title.text == "8 queens: columns 1 5 8 6 3 7 2 4"
        assert repr(draw.board(NAUCK)) == "<2 queens on 8 rows, 8 columns>"
        assert repr(draw.board(large(300))) == "<300 queens on 300 rows, 300 columns>"

    def test_given_queens_are_framed_and_solutions_complete_them(self) -> None:
        svg = draw.board(NAUCK, cell=20).svg
        assert queens_at(svg, 20) == {(3, 3), (4, 1)}
        assert len([each for each in elements(svg, "rect") if each.get("rx")]) == 2
        solved = cq.solve(NAUCK)
        assert solved.placement is not None
        svg = draw.board(solved, cell=20).svg
        assert queens_at(svg, 20) == set(enumerate(solved.placement))
        assert len([each for each in elements(svg, "rect") if each.get("rx")]) == 2

    def test_cells_that_no_queen_may_take_are_crossed(self) -> None:
        lines = [cq.no_attack("queen"), cq.forbid("row == 2"), cq.blocked((1, 1))]
        model = cq.Model(board=(3, 4), constraints=[*lines, cq.given((1, 3))])
        svg = draw.board(model, cell=20).svg
        (crosses,) = [each for each in elements(svg, "path") if each.get("stroke") == "#a9afb9"]
        assert len(re.findall("M", crosses.get("d", ""))) == 1 + 4
        assert queens_at(svg, 20) == {(0, 2)}

    def test_regions_have_colours_and_borders(self) -> None:
        for model in REGION_BOARDS:
            assert model.regions is not None
            svg = draw.board(model).svg
            fills = {each.get("fill") for each in elements(svg, "path")}
            assert len(fills & set(REGIONS)) == min(9, len(model.regions))
            (borders,) = [
                each
                for each in elements(svg, "path")
                if each.get("stroke") == "#1f2430" and each.get("stroke-linecap") == "square"
            ]
            rows = model.regions
            edges = sum(a != b for row in rows for a, b in pairwise(row))
            edges += sum(
                a != b for top, low in pairwise(rows)
                for a, b in zip(top, low, strict=True)
            )  # fmt: skip
            assert borders.get("d", "").count("M") == edges + 1

    def test_neighbouring_regions_never_share_a_colour(self) -> None:
        boxes = [[(r // 2) * 6 + c // 2 for c in range(12)] for r in range(12)]
        colours = region_colours(boxes)
        assert len(set(colours)) == 9
        for r in range(12):
            for c in range(12):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if r + down < 12 and 0 <= c + right < 12:
                        a, b = boxes[r][c], boxes[r + down][c + right]
                        assert a == b or colours[a] != colours[b]

    def test_colours_differ_in_lightness_or_hue_for_the_colour_blind(self) -> None:
        """Seen without red-green difference (a deuteranope's sight, roughly), all stay apart."""

        def seen(colour: str) -> tuple[float, float]:
            r, g, b = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
            yellow = 0.625 * r + 0.375 * g
            return yellow, b

        points = [seen(colour) for colour in REGIONS]
        for i, (y1, b1) in enumerate(points):
            for y2, b2 in points[:i]:
                assert abs(y1 - y2) + abs(b1 - b2) > 20

    def test_weights_stand_in_the_cells_and_their_sum_below(self) -> None:
        best = cq.solve(SULTAN[1])
        svg = draw.board(best, numbers=False).svg
        values = [str(value) for row in SULTAN[1].data["weight"] for value in row]
        assert texts(svg) == [*values, "92 + 15 + 19 + 30 + 40 + 85 + 58 + 90 = 429"]
        chosen = [each.text for each in elements(svg, "text") if each.get("font-weight")]
        assert chosen == ["92", "15", "19", "30", "40", "85", "58", "90"]
        assert len([each for each in elements(svg, "rect") if each.get("fill") == "#ffd75e"]) == 8

    def test_negative_and_wide_weights(self) -> None:
        model = cq.Model(
            board=2, data={"w": [[-5, 123456], [7, 0]]}, maximize="w", constraints=[]
        )  # fmt: skip
        svg = draw.board(model, [0, 0], numbers=False).svg
        assert texts(svg)[-1] == "(-5) + 7 = 2"
        sizes = {float(each.get("font-size", "")) for each in elements(svg, "text")[:4]}
        assert max(sizes) * 0.6 * 6 <= 46
        same = cq.Model(board=2, data={"w": [[3, 3], [3, 3]]}, minimize="w")
        assert texts(draw.board(same, [0, 1], numbers=False).svg)[-1] == "3 + 3 = 6"

    def test_cells_that_no_queen_may_take_have_no_weight(self) -> None:
        model = cq.Model(board=2, maximize="10 * row + column", constraints=[cq.blocked((1, 2))])
        assert texts(draw.board(model, numbers=False).svg) == ["11", "21", "22"]

    def test_attacked_lines_on_request(self) -> None:
        plain = draw.board(FIRST).svg
        assert "#b3261e" not in plain
        svg = draw.board(FIRST, attacked=[4], numbers=False, cell=10).svg
        lines, dots = (e for e in elements(svg, "path") if e.get("stroke") == "#b3261e")
        assert lines.get("d", "").count("M") == 4
        cells = {
            (int(float(y) // 10), int(float(x) // 10))
            for x, y in re.findall(r"M([\d.]+) ([\d.]+)h0", dots.get("d", ""))
        }
        row, column = 3, 5
        assert cells == {
            (r, c)
            for r in range(8)
            for c in range(8)
            if (r, c) != (row, column)
            and (r == row or c == column or abs(r - row) == abs(c - column))
        }
        on_a_board = draw.board(cq.queens(8), FIRST, attacked=[4], numbers=False, cell=10).svg
        assert dots.get("d", "") in on_a_board

    def test_leaps_and_torus_lines_are_attacked_too(self) -> None:
        def attacked(model: cq.Model, placement: list[int]) -> int:
            svg = draw.board(model, placement, attacked=[1]).svg
            paths = [e for e in elements(svg, "path") if e.get("stroke") == "#b3261e"]
            return paths[-1].get("d", "").count("h0")

        assert (
            attacked(cq.Model(board=5, constraints=[cq.no_attack("knight")]), [0, 0, 0, 0, 0]) == 6
        )
        torus = cq.load("toroidal", n=5)
        assert attacked(torus, [0, 2, 4, 1, 3]) == 4 + 4 + 4 + 4

    @pytest.mark.parametrize("attacked", [5, "4", ["4"], [1.5]])
    def test_rows_are_whole_numbers(self, attacked: Any) -> None:
        with pytest.raises(cq.OptionError, match="attacked: "):
            draw.board(FIRST, attacked=attacked)

    def test_rows_without_a_queen_are_refused(self) -> None:
        with pytest.raises(ValueError, match="attacked: no queen in row 9; rows count from 1"):
            draw.board(FIRST, attacked=[9])
        with pytest.raises(ValueError, match="no queen in row 1"):
            draw.board(NAUCK, attacked=[1])

    def test_placements_must_fit(self) -> None:
        with pytest.raises(cq.OptionError, match="placement: 4 queens, but the board has 8 rows"):
            draw.board(cq.queens(8), [0, 1, 2, 3])
        with pytest.raises(cq.OptionError, match="placement: 'str' object cannot"):
            draw.board(cq.queens(8), "abcdefgh")  # type: ignore[arg-type]
        with pytest.raises(cq.OptionError, match="placement: what is drawn is a placement itself"):
            draw.board(FIRST, FIRST)
        with pytest.raises(cq.OptionError, match=r"cell: 2\.5 is not accepted"):
            draw.board(FIRST, cell=2.5)  # type: ignore[arg-type]
        with pytest.raises(cq.OptionError, match="placement: columns are 0 to 7"):
            draw.board(cq.queens(8), [8] * 8)
        with pytest.raises(cq.OptionError, match="list: placements, boards, models and results"):
            draw.board([1, 2])  # type: ignore[arg-type]
        with pytest.raises(cq.ModelError, match="a model of 2 instances"):
            draw.board(cq.load("sultan"))

    def test_files_are_written(self, tmp_path: Path) -> None:
        draw.board(FIRST, note="the first & only <one>").save(tmp_path / "board.svg")
        text = (tmp_path / "board.svg").read_text(encoding="utf-8")
        assert texts(text)[-1] == "the first & only <one>"


class TestLargeBoards:
    @pytest.mark.parametrize("n", [41, 100, 300, 400])
    def test_queens_are_dots(self, n: int) -> None:
        svg = draw.board(large(n)).svg
        assert len(svg) < 60_000
        (dots,) = [e for e in elements(svg, "path") if e.get("stroke-linecap") == "round"]
        assert dots.get("d", "").count("h0") == n

    @pytest.mark.parametrize("n", [401, 1000, 10_000, 200_000])
    def test_beyond_they_are_pixels(self, n: int) -> None:
        svg = draw.board(large(n)).svg
        assert len(svg) < 1_000_000
        width, height, pixels = decoded(svg)
        assert max(width, height) <= 600
        assert any(value > 1 for value in pixels)

    def test_pixels_are_where_the_queens_are(self) -> None:
        columns = [0] * 1200
        columns[1100] = 900
        width, height, pixels = decoded(draw.board(cq.Placement(columns)).svg)
        assert (width, height) == (600, 600)
        dark = {(at // width, at % width) for at, value in enumerate(pixels) if value}
        assert (550, 450) in dark
        assert {(y, 0) for y in range(600) if y != 550} <= dark
        assert all(x <= 1 or (y in (550, 551) and x in (450, 451)) for y, x in dark)

    def test_backgrounds_are_one_image(self) -> None:
        model = cq.Model(
            board=100,
            constraints=[cq.no_attack("queen"), cq.forbid("(row + column) % 9 == 0")],
            maximize="(row * 37 + column * 61) % 100",
        )
        svg = draw.board(model, large(100), numbers=False).svg
        width, height, pixels = decoded(svg)
        assert (width, height) == (100, 100)
        barred = max(pixels)
        assert sum(value == barred for value in pixels) == sum(
            (r + c) % 9 == 0 for r in range(1, 101) for c in range(1, 101)
        )
        assert len(svg) < 60_000

    def test_boards_too_large_for_their_cells_show_what_is_listed(self) -> None:
        model = cq.queens(2000).with_constraints(cq.blocked((1, 1000)))
        _, _, pixels = decoded(draw.board(model, large(2000)).svg)
        assert pixels[999 // 4] == 1
        assert max(pixels) > 1

    def test_long_thin_boards(self) -> None:
        picture = draw.board(cq.Placement([0, 299, 5], 300))
        assert picture.height < 60 < picture.width
        assert "3 queens" in picture.label


def decoded(svg: str) -> tuple[int, int, bytes]:
    """The pixels of the PNG image in a picture, read by the format's definition."""
    (image,) = elements(svg, "image")
    data = base64.b64decode(image.get("href", "").removeprefix("data:image/png;base64,"))
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, chunks = 8, {}
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        name, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(
            name + content
        )
        chunks[name] = content
        at += 12 + length
    width, height, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, kind) == (8, 3)
    raw = zlib.decompress(chunks[b"IDAT"])
    rows = [raw[y * (width + 1) : (y + 1) * (width + 1)] for y in range(height)]
    assert all(row[0] == 0 for row in rows)
    pixels = b"".join(row[1:] for row in rows)
    assert max(pixels) < len(chunks[b"PLTE"]) // 3
    return width, height, pixels


class TestGalleries:
    def test_boards_stand_in_rows(self) -> None:
        svg = draw.gallery(cq.fundamental(cq.queens(8)), columns=5).svg
        boards = elements(svg, "svg")[1:]
        assert len(boards) == 12
        assert len({each.get("y") for each in boards}) == 3
        assert len({each.get("x") for each in boards}) == 5
        assert len(elements(svg, "use")) == 96
        assert len(elements(svg, "symbol")) == 1

    def test_notes(self) -> None:
        svg = draw.gallery([FIRST, FIRST, FIRST], notes=["one", "two"]).svg
        assert texts(svg) == ["one", "two"]
        assert texts(draw.gallery([FIRST] * 2, notes=lambda place: f"no. {place}").svg) == [
            "no. 0",
            "no. 1",
        ]
        assert texts(draw.gallery([FIRST] * 3, notes=[0, "", 429]).svg) == ["0", "429"]
        assert texts(draw.board(FIRST, note=0, numbers=False).svg) == ["0"]

    def test_of_a_result_all_placements_are_drawn_on_its_board(self) -> None:
        best = cq.solve(SULTAN[1], best=3)
        svg = draw.gallery(best).svg
        assert len(elements(svg, "svg")) == 1 + 3
        told = " ".join(texts(svg))
        assert [told.count(str(objective)) > 0 for objective in best.objectives] == [True] * 3

    def test_what_is_not_drawn_is_said(self) -> None:
        assert texts(draw.gallery([FIRST] * 5, most=3).svg) == ["… and 2 not drawn"]
        assert texts(draw.gallery(iter([FIRST] * 5), most=3).svg) == ["… and more not drawn"]
        assert texts(draw.gallery([]).svg) == ["no board"]

    @pytest.mark.parametrize("nothing", [cq.Placement([]), cq.Results([])])
    def test_nothing_has_a_picture(self, nothing: Any) -> None:
        elements(nothing._repr_svg_(), "svg")
        assert nothing._repr_html_()

    def test_the_boards_of_an_iterator_are_counted_up_to_the_most(self) -> None:
        assert texts(draw.gallery(iter([FIRST] * 3), most=3).svg) == []

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"columns": 0}, "columns: 0 is not accepted; a whole number from 1 is"),
            ({"columns": "x"}, "columns: 'x' is not accepted"),
            ({"most": -1}, "most: -1 is not accepted; a whole number from 0 is"),
            ({"cell": 0}, "cell: 0 is not accepted; a whole number from 1 is"),
            ({"notes": 3}, "notes: 3 is not accepted; a text for each board"),
            ({"notes": "abc"}, "notes: 'abc' is not accepted"),
        ],
    )
    def test_wrong_options(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(cq.OptionError, match=message):
            draw.gallery([FIRST], **options)

    @pytest.mark.parametrize("shown", [None, 3, FIRST, cq.queens(4), cq.Board(cq.queens(4))])
    def test_a_gallery_is_of_many(self, shown: Any) -> None:
        message = f"{type(shown).__name__}: a gallery is of a result, or of a list of placements"
        with pytest.raises(cq.OptionError, match=message):
            draw.gallery(shown)


class TestShown:
    def test_results(self) -> None:
        one = cq.solve(cq.queens(8))
        assert len(elements(one._repr_svg_(), "use")) == 8
        assert "at least 1 found" in one._repr_html_()
        several = cq.solve(cq.queens(8), solutions="all")
        assert len(elements(several._repr_svg_(), "svg")) == 1 + 12
        assert "… and 80 more" in texts(several._repr_svg_())
        none = cq.solve(cq.queens(3))
        assert texts(none._repr_svg_())[-1] == "none exists"
        assert "none exists" in none._repr_html_()

    def test_results_of_many_instances_are_a_table(self) -> None:
        results = cq.solve_all(cq.load("sultan"))
        assert isinstance(results, list)
        assert [result.objective for result in results] == [260, 429]
        assert isinstance(results[:1], cq.Results)
        page = results._repr_html_()
        assert page.count("<tr>") == 3
        assert page.count("<svg") == 2
        for words in ("260", "429", "instance 2 of 2", "proved", "bitmask", "objective"):
            assert words in page
        assert str(results).splitlines()[0].split() == [
            "instance", "objective", "outcome", "solver", "seconds",
        ]  # fmt: skip
        assert re.search(
            r"^instance 2 of 2 +429  complete: optimum 429, proved", str(results), re.M
        )
        counted = cq.solve_all(cq.load("regions"), solutions=0, count=True)
        assert re.search(r"^instance 1 of 3 +14 ", str(counted), re.M)
        assert "<th>count</th>" in counted._repr_html_()

    def test_a_long_table_ends(self) -> None:
        many = cq.queens(4).with_instances([{"n": 4}] * 70)
        page = cq.solve_all(many)._repr_html_()
        assert page.count("<svg") == 60
        assert "… and 10 more instances" in page
        assert page.count("<svg") * 8000 > len(page)

    def test_models_and_boards(self) -> None:
        assert "Eight" not in cq.queens(8)._repr_html_()
        page = cq.queens(8)._repr_html_()
        assert "The n queens problem" in page
        assert "n = 8" in page
        assert cq.load("sultan")._repr_html_().count("instance ") == 2
        assert str(cq.Board(NAUCK)).splitlines()[3] == ". . . Q . . . ."
        assert str(cq.load("regions")).startswith(
            "One queen in every row, column and region, no two touching\n\ninstance 1 of 3\n"
            "A A A B C D\n"
        )
        assert str(SULTAN[0]).splitlines()[-1] == "57 58 59 60 61 62 63 64"
        assert str(cq.queens(1000)).endswith("a board of 1,000 rows, 1,000 columns")
        assert len(elements(cq.Board(NAUCK)._repr_svg_(), "use")) == 2
        assert repr(cq.Board(NAUCK)) == "Board(8 rows, 8 columns)"

    def test_a_model_without_a_board_says_why(self) -> None:
        model = cq.Model(board=3, constraints=[cq.exactly_one("row * column")], title="Odd <one>")
        assert "takes 6 different values on a board of 3 rows" in str(model)
        assert "takes 6 different values" in model._repr_html_()
        assert "Odd &lt;one&gt;" in model._repr_html_()

    def test_models_with_objectives_have_a_repr(self) -> None:
        assert "maximize=Symbol('weight')" in repr(SULTAN[0])

    def test_reports_draw_too(self) -> None:
        report = cq.check(lambda n: [range(n)], cq.queens(4))
        assert len(re.findall("<svg", report._repr_html_())) >= 1


class Terminal(io.StringIO):
    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return True


class TestText:
    def shown(self, monkeypatch: pytest.MonkeyPatch, out: Any, term: str = "xterm") -> str:
        monkeypatch.setenv("TERM", term)
        monkeypatch.setattr(sys, "stdout", out)
        return str(cq.Placement([1, 0]))

    def test_chess_men_where_the_terminal_has_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert self.shown(monkeypatch, Terminal("utf-8")) == "· ♛\n♛ ·"

    @pytest.mark.parametrize(
        ("out", "term"),
        [
            (Terminal("ascii"), "xterm"),
            (Terminal("latin-1"), "xterm"),
            (Terminal("nonsense"), "xterm"),
            (Terminal("utf-8"), "dumb"),
            (Terminal("utf-8"), "linux"),
            (io.StringIO(), "xterm"),
            (None, "xterm"),
        ],
    )
    def test_letters_where_not(self, monkeypatch: pytest.MonkeyPatch, out: Any, term: str) -> None:
        assert self.shown(monkeypatch, out, term) == ". Q\nQ ."

    def test_files_stay_plain(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        from cpqueens.cli import main

        terminal = Terminal("utf-8")
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr(sys, "stdout", terminal)
        command = ["solve", "queens", "--set", "n=4"]
        assert main([*command, "--output", str(tmp_path / "board.txt")]) == 0
        assert ". Q . .\n" in (tmp_path / "board.txt").read_text(encoding="utf-8")
        assert terminal.getvalue() == ""
        assert main(command) == 0
        assert "\u00b7 \u265b \u00b7 \u00b7\n" in terminal.getvalue()

    def test_by_wish(self) -> None:
        placement = cq.Placement([1, 0])
        assert draw_placement(placement, chess=True) == "· ♛\n♛ ·"
        assert draw_placement(placement, [(1, 2)], chess=False) == ". #\nQ ."

    def test_large_boards_are_told(self) -> None:
        assert str(cq.Placement(range(101))).startswith("101 queens on 101 columns: 1 2 3 ")
        assert str(cq.Placement(range(101))).endswith(" 20 …")
        assert str(cq.Placement([500], 1000)) == "1 queens on 1,000 columns: 501"
        assert len(str(cq.Placement(range(100)))) == 100 * 200 - 1


class TestDescriptions:
    def test_text_and_markdown_say_the_same(self) -> None:
        said = cq.queens(8).describe()
        assert "symmetry   all eight of the square" in said.text
        assert "subject to all different over r: r - q[r]" in str(said)
        assert r"$\mathrm{alldifferent}_r\left(r - q_r\right)$" in said.markdown
        assert "64 cells, which lie on 38 lines of 3 kinds" in said.text
        assert "auto takes it (closed form of the classic board)" in said.markdown
        assert said._repr_markdown_() == said.markdown
        assert repr(said) == said.text

    def test_every_part_of_the_language_has_its_latex(self) -> None:
        model = cq.Model(
            board=("m", "m + 1"),
            parameters={"m": cq.Parameter(4, 1, 9)},
            title="All | of it",
            source="here",
            notes="there",
            data={"gain_2": [[1] * 5] * 4},
            constraints=[
                cq.forbid("row < 2 and not (column != 2 or abs(row - column) // 2 > 1)"),
                cq.allow("1 <= row <= m"),
                cq.total("max(row, column) * -2 + min(row, 3) % 2", at_least=-90, at_most="m * m"),
                cq.total("gain_2", equals=4),
                cq.no_attack([(2, 3)]),
                cq.given((4, 5)),
                cq.blocked((1, 1)),
            ],
            minimize="gain_2 - (row - column)",
        )
        markdown = model.describe().markdown
        for words in (
            "### All | of it",
            "*Source: here*",
            "there",
            "| parameter | $m = 4$ (at least 1, at most 9) |",
            r"$q_r \in \lbrace 1, \dots, m + 1 \rbrace$",
            r"$\nexists r:\; r < 2 \land \lnot \left(q_r \ne 2 \lor \left\lfloor "
            r"\frac{\left\lvert r - q_r \right\rvert}{2} \right\rfloor > 1\right)$",
            r"$\forall r:\; 1 \le r \le m$",
            r"\max\left(r, q_r\right) \cdot \left(-2\right) + \min\left(r, 3\right) \bmod 2",
            r"\le m \cdot m$",
            r"$\sum_r \mathrm{gain\_2}_{r,q_r} = 4$",
            "no two queens at the distances (2, 3), with all signs",
            "queens given on (row, column) (4, 5)",
            r"| minimize | $\sum_r \left(\mathrm{gain\_2}_{r,q_r} - \left(r - q_r\right)\right)$ |",
            "| symmetry | none |",
            "`dlx`",
        ):
            assert words in markdown, words

    def test_instances_and_large_boards(self) -> None:
        assert "instances  2; the first is described and drawn" in str(cq.load("sultan").describe())
        huge = cq.queens(2000).with_constraints(cq.blocked((1, 1))).describe()
        assert "symmetry   not looked for on so large a board" in huge.text
        assert "left-right reflection, top-bottom reflection, half turn" in str(
            cq.load("rectangular").describe()
        )

    def test_every_shipped_model_is_described(self) -> None:
        from cpqueens.loading import shipped_models

        for name in shipped_models():
            assert "symmetry" in str(cq.load(name).describe())


class TestSearchLog:
    @pytest.mark.parametrize("solver", ["bitmask", "cpsat", "constraint"])
    def test_incumbents_rise_bounds_fall_and_both_end_at_the_optimum(self, solver: str) -> None:
        result = cq.solve(cq.load("weighted", n=7), solver=solver)
        log = result.statistics.search_log
        incumbents = [moment.incumbent for moment in log if moment.incumbent is not None]
        bounds = [moment.bound for moment in log if moment.bound is not None]
        assert incumbents == sorted(incumbents)
        assert bounds == sorted(bounds, reverse=True)
        assert incumbents[-1] == bounds[-1] == result.objective
        assert [moment.seconds for moment in log] == sorted(moment.seconds for moment in log)

    def test_minimizing_turns_it_over(self) -> None:
        model = cq.Model(
            board=11,
            constraints=[cq.no_attack("queen")],
            minimize="(row * 37 + column * 61) % 100",
        )
        log = cq.solve(model, solver="bitmask").statistics.search_log
        pairs = [(moment.bound, moment.incumbent) for moment in log]
        assert all(bound <= found for bound, found in pairs if None not in (bound, found))
        assert log[-1].bound == log[-1].incumbent

    def test_stopped_searches_have_a_log(self) -> None:
        result = cq.solve(cq.load("weighted", n=40), solver="bitmask", time_limit=0.3)
        assert not result.complete
        last = result.statistics.search_log[-1]
        assert last.incumbent == result.objective
        assert last.bound == result.bound

    def test_plots(self) -> None:
        import matplotlib as mpl

        mpl.use("Agg")
        axes = cq.solve(cq.load("weighted", n=8)).plot()
        assert [line.get_label() for line in axes.get_lines()] == ["bound", "best found"]
        bound, incumbent = (line.get_ydata() for line in axes.get_lines())
        assert bound[-1] == incumbent[-1]
        again = cq.solve(cq.load("weighted", n=7)).plot(axes)
        assert again is axes
        from matplotlib import pyplot

        pyplot.close("all")

    def test_what_cannot_be_plotted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(cq.OptionError, match="no log of objectives and bounds"):
            cq.solve(cq.queens(6)).plot()
        result = cq.solve(cq.load("weighted", n=5))
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        with pytest.raises(cq.MissingPackage, match=r"pip install 'cpqueens\[notebook\]'"):
            result.plot()


class TestProgress:
    def test_true_shows_a_line_after_a_second(self, capsys: pytest.CaptureFixture[str]) -> None:
        before = threading.active_count()
        cq.solve(cq.queens(6), progress=True)
        assert capsys.readouterr().err == ""
        cq.solve(cq.queens(20), solutions=0, count=True, time_limit=1.2, progress=True)
        assert re.search(r"n = 20: [\d,]+ found(, \d+ % done)? \[00:0\d\]", capsys.readouterr().err)
        assert threading.active_count() == before

    @pytest.mark.parametrize("with_tqdm", [True, False])
    def test_a_search_for_the_best_tells_objective_and_bound(
        self, with_tqdm: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        if not with_tqdm:
            monkeypatch.setitem(sys.modules, "tqdm", None)
            monkeypatch.setitem(sys.modules, "tqdm.auto", None)
        model = cq.load("weighted", n=40)
        cq.solve(model, solver="bitmask", time_limit=1.1, progress=True)
        assert re.search(r"n = 40: .*found.*bound [\d,]+", capsys.readouterr().err)

    def test_a_line_of_ones_own(self, capsys: pytest.CaptureFixture[str]) -> None:
        line = ProgressLine()
        line.close()
        assert capsys.readouterr().err == ""
        line(Reached(1234, 2.0))
        line.close()
        assert "1,234 found" in capsys.readouterr().err
        line = ProgressLine("weighted")
        line(Reached(3, 2.0, None, 1200, 1300))
        line.close()
        assert re.search(r"weighted: 3 found.*best 1,200, bound 1,300", capsys.readouterr().err)
