"""
`sequences.py SITE NUMBER SECONDS LEAST RESULT`: sequences of requests, in which a request takes what earlier answers held.
They are made at random from the number, each about one family of operations, and sent by callers with different rights.
One that fails is sent again in parts until it is short, and written to the result with everything that was counted.

Schemathesis makes the single requests and holds the answers to the document. Its own sequences are not used: with more than
ten thousand inferred links Hypothesis never finds the rules that begin one (`SampledFromStrategy` tries the first 10,000), and
where it does they hardly ever change, delete and read one thing.
"""
import json
import os
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random

import requests

import hooks
from chains import Missing, Step, Text, shown, shrunk
from maker import Maker
from operations import load
from persons import Site
from world import NO_ANSWER, Run, callers_of

LENGTHS = range(8, 17)
# Whose things a chain is about, and whether they are in the project that was seeded with one of each.
HOMES = [("admin", True)] * 2 + [("admin", False)] * 2 + [("stranger", False)]
PROJECT = "POST /api/v1/projects"
# Seconds in which what is found is sent again in parts: for one finding, and for all of them.
SHRINKING, ALL_SHRINKING = 20, 60


@dataclass
class Found:
    sequences: int = 0
    steps: int = 0
    statuses: Counter = field(default_factory=Counter)
    tried: set = field(default_factory=set)
    reached: set = field(default_factory=set)
    findings: list = field(default_factory=list)
    kinds: set = field(default_factory=set)
    errors: list = field(default_factory=list)


class Driver:
    def __init__(self, site, number, seconds, least):
        self.random = Random(number)
        self.runs = 0
        self.found = Found()
        self.site = Site(site)
        paths = re.compile(os.environ.get("FUZZ_PATHS", ""))
        operations = load(site)
        self.operations = {label: each for label, each in operations.items() if paths.search(each.path) or label == PROJECT}
        nonce = "".join(self.random.choices("abcdefghjkmnpqrstuvwxyz", k=5))
        self.callers = callers_of(self.site, hooks.CALLERS["own"].removeprefix("Bearer "), hooks.SPARES, nonce)
        self.new_run().invite_viewer(hooks.THERE["projectId"])
        self.starts = time.monotonic()
        self.seconds = seconds
        self.least = least
        self.is_server_gone = False
        self.shrinking = ALL_SHRINKING

    def run(self):
        # A family of many operations is met more often, and one that changes nothing never by itself.
        families = Counter(each.family for each in self.operations.values() if each.method != "GET")
        names = sorted(families)
        weights = [families[name] ** 0.5 for name in names]
        while not self.is_over():
            [family] = self.random.choices(names, weights)
            self.sequence(family, *self.random.choice(HOMES))
        for each in [] if self.is_server_gone else self.callers.values():
            answer = requests.get(f"{self.site.address}/api/v1/projects", headers=each.headers, timeout=60)
            if answer.status_code != 200:
                self.found.errors.append(f"The {each.name} could not call any more: {answer.text}")

    def sequence(self, family, home, is_seeded):
        maker = Maker(self.operations, self.random, family, home, is_seeded)
        run = self.new_run()
        for number in range(self.random.choice(LENGTHS)):
            step = maker.step(number) if number or is_seeded else first(home)
            outcome = run.send(step)
            self.count(outcome)
            maker.pool.learn(self.operations[step.label], step, outcome)
            for failure in outcome.failures:
                self.report(failure, run)
            if outcome.response.status_code == NO_ANSWER:
                # Nothing more can be asked of a server that is gone.
                self.is_server_gone = True
                break
        self.found.sequences += 1

    def is_over(self):
        """A busy machine has twice the time for the least number of sequences."""
        spent = time.monotonic() - self.starts
        enough = self.seconds if self.found.sequences >= self.least else 2 * self.seconds
        return self.is_server_gone or spent >= enough

    def new_run(self):
        self.runs += 1
        return Run(self.operations, self.callers, self.runs, self.site)

    def count(self, outcome):
        found = self.found
        found.steps += 1
        found.statuses[outcome.response.status_code] += 1
        found.tried.add(outcome.step.label)
        if outcome.is_done:
            found.reached.add(outcome.step.label)

    def report(self, failure, run):
        if failure.kind in self.found.kinds:
            return
        self.found.kinds.add(failure.kind)
        whole = list(run.outcomes.values())
        failed = whole[-1]
        self.found.findings.append(
            {
                "check": failure.check,
                "at": failure.label,
                "status": failure.status,
                "what": failure.message,
                "uri": failed.response.request.url,
                "answer": failed.response.text[:4000],
                "link": (failed.response.headers.get("link") or [""])[0],
                "sent": json.dumps(failed.sent.body, default=repr),
                "chain": self.chain(whole, failure.kind),
            }
        )

    def chain(self, whole, kind):
        """The requests of a sequence that failed, in lines: only those that it takes, if it fails again."""
        steps = [each.step for each in whole]
        if kind[-1] == NO_ANSWER or self.shrinking <= 0:
            return lines(whole)
        outcomes = self.sent_again(self.shortest(steps, kind))
        if has_failed(outcomes, kind):
            return lines(outcomes)
        return [*lines(whole), "(Sent again, it did not fail.)"]

    def shortest(self, steps, kind):
        starts = time.monotonic()

        def fails(candidate):
            if time.monotonic() - starts > min(SHRINKING, self.shrinking):
                return False
            outcomes = self.sent_again(candidate)
            return len(outcomes) == len(candidate) and has_failed(outcomes, kind)

        shortest = shrunk(steps, fails)
        self.shrinking -= time.monotonic() - starts
        return shortest

    def sent_again(self, steps):
        """Up to a step that refers to what is not there this time."""
        run = self.new_run()
        try:
            return [run.send(step) for step in steps]
        except Missing:
            return list(run.outcomes.values())


def has_failed(outcomes, kind):
    return any(each.kind == kind for each in outcomes[-1].failures)


def lines(outcomes):
    return [f"{shown(each.step, each.sent)} -> {each.response.status_code}" for each in outcomes]


def first(home):
    """Every chain has a project of its own, which it may also delete."""
    body = {"projectName": Text("p"), "slug": Text("p")}
    return Step(0, home, PROJECT, body=body, media_type="application/json")


def main(site, number, seconds, least, result):
    driver = Driver(site, int(number), float(seconds), int(least))
    driver.run()
    found = vars(driver.found)
    with open(result, "w", encoding="utf-8") as file:
        json.dump({name: list(value) if isinstance(value, set) else value for name, value in found.items()}, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
