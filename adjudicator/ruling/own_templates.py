"""Templates that somebody else wrote: from one folder only, in a sandbox, and to an end.

What a template does is counted, never timed, so that it comes to the same everywhere: turns of a
loop, calls, signs put together, lists made. What a page needs is a small part of what is allowed;
a template that would print for ever, or fill the memory, uses it up and is told so, with the line
at which it did."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import BaseLoader, Environment, nodes
from jinja2.exceptions import TemplateError, TemplateNotFound
from jinja2.loaders import split_template_path
from jinja2.runtime import BlockReference, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

AT_FIRST = 4_000_000  # units
EACH = 60  # more for each unit of what the template is given
SIGNS = 8  # so many, printed or put together, are one unit
A_THING = 8  # looked at
A_TURN = 20  # of a loop
A_CALL = 60
A_SIGN = 20  # of a template that is read
LARGEST = 64_000  # bytes of one template
_DIGITS = re.compile(r"\d+")
# Of two texts these make one as long as both multiplied.
_MULTIPLYING = frozenset(
    ("replace", "join", "expandtabs", "translate", "indent", "wordwrap", "urlize", "tojson", "sum")
)
_SLOW = frozenset(
    ("urlize", "wordwrap", "wordcount", "title", "striptags", "tojson", "pprint", "urlencode")
)  # sign by sign
_BY_CHANCE = ("random",)  # the same page twice would be two


class TooMuch(TemplateError):  # noqa: N818 - it says what it is
    """What a template may do is used up."""

    def __init__(self) -> None:
        super().__init__("this template takes more work than a page may")


class Outside(TemplateError):  # noqa: N818
    """A template that is none of this folder's."""


