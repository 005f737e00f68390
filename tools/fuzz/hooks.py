"""Loaded by Schemathesis. Gives half of the requests ids of things that are there, and keeps its own logins alive."""
import json
import os
import random
import uuid

import schemathesis
from requests.auth import AuthBase

import streams
from persons import PersonToken, Site

SEED = json.load(open(os.environ["FUZZ_SEED"], encoding="utf-8"))
SITE = os.environ["FUZZ_SITE"]
# By the name of a parameter: a thing that is there, or several of which any may be meant.
THERE = SEED["there"]
# The same of things that may go: what is deleted is not there for any other request.
DOOMED = SEED["doomed"]
# An identity, a person or a credential that the run itself depends on, and the spare that takes its place.
SPARES = SEED["spares"]
CALLERS = SEED["callers"]
RESERVED = {"__proto__", "constructor", "__defineGetter__", "__defineSetter__", "hasOwnProperty", "__lookupGetter__"}
RESERVED |= {"__lookupSetter__", "isPrototypeOf", "propertyIsEnumerable", "toString", "valueOf", "toLocaleString"}

streams.end_at_reset()


@schemathesis.serializer("application/ocsp-request")
def as_sent(_context, value):
    """A request of OCSP is bytes (RFC 6960), which mean nothing when they are made up."""
    return value if isinstance(value, bytes) else str(value).encode()


def choice_for(case):
    """The same for the same request: a request that is sent again must not be another one."""
    parts = [case.method, case.path, case.path_parameters, case.query, case.body]
    return random.Random(repr(parts))


def of_what_is_there(case, name, choice):
    # With a project all of it would go, so that those to delete are empty.
    is_whole = name == "projectId" and case.path.endswith("{projectId}")
    if case.method == "DELETE":
        found = DOOMED["emptyProjectId" if is_whole else name]
    else:
        found = THERE[name]
    return choice.choice(found) if isinstance(found, list) else found


def spared(value):
    """Without the ids on which the login of the run depends."""
    text = json.dumps(value)
    for own, spare in list(SPARES.items()):
        text = text.replace(own, spare)
    return json.loads(text)


PERSON = PersonToken(Site(SITE), CALLERS["own"].removeprefix("Bearer "), SPARES, **CALLERS["person"])


class OtherToken(AuthBase):
    """Sends another token in place of the run's; a request that should come without one, or with a wrong one, stays so."""

    def __init__(self, token):
        self.token = token

    def __call__(self, request):
        if request.headers.get("Authorization") == CALLERS["own"]:
            request.headers["Authorization"] = f"Bearer {self.token}"
        return request


def without_reserved(value):
    """No object has one of these names, as the document says once for all."""
    if isinstance(value, dict):
        return {name: without_reserved(part) for name, part in value.items() if name not in RESERVED}
    return [without_reserved(part) for part in value] if isinstance(value, list) else value


def schemes_of(operation):
    return [name for requirement in operation.definition.raw.get("security", []) for name in requirement]


def takes_a_person(operation):
    return schemes_of(operation) == ["bearer"]


@schemathesis.hook
def map_case(context, case):
    meta = case.meta
    if meta is not None and not meta.generation.mode.is_positive:
        return case
    choice = choice_for(case)
    for name in list(case.path_parameters or {}):
        if name in THERE and choice.random() < 0.5:
            case.path_parameters[name] = of_what_is_there(case, name, choice)
    for part in (case.query, case.body):
        if isinstance(part, dict) and choice.random() < 0.5:
            for name, value in part.items():
                if name in THERE and isinstance(value, str):
                    part[name] = of_what_is_there(case, name, choice)
    return case


@schemathesis.hook
def before_call(context, case, kwargs):
    if schemes_of(case.operation) == ["scim"]:
        kwargs["auth"] = OtherToken(CALLERS["scim"])
    elif takes_a_person(case.operation):
        kwargs["auth"] = OtherToken(PERSON.get())
    if case.method == "GET":
        return
    # A client takes a new key for each request, which no schema can say.
    if "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = uuid.uuid4().hex
    for part in ("path_parameters", "query", "body"):
        value = getattr(case, part)
        if isinstance(value, (dict, list)) and value:
            try:
                setattr(case, part, without_reserved(spared(value)))
            except (TypeError, ValueError):
                continue


@schemathesis.hook
def after_call(context, case, response):
    ended = response.status_code == 401 or (case.method == "DELETE" and response.status_code < 300)
    if ended and takes_a_person(case.operation):
        PERSON.forget()
