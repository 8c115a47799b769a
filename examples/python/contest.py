"""Strength of a network during training: contests against built-in bots, and the files that training writes."""

from __future__ import annotations

import csv
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import parlour

from trained_bot import TrainedBot

OPPONENTS = ("random", "heuristic")


class Curve:
    """Share of deals won against each opponent, measured now and then during training."""

    def __init__(self, game: str, deals: int) -> None:
        self._game, self._deals, self._begun = game, deals, process_time()
        self.rows: list[dict[str, float]] = []
        self.weights: dict[str, Any] = {}

    def measure(self, weights: dict[str, Any], decisions: int) -> None:
        """Plays the contests with these weights. `decisions` is the number of decisions in training so far."""
        self.weights = weights
        row: dict[str, float] = {"decisions": decisions, "cpu_seconds": round(process_time() - self._begun, 1)}
        for opponent in OPPONENTS:
            report = parlour.simulate(self._game, [TrainedBot(weights), opponent], deals=self._deals, seed=7)
            score, other = report.scores
            row[f"won_against_{opponent}"] = round(score.wins, 4)
            row[f"half_width_{opponent}"] = round(score.wins_half_width, 4)
            row[f"lead_over_{opponent}"] = round(score.points - other.points, 3)
        self.rows.append(row)
        print("  ".join(f"{name} {value:g}" for name, value in row.items()), flush=True)

    def write(self, name: str, folder: Path | None = None) -> None:
        """Writes `name.npz` with the weights and `name.csv` with the curve."""
        folder = folder or Path(__file__).resolve().parent
        np.savez_compressed(folder / f"{name}.npz", **self.weights)
        with open(folder / f"{name}.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self.rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows)
