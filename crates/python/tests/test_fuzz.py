"""Calls of the whole public API with good and bad arguments. They may raise only exceptions that a program expects."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import parlour
from parlour import pads

EXPECTED = (ValueError, TypeError, MemoryError, IndexError, KeyError, parlour.ParlourError)
GAMES = list(parlour.games())
DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
BOARD = f'[Board "1"] [Dealer "N"] [Vulnerable "None"]\n[Deal "{DEAL}"]\n[Auction "N"]\nPass Pass 1C 1S AP\n'
NUMBERS = st.sampled_from([-(2**64), -(2**31) - 1, -2, -1, 0, 1, 2, 3, 7, 52, 255, 256, 2**31, 2**32, 2**63, 2**64, 10**5000])
SCALARS = st.none() | st.booleans() | NUMBERS | st.integers() | st.floats() | st.text(max_size=8) | st.binary(max_size=8)
ARRAYS = st.sampled_from(
    [np.zeros(0), np.zeros((2, 2)), np.zeros(3, dtype=np.uint8), np.full(4, -1), np.array(["a"]), np.zeros((1, 52), np.uint8),
     np.zeros((2, 51), np.uint8), np.full((1, 52), 9, np.uint8), np.zeros((1, 5, 4), np.uint8), np.full((1, 5, 4), 255, np.uint8),
     np.zeros((2, 2), np.int32).T, np.array(1), np.array([2**40]), np.array([object()])]
)  # fmt: skip
ANYTHING = SCALARS | st.lists(SCALARS, max_size=4) | st.dictionaries(st.text(max_size=4), SCALARS, max_size=3) | ARRAYS
SEAT, SEED, WORDS = st.integers(0, 3), st.integers(0, 2**64 - 1), st.sampled_from(["7d", "pass", "1nt", "draw stock", "disc Kd", "", "[", "x" * 999])
BOT = st.sampled_from(["random", "heuristic", "ismcts:1", "greedy", "noisy:30", "ismcts", "ismcts:0", "ismcts:x", "noisy:-1", "noisy:101"])
OPTIONS = st.dictionaries(st.sampled_from(["target", "napola", "lives", "x"]), SCALARS, max_size=2)
SMALL = st.integers(-2, 3)


def either(good: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Mostly a plausible argument."""
    return st.integers(0, 3).flatmap(lambda die: good if die else ANYTHING)


def called(data: st.DataObject, function: Callable[..., Any], *places: st.SearchStrategy[Any], **names: st.SearchStrategy[Any]) -> Any:
    """Calls a function with drawn arguments, of which named ones may be missing. Returns None if it raises an expected exception."""
    given_places = [data.draw(either(place)) for place in places]
    given_names = {name: data.draw(either(of)) for name, of in names.items() if data.draw(st.booleans())}
    try:
        return function(*given_places, **given_names)
    except EXPECTED as expected:
        assert getattr(expected, "code", "") != "internal", (str(expected), function, given_places, given_names)
        assert str(expected) and "PyO3" not in str(expected) and "FromPyObject" not in str(expected)
    except Exception as unexpected:
        raise AssertionError(f"{function} raised {unexpected!r} for {given_places} {given_names}") from unexpected
    except BaseException as panic:
        raise AssertionError(f"{function} panicked for {given_places} {given_names}") from panic
    return None


def one_of(data: st.DataObject, calls: list[Callable[[], Any]], most: int = 4) -> None:
    for _ in range(data.draw(st.integers(1, most))):
        data.draw(st.sampled_from(calls))()


def played(data: st.DataObject) -> parlour.Match:
    match = parlour.Match(data.draw(st.sampled_from(GAMES)), seed=data.draw(SEED))
    if data.draw(st.booleans()):
        match.deal()
    for _ in range(data.draw(st.integers(0, 6))):
        able = [(seat, legal) for seat in match.actors if (legal := match.legal(seat))]
        if able:
            seat, legal = able[0]
            match.play(legal[data.draw(st.integers(0, len(legal) - 1))], seat)
    return match


