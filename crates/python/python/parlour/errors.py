"""Exceptions. Nothing has changed when one of these is raised."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "ParlourError",
    "Illegal",
    "Unreadable",
    "NotYourTurn",
    "BadSetup",
    "BadRecord",
    "BadFile",
    "UnknownBot",
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
    """Unknown game or invalid options."""


class BadRecord(ParlourError):
    """Unreadable record, or one with an invalid part."""

    deal: int | None = None
    """Index of the deal with the error."""
    action: int | None = None
    """Index of the action in that deal; None if the deal itself is invalid."""


class BadFile(ParlourError):
    """Invalid file of boards."""

    line: int = 1
    """Line, from 1."""
    column: int = 1
    """Column, from 1."""


class UnknownBot(ParlourError):
    """Unknown bot."""


_CLASSES: dict[str, type[ParlourError]] = {
    "illegal": Illegal,
    "unreadable": Unreadable,
    "not-your-turn": NotYourTurn,
    "options": BadSetup,
    "unknown-game": BadSetup,
    "unreadable-record": BadRecord,
    "bad-format": BadRecord,
    "file": BadFile,
    "unknown-bot": UnknownBot,
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
    place = ""
    if deal is not None:
        place = f"deal {deal}: " if action is None else f"deal {deal}, action {action}: "
    elif kind is BadFile:
        place = f"line {line}, column {column}: "
    made = kind(place + message, code=code, reason=reason, rule=rule, params=params)
    if isinstance(made, BadRecord):
        made.deal, made.action = deal, action
    if isinstance(made, BadFile):
        made.line, made.column = line, column
    return made
