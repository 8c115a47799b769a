"""Random deals, evaluation of hands, leads, and comparisons of results."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import parlour

ONE_NOTRUMP = "south.hcp in 15..17 and south.balanced and ns.spades >= 8"
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def hcp(board: parlour.Board, seat: str) -> int:
    return sum(POINTS.get(card[0], 0) for card in board.hands[seat])


@contextmanager
def interrupted_soon() -> Iterator[None]:
    """Interrupts the block, even if a shell has started the tests in the background, where the signal is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def test_deals_fit_their_condition_and_follow_from_the_seed() -> None:
    deals = parlour.generate_deals(ONE_NOTRUMP, 12, seed=5)
    assert (len(deals), deals.seed) == (12, 5)
    for board in deals:
        assert 15 <= hcp(board, "S") <= 17
        assert sum(card[1] == "s" for seat in "NS" for card in board.hands[seat]) >= 8
    again = parlour.generate_deals(ONE_NOTRUMP, 12, seed=5)
    assert [board.deal for board in again] == [board.deal for board in deals]
    assert [board.number for board in deals] == list(range(1, 13))
    assert (deals[4].dealer, deals[4].vulnerable) == ("N", "ns")
    assert deals.share is not None and 0.003 < deals.share < 0.03 and deals.tries > 12
    assert parlour.solve(deals[:2]).tricks.shape == (2, 5, 4)
    # Without a seed, the deals differ, and their seed gives them again.
    one = parlour.generate_deals()
    assert parlour.generate_deals(seed=one.seed)[0].deal == one[0].deal != parlour.generate_deals()[0].deal


def test_the_share_of_hands_is_known() -> None:
    # 4-3-3-3 10.536 %, 4-4-3-2 21.551 %, 5-3-3-2 15.517 %.
    assert parlour.generate_deals("s.balanced", 10, seed=1).share == pytest.approx(0.47604, abs=1e-5)


