"""Draws the curve of a training run as an SVG picture: `python plot_curve.py gin_rummy_ppo.csv curve.svg --title "Gin Rummy"`."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 52, 110, 56, 46
STYLE = """text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans',sans-serif;fill:#23302a}
.title{font-size:17px;font-weight:600}.quiet{fill:#68756e;font-size:12px}.paper{fill:#fbfaf6}
.grid{stroke:#23302a;stroke-opacity:.14}.half{stroke:#23302a;stroke-opacity:.45}
.random{stroke:#68756e}.heuristic{stroke:#2d7a55}.line{fill:none;stroke-width:2}.band{stroke:none;opacity:.18}
.band.random{fill:#68756e}.band.heuristic{fill:#2d7a55}
@media(prefers-color-scheme:dark){text{fill:#e6ece8}.quiet{fill:#9aa8a0}.paper{fill:#161c19}
.grid{stroke:#fff;stroke-opacity:.14}.half{stroke:#fff;stroke-opacity:.5}.heuristic{stroke:#63c08f}.band.heuristic{fill:#63c08f}}"""


def picture(rows: Sequence[dict[str, float]], title: str) -> str:
    """Returns the picture: share of deals won over decisions, with 95 % intervals as bands."""
    most = rows[-1]["decisions"]

    def x(decisions: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * decisions / most

    def y(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(1.0, max(0.0, share)))

    def points(shares: Sequence[float], reverse: bool = False) -> str:
        pairs = [f"{x(row['decisions']):.1f},{y(share):.1f}" for row, share in zip(rows, shares, strict=True)]
        return " ".join(pairs[::-1] if reverse else pairs)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="{title}: share of deals won during training">',
        f'<style>{STYLE}</style><rect class="paper" width="100%" height="100%" rx="10"/>',
        f'<text x="{LEFT}" y="26" class="title">{title}</text>',
        f'<text x="{LEFT}" y="44" class="quiet">Share of deals won; bands are 95 % intervals</text>',
    ]
    for percent in range(0, 101, 25):
        kind = "half" if percent == 50 else "grid"
        level = y(percent / 100)
        parts.append(f'<line class="{kind}" x1="{LEFT}" x2="{x(most):.1f}" y1="{level:.1f}" y2="{level:.1f}"/>')
        parts.append(f'<text class="quiet" text-anchor="end" x="{LEFT - 8}" y="{level + 4:.1f}">{percent} %</text>')
    for quarter in range(5):
        decisions = most * quarter / 4
        label = f"{decisions / 1e6:.3g}" + (" million decisions" if quarter == 4 else "")
        parts.append(f'<text class="quiet" text-anchor="middle" x="{x(decisions):.1f}" y="{HEIGHT - 20}">{label}</text>')
    for opponent in ("random", "heuristic"):
        won = [row[f"won_against_{opponent}"] for row in rows]
        half = [row[f"half_width_{opponent}"] for row in rows]
        above = points([share + width for share, width in zip(won, half, strict=True)])
        below = points([share - width for share, width in zip(won, half, strict=True)], reverse=True)
        parts.append(f'<polygon class="band {opponent}" points="{above} {below}"/>')
        parts.append(f'<polyline class="line {opponent}" points="{points(won)}"/>')
        parts.append(f'<text x="{x(most) + 8:.1f}" y="{y(won[-1]) + 4:.1f}">{opponent}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def read(path: Path) -> list[dict[str, float]]:
    """Reads the curve that a training run wrote."""
    with open(path, newline="", encoding="utf-8") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("curve", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--title", required=True)
    arguments = parser.parse_args()
    arguments.picture.write_text(picture(read(arguments.curve), arguments.title), encoding="utf-8")
