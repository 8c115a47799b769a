"""Matches, seats, bots and records of every game."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

import parlour
from parlour import Match, Record, Seat

GAMES = list(parlour.games())
WEAKEST = {game: parlour.games()[game].bots[0] for game in GAMES}
RECORDS = Path(__file__).parents[2]


def opened(game: str, seed: int = 7) -> Match:
    match = Match(game, seed=seed)
    match.deal()
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_to_its_end_and_its_record_gives_the_same_match(game: str) -> None:
    match = Match(game, seed=11)
    match.finish(WEAKEST[game])
    assert match.phase == "over" and match.winners
    record = match.record(players=["Ada"] * match.seats)
    again = Record.read(record.write())
    assert again == record and again.write() == record.write()
    assert again.canonical().write() == record.write()
    replayed = again.replay()
    assert (replayed.totals, replayed.winners, replayed.version) == (match.totals, match.winners, match.version)
    assert again.verify()["decks"] == len(record.deals)
    assert replayed.seed == match.seed and replayed.record().seed == record.seed


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_match(game: str) -> None:
    records = []
    for _ in range(2):
        match = Match(game, seed=3)
        match.finish(WEAKEST[game], deals=1)
        records.append(match.record().write())
    assert records[0] == records[1]
    other = Match(game, seed=4)
    other.finish(WEAKEST[game], deals=1)
    assert other.record().write() != records[0]


@pytest.mark.parametrize("game", GAMES)
def test_every_listed_action_is_legal_and_a_fork_goes_its_own_way(game: str) -> None:
    match = opened(game)
    seat = match.actors[0]
    before = match.record().write()
    for action in match.legal(seat)[:5]:
        fork = copy.copy(match)
        fork.play(action, seat)
        assert fork.version > match.version
    assert match.record().write() == before


@pytest.mark.parametrize("game", GAMES)
def test_a_pickled_match_goes_on_with_the_same_cards(game: str) -> None:
    match = opened(game)
    twin = pickle.loads(pickle.dumps(match))
    for one in (match, twin):
        one.finish(WEAKEST[game], deals=2)
    assert twin.record().write() == match.record().write()


@pytest.mark.parametrize("game", GAMES)
def test_a_function_plays_with_what_its_seat_knows(game: str) -> None:
    asked: list[int] = []

    def first(seat: Seat) -> str:
        assert seat.is_to_act and seat.view is not None
        asked.append(seat.number)
        return seat.legal_actions[0]

    match = Match(game, seed=5)
    if parlour.games()[game].turns == "race":
        with pytest.raises(ValueError, match="reaction"):
            match.finish(first, deals=1)
        return
    match.finish({seat: first if seat == 0 else "random" for seat in range(match.seats)}, deals=1)
    assert set(asked) == {0}
    assert len(match.deal_scores) == 1


def test_a_seat_knows_its_own_cards_and_no_others() -> None:
    match = opened("bridge")
    hands = [set(match.seat(seat).events()[0]["cards"]) for seat in range(4) if "cards" in match.seat(seat).events()[0]]
    views = [str(match.seat(seat).view) for seat in range(4)]
    assert len(set(views)) == 4
    deck = match.record().deals[0]["deck"].split()
    for seat in range(4):
        known = [card for card in deck if f"'{card}'" in views[seat]]
        assert len(known) == 13, known
    assert not [card for card in deck if f"'{card}'" in str(match.view())]
    assert not any(name for name in dir(match.seat(0)) if "match" in name or "table" in name)
    assert hands == [] or all(len(hand) == 13 for hand in hands)


def test_events_are_told_since_a_version() -> None:
    match = opened("scopa")
    before = match.version
    assert match.events() and match.events(0) != match.events(1)
    match.play(match.legal_actions[0])
    assert match.events(since=before) and len(match.events(since=before)) < len(match.events())
    assert match.events(since=match.version) == []


def test_refusals_are_classes_with_their_rule() -> None:
    match = opened("scopa", seed=2)
    seat = match.actors[0]
    with pytest.raises(parlour.Unreadable) as unreadable:
        match.play("what?")
    assert unreadable.value.code == "unreadable"
    with pytest.raises(parlour.NotYourTurn):
        match.play(match.legal_actions[0], seat=1 - seat)
    hidden = next(card for card in match.record().deals[0]["deck"].split() if not any(
        action.startswith(card) for action in match.legal_actions
    ))
    with pytest.raises(parlour.Illegal) as illegal:
        match.play(hidden)
    assert illegal.value.rule is not None and illegal.value.rule.startswith("SC-")
    assert illegal.value.reason and illegal.value.params
    assert isinstance(illegal.value, parlour.ParlourError) and str(illegal.value)
    with pytest.raises(parlour.BadSetup):
        Match("snap")
    with pytest.raises(parlour.BadSetup) as setup:
        Match("scopa", options={"target": -1})
    assert setup.value.params["key"] == "target"
    with pytest.raises(parlour.UnknownBot):
        match.bot("nobody")
    with pytest.raises(parlour.ParlourError, match="seat 9"):
        match.view(9)
    with pytest.raises(parlour.ParlourError) as over:
        Match("scopa").play("7d")
    assert over.value.code == "no-deal"


def test_a_bad_record_says_where() -> None:
    match = opened("scopa")
    match.play(match.legal_actions[0])
    wrong = match.record().write().replace('"0 ', '"0 Kh x 2')
    with pytest.raises(parlour.BadRecord) as refused:
        Record.read(wrong).replay()
    assert (refused.value.deal, refused.value.action) == (0, 0)
    assert str(refused.value).startswith("deal 0, action 0: ")
    with pytest.raises(parlour.BadRecord):
        Record.read("nothing")


def test_bots_choose_the_same_for_the_same_luck() -> None:
    match = opened("gin-rummy")
    bot = match.bot("ismcts:50", rng_seed=3)
    assert bot.choose() == match.bot("ismcts:50", rng_seed=3).choose()
    assert bot.choose() in match.legal_actions
    played = bot.play()
    assert f"{played}" in match.record().deals[0]["actions"][0]


def test_decks_of_ones_own_are_dealt() -> None:
    deck = opened("thirty-one", seed=1).record().deals[0]["deck"]
    match = Match("thirty-one", seed=2)
    match.deal(deck)
    assert match.record().deals[0]["deck"] == deck
    twin = pickle.loads(pickle.dumps(match))
    for one in (match, twin, copy.copy(match)):
        one.finish("greedy")
        assert one.record().seed is None, "these decks follow from no seed"
        assert one.record().replay().record().seed is None
    with pytest.raises(parlour.ParlourError):
        Match("thirty-one").deal("7d")


def test_options_come_back_as_they_were_given() -> None:
    options = {"target": 21}
    match = Match("scopa", options=options, seats=2, seed="00" * 32)
    assert match.options["target"] == 21 and match.seed == "00" * 32
    assert Match("scopa", preset=parlour.games()["scopa"].presets[-1]).preset == parlour.games()["scopa"].presets[-1]


def test_what_people_type_is_read() -> None:
    match = opened("bridge")
    assert match.read("pass") in match.legal_actions
    with pytest.raises(parlour.Unreadable):
        match.read("what?")


def test_advice_lists_what_could_be_done() -> None:
    match = opened("scopa")
    advice = match.seat(match.actors[0]).advice(worlds=5)
    assert advice is not None and len(advice) == len(match.legal_actions)


@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_looked_at(game: str) -> None:
    match = opened(game)
    assert repr(match).startswith(f'<Match "{game}"')
    for picture in (match._repr_svg_(), match.seat(0)._repr_svg_()):
        assert picture is not None and picture.startswith("<svg") and "<script" not in picture
    assert repr(match.seat(0)).startswith("<Seat 0")
    snapshot = match.snapshot(0)
    assert snapshot["phase"] == "playing" and snapshot["view"] == match.view(0)


def test_games_say_what_can_be_chosen() -> None:
    scopa = parlour.games()["scopa"]
    assert 2 in scopa.seats and "classic" in scopa.presets and scopa.bots
    assert scopa.defaults()["target"] == Match("scopa").options["target"]
    assert "SC-R1" in scopa.rules("it") or "Scopa" in scopa.rules("it")
    with pytest.raises(ValueError):
        scopa.rules("la")


def test_records_that_the_house_keeps_come_back_byte_for_byte() -> None:
    kept = [path for path in RECORDS.glob("*/tests/**/*.json") if '"parlour-record/1"' in path.read_text()[:4000]]
    for path in kept:
        text = path.read_text()
        try:
            record = Record.read(text)
        except parlour.BadRecord:
            continue
        assert Record.read(record.write()).write() == record.write(), path


def test_a_bot_without_a_legal_action_says_so() -> None:
    for seed in range(50):
        match = Match("speed", seed=seed)
        match.deal()
        for _ in range(20):
            idle = [seat for seat in match.actors if not match.legal(seat)]
            if idle:
                with pytest.raises(parlour.ParlourError, match="no legal action") as refused:
                    match.bot("random", idle[0]).choose()
                assert refused.value.code == "no-action"
                return
            if not match.actors:
                break
            match.play(match.legal(match.actors[0])[0], match.actors[0])
    raise AssertionError("no seat was ever idle")
