"""Boards, double dummy, pads and the arena."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bridge import DECLARERS, STRAINS

ROOT = Path(__file__).parents[2]
BOARDS = ROOT / "parlour/tests/boards.pbn"
TABLES = ROOT / "dds/tests/tables.txt"
DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"


def random_deals(number: int, seed: int = 1) -> Any:
    holders = np.repeat(np.arange(4, dtype=np.uint8), 13)
    return np.random.default_rng(seed).permuted(np.tile(holders, (number, 1)), axis=1)


def test_boards_go_from_one_notation_to_the_other() -> None:
    boards = parlour.boards(BOARDS)
    first = boards[0]
    assert (first.contract, first.result) == ("4H", 5)
    assert first.players["N"] == "moretti" and first.auction and first.play and first.leader
    assert first.play is not None and len(first.play) <= 52
    lin = parlour.write(boards, "lin")
    assert [board.deal for board in parlour.boards(lin)] == [board.deal for board in boards]
    record = parlour.Record.read(parlour.write(boards, "record").decode())
    assert [board.contract for board in record.boards()] == [board.contract for board in boards]
    assert parlour.write(parlour.boards(parlour.write(boards)), "pbn") == parlour.write(boards, "pbn")
    assert "N" in first.hands and len(first.hands["N"]) == 13
    assert first._repr_svg_().startswith("<svg") and repr(first).startswith("<Board")


def test_a_bad_file_says_where() -> None:
    text = BOARDS.read_text()
    wrong = text.replace("- CJ SJ -", "- CJ SX -")
    assert wrong != text
    with pytest.raises(parlour.BadFile) as refused:
        parlour.boards(wrong)
    line = wrong[: wrong.index("- CJ SX -")].count("\n") + 1
    assert (refused.value.line, refused.value.column) == (line, 6)
    with pytest.raises(ValueError, match="notation"):
        parlour.write([], "doc")
    with pytest.raises(parlour.ParlourError):
        parlour.write(parlour.boards(BOARDS) * 17, "record")


SOUND = f"""[Board "1"] [Dealer "N"] [Vulnerable "None"] [Deal "{DEAL}"]
[Auction "N"]
Pass Pass 1C 1S AP
"""
PBN_WITH_FAULTS = f"""{SOUND}
[Board "2"] [Dealer "N"] [Vulnerable "None"] [Deal "{DEAL}"]
[Auction "N"]
1S 1H AP

[Board "3"] [Dealer "N"] [Vulnerable "None"] [Deal "N:AK.. nonsense"]

