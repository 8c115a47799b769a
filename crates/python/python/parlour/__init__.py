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
from .arena import Report, Score, Tournament, TournamentReport, simulate
from .bridge import BoardFile, Par, Tables, boards, play_costs, read_boards, solve, solve_leads, write
from .cards import Card, Hand
from .catalog import Game, games
from .comparison import Comparison, PairTotal, TableScore, compare
from .deals import Deals, generate_deals
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
from .evaluation import HandEvaluation, TrickEstimate, estimate_tricks, evaluate
from .layouts import ContractResult, Estimate, LeadResult, Leads, simulate_contract, simulate_leads
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
    "Comparison",
    "ContractResult",
    "Deals",
    "Estimate",
    "Game",
    "Hand",
    "HandEvaluation",
    "Illegal",
    "LeadResult",
    "Leads",
    "LeftOut",
    "Match",
    "NotReset",
    "NotYourTurn",
    "Pad",
    "PairTotal",
    "Par",
    "ParlourError",
    "Record",
    "Report",
    "Score",
    "Seat",
    "TableScore",
    "Tables",
    "Tournament",
    "TournamentReport",
    "TrickEstimate",
    "UnknownBot",
    "Unreadable",
    "View",
    "__version__",
    "boards",
    "compare",
    "estimate_tricks",
    "evaluate",
    "games",
    "generate_deals",
    "make_vec",
    "play_costs",
    "read_boards",
    "simulate",
    "simulate_contract",
    "simulate_leads",
    "solve",
    "solve_leads",
    "write",
]
