"""The ruler, which carries every verdict: the pale band is the margin, the bar the range, the dot the estimate."""

from parlour.lab.verdicts import EDGE, OPEN, Estimate, number

# The scale reaches so many margins to each side of the band's middle, or as far as the bar goes.
SIDES = 2.4
TICKS = 10
HEIGHT, LINE, TOP, BAR, CLOSE = 44, 26, 6, 7, 36


def ruler(estimate: Estimate, width: int = 220) -> str:
    """A ruler as SVG, hidden from screen readers: the sentence stands beside it."""
    band_low, band_high = estimate.band
    middle, half = (band_low + band_high) / 2, (band_high - band_low) / 2
    far = max(SIDES * half, abs(estimate.low - middle), abs(estimate.high - middle), abs(estimate.value - middle))
    pad = 12

    def x(value: float) -> float:
        return round(pad + (width - 2 * pad) * (value - middle + far) / (2 * far), 1)

    loud = estimate.column == "look"
    colour = "#9d4508" if loud else "#634a63" if estimate.verdict == OPEN else "#4c6a4a"
    hollow = estimate.verdict in (EDGE, OPEN)
    left, right = x(estimate.low), x(estimate.high)
    fill = f'fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="3 2"' if hollow else f'fill="{colour}"'
    # Numbers of a narrow band stand beside it.
    close = x(band_high) - x(band_low) < CLOSE
    left_end, right_end = ("end", "start") if close else ("middle", "middle")
    ticks = "".join(
        f'<path d="M{pad + (width - 2 * pad) * k / TICKS:.1f} {LINE}v4" stroke="#cdb99b"/>' for k in range(TICKS + 1)
    )
    ends = "".join(
        f'<text x="{x(v)}" y="{HEIGHT - 3}" text-anchor="{anchor}" class="rn">{number(v)}</text>'
        for v, anchor in ((band_low, left_end), (band_high, right_end))
    )
    return (
        f'<svg class="ruler" aria-hidden="true" width="{width}" height="{HEIGHT}" viewBox="0 0 {width} {HEIGHT}">'
        f'<rect x="{x(band_low)}" y="{TOP - 4}" width="{max(1, x(band_high) - x(band_low)):.1f}" height="{LINE - 2}" '
        f'fill="#e9e0cd"/><path d="M{pad} {LINE}H{width - pad}" stroke="#cdb99b"/>{ticks}'
        f'<rect x="{left}" y="{LINE / 2 - BAR / 2}" width="{max(2.0, right - left):.1f}" height="{BAR}" rx="3" {fill}/>'
        f'<circle cx="{x(estimate.value)}" cy="{LINE / 2}" r="5" fill="{colour}" stroke="#fffaf0" stroke-width="1.5"/>'
        f"{ends}</svg>"
    )