class Folder(BaseLoader):
    """Templates in one folder; a link that leads out of it leads nowhere."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        path = self.folder.joinpath(*split_template_path(template))
        try:
            found = path.resolve(strict=True)
        except (OSError, RuntimeError, ValueError):
            raise TemplateNotFound(template) from None
        if not found.is_relative_to(self.folder):
            raise Outside(f'"{template}" leads out of the folder')
        if not found.is_file():
            raise TemplateNotFound(template)
        with found.open("rb") as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise Outside(f'"{template}" is larger than {LARGEST // 1000} kB')
        return data.decode("utf-8").replace("\r\n", "\n"), str(path), lambda: True


class Sandbox(ImmutableSandboxedEnvironment):
    """Templates run here do not reach beyond what they are given, and come to an end."""

    intercepted_binops = frozenset(ImmutableSandboxedEnvironment.default_binop_table)

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, optimized=False)  # else sums would be done beforehand
        self.left = 0.0
        self._known: dict[int, int] = {}  # how long the parts of what it is given are
        self.globals.pop("lipsum", None)
        for name in _BY_CHANCE:
            self.filters.pop(name, None)
        for named in (self.filters, self.tests):
            for name, function in list(named.items()):
                named[name] = self._counted(name, function)

    def allow(self, context: Mapping[str, Any]) -> None:
        """So much work for a page of that."""
        self._known.clear()
        self.left = float("inf")
        self.left = AT_FIRST + EACH * self._sized(context)

    def spend(self, units: float) -> None:
        self.left -= units
        if self.left < 0:
            raise TooMuch

    # -- how much it is ----------------------------------------------------------------------

    def _sized(self, thing: Any) -> int:
        """What a template is given, once for all: it is looked at again and again."""
        if isinstance(thing, dict):
            within = [*thing, *thing.values()]
        elif isinstance(thing, list | tuple):
            within = list(thing)
        elif isinstance(thing, SimpleNamespace):
            within = list(vars(thing).values())
        else:
            return self.size(thing)
        self._known[id(thing)] = found = A_THING + sum(map(self._sized, within))
        return found

    def size(self, *things: Any, shown: bool = False) -> int:
        """How long things are, with all that is in them; a number counts as what it could make.
        What the template was given counts as a whole only where it is shown."""
        total, waiting = 0, list(things)
        while waiting:
            thing = waiting.pop()
            total += A_THING
            if isinstance(thing, str):
                total += len(thing) // SIGNS
            elif isinstance(thing, int):
                total += abs(thing)
            elif shown and id(thing) in self._known:
                total += self._known[id(thing)]
            elif isinstance(thing, list | tuple | set | frozenset):
                waiting += thing
            elif isinstance(thing, dict):
                waiting += thing
                waiting += thing.values()
            elif isinstance(thing, Namespace):
                waiting += thing._Namespace__attrs.values()
            elif isinstance(thing, range):
                total += len(thing)
            if total > self.left:
                raise TooMuch
        return total

    def weighed(self, thing: Any) -> Any:
        """What was just made, or is to be shown or looked through."""
        if isinstance(thing, Iterator):
            return self._weighed_one_by_one(thing)
        if not isinstance(thing, int | float | None):
            self.spend(self.size(thing, shown=True))
        return thing

    def _weighed_one_by_one(self, things: Iterator[Any]) -> Iterator[Any]:
        for thing in things:
            self.spend(A_TURN + self.size(thing, shown=True))
            yield thing

    def turns(self, items: Iterable[Any]) -> Iterator[Any]:
        """What a loop goes through."""
        for item in items:
            self.spend(A_TURN)
            yield item

    def printed(self, length: int) -> Markup:
        self.spend(length // SIGNS)
        return Markup("")

    def _counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def counted(*arguments: Any, **named: Any) -> Any:
            self._spend_on(name, [*arguments, *named.values()])
            return self.weighed(function(*arguments, **named))

        return counted

    def _spend_on(self, name: str, arguments: list[Any]) -> None:
        sizes = [self.size(argument) for argument in arguments]
        if "format" in name:
            self.spend(sum(_widths(form) for form in arguments if isinstance(form, str)))
        if name in _SLOW:
            self.spend(2 * SIGNS * sum(sizes))
        if name in _MULTIPLYING:
            self.spend(A_CALL + functools.reduce(lambda a, b: a * b, sizes, 1))
        else:
            self.spend(A_CALL + sum(sizes))

    # -- what templates do --------------------------------------------------------------------

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        if isinstance(getattr(__obj, "__self__", None), Sandbox):  # one of those above
            return super().call(__context, __obj, *args, **kwargs)
        arguments = [*args, *(value for key, value in kwargs.items() if key[0] != "_")]
        if isinstance(__obj, Macro | LoopContext | BlockReference):
            __self.spend(A_CALL)
        else:
            of = getattr(getattr(__obj, "__wrapped__", __obj), "__self__", None)
            name = getattr(__obj, "__name__", "")
            __self._spend_on(name, [of, *arguments] if isinstance(of, str | bytes) else arguments)
        return __self.weighed(super().call(__context, __obj, *args, **kwargs))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        numbers = isinstance(left, int) and isinstance(right, int)
        match operator:
            case "**" if numbers:
                self.spend((left.bit_length() * max(0, right)) ** 2 / 1000)
            case "*" if numbers:
                self.spend(left.bit_length() * right.bit_length() / 1000)
            case "*":
                self.spend(self.size(left, shown=True) * self.size(right, shown=True))
            case "%" if isinstance(left, str):
                self.spend(_widths(left) + self.size(left, right, shown=True))
            case "+" if not numbers:
                self.spend(self.size(left, right, shown=True))
        self.spend(1)
        return super().call_binop(context, operator, left, right)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        self.spend(A_SIGN * len(source))
        tree: nodes.Template = _Counting().visit(super()._parse(source, name, filename))
        return tree.set_environment(self)  # type: ignore[return-value]


def _widths(form: str) -> int:
    """What the numbers in a form would make of it: `%1000000d`."""
    return sum(int(digits[:12]) for digits in _DIGITS.findall(form))


# What is weighed as it is made, or stands in the template as it is.
_WEIGHED = (nodes.TemplateData, nodes.Const, nodes.Call)


class _Counting(NodeTransformer):
    """Puts the counting into a template, wherever it could make much of little."""

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        node.iter = _through("turns", node.iter)
        return node

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        told: list[nodes.Expr] = [
            item if isinstance(item, _WEIGHED) else _through("weighed", item) for item in node.nodes
        ]
        length = sum(len(n.data) for n in told if isinstance(n, nodes.TemplateData))
        node.nodes = [_through("printed", nodes.Const(length, lineno=node.lineno)), *told]
        return node

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        node.expr = _through("weighed", node.expr)
        return node

    def _made(self, node: nodes.Expr) -> nodes.Node:
        self.generic_visit(node)
        if getattr(node, "ctx", "load") != "load":
            return node
        return _through("weighed", node)

    visit_List = visit_Tuple = visit_Dict = visit_Concat = visit_Getitem = _made  # noqa: N815


def _through(name: str, node: Any) -> nodes.Call:
    place = {"lineno": node.lineno}
    to = nodes.EnvironmentAttribute(name, **place)
    return nodes.Call(to, [node], [], None, None, **place)
