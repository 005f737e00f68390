"""Who sends sequences of requests, and one run of such a sequence with the checks of each answer."""
import base64
import json
import re
import uuid
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import requests
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi import checks

from chains import Missing, Ref, at

CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
SECONDS = 60
# In place of a status.
NO_ANSWER = 599
# The administrator of the instance lists every organization.
INSTANCE = re.compile(r"^/api/v1/admin/")


@dataclass
class Caller:
    """A machine identity. `marker` is in every text that callers of its organization send."""

    name: str
    organization: str
    marker: str
    token: str
    identity: str
    session: requests.Session = field(default_factory=requests.Session)

    @property
    def headers(self):
        return {"Authorization": f"Bearer {self.token}"}


def claims_of(token):
    part = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def callers_of(site, own, spares, nonce):
    """The administrator of the seeded organization, a viewer in it, and the administrator of another organization."""
    claims = claims_of(own)
    ours, theirs = f"amber{nonce}", f"birch{nonce}"
    body = {"name": "viewer", "role": "no-access"}
    viewer = site.ask("POST", "/v1/identities", body, own)["identity"]["id"]
    site.ask("POST", f"/v1/auth/token-auth/identities/{viewer}", {}, own)
    issued = site.ask("POST", f"/v1/auth/token-auth/identities/{viewer}/tokens", {}, own)
    other = site.ask("POST", "/v1/admin/organizations", {"name": theirs}, own)
    token = other["identity"]["credentials"]["token"]
    callers = [
        Caller("admin", claims["orgId"], ours, own, claims["identityId"]),
        Caller("viewer", claims["orgId"], ours, issued["accessToken"], viewer),
        Caller("stranger", other["organization"]["id"], theirs, token, other["identity"]["id"]),
    ]
    for each in callers[1:]:
        # Requests of the sequences do not end the callers themselves.
        spares[each.identity] = spares[claims["identityId"]]
        spares[claims_of(each.token)["identityAccessTokenId"]] = spares[claims["identityAccessTokenId"]]
    return {each.name: each for each in callers}


@dataclass
class Failure:
    check: str
    label: str
    status: int
    message: str

    @property
    def kind(self):
        return self.check, self.label, self.status


@dataclass
class Outcome:
    step: object
    sent: object
    response: object
    answer: object
    failures: list

    @property
    def is_done(self):
        return self.response.status_code < 300


class Run:
    """One run of a sequence. What it makes has names of its own, so that it can be repeated."""

    def __init__(self, operations, callers, number, site):
        self.operations = operations
        self.callers = callers
        self.number = number
        self.site = site
        self.outcomes = {}
        # Paths under which something was deleted.
        self.gone = set()
        # Ids of what the callers of an organization made.
        self.made = {each.organization: {each.organization} for each in callers.values()}

    def send(self, step):
        operation, caller = self.operations[step.label], self.callers[step.caller]
        sent = step.with_values(lambda value: self.value(value, caller))
        case = operation.schemathesis.Case(
            path_parameters=dict(sent.path_parameters),
            query=dict(sent.query),
            **({} if sent.media_type is None else {"body": sent.body, "media_type": sent.media_type}),
        )
        try:
            response = case.call(session=caller.session, headers=caller.headers, timeout=SECONDS)
        except requests.RequestException as error:
            return self.unanswered(step, sent, error)
        try:
            answer = response.json()
        except ValueError:
            answer = None
        # A hook has put spares in place of what the callers depend on (hooks.py).
        sent = replace(sent, path_parameters=case.path_parameters or {}, query=case.query or {})
        if sent.media_type is not None:
            sent = replace(sent, body=case.body)
        failures = list(self.failures(operation, caller, sent, case, response))
        outcome = Outcome(step, sent, response, answer, failures)
        self.outcomes[step.number] = outcome
        self.note(operation, caller, sent, outcome)
        return outcome

    def unanswered(self, step, sent, error):
        response = SimpleNamespace(status_code=NO_ANSWER, text=repr(error), headers={}, request=SimpleNamespace(url=""))
        failure = Failure("answers", step.label, NO_ANSWER, repr(error))
        self.outcomes[step.number] = Outcome(step, sent, response, None, [failure])
        return self.outcomes[step.number]

    def value(self, value, caller):
        if not isinstance(value, Ref):
            return f"{caller.marker}r{self.number}{value.word}"
        if value.step not in self.outcomes:
            raise Missing
        return at(self.outcomes[value.step].answer, value.pointer)

    def failures(self, operation, caller, sent, case, response):
        status = response.status_code
        try:
            case.validate_response(response, checks=CHECKS)
        except FailureGroup as group:
            for each in group.exceptions:
                yield Failure(each.checks[0], operation.label, status, each.message or each.title)
        for check, message in self.own_failures(operation, caller, sent, response):
            yield Failure(check, operation.label, status, message)

    def own_failures(self, operation, caller, sent, response):
        is_done = response.status_code < 300
        asked = repr((sent.path_parameters, sent.query, sent.body))
        theirs = {each.marker: each.organization for each in self.callers.values()}
        for marker, organization in theirs.items():
            if organization == caller.organization or operation.is_open or INSTANCE.match(operation.path):
                continue
            for text in [marker, *self.made[organization]]:
                if text in response.text and text not in asked:
                    yield "other_organization", f"The answer holds {text}, which belongs to another organization."
            if is_done and self.made[organization] & {str(each) for each in sent.path_parameters.values()}:
                yield "other_organization", "The path names what belongs to another organization, and was answered."
        if caller.name == "viewer" and is_done and operation.method in ("PUT", "PATCH", "DELETE"):
            yield "viewer_writes", "A viewer without a role in the organization has changed something."
        if is_done and operation.method == "GET" and place_of(operation, sent) in self.gone:
            yield "deleted_is_there", "It was deleted, and is there."

    def note(self, operation, caller, sent, outcome):
        if not outcome.is_done:
            return
        place = place_of(operation, sent)
        if operation.method == "DELETE" and is_id(sent.path_parameters.get(operation.own_parameter)):
            self.gone.add(place)
        elif operation.method != "GET":
            # It may be made anew under its path, or below it.
            self.gone -= {each for each in self.gone if each.startswith(place)}
        if operation.method == "POST":
            thing, _ = thing_in(outcome.answer)
            if is_id(thing.get("id")):
                self.made[caller.organization].add(thing["id"])
                if operation.label == "POST /api/v1/projects" and caller.name == "admin":
                    self.invite_viewer(thing["id"])

    def invite_viewer(self, project):
        viewer, admin = self.callers["viewer"], self.callers["admin"]
        path = f"/v1/projects/{project}/memberships/identities/{viewer.identity}"
        self.site.ask("POST", path, {"roles": [{"role": "viewer"}]}, admin.token)


def place_of(operation, sent):
    path = operation.path
    for name, value in sent.path_parameters.items():
        path = path.replace("{" + name + "}", str(value))
    return path


def is_id(value):
    try:
        return str(uuid.UUID(value)) == value
    except (ValueError, AttributeError, TypeError):
        return False


def thing_in(answer):
    """What an answer is about, and the way to it: the answer itself, or what it holds as its first object."""
    if not isinstance(answer, dict):
        return {}, ()
    if "id" not in answer:
        for name, value in answer.items():
            if isinstance(value, dict):
                return value, (name,)
    return answer, ()
