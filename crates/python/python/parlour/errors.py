"""Exceptions. Nothing has changed when one of these is raised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = [
    "ParlourError",
    "Illegal",
    "Unreadable",
    "NotYourTurn",
    "BadSetup",
    "BadRecord",
    "BadFile",
    "LeftOut",
    "UnknownBot",
    "NotReset",
]


class ParlourError(Exception):
    """Rejected call. Its text is a sentence for players."""

    def __init__(
        self,
        message: str,
        *,
        code: str = "refused",
        reason: str | None = None,
        rule: str | None = None,
        params: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.code: str = code
        """Error code: ``"illegal"``."""
        self.reason: str | None = reason
        """Sub-code, if ``code`` only says that a rule forbids the action: ``"must-capture"``."""
        self.rule: str | None = rule
        """Rule of the rule book: ``"SC-R8"``."""
        self.params: dict[str, str] = dict(params or {})
        """Cards and numbers in the sentence."""


class Illegal(ParlourError):
    """A rule forbids the action."""


class Unreadable(ParlourError):
    """The text isn't an action of this game."""


class NotYourTurn(ParlourError):
    """This seat may not act now."""


class BadSetup(ParlourError):
    """Unknown game, game without tensors, or invalid options."""


class BadRecord(ParlourError):
    """Unreadable record, or one with an invalid part."""

    deal: int | None = None
    """Index of the deal with the error."""
    action: int | None = None
    """Index of the action in that deal; None if the deal itself is invalid."""


@dataclass(frozen=True)
class LeftOut:
    """Part of a file of boards that has a fault."""

    index: int | None
    """Index of the board in the file; None for text outside boards."""
    board: int | None
    """Number of the board, if known."""
    part: str
    """Missing part of the board, such as ``"auction"`` or ``"deal"``."""
    line: int
    """Line, from 1."""
    column: int
    """Column, from 1."""
    problem: str
    """Reason."""

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.problem}"


class BadFile(ParlourError):
    """Invalid file of boards."""

    line: int = 1
    """Line of the first fault, from 1."""
    column: int = 1
    """Column of the first fault, from 1."""
    left_out: Sequence[LeftOut] = ()
    """All faults, in the order of the file."""

    @classmethod
    def of(cls, left_out: Sequence[LeftOut]) -> BadFile:
        """Creates the exception for these faults, of which there is at least one. Its text names the first 20."""
        lines = [str(fault) for fault in left_out[:20]]
        if len(left_out) > len(lines):
            lines.append(f"and {len(left_out) - len(lines)} more")
        made = cls("\n".join(lines), code="file")
        made.line, made.column, made.left_out = left_out[0].line, left_out[0].column, tuple(left_out)
        return made


class UnknownBot(ParlourError):
    """Unknown bot."""


class NotReset(ParlourError):
    """A batch or an environment has no running episode."""


_CLASSES: dict[str, type[ParlourError]] = {
    "illegal": Illegal,
    "unreadable": Unreadable,
    "not-your-turn": NotYourTurn,
    "options": BadSetup,
    "unknown-game": BadSetup,
    "no-tensors": BadSetup,
    "unreadable-record": BadRecord,
    "bad-format": BadRecord,
    "file": BadFile,
    "unknown-bot": UnknownBot,
    "not-reset": NotReset,
}


def exception(
    code: str,
    message: str,
    reason: str | None = None,
    rule: str | None = None,
    params: Mapping[str, str] | None = None,
    deal: int | None = None,
    action: int | None = None,
    line: int = 1,
    column: int = 1,
) -> ParlourError:
    """Exception for a rejection by the Rust part, which calls this."""
    kind = BadRecord if deal is not None else _CLASSES.get(code, ParlourError)
    if kind is BadFile:
        return BadFile.of([LeftOut(None, None, "unknown", line, column, message)])
    place = ""
    if deal is not None:
        place = f"deal {deal}: " if action is None else f"deal {deal}, action {action}: "
    made = kind(place + message, code=code, reason=reason, rule=rule, params=params)
    if isinstance(made, BadRecord):
        made.deal, made.action = deal, action
    return made