def test_a_function_decides_what_the_text_cannot_say() -> None:
    def two_hands_with_a_void(board: parlour.Board) -> bool:
        suits = [{card[1] for card in board.hands[seat]} for seat in "NESW"]
        return sum(len(held) < 4 for held in suits) >= 2

    deals = parlour.generate_deals("n.hcp >= 12", 3, seed=2, fits=two_hands_with_a_void)
    assert all(two_hands_with_a_void(board) and hcp(board, "N") >= 12 for board in deals)
    with pytest.raises(ZeroDivisionError):
        parlour.generate_deals(fits=lambda board: 1 // 0)
    with pytest.raises(ValueError, match="none of 20 deals fits"):
        parlour.generate_deals(fits=lambda board: False, tries=20)


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        ("n.hcp => 12", "condition, column 8: a number, or a property such as “south.hcp”, is expected, not “>”"),
        ("n.hcp > 37", "no hand of 13 cards fits what is said about North"),
        ("n.has(As) and w.has(As)", "North and West can't both have the same card"),
        ("ns.hcp > 40", "none of 5000 deals fits; the condition is very rare or impossible"),
    ],
)
def test_a_wrong_condition_raises_the_sentence_of_the_command(condition: str, sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        parlour.generate_deals(condition, tries=5000)
    assert str(refused.value) == sentence


def test_numbers_out_of_range_are_refused() -> None:
    for wrong in ({"count": -1}, {"count": 1_000_001}, {"seed": -1}, {"tries": 2**64}):
        with pytest.raises(ValueError, match="out of range"):
            parlour.generate_deals(**wrong)  # type: ignore[arg-type]
    assert len(parlour.generate_deals(count=0)) == 0


def test_a_long_draw_reports_progress_and_stops() -> None:
    seen: list[int] = []
    parlour.generate_deals("ns.hcp >= 32", 200, seed=1, progress=seen.append)
    assert seen[-1] == 200 and seen == sorted(seen)
    with interrupted_soon(), pytest.raises(KeyboardInterrupt):
        parlour.generate_deals("ns.hcp > 40", tries=2**63)


def test_a_hand_is_evaluated_by_every_method() -> None:
    found = parlour.evaluate("AKQ52.K9.Q84.K76")
    assert (found.lengths, found.balanced, found.hcp, found.controls, found.aces) == ((5, 2, 3, 3), True, 17, 5, 1)
    # Jeff Goldsmith's calculator gives 17.35.
    assert (found.kaplan_rubens, found.zar_points, found.rule_of_20) == (17.35, 33, 25)
    assert (found.losers, found.new_losers, found.quick_tricks, found.suit_quality) == (5, 6.0, 3.0, (8, 3, 4, 4))
    cards = parlour.Hand("As Ks Qs 5s 2s Kh 9h Qd 8d 4d Kc 7c 6c")
    assert parlour.evaluate(cards) == parlour.evaluate(list(cards)) == parlour.evaluate(str(cards)) == found


def test_two_hands_expect_the_tricks_of_a_published_example() -> None:
    found = parlour.estimate_tricks("KQJ2.KQ2.KQ2.KQ2", "A543.A43.A43.A43")
    assert (found.lengths, found.by_losers, found.by_new_losers) == ((8, 6, 6, 6), 12, 13.0)


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        ("AKQ52.K9.Q84.K7", "hand: a hand has 13 cards, and here are 12"),
        ("AKQ52.K9.Q84.K7X", "hand: “X” is not a rank"),
        ("AAQ52.K9.Q84.K76", "hand: As is there twice"),
    ],
)
def test_what_is_not_a_hand_raises_the_reason(hand: str, sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        parlour.evaluate(hand)
    assert str(refused.value).startswith(sentence)
    with pytest.raises(ValueError, match="is in both hands"):
        parlour.estimate_tricks("AKQ52.K9.Q84.K76", "A543.A43.A43.A43")


NOTRUMP_GAME = "south.balanced and south.hcp in 15..17 and north.hcp in 10..14"


def test_leads_are_simulated_over_layouts_that_fit() -> None:
    hand, seen = "AQJ8.96.J9764.A2", [0]
    leads = parlour.simulate_leads(hand, "3NT", NOTRUMP_GAME, count=8, seed=1, progress=seen.append)
    assert (len(leads), leads.seed, leads.count, seen[-1]) == (13, 1, 8, 8)
    assert [lead.tricks.mean for lead in leads] == sorted((lead.tricks.mean for lead in leads), reverse=True)
    assert leads["As"] in leads and leads.to_dict()["card"] == [lead.card for lead in leads]
    # The layouts are those of the generator, and each is solved for every card.
    held = "west.has(As Qs Js 8s 9h 6h Jd 9d 7d 6d 4d Ac 2c)"
    layouts = parlour.generate_deals(f"{NOTRUMP_GAME} and {held}", 8, seed=1)
    tables = [parlour.solve_leads(board, "NT", "W") for board in layouts]
    for lead in leads:
        tricks = [table[lead.card] for table in tables]
        assert lead.tricks.mean == pytest.approx(sum(tricks) / 8)
        assert lead.beats.mean == sum(taken >= 5 for taken in tricks) / 8
    again = parlour.simulate_leads(hand, "3NT", NOTRUMP_GAME, count=8, seed=1, threads=1)
    assert [lead.tricks for lead in again] == [lead.tricks for lead in leads]


def test_a_contract_is_simulated_over_the_hands_of_the_opponents() -> None:
    found = parlour.simulate_contract("AQ32.KQ4.A32.K32", "KJT4.A32.K54.654", "4S", "west.spades <= 3", count=8, seed=2)
    assert sum(found.layouts) == 8
    assert found.tricks.mean == sum(tricks * layouts for tricks, layouts in enumerate(found.layouts)) / 8
    assert found.makes.mean == sum(found.layouts[10:]) / 8
    sure = parlour.simulate_contract("AKQJ.AKQ.AKQ.AKQ", "5432.432.432.432", "7NT", count=3, declarer="E")
    assert (sure.tricks, sure.makes.mean, sure.score.mean) == (parlour.Estimate(13.0, 0.0), 1.0, 1520.0)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("AQJ8.96.J9764.A2", "4SXX"), "“4SXX” is not a contract; write a level and a strain, such as 3NT, 4S or 4Sx"),
        (("AQJ8.96.J9764.A2", "3NT", "n.hcp => 12"), "condition, column 8: "),
        (("AQJ8.96.J9764.A2", "3NT", "n.has(As)"), "North and West can't both have the same card"),
        (("AQJ8.96.J9764.A2", "3NT", "ns.hcp > 39"), "none of 2000 deals fits"),
    ],
)
def test_a_wrong_simulation_raises_the_reason(arguments: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        parlour.simulate_leads(*arguments, count=2, tries=2000)
    assert str(refused.value).startswith(sentence)
    with pytest.raises(ValueError, match="count: 0 is out of range; use 1 to 1000000"):
        parlour.simulate_leads(arguments[0], "3NT", count=0)


def test_a_long_simulation_stops() -> None:
    with interrupted_soon(), pytest.raises(KeyboardInterrupt):
        parlour.simulate_leads("AQJ8.96.J9764.A2", "3NT", count=1_000_000)


def played(number: int, pairs: tuple[str, str], contract: str, tricks: int) -> str:
    (north, south), (east, west) = (pair.split(" - ") for pair in pairs)
    return (
        f'[Board "{number}"] [North "{north}"] [East "{east}"] [South "{south}"] [West "{west}"]\n'
        f'[Vulnerable "All"] [Declarer "N"] [Contract "{contract}"] [Result "{tricks}"]\n\n'
    )


def test_results_are_compared_across_tables() -> None:
    one, other = ("Ada - Bo", "Cy - Di"), ("Eva - Flo", "Gus - Hal")
    file = played(1, one, "3NT", 9) + played(1, other, "3NT", 8) + played(2, one, "4S", 9) + played(2, other, "4SX", 10)
    found = parlour.compare(parlour.boards(file + played(3, one, "4S", 9)))
    assert [table.score for table in found.tables] == [600, -100, -100, 790]
    assert [table.matchpoints for table in found.tables] == [2, 0, 0, 2]
    assert [table.cross_imps for table in found.tables] == [12.0, -12.0, -13.0, 13.0]
    assert {total.pair: total.percent for total in found.totals}["Ada - Bo"] == 50.0
    assert {total.pair: total.cross_imps for total in found.totals}["Gus - Hal"] == -1.0
    assert found.left_out == [(4, "it was played at one table only")]
    assert found.to_dict()["contract"] == ["3N", "3N", "4S", "4SX"]
    assert parlour.compare([]) == parlour.Comparison([], [], [])
