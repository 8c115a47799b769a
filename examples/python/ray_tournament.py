"""Tournament spread by Ray. The report has the same bytes as that of one process.

    python ray_tournament.py --pieces 20 --report report.json
    python ray_tournament.py --address auto --pieces 200 --saved pieces --report report.json
"""

from __future__ import annotations

import argparse
import pickle
from pathlib import Path

import ray

import parlour
from parlour.arena import Piece


@ray.remote(num_cpus=1, max_retries=3)
def play(tournament: parlour.Tournament, decks: range) -> Piece:
    """Plays a piece. Ray repeats it on another machine if this one fails."""
    return tournament.play(decks, threads=1)


def spread(tournament: parlour.Tournament, pieces: int, saved: Path | None = None) -> parlour.TournamentReport:
    """Plays a tournament in pieces. With a folder, keeps finished pieces there and plays only the others."""
    ranges, finished, running = tournament.split(pieces), [], {}
    for decks in ranges:
        file = saved and saved / f"{decks.start}-{decks.stop}.piece"
        if file and file.exists():
            finished.append(pickle.loads(file.read_bytes()))
        else:
            running[play.remote(tournament, decks)] = file
    while running:
        [done], _ = ray.wait(list(running), num_returns=1)
        file, piece = running.pop(done), ray.get(done)
        if file:
            part = file.with_suffix(".part")
            part.write_bytes(pickle.dumps(piece))
            part.rename(file)
        finished.append(piece)
    return tournament.report(finished)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="scopa")
    parser.add_argument("--bots", default="random,heuristic,ismcts:20", help="bots, weakest first")
    parser.add_argument("--deals", type=int, default=400, help="deals of each pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pieces", type=int, default=8, help="number of tasks")
    parser.add_argument("--saved", type=Path, help="folder for finished pieces of this tournament")
    parser.add_argument("--address", help="address of a cluster; auto is the one of this machine")
    parser.add_argument("--report", type=Path, help="file of the report")
    given = parser.parse_args()
    tournament = parlour.Tournament(given.game, given.bots.split(","), deals=given.deals, seed=given.seed)
    if given.saved:
        given.saved.mkdir(parents=True, exist_ok=True)
    ray.init(address=given.address)
    report = spread(tournament, given.pieces, given.saved)
    ray.shutdown()
    for entrant in report.entrants:
        print(f"{entrant.bot:20} {entrant.elo:+6.0f} ± {entrant.elo_half_width:.0f}")
    if given.report:
        given.report.write_text(report.to_json(), encoding="utf-8")


if __name__ == "__main__":
    main()
