"""Tests of the package's help texts and exported names."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from typing import Any

import pytest

import parlour
from parlour import _parlour

PLAIN = ("arena", "bridge", "cards", "catalog", "comparison", "deals", "errors", "evaluation", "layouts", "pads", "pictures")
MODULES = [parlour, _parlour, *(importlib.import_module(f"parlour.{name}") for name in PLAIN)]
for name, needed in (("gymnasium", "gymnasium"), ("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel"), ("rllib", "tree")):
    # The adapters need packages that the quick tests don't install.
    if importlib.util.find_spec(needed):
        MODULES.append(importlib.import_module(f"parlour.{name}"))


def public(of: Any) -> list[str]:
    return [name for name in vars(of) if not name.startswith("_")]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_everything_has_a_help_text(module: Any) -> None:
    assert module.__doc__
    for name in module.__all__:
        value = getattr(module, name)
        if not callable(value) or not getattr(value, "__module__", "").startswith("parlour"):
            continue
        assert inspect.getdoc(value), f"{module.__name__}.{name}"
        if inspect.isclass(value):
            for inner in public(value):
                member = inspect.getattr_static(value, inner)
                if callable(member) or isinstance(member, property) or inspect.isgetsetdescriptor(member):
                    assert inspect.getdoc(getattr(value, inner)), f"{name}.{inner}"


def test_what_is_listed_is_there_and_in_order() -> None:
    assert list(parlour.__all__) == sorted(parlour.__all__)
    assert all(hasattr(parlour, name) for name in parlour.__all__)