def matches(data: st.DataObject) -> None:
    made = called(data, parlour.Match, st.sampled_from(GAMES), preset=st.just(None), options=OPTIONS, seats=SEAT, seed=SEED, dealer=SEAT)
    match = made if isinstance(made, parlour.Match) and data.draw(st.booleans()) else played(data)
    seat = match.seat(0)
    whole = [
        lambda: called(data, match.deal, deck=st.sampled_from([None, "7d Kc", ""])),
        lambda: called(data, match.play, WORDS, seat=SEAT),
        lambda: called(data, match.read, WORDS, seat=SEAT),
        lambda: called(data, match.legal, SEAT),
        lambda: called(data, match.view, seat=SEAT),
        lambda: called(data, match.snapshot, seat=SEAT),
        lambda: called(data, match.events, seat=SEAT, since=SMALL),
        lambda: called(data, match.seat, SEAT),
        lambda: called(data, match.fork),
        lambda: called(data, match.record, players=st.just(["Ada"]), event=st.text(), date=st.text()),
        lambda: called(data, lambda *a, **k: match.bot(*a, **k).choose(), BOT, seat=SEAT, rng_seed=SEED),
        lambda: called(data, lambda *a, **k: match.bot(*a, **k).play(), BOT, seat=SEAT, rng_seed=SEED),
        lambda: called(data, lambda players, deals: match.finish(players, deals=deals), BOT | st.lists(BOT, max_size=4), st.integers(-1, 1)),
        lambda: called(data, match.finish, st.just(lambda _: 1) | st.just(lambda _: "x") | st.dictionaries(SEAT, BOT), deals=st.just(1)),
        lambda: called(data, match._of_record, st.just(match.record().write()), st.just("0" * 64), st.booleans()),
        lambda: called(data, lambda: match.legal_actions),
        lambda: [repr(match), match._repr_svg_(), match.deal_scores, match.winners, match.sides, match.totals],
    ]
    of_seat = [
        lambda: called(data, seat.play, WORDS),
        lambda: called(data, seat.read, WORDS),
        lambda: called(data, seat.events, SMALL),
        lambda: called(data, lambda *a, **k: seat.bot(*a, **k).choose(), BOT, rng_seed=SEED),
        lambda: called(data, seat.advice, worlds=st.integers(-1, 2), rng_seed=SEED),
        lambda: [repr(seat), seat.view, seat.snapshot, seat.legal_actions, seat.is_to_act, seat.options, seat.totals],
    ]
    one_of(data, whole + of_seat)


def records(data: st.DataObject) -> None:
    text = played(data).record().write()
    document = json.loads(text)
    broken = document if data.draw(st.booleans()) else document["deals"][0] if document["deals"] else document
    if data.draw(st.booleans()):
        broken[data.draw(st.sampled_from(sorted(broken)))] = data.draw(SCALARS | st.lists(SCALARS, max_size=2))
        try:
            text = json.dumps(document)
        except (TypeError, ValueError):
            return
    record = called(data, parlour.Record.read, st.just(text))
    if not isinstance(record, parlour.Record):
        return
    calls: list[Callable[[], Any]] = [
        lambda: called(data, record.replay),
        lambda: called(data, record.canonical),
        lambda: called(data, record.summary),
        lambda: called(data, record.verify),
        lambda: called(data, record.boards),
        lambda: called(data, record.review, worlds=st.just(1)),
        lambda: [record.write(), repr(record), str(record), record.players, record.event, record.date, record.seed, record.deals],
    ]
    one_of(data, calls, 3)


