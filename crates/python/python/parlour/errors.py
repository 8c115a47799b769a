"""What is refused. Nothing has changed when one of these is raised."""

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
    """Something was refused; as a text, a sentence a player understands."""

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
        """A short name for programs: ``"illegal"``."""
        self.reason: str | None = reason
        """What exactly, where ``code`` says only that a rule forbids it: ``"must-capture"``."""
        self.rule: str | None = rule
        """The rule of the rule book: ``"SC-R8"``."""
        self.params: dict[str, str] = dict(params or {})
        """The cards and numbers that the sentence names."""


class Illegal(ParlourError):
    """A rule forbids the action."""


class Unreadable(ParlourError):
    """The text is no action of this game."""


class NotYourTurn(ParlourError):
    """This seat may not act now."""


class BadSetup(ParlourError):
    """There is no such game, or these options cannot be played."""


class BadRecord(ParlourError):
    """A record that cannot be read, or in which something is refused."""

    deal: int | None = None
    """The deal in which it is refused, from 0."""
    action: int | None = None
    """The action of that deal, from 0; None if the deal cannot begin."""


class BadFile(ParlourError):
    """A file of boards that is wrong."""

    line: int = 1
    """The line, from 1."""
    column: int = 1
    """The column, from 1."""


class UnknownBot(ParlourError):
    """There is no such bot."""


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
    """The exception for a refusal of the house: the part in Rust asks for it."""
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
