"""Makes the icons of an installed house from web/public/icon.svg; run it when that changes: needs `parlour[lab]`."""

from pathlib import Path

import vl_convert

PUBLIC = Path(__file__).parents[1] / "public"
SVG_SIDE = 32


def draw(svg: str, name: str, side: int) -> None:
    (PUBLIC / name).write_bytes(
        vl_convert.svg_to_png(svg.replace("<svg ", '<svg width="32" height="32" '), side / SVG_SIDE)
    )


def main() -> None:
    svg = (PUBLIC / "icon.svg").read_text("utf-8")
    # A system cuts its own corners, and at most a tenth of each side with them.
    square = svg.replace(' rx="7"', "")
    heart = square.replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"')
    filled = heart.replace('<rect width="32" height="32"', '<rect x="-3" y="-3" width="38" height="38"')
    draw(svg, "icon-192.png", 192)
    draw(svg, "icon-512.png", 512)
    draw(filled, "icon-maskable.png", 512)
    draw(filled, "icon-180.png", 180)


if __name__ == "__main__":
    main()
