"""Sequences of requests: what keeps Schemathesis 4.32.5 from making them, and how long it makes them."""
import os
import time

from schemathesis.engine.run.stateful import _executor as executor
from schemathesis.generation.stateful import state_machine

SECONDS = float(os.environ.get("FUZZ_SEQUENCE_SECONDS", "180"))


def try_all():
    """
    Hypothesis leaves out some of the rules in each sequence, for which it draws flags. With the ten thousand links of the
    document it rejects every sequence ("459 of 459 test cases failed"), and Schemathesis ends without saying so. Without the flags
    it makes some, but too few: two in 35 seconds with all of the document.
    """
    state_machine._ValidRuleFallbackFlags.is_enabled = lambda _flags, _name: True


def end_in_time():
    """With `--max-time` Schemathesis repeats its phases, and its own output fails an assertion there."""
    check = executor._raise_if_stopped
    started = []

    def within_time(engine):
        check(engine)
        if not started:
            started.append(time.monotonic())
        if time.monotonic() - started[0] >= SECONDS:
            raise executor.BudgetExpired

    executor._raise_if_stopped = within_time
