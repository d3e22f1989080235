"""Plain data as nodes of a file, so that what is read goes through the reader of hand-written cards."""

from __future__ import annotations

from typing import Any

from yaml.error import Mark
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

_HERE = Mark("reading", 0, 0, 0, "", 0)


def node_of(value: Any) -> Node:
    """Plain data as nodes of a file."""
    if isinstance(value, dict):
        pairs = [(node_of(k), node_of(v)) for k, v in value.items()]
        return MappingNode("tag:yaml.org,2002:map", pairs, _HERE, _HERE)
    if isinstance(value, list | tuple):
        return SequenceNode("tag:yaml.org,2002:seq", [node_of(v) for v in value], _HERE, _HERE)
    return ScalarNode("tag:yaml.org,2002:str", str(value), _HERE, _HERE)
