"""Chains of requests, written down so that they can be sent again: what an earlier answer held is referred to, not copied."""
import json
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Ref:
    """A value in the answer to an earlier step."""

    step: int
    pointer: tuple


@dataclass(frozen=True)
class Text:
    """A text that carries the marker of the organization that sends it. The same word is another text in every run of a chain."""

    word: str


@dataclass(frozen=True)
class Step:
    number: int
    caller: str
    label: str
    path_parameters: dict = field(default_factory=dict)
    query: dict = field(default_factory=dict)
    body: object = None
    media_type: str | None = None

    def with_values(self, value_of):
        """The step with everything that is referred to or marked in place."""
        parts = {part: mapped(getattr(self, part), value_of) for part in ("path_parameters", "query", "body")}
        return replace(self, **parts)

    def refers_to(self):
        found = set()

        def note(value):
            if isinstance(value, Ref):
                found.add(value.step)
            return value

        self.with_values(note)
        return found


class Missing(Exception):
    """An earlier answer does not hold what a step refers to."""


def mapped(tree, value_of):
    if isinstance(tree, (Ref, Text)):
        return value_of(tree)
    if isinstance(tree, dict):
        return {name: mapped(value, value_of) for name, value in tree.items()}
    return [mapped(value, value_of) for value in tree] if isinstance(tree, list) else tree


def at(answer, pointer):
    for key in pointer:
        try:
            answer = answer[key]
        except (KeyError, IndexError, TypeError):
            raise Missing from None
    if not isinstance(answer, (str, int)):
        raise Missing
    return answer


def shown(step, sent):
    """A step as it was sent, for who reads the report."""
    body = "" if sent.body is None else f" {json.dumps(sent.body, ensure_ascii=True, default=repr)[:600]}"
    query = "&".join(f"{name}={value}" for name, value in sent.query.items())
    method, path = step.label.split(" ", 1)
    for name, value in sent.path_parameters.items():
        path = path.replace("{" + name + "}", str(value))
    return f"{step.caller}: {method} {path}{'?' + query if query else ''}{body}"


def shrunk(steps, fails, tries=80):
    """
    The shortest part of a chain, and the least of each body and query, with which it still fails. `fails(steps)` sends a
    chain and says whether it does.
    """
    left = [tries]

    def is_enough(candidate):
        left[0] -= 1
        return left[0] >= 0 and fails(candidate)

    place = len(steps) - 2
    while place >= 0:
        gone = {steps[place].number}
        # What refers to a step goes with it, except the last one, which fails.
        rest = []
        for step in steps:
            if step.number in gone or step.refers_to() & gone:
                gone.add(step.number)
            else:
                rest.append(step)
        if rest and rest[-1].number == steps[-1].number and is_enough(rest):
            steps = rest
        place = min(place, len(steps) - 1) - 1
    for place, step in enumerate(steps):
        for part in ("query", "body"):
            value = getattr(step, part)
            for name in list(value) if isinstance(value, dict) else []:
                less = {each: kept for each, kept in getattr(step, part).items() if each != name}
                candidate = [*steps[:place], replace(step, **{part: less}), *steps[place + 1 :]]
                if is_enough(candidate):
                    step, steps = candidate[place], candidate
    return steps
