"""Parlour: card games, bots and bridge tools.

>>> import parlour
>>> match = parlour.Match("scopa", seed=7)
>>> match.deal()
>>> match.actors
(0,)
>>> match.play(match.bot("heuristic").choose())

`Match` contains all hands, as a referee sees them; a `Seat` contains the information of one player. The package also has
records, bots, boards of bridge, double dummy and score pads. `make_vec` steps thousands of matches at once, for learning.
"""

from ._parlour import Batch, Board, Bot, Match, Record, Seat, __version__, make_vec
from .arena import Report, Score, simulate
from .bridge import BoardFile, Par, Tables, boards, play_costs, read_boards, solve, solve_leads, write
from .cards import Card, Hand
from .catalog import Game, games
from .errors import (
    BadFile,
    BadRecord,
    BadSetup,
    Illegal,
    LeftOut,
    NotReset,
    NotYourTurn,
    ParlourError,
    UnknownBot,
    Unreadable,
)
from .pads import Pad
from .pictures import View

__all__ = [
    "BadFile",
    "BadRecord",
    "BadSetup",
    "Batch",
    "Board",
    "BoardFile",
    "Bot",
    "Card",
    "Game",
    "Hand",
    "Illegal",
    "LeftOut",
    "Match",
    "NotReset",
    "NotYourTurn",
    "Pad",
    "Par",
    "ParlourError",
    "Record",
    "Report",
    "Score",
    "Seat",
    "Tables",
    "UnknownBot",
    "Unreadable",
    "View",
    "__version__",
    "boards",
    "games",
    "make_vec",
    "play_costs",
    "read_boards",
    "simulate",
    "solve",
    "solve_leads",
    "write",
]