def batches(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    setup: dict[str, st.SearchStrategy[Any]] = {
        "preset": st.just(None), "options": OPTIONS, "seats": SEAT, "actions": st.sampled_from(["flat", "tokens", "list"]),
        "list_size": st.tuples(st.sampled_from([0, 1, 64, 70_000]), st.sampled_from([0, 1, 16, 300])),
        "episode": st.sampled_from(["deal", "match"]), "reward": st.sampled_from(["returns", "points"]),
        "claims": st.booleans(), "threads": st.integers(-1, 9),
    }  # fmt: skip
    made = called(data, lambda *a, **k: parlour.make_vec(game, *a, **k), st.integers(-1, 3), **setup)
    batch = made if isinstance(made, parlour.Batch) and data.draw(st.booleans()) else parlour.make_vec(game, 2)
    if data.draw(st.integers(0, 3)):
        called(data, batch.reset, seed=SEED)
    row, order = st.integers(0, 2), st.permutations(range(len(batch.cards)))

    def sampled() -> None:
        try:
            batch.step(batch.sample_actions())
        except parlour.ParlourError:
            pass

    calls: list[Callable[[], Any]] = [
        sampled,
        lambda: called(data, batch.step, st.lists(st.integers(-1, 200), min_size=2, max_size=2)),
        lambda: called(data, batch.reset, SEED),
        lambda: called(data, batch.deal, order, dealer=SEAT, row=row),
        lambda: called(data, batch.observe, SEAT, row=row),
        lambda: called(data, batch.text, st.integers(-1, 99), row=row),
        lambda: called(data, batch.events_json, seat=SEAT, row=row),
        lambda: called(data, batch.number, row, WORDS),
        lambda: called(data, batch.open, row),
        lambda: called(data, batch.fork),
        lambda: called(data, batch.sample_actions, out=st.just(np.zeros(2, np.int32))),
        lambda: called(data, batch.bind, observations=ARRAYS, action_mask=ARRAYS, current_player=ARRAYS, rewards=ARRAYS,
                       terminations=ARRAYS, legal_tokens=ARRAYS),
        lambda: [repr(batch), len(batch), batch.layout, batch.tokens, batch.name, batch.table_hash],
    ]  # fmt: skip
    one_of(data, calls)


def bridge(data: st.DataObject) -> None:
    text = BOARD
    if data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 9)) :]
    # A text without a line break is a path, and a missing file raises OSError.
    source = st.sampled_from([text.encode("utf-8", "replace"), b"", b"\xff\xfe", b"{}", b"qx|o1|md|3SAKQ|", text + "\n["])
    board = parlour.boards(BOARD)[0]
    strain, player = st.sampled_from(["C", "NT", "S", "x"]), st.sampled_from(["N", "W", "south", "?"])
    deal = st.sampled_from([DEAL, board, "N:AK.. 43.. QT.. 9.3.", "N:", "N:AK.. 43.. QT.. 9.."])
    play = st.lists(st.sampled_from(["Qs", "3s", "5s", "As", "xx", ""]), max_size=4)
    condition = st.sampled_from(["", "s.hcp >= 15", "ns.hcp > 40", "w.has(As)", "n.hcp =>", "(" * 200, "é", "x" * 20_000, "s.hcp > " + "9" * 99])
    hand = st.sampled_from(["AKQ52.K9.Q84.K76", "As Ks", "AKQ52.K9.Q84.K7", "....", ["As"] * 13, parlour.Hand("Kh"), "-"])
    contract = st.sampled_from(["3NT", "7Cx", "4SXX", "", "8N"])
    few = {"count": st.integers(-1, 2), "seed": SEED, "declarer": player, "vulnerable": st.booleans(), "threads": st.integers(-1, 2)}

    def drawn(function: Callable[..., Any]) -> Callable[..., Any]:
        """Limits tries and layouts, which default to numbers for long work."""
        return lambda *places, **names: function(*places, **{"count": 1} | names | {"tries": 1000})

    one_of(data, [
        lambda: called(data, drawn(lambda condition="", **names: parlour.generate_deals(condition, **names)), condition,
                       count=st.integers(-1, 3), seed=SEED, fits=st.just(len) | st.just(lambda _: True), progress=st.just(len)),
        lambda: called(data, parlour.evaluate, hand),
        lambda: called(data, parlour.estimate_tricks, hand, hand),
        lambda: called(data, drawn(parlour.simulate_leads), hand, contract, condition, **few),
        lambda: called(data, drawn(parlour.simulate_contract), hand, hand, contract, condition, **few),
        lambda: called(data, parlour.compare, st.lists(st.just(board), max_size=3)),
        lambda: called(data, lambda given: parlour.read_boards(given if isinstance(given, bytes) else text + "\n["), source),
        lambda: called(data, lambda given: parlour.boards(given if isinstance(given, bytes) else text + "\n["), source),
        lambda: called(data, parlour.write, st.just([board]), st.sampled_from(["pbn", "lin", "record", "csv"])),
        lambda: called(data, parlour.solve_leads, deal, strain, player, play),
        lambda: called(data, parlour.play_costs, deal, strain=strain, leader=player, play=play),
        lambda: called(data, parlour.solve, deal | ARRAYS, threads=st.integers(-1, 2)),
        lambda: called(data, lambda array, *rest: parlour.Tables(array).par(*rest), ARRAYS, player, st.sampled_from(["none", "both", "?"])),
        lambda: called(data, parlour.Card, WORDS),
        lambda: called(data, parlour.Card.of, SMALL),
        lambda: called(data, parlour.Hand, WORDS | st.lists(WORDS, max_size=2)),
    ], 2)  # fmt: skip


