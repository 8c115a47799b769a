"""Tournaments in pieces."""

from __future__ import annotations

import dataclasses
import json
import pickle
import random
import re
from typing import Any

import pytest

import parlour


def test_a_tournament_in_pieces_has_the_report_of_one_in_whole() -> None:
    setups: list[dict[str, Any]] = [{"deals": 61}, {"matches": 7, "ladder": True}]
    for setup in setups:
        tournament = parlour.Tournament("scopa", ["random", "heuristic", "ismcts:5"], seed=3, **setup)
        whole = tournament.report([tournament.play(threads=2)]).to_json()
        for count in (2, 5, 1000):
            pieces = [tournament.play(decks, threads=1) for decks in tournament.split(count)]
            assert len(pieces) == min(count, tournament.decks)
            random.Random(count).shuffle(pieces)
            assert tournament.report(pickle.loads(pickle.dumps(pieces))).to_json() == whole
        found = json.loads(whole)
        assert [entrant["bot"] for entrant in found["entrants"]] == ["random", "heuristic", "ismcts:5"]
        assert found["entrants"][0]["elo"] == 0 < found["entrants"][1]["elo"]
        # A deck is played twice, so an odd number is rounded up.
        assert {pairing["rounds"] for pairing in found["pairings"]} == {2 * tournament.decks}
        assert len(found["pairings"]) == (2 if tournament.ladder else 3)
    four = parlour.Tournament("bridge", ["random", "heuristic"], deals=2)
    one_deck = json.loads(four.report([four.play()]).to_json())
    assert one_deck["pairings"][0]["rounds"] == 2 and one_deck["pairings"][0]["wins_half_width"] is None


def test_pieces_that_make_no_tournament_are_refused() -> None:
    tournament = parlour.Tournament("scopa", ["random", "heuristic"], deals=8)
    pieces = [tournament.play(decks) for decks in tournament.split(4)]
    other = dataclasses.replace(tournament, seed=2)
    for wrong, told in [
        ([], "decks missing: range(0, 4)"),
        (pieces[:1] + pieces[2:], "decks missing: range(1, 2)"),
        (pieces[:3], "decks missing: range(3, 4)"),
        ([*pieces, pieces[1]], "decks given twice: range(1, 2)"),
        ([*pieces[:3], other.play(range(3, 4))], "another tournament"),
        ([*pieces[:3], dataclasses.replace(pieces[3], version="0.0.1")], "Parlour 0.0.1"),
        ([*pieces[:3], dataclasses.replace(pieces[3], decks=range(2, 4))], "decks given twice"),
        ([*pieces[:3], dataclasses.replace(pieces[3], sums=pieces[2].sums)], "saved state"),
        ([*pieces[:3], dataclasses.replace(pieces[3], sums="{}")], "piece: missing field"),
    ]:
        with pytest.raises(ValueError, match=re.escape(told)):
            tournament.report(wrong)
    with pytest.raises(TypeError, match="not str"):
        tournament.report("0")  # type: ignore[arg-type]
    for decks in (range(0), range(3, 5), range(-1, 2), range(0, 4, 2), 3):
        with pytest.raises(ValueError, match="expected a range"):
            tournament.play(decks)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least 1"):
        tournament.split(0)
    for bots, seats in ((["random"], 2), (["random", "random"], 2), (["random", "nemo"], 2), (["random", "heuristic"], 3)):
        with pytest.raises(parlour.ParlourError):
            parlour.Tournament("scopa", bots, seats=seats)
