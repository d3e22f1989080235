"""A ruling adjudicator for judges of the Star Wars Customizable Card Game."""

__version__ = "0.1.0"
