"""Pictures of one pixel a cell or a square of cells, as images inside SVG."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Sequence

from cpqueens.draw.svg import rgb, short


def image(
    rows: Sequence[bytes | bytearray], palette: Sequence[str], width: float, height: float
) -> str:
    """An image of these pixels, each the place of its colour in the palette (`#rrggbb`)."""
    data = b64encode(png(rows, palette)).decode()
    return (
        f'<image width="{short(width)}" height="{short(height)}" preserveAspectRatio="none" '
        f'style="image-rendering:pixelated" href="data:image/png;base64,{data}"/>'
    )


def png(rows: Sequence[bytes | bytearray], palette: Sequence[str]) -> bytes:
    """A PNG file of at most 256 colours."""
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)
    colours = b"".join(bytes(rgb(colour)) for colour in palette)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    parts = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", checksum)