{SOUND.replace('"1"', '"4"')}
"""
LIN_HANDS = "3SK5HT83DKQ9CA7652,SAT942HAQ4D32CKJ3,SQJ6HK652DJ85CT98,S873HJ97DAT764CQ4"
LIN_WITH_FAULTS = "\n".join(
    f"qx|o{number}|st||md|{hands}|sv|o|{calls}pg||"
    for number, hands, calls in (
        (1, LIN_HANDS, "mb|p|mb|p|mb|1C|mb|1S|mb|p|mb|p|mb|p|"),
        (2, LIN_HANDS, "mb|1S|mb|1H|"),
        (3, "3SAKnonsense", ""),
        (4, LIN_HANDS, "mb|p|mb|p|mb|p|mb|p|"),
    )
)


@pytest.mark.parametrize(("notation", "text"), [("pbn", PBN_WITH_FAULTS), ("lin", LIN_WITH_FAULTS)])
def test_one_rule_for_faults_in_both_notations(notation: str, text: str) -> None:
    file = parlour.read_boards(text)
    assert (file.notation, file.encoding) == (notation, "UTF-8")
    assert [board.number for board in file.boards] == [1, 2, 3, 4]
    assert [(fault.index, fault.board, fault.part) for fault in file.left_out] == [(1, 2, "auction"), (2, 3, "deal")]
    assert [board.number for board in file.sound] == [1, 4]
    # The cards of board 2 are sound, and the solver needs nothing else.
    second, third = file.boards[1], file.boards[2]
    assert second.deal is not None and second.auction is None and third.deal is None
    assert (parlour.solve(second).tricks == parlour.solve(file.boards[0]).tricks).all()
    with pytest.raises(ValueError, match="deal 2: "):
        parlour.solve(file.boards)
    # Without a promise to look at the faults, a file with faults is refused, and all of them are named.
    with pytest.raises(parlour.BadFile) as refused:
        parlour.boards(text)
    assert list(refused.value.left_out) == file.left_out
    assert str(refused.value).splitlines() == [str(fault) for fault in file.left_out]
    assert refused.value.line == file.left_out[0].line


def test_text_outside_boards_and_other_encodings_are_named() -> None:
    file = parlour.read_boards((SOUND + '\n[Site "Malm\x9a"]\n').encode("latin-1"))
    assert file.encoding == "Windows-1252" and len(file.boards) == 2 and not file.left_out
    stray = parlour.read_boards("stray\n" + SOUND)
    assert stray.left_out and stray.left_out[0].index is None and stray.sound == stray.boards
    with pytest.raises(parlour.BadFile):
        parlour.boards("stray\n" + SOUND)
    with pytest.raises(parlour.BadFile) as refused:
        parlour.read_boards("\n")
    assert len(refused.value.left_out) == 1


def test_costs_of_a_play_that_is_missing_are_refused() -> None:
    with pytest.raises(ValueError, match="no play"):
        parlour.play_costs(parlour.boards(SOUND)[0])


def test_deals_are_solved_however_they_are_said() -> None:
    tables = parlour.solve(DEAL)
    assert tables.tricks.shape == (1, 5, 4) and tables.tricks.dtype == np.uint8
    assert tables.tricks[0, STRAINS.index("S"), DECLARERS.index("E")] == 8
    assert tables.par()[0] == parlour.Par(-110, tables.par()[0].contracts) and tables.par()[0].contracts
    hands = DEAL[2:].split()
    holders = np.zeros(52, dtype=np.uint8)
    for player, hand in enumerate(hands):
        for suit, ranks in zip("shdc", hand.split("."), strict=True):
            for rank in ranks:
                holders[parlour.Card(rank + suit).index] = player
    assert (parlour.solve(holders).tricks == tables.tricks).all()
    board = parlour.boards(BOARDS)[0]
    assert board.deal is not None
    assert (parlour.solve([board, DEAL]).tricks == parlour.solve([board.deal, DEAL], threads=1).tricks).all()


def test_tables_are_those_that_are_known() -> None:
    lines = [line.split(" | ") for line in TABLES.read_text().splitlines()[:5]]
    known = np.array([[int(tricks) for tricks in table.split()] for _, table in lines]).reshape(-1, 5, 4)
    assert (parlour.solve([deal for deal, _ in lines]).tricks == known).all()


def test_tables_are_columns_and_pictures() -> None:
    tables = parlour.solve(random_deals(3))
    columns = tables.to_dict()
    assert len(columns) == 20 and all(len(column) == 3 for column in columns.values())
    assert len(tables[1:]) == 2 and (tables[-1].tricks == tables.tricks[2:]).all()
    assert [len(one) for one in tables] == [1, 1, 1]
    assert "<table>" in tables._repr_html_() and "NT" in str(tables)
    with pytest.raises(ValueError, match="vulnerable"):
        tables.par(vulnerable="all of them")


@pytest.mark.parametrize(
    ("deals", "sentence"),
    [
        (np.zeros((2, 52), dtype=np.uint8), "deal 0: "),
        (np.zeros((2, 51), dtype=np.uint8), "52 columns"),
        (["N:AK.. 43.. QT.. 9.3.", "nonsense"], "deal 1: "),
        ("N:AK.. 43.. QT..", "four hands"),
    ],
)
def test_what_is_no_deal_is_refused_in_words(deals: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        parlour.solve(deals)


def test_progress_is_told_and_its_errors_are_raised() -> None:
    told: list[int] = []
    parlour.solve(random_deals(4), progress=told.append)
    assert told[-1] == 4 and told == sorted(told)

    def fail(_: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        parlour.solve(random_deals(4), progress=fail)


def test_the_interpreter_is_free_while_deals_are_solved() -> None:
    counted, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    begun = time.monotonic()
    parlour.solve(random_deals(20), threads=1)
    took, ticks = time.monotonic() - begun, counted[0]
    stop.set()
    counter.join()
    assert ticks > 20 * took, (ticks, took)


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_ctrl_c_ends_it_soon() -> None:
    deals = random_deals(100_000)
    # A background process ignores Ctrl-C and would solve all deals.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            parlour.solve(deals)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begun < 10


def test_what_a_card_is_worth() -> None:
    leads = parlour.solve_leads(DEAL, "NT", "W")
    assert len(leads) == 13 and next(iter(leads.values())) == max(leads.values()) == 7
    costs = parlour.play_costs(DEAL, "NT", "W", ["4s", "Js", "7s", "Ks"])
    assert [cost["player"] for cost in costs] == ["W", "N", "E", "S"] and all(cost["cost"] >= 0 for cost in costs)
    board = parlour.boards(BOARDS)[0]
    assert board.play is not None
    assert len(parlour.play_costs(board)) == len(board.play)
    with pytest.raises(ValueError):
        parlour.solve_leads(DEAL, "NT", "W", ["As", "Ac"])


def test_a_pad_is_written_and_merged() -> None:
    pad = parlour.Pad("kitchen")
    match = pad.open("gin-rummy", ["Anna", "Bruno"], stake={"amount": 5, "unit": "cent"})
    copy = parlour.Pad.read(pad.write(), "tablet")
    copy.enter(match, {"going": "gin", "by": 0, "deadwood": [0, 31]})
    pad.merge(copy)
    assert pad.view == copy.view and pad.sheet(match)["rows"][0]["points"][0] > 31
    pad.undo(pad.enter(match, {"going": "gin", "by": 1, "deadwood": [12, 0]}))
    assert pad.debts() == [], "nobody has won yet"
    pad.enter(match, {"going": "gin", "by": 0, "deadwood": [0, 60]})
    assert [(debt["from"], debt["to"]) for debt in pad.debts()] == [("Bruno", "Anna")]
    with pytest.raises(parlour.ParlourError) as refused:
        pad.open("snap", ["Anna"])
    assert refused.value.code == "no-game"


def test_bots_and_functions_meet_over_the_same_decks() -> None:
    report = parlour.simulate("scopa", ["greedy", "random"], deals=200, threads=2)
    greedy, other = report.scores
    assert report.rounds == 200 and greedy.points > other.points and greedy.wins + other.wins == pytest.approx(1)

    def first(seat: parlour.Seat) -> str:
        return seat.legal_actions[0]

    asked = parlour.simulate("scopa", ["greedy", first], deals=40)
    assert asked.scores[1].player == "first" and asked.scores[0].wins > asked.scores[1].wins
    assert asked.rounds == 40 and asked.rows()[0]["player"] == "greedy"
    whole = parlour.simulate("scopa", [first, "random"], matches=2)
    assert whole.rounds == 2


def test_cards_and_hands() -> None:
    assert parlour.Card("10♥") == "Th" and parlour.Card.of(parlour.Card("7d").index) == "7d"
    assert [parlour.Card.of(index).index for index in range(52)] == list(range(52))
    hand = parlour.Hand("Kc 7d As Ac")
    assert str(hand) == "Ac As 7d Kc" and parlour.Hand(list(hand)) == hand
    assert [card.pretty for card in hand.by_suit()["c"]] == ["A♣", "K♣"]
    assert hand._repr_svg_().count("<rect") == 4
    for wrong in ("", "7", "7x", "11h"):
        with pytest.raises(ValueError):
            parlour.Card(wrong)
    with pytest.raises(ValueError):
        parlour.Card.of(52)
