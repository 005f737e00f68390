"""The person as whom the fuzzer calls: signs in again where a request ended the session, and is replaced where one ended the account."""
import threading
import uuid
from urllib.parse import parse_qs, urlsplit

import requests

SECONDS = 60


class Site:
    """The server that is fuzzed."""

    def __init__(self, address):
        self.address = address

    def ask(self, method, path, body=None, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        url = f"{self.address}/api{path}"
        answer = requests.request(method, url, json=body, headers=headers, timeout=SECONDS)
        answer.raise_for_status()
        return answer.json()


class PersonToken:
    """The access token of a person in the organization, whatever requests did to the person before."""

    def __init__(self, site, own_token, spares, email, password, organizationId):
        self.site = site
        self.own_token = own_token
        # What requests may not name, and what they name instead: whoever takes the place of the person is added.
        self.spares = spares
        self.spare_email = spares[email]
        self.email = email
        self.password = password
        self.organization = organizationId
        self.token = None
        # Several threads send requests.
        self.lock = threading.Lock()

    def get(self):
        with self.lock:
            if self.token is None:
                self.token = self.sign_in() or self.replaced()
            return self.token

    def forget(self):
        with self.lock:
            self.token = None

    def sign_in(self):
        """None where the account is gone, deactivated, locked out, or has another password or a second factor by now."""
        try:
            login = self.site.ask("POST", "/v3/auth/login", {"email": self.email, "password": self.password})
            return self.chosen(login["accessToken"])
        except requests.HTTPError:
            return None

    def chosen(self, begun):
        body = {"organizationId": self.organization}
        choice = self.site.ask("POST", "/v3/auth/select-organization", body, begun)
        if not choice["isMfaEnabled"]:
            return choice["token"]
        # A request made everybody's second factor a duty, which nobody here has.
        self.site.ask("PATCH", f"/v1/organization/{self.organization}", {"enforceMfa": False}, self.own_token)
        choice = self.site.ask("POST", "/v3/auth/select-organization", body, begun)
        return None if choice["isMfaEnabled"] else choice["token"]

    def replaced(self):
        """Invites another person, who completes the account and chooses the organization."""
        self.email = f"fuzzer-{uuid.uuid4().hex}@example.net"
        self.spares[self.email] = self.spare_email
        invited = {"inviteeEmails": [self.email], "organizationId": self.organization}
        answer = self.site.ask("POST", "/v1/invite-org/signup", invited, self.own_token)
        link = parse_qs(urlsplit(answer["completeInviteLinks"][0]["link"]).fragment)
        named = {"email": self.email, "organizationId": self.organization, "code": link["code"][0]}
        opened = self.site.ask("POST", "/v1/invite-org/verify", named)
        account = {"email": self.email, "firstName": "Fuzzer", "password": self.password}
        begun = self.site.ask("POST", "/v3/signup/complete-account", account, opened["token"])
        self.spare_ids()
        return self.chosen(begun["token"])

    def spare_ids(self):
        """Ids of the person and of the membership stand for those of the spare, as the seed says of the first person."""
        path = f"/v2/organizations/{self.organization}/memberships"
        members = self.site.ask("GET", path, token=self.own_token)["users"]
        mine = next(each for each in members if each["user"]["email"] == self.email)
        spare = next((each for each in members if each["user"]["email"] == self.spare_email), None)
        # Where the spare is gone, nothing is there under these ids.
        self.spares[mine["id"]] = spare["id"] if spare else GONE
        self.spares[mine["user"]["id"]] = spare["user"]["id"] if spare else GONE


GONE = "00000000-0000-7000-8000-000000000000"