def others(data: st.DataObject) -> None:
    game = parlour.games()[data.draw(st.sampled_from(GAMES))]
    pad = parlour.Pad()
    players = st.lists(st.text(max_size=4), max_size=5)
    tournament = parlour.Tournament("scopa", ["random", "heuristic"], deals=4)
    pieces = [tournament.play(decks) for decks in (range(1), range(1, 2), range(2))]
    one_of(data, [
        lambda: called(data, game.rules, st.sampled_from(["en", "it", "la"]), preset=st.just(None), options=OPTIONS, seats=SEAT,
                       width=st.integers(0, 99)),
        lambda: called(data, game.defaults, preset=st.sampled_from(list(game.presets)), seats=SEAT),
        lambda: called(data, pads.ask, st.fixed_dictionaries({"ask": st.sampled_from(["games", "view", "write", "merge", "x"])})),
        lambda: called(data, pad.open, st.sampled_from(GAMES), players, dealer=SEAT, stake=st.just({"amount": 5, "unit": "cent"})),
        lambda: called(data, parlour.Pad.read, st.sampled_from([pad.write(), "{}", "[]", ""]), st.just("tablet")),
        lambda: called(data, pad.change, st.just({"type": "undo", "of": "x"}), at=st.text(max_size=5)),
        lambda: called(data, pad.sheet, match=st.text(max_size=3)),
        lambda: called(data, pad.enter, st.text(max_size=3), st.just({"going": "gin"})),
        lambda: called(data, pad.undo, st.text(max_size=3)),
        lambda: called(data, lambda players, **rest: parlour.simulate(game.id, players, deals=2, **rest), st.lists(BOT, max_size=4),
                       seed=SEED, threads=st.integers(-1, 3), options=OPTIONS, preset=st.just(None)),
        lambda: called(data, lambda bots, decks, **rest: parlour.Tournament(game.id, bots, deals=3, **rest).play(decks), st.lists(BOT, max_size=3),
                       st.none() | st.builds(range, st.integers(-1, 2), st.integers(-1, 3)), seed=SEED, seats=SEAT, ladder=st.booleans(),
                       options=OPTIONS),
        lambda: called(data, tournament.report, st.lists(st.sampled_from(pieces), max_size=3)),
        lambda: called(data, tournament.split, st.integers(-1, 9)),
        lambda: called(data, lambda deals: parlour.simulate("scopa", ["random", lambda seat: seat.legal_actions[0]],
                       deals=min(deals, 3) if isinstance(deals, int) else deals), st.integers(-2, 3)),
    ], 2)  # fmt: skip


def adapters(data: st.DataObject) -> None:
    gymnasium, pettingzoo = pytest.importorskip("parlour.gymnasium"), pytest.importorskip("parlour.pettingzoo")
    game, action = data.draw(st.sampled_from(GAMES)), st.integers(-1, 60)
    made = called(data, lambda **k: gymnasium.Environment(game, **k), seat=SEAT, opponents=BOT, illegal=st.sampled_from(["first", "raise"]),
                  illegal_reward=st.floats(), render_mode=st.just("ansi"), seats=SEAT)  # fmt: skip
    one = made if made is not None else gymnasium.Environment(game)
    called(data, one.action_masks)
    if data.draw(st.booleans()):
        one.reset(seed=1)
    for _ in range(3):
        called(data, one.step, action)
        called(data, one.render)
    many = gymnasium.VectorEnvironment(game, 2)
    if data.draw(st.booleans()):
        many.reset(seed=1)
    called(data, many.step, st.lists(action, min_size=2, max_size=2))
    table = pettingzoo.env(game)
    if data.draw(st.booleans()):
        table.reset(seed=1)
    for _ in range(3):
        called(data, table.step, action)
        called(data, table.observe, st.sampled_from(["seat_0", "seat_9"]))
        called(data, table.last)


def spiel(data: st.DataObject) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from parlour.openspiel import load_game

    parameters = {"preset": st.just(""), "options": OPTIONS, "seats": SEAT, "dealer": SEAT, "deck": WORDS, "opening": st.integers(-1, 3),
                  "recall": st.integers(-1, 3)}  # fmt: skip
    try:
        made = called(data, load_game, st.sampled_from(GAMES), **parameters)
    except AssertionError as error:
        if not isinstance(error.__cause__, pyspiel.SpielError):
            raise


TARGETS = [matches, records, batches, bridge, others, adapters, spiel]


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.__name__)
@settings(max_examples=100, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_bad_arguments_raise_what_a_program_expects(target: Callable[[st.DataObject], None], data: st.DataObject) -> None:
    target(data)


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.__name__)
@settings(max_examples=1500, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_many_bad_arguments_raise_what_a_program_expects(target: Callable[[st.DataObject], None], data: st.DataObject) -> None:
    target(data)
