"""Makes the steps of a chain: which operation comes next, who asks, and what of earlier answers it takes."""
import re
from collections import defaultdict

import hooks
from chains import Ref, Step, Text
from operations import collection_of, known_as, singular, slot_of
from world import is_id, thing_in

TEXTS = re.compile(r"(name|slug|value|comment|description|note|title|key)$", re.IGNORECASE)
# What is there in the organization, whatever the project.
EVERYWHERE = {"organizationId", "orgId", "orgMembershipId", "userId", "username", "groupId", "group", "scimTokenId"}
EVERYWHERE |= {"identityId", "clientSecretId", "tokenId", "environment", "secretPath"}
# How often what is known is taken, so that requests for what is not there are made as well.
OFTEN = 0.95


class Pool:
    """What earlier requests and answers of a chain held, by the name of the parameter or by the place in a path that takes it."""

    def __init__(self, names):
        self.names = names
        self.values = defaultdict(list)
        # What was made last: its collection, and values by the place in a path that takes them.
        self.collection = None
        self.slots = {}
        self.is_deleted = False

    def add(self, name, value):
        held = self.values[name]
        if value in held:
            held.remove(value)
        held.append(value)

    def pick(self, name, random):
        held = self.values.get(name)
        if not held:
            return None
        return held[-1] if random.random() < 0.65 else random.choice(held)

    def learn(self, operation, step, outcome):
        """From a request that was done and its answer."""
        if not outcome.is_done:
            return
        for part in (step.path_parameters, step.query, step.body):
            for name, value in part.items() if isinstance(part, dict) else []:
                if name in self.names and isinstance(value, (Ref, Text)):
                    self.add(known_as(name), value)
        self.read(step.number, outcome.answer, (), "")
        own = operation.own_parameter
        if operation.is_maker:
            self.made(operation, step, outcome)
        elif operation.method == "DELETE" and step.path_parameters.get(own) in self.slots.values():
            self.is_deleted = True

    def made(self, operation, step, outcome):
        own = operation.own_parameter
        thing, pointer = thing_in(outcome.answer)
        if own:
            slots = {operation.slots[own]: step.path_parameters[own]}
        else:
            collection = collection_of(operation.path)
            fields = {"id": "Id", "slug": "Slug", "name": "Name"}
            slots = {
                slot_of(collection, kind): Ref(step.number, (*pointer, name))
                for name, kind in fields.items()
                if isinstance(thing.get(name), str)
            }
        if not slots:
            return
        self.collection = operation.collections[own] if own else collection_of(operation.path)
        self.slots = slots
        self.is_deleted = False
        for slot, value in slots.items():
            self.add(slot, value)
            for name in operation.makes if slot.endswith("#id") else []:
                self.add(name, value)

    def read(self, number, answer, pointer, parent):
        if len(pointer) > 4:
            return
        if isinstance(answer, list):
            for place, value in enumerate(answer[:2]):
                self.read(number, value, (*pointer, place), singular(parent))
        if not isinstance(answer, dict):
            return
        for name, value in answer.items():
            if isinstance(value, (dict, list)):
                self.read(number, value, (*pointer, name), name)
            elif isinstance(value, str) and 0 < len(value) < 200:
                whole = f"{parent}{name[0].upper()}{name[1:]}" if name in ("id", "slug", "name") and parent else name
                if known_as(whole) in self.names:
                    self.add(known_as(whole), Ref(number, (*pointer, name)))


class Maker:
    """Makes the steps of a chain about a family of operations. `home` is the caller whom it is about, most of the time."""

    def __init__(self, operations, random, family, home, is_seeded):
        self.operations = list(operations.values())
        self.random = random
        self.family = family
        self.home = home
        # Whether the chain is about the seeded project, in which one of each thing is there.
        self.known = set(hooks.THERE) if is_seeded else EVERYWHERE if home == "admin" else {"environment", "secretPath"}
        self.needed = {name for each in self.operations if each.family == family for name in each.takes}
        self.pool = Pool({known_as(name) for each in self.operations for name in each.references} | set(hooks.THERE))

    def step(self, number):
        weights = [self.weight(each) for each in self.operations]
        [operation] = self.random.choices(self.operations, weights)
        path = {name: self.in_path(operation, name, value) for name, value in operation.path_parameters().items()}
        query = {name: self.filled(operation, name, value) for name, value in operation.query(self.random, self.knows).items()}
        body = self.filled(operation, "", operation.body(self.random, self.knows)) if operation.examples else None
        media_type = operation.media_type if operation.examples else None
        return Step(number, self.caller(), operation.label, path, query, body, media_type)

    def caller(self):
        others = {"admin": ["viewer", "stranger"], "stranger": ["admin"]}[self.home]
        return self.home if self.random.random() < 0.8 else self.random.choice(others)

    def weight(self, operation):
        weight = 0.02 if operation.is_open else 0.06
        if operation.family == self.family:
            weight = 4
            # Without anything made, most others are refused.
            if self.pool.collection is None and operation.is_maker:
                weight = 16
        elif operation.is_maker and any(name not in self.pool.values for name in operation.makes & self.needed):
            weight = 8
        if self.pool.collection in operation.collections.values():
            weight *= 6
            if self.pool.is_deleted:
                weight *= 4 if operation.method == "GET" else 0.5
        return weight if self.can_be_filled(operation) else weight * 0.05

    def knows(self, name):
        name = singular(name)
        return name in self.known or known_as(name) in self.known or known_as(name) in self.pool.values

    def can_be_filled(self, operation):
        for name, slot in operation.slots.items():
            # The path of a secret, say, is made by who creates it.
            is_made_here = operation.is_maker and name == operation.own_parameter and not slot.endswith("#id")
            if not is_made_here and slot not in self.pool.values and not self.knows(name):
                return False
        return all(self.knows(name) for name in operation.body_takes)

    def in_path(self, operation, name, value):
        slot = operation.slots[name]
        if slot in self.pool.slots and self.random.random() < OFTEN:
            return self.pool.slots[slot]
        known = [slot, known_as(name)]
        # What is there for all chains is not deleted: answers may name it.
        if operation.method == "DELETE" and name == operation.own_parameter:
            known = [slot]
        for each in known:
            held = self.pool.pick(each, self.random)
            if held is not None and self.random.random() < OFTEN:
                return held
        return self.by_name(operation, name, value)

    def filled(self, operation, name, value):
        """A value of a query or a body, with what earlier answers held, and with marked texts, where the names say so."""
        if isinstance(value, dict):
            # A person or a group, such as who approves.
            ids = {"id": f"{value['type']}Id"} if value.get("type") in ("user", "group") else {}
            return {each: self.filled(operation, ids.get(each, each), part) for each, part in value.items()}
        if isinstance(value, list):
            return [self.filled(operation, singular(name), part) for part in value]
        if not isinstance(value, str):
            return value
        held = self.pool.pick(known_as(name), self.random)
        if held is not None and self.random.random() < OFTEN:
            return held
        return self.by_name(operation, name, value)

    def by_name(self, operation, name, value):
        if name in ("path", "directory") and value.startswith("/"):
            name = "secretPath"
        name = known_as(name) if name not in self.known else name
        if name in self.known and self.random.random() < OFTEN:
            return hooks.of_what_is_there(operation, name, self.random)
        if "@" in value and self.random.random() < 0.8:
            return Text(f"{self.random.choice('abc')}@example.net")
        if TEXTS.search(name) and self.random.random() < 0.7:
            return Text(self.random.choice("abc"))
        return value
