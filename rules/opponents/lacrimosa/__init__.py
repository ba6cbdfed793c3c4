"""The opponents of Lacrimosa, each a function of a view and a decision."""

from rules.opponents.lacrimosa.thumb import novice
from rules.opponents.lacrimosa.yardstick import yardstick

__all__ = ["novice", "yardstick"]
