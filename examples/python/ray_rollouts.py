"""Random play in batches, spread by Ray. The counts depend on the seed, not on the number of workers.

    python ray_rollouts.py --game gin-rummy --deals 100000 --workers 4
    python ray_rollouts.py --address auto
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np
import ray

import parlour

MATCHES = 256
"""Matches in a batch."""
DEALS = 8 * MATCHES
"""Least number of deals in a piece of work."""


@ray.remote(num_cpus=1, max_retries=3)
def play(game: str, seed: int) -> Counter[str]:
    """Plays random legal actions until enough deals have ended, and returns counts. Ray repeats it after a crash."""
    batch = parlour.make_vec(game, MATCHES)
    batch.reset(seed)
    actions = np.zeros(MATCHES, dtype=np.int32)
    counts: Counter[str] = Counter()
    while counts["deals"] < DEALS:
        batch.sample_actions(actions)
        batch.step(actions)
        paid = batch.rewards[batch.terminations]
        counts["actions"] += MATCHES
        counts["deals"] += len(paid)
        for seat in range(batch.num_seats):
            counts[f"wins of seat {seat}"] += int((paid[:, seat] > 0).sum())
    return counts


def rollouts(game: str, deals: int, seed: int, workers: int) -> Counter[str]:
    """Plays at least this number of deals and returns the sums of the counts."""
    # Each piece has a seed of its own, so it doesn't matter which worker plays it, or when.
    seeds = np.random.SeedSequence(seed).generate_state(-(-deals // DEALS), dtype=np.uint64)
    counts: Counter[str] = Counter()
    running: list[ray.ObjectRef[Counter[str]]] = []
    for own in seeds:
        if len(running) == workers:
            [done], running = ray.wait(running, num_returns=1)
            counts += ray.get(done)
        running.append(play.remote(game, int(own)))
    return sum(ray.get(running), counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="gin-rummy")
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2, help="number of pieces that are played at the same time")
    parser.add_argument("--address", help="address of a cluster; auto is the one of this machine")
    given = parser.parse_args()
    ray.init(address=given.address)
    print(dict(rollouts(given.game, given.deals, given.seed, given.workers)))
    ray.shutdown()


if __name__ == "__main__":
    main()
