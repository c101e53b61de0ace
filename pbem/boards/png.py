"""Pictures of boards as PNG, out of their SVG: for programs that show no SVG, as those of mail and of chats.

The fonts lie beside this module, so that a picture looks the same on every machine, also where no font is installed.
A picture takes 0.1 to 0.5 seconds to draw.
"""

from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image

_FONTS = [str(Path(__file__).with_name("fonts") / f"DejaVuSans{each}.ttf") for each in ("", "-Bold")]
_FAMILY = "DejaVu Sans"
_COLORS = 64  # the palette, and the edges of letters; a picture becomes a quarter as large


def draw_png(svg: str, width: int) -> bytes:
    """A picture `width` pixels wide, as high as the SVG asks for; raises `ValueError` for what is not SVG."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background="white",
        skip_system_fonts=True,
        font_files=_FONTS,
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )
    picture = Image.open(BytesIO(bytes(drawn))).convert("RGB")
    written = BytesIO()
    picture.quantize(_COLORS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(written, "PNG")
    return written.getvalue()
