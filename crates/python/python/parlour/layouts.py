"""Double-dummy results over random layouts: leads against a contract, and the tricks of a contract."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from . import _parlour
from .evaluation import hand_text

__all__ = ["ContractResult", "Estimate", "LeadResult", "Leads", "simulate_contract", "simulate_leads"]


@dataclass(frozen=True)
class Estimate:
    """Mean over the layouts, with its standard error."""

    mean: float
    """Mean."""
    standard_error: float
    """Standard error of the mean."""

    def __str__(self) -> str:
        return f"{self.mean:.3g} ± {self.standard_error:.2g}"


@dataclass(frozen=True)
class LeadResult:
    """Result of a lead."""

    card: str
    """Card led."""
    tricks: Estimate
    """Tricks of the leader's side: the criterion at matchpoints."""
    beats: Estimate
    """Share of the layouts in which the contract fails: the criterion at IMPs."""
    score: Estimate
    """Score of the leader's side."""
    best: Estimate
    """Share of the layouts in which no card takes more tricks."""


class Leads(Sequence[LeadResult]):
    """Results of all leads. Those that take most tricks come first."""

    def __init__(self, leads: Sequence[LeadResult], seed: int, count: int) -> None:
        """Creates the sequence from results, seed and number of layouts."""
        self.leads: list[LeadResult] = list(leads)
        """Results of the leads."""
        self.seed: int = seed
        """Seed of the layouts."""
        self.count: int = count
        """Number of layouts."""

    def __len__(self) -> int:
        return len(self.leads)

    def __getitem__(self, place: Any) -> Any:
        """One result by its index or its card, such as ``leads["As"]``, or a list for a slice."""
        if isinstance(place, str):
            found = next((lead for lead in self.leads if lead.card == place), None)
            if found is None:
                raise KeyError(place)
            return found
        return self.leads[place]

    def __str__(self) -> str:
        return "\n".join(f"{lead.card}  tricks {lead.tricks}, beats {lead.beats}" for lead in self.leads)

    def to_dict(self) -> dict[str, list[Any]]:
        """Columns for data frames: card, and mean and standard error of each figure."""
        columns: dict[str, list[Any]] = {"card": [lead.card for lead in self.leads]}
        for name in ("tricks", "beats", "score", "best"):
            columns[name] = [getattr(lead, name).mean for lead in self.leads]
            columns[f"{name}_error"] = [getattr(lead, name).standard_error for lead in self.leads]
        return columns


@dataclass(frozen=True)
class ContractResult:
    """Expected tricks of a contract."""

    tricks: Estimate
    """Tricks of the declarer's side."""
    makes: Estimate
    """Share of the layouts in which the contract is made."""
    score: Estimate
    """Score of the declarer's side."""
    layouts: tuple[int, ...]
    """Number of layouts for each number of tricks, from 0 to 13."""
    seed: int
    """Seed of the layouts."""


def simulate_leads(
    hand: str | Iterable[str],
    contract: str,
    condition: str = "",
    *,
    declarer: str = "S",
    vulnerable: bool = False,
    count: int = 1000,
    seed: int | None = None,
    tries: int = 10_000_000,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Leads:
    """Solves every lead of a hand double dummy over random layouts that fit a condition.

    `contract` is a text such as ``"3NT"`` or ``"4Sx"``; the hand after `declarer` leads. `condition` is about the other
    hands, as for `generate_deals`. The interpreter lock is released meanwhile. `progress` receives the number of solved
    layouts at most ten times a second. Ctrl-C interrupts.
    """
    used, leads = _parlour.simulate_leads(
        hand_text(hand),
        contract,
        condition,
        declarer=declarer,
        vulnerable=vulnerable,
        count=count,
        seed=seed,
        tries=tries,
        threads=threads,
        progress=progress,
    )
    results = [LeadResult(card, *(Estimate(*figure) for figure in figures)) for card, *figures in leads]
    return Leads(results, used, count)


def simulate_contract(
    hand: str | Iterable[str],
    dummy: str | Iterable[str],
    contract: str,
    condition: str = "",
    *,
    declarer: str = "S",
    vulnerable: bool = False,
    count: int = 1000,
    seed: int | None = None,
    tries: int = 10_000_000,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> ContractResult:
    """Solves a contract double dummy over random hands of the opponents that fit a condition.

    The mean is too high where the declarer has to guess, because each layout is solved with open cards. The other arguments
    are those of `simulate_leads`.
    """
    used, tricks, makes, score, layouts = _parlour.simulate_contract(
        hand_text(hand),
        hand_text(dummy),
        contract,
        condition,
        declarer=declarer,
        vulnerable=vulnerable,
        count=count,
        seed=seed,
        tries=tries,
        threads=threads,
        progress=progress,
    )
    return ContractResult(Estimate(*tricks), Estimate(*makes), Estimate(*score), tuple(layouts), used)
