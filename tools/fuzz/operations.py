"""The operations of the document: exemplary requests of each, varied as its schemas allow, and which operations belong together."""
import copy
import re
from collections import defaultdict

import schemathesis

# Names of the same thing.
SAME = {"workspaceId": "projectId", "workspaceSlug": "projectSlug", "envSlug": "environment"}
SAME |= {"environmentSlug": "environment", "group": "groupId", "orgId": "organizationId"}
SAME |= {"caId": "authorityId", "parentCaId": "authorityId", "certificateTemplateId": "policyId"}
SAME |= {"certificatePolicyId": "policyId", "projectMembershipId": "membershipId", "email": "username"}
# Everything has one of these of its own.
OWN = {"id", "slug", "path", "name", "number"}
# Without it most requests about a project are refused, whatever the document requires.
PROJECT = {"projectId", "workspaceId"}
REFERENCE = re.compile(r"(Id|Slug)s?$|^(clientSecret|accessToken|token|username)$")
GROUPED = {"projects", "cert-manager", "auth", "scim", "pki", "organization"}


def known_as(name):
    return SAME.get(name, name)


class Operation:
    def __init__(self, operation, raw, components):
        self.schemathesis = operation
        self.label = operation.label
        self.method, self.path = operation.label.split(" ", 1)
        self.components = components
        # Whether anybody may call it.
        self.is_open = raw.get("security") == []
        self.family = family_of(self.path)
        # The path up to a parameter, by the parameter: what is created there is what the parameter takes.
        self.collections = {}
        for match in re.finditer(r"/\{([^}]+)\}", self.path):
            self.collections[match[1]] = collection_of(self.path[: match.start()])
        self.slots = {name: slot_of(collection, name) for name, collection in self.collections.items()}
        self.parameters = raw.get("parameters", [])
        content = raw.get("requestBody", {}).get("content", {})
        self.media_type, media = next(iter(content.items()), (None, {}))
        self.body_schema = media.get("schema", {})
        self.examples = [self.resolved(each)["value"] for each in media.get("examples", {}).values()]
        # Names of what a request cannot do without.
        body = self.resolved(self.body_schema)
        required = [*body.get("required", []), *body.get("anyOf", [{}])[0].get("required", [])]
        self.takes = {known_as(name) for name in (*self.collections, *required) if REFERENCE.search(name)}
        self.body_takes = self.takes - {known_as(name) for name in self.collections}
        # The parameter that ends the path.
        match = re.search(r"\{([^}]+)\}$", self.path)
        self.own_parameter = match[1] if match else None

        # Whether it makes what other operations take in their path: set once all are known.
        self.is_maker = False
        # The names of parameters that take the id of what it makes.
        self.makes = set()

    @property
    def references(self):
        """Names of what earlier answers may hold for it."""
        queries = [each["name"] for each in self.parameters if each["in"] == "query"]
        bodies = [name for example in self.examples if isinstance(example, dict) for name in example]
        return set(self.collections) - OWN | {name for name in (*queries, *bodies) if REFERENCE.search(name)}

    def resolved(self, node):
        while "$ref" in node:
            _, _, kind, name = node["$ref"].split("/")
            node = self.components[kind][name]
        return node

    def path_parameters(self):
        return {each["name"]: each.get("example", "none") for each in self.parameters if each["in"] == "path"}

    def query(self, random, knows):
        chosen = {}
        for each in self.parameters:
            if each["in"] == "query" and (each.get("required") or random.random() < likelihood(each["name"], 0.2, knows)):
                value = self.varied(each.get("schema", {}), each.get("example"), random, knows)
                if value is not None:
                    chosen[each["name"]] = value
        return chosen

    def body(self, random, knows):
        """
        One of the examples, with some fields left out, others added, and some values changed. Of optional fields that refer
        to something, few are sent unless `knows(name)` says that there is something to refer to.
        """
        return self.varied(self.body_schema, copy.deepcopy(random.choice(self.examples)), random, knows)

    def varied(self, schema, value, random, knows):
        schema = self.resolved(schema)
        options = schema.get("oneOf") or schema.get("anyOf")
        if options and "properties" not in schema:
            # An example is of one of them, and only some of its values can be changed without knowing which.
            return value if value is not None else self.varied(random.choice(options), None, random, knows)
        for part in schema.get("allOf", []):
            value = self.varied(part, value, random, knows)
        value = schema.get("example") if value is None else value
        if isinstance(value, dict):
            return self.varied_fields(schema, value, random, knows)
        if isinstance(value, list):
            items = [self.varied(schema.get("items", {}), each, random, knows) for each in value]
            return items[:1] if random.random() < 0.2 and schema.get("minItems", 0) < 2 else items
        return self.varied_value(schema, value, random)

    def varied_fields(self, schema, value, random, knows):
        fields, required = schema.get("properties", {}), set(schema.get("required", []))
        # Of two names of one thing one is required, and the example has one.
        for option in schema.get("anyOf", []):
            required.update(option.get("required", []))
        kept = {}
        for name, part in value.items():
            if name in required or name not in fields or random.random() < likelihood(name, 0.75, knows):
                kept[name] = self.varied(fields.get(name, {}), part, random, knows)
        for name in fields:
            # Who approves is a person or a group with an id.
            usual = 0.9 if name == "id" and "type" in value else 0.1
            if name not in value and random.random() < likelihood(name, usual, knows):
                added = self.varied(fields[name], None, random, knows)
                if added is not None:
                    kept[name] = added
        return kept

    def varied_value(self, schema, value, random):
        if value is not None and random.random() < 0.8:
            return value
        if schema.get("enum"):
            return random.choice(schema["enum"])
        if schema.get("type") == "boolean":
            return random.random() < 0.5
        if schema.get("type") == "integer":
            least = schema.get("minimum", 0)
            return random.choice([least, min(least + 1, schema.get("maximum", least + 1)), schema.get("maximum", least)])
        return value


def likelihood(name, usual, knows):
    """How often an optional field or parameter is sent."""
    if name in PROJECT:
        return 0.95
    return 0.05 if REFERENCE.search(name) and not knows(name) else usual


def collection_of(path):
    """`/api/v2/workspace/{workspaceId}/tags` and `/api/v1/projects/{projectId}/tags` are the same."""
    path = re.sub(r"^/api/v\d+", "", path).replace("/workspace", "/projects")
    path = re.sub(r"/(slug|id|raw|by-name)$", "", path)
    return re.sub(r"\{[^}]+\}", "{}", path)


def singular(word):
    return word.removesuffix("ies") + "y" if word.endswith("ies") else word.removesuffix("s")


def slot_of(collection, name):
    """What takes an id, a slug or a name of a thing in the collection."""
    kind = re.search(r"(slug|name)$", name, re.IGNORECASE)
    return f"{collection}#{kind[1].lower() if kind else 'id'}"


def family_of(path):
    words = [word for word in collection_of(path).split("/")[1:] if word != "{}"]
    return "/".join(words[:2] if words[0] in GROUPED else words[:1])


def load(site):
    """The operations by their label, without streams: those have no end, and are asked one by one."""
    schema = schemathesis.openapi.from_url(f"{site}/api/docs/json")
    raw = schema.raw_schema
    found = {}
    for result in schema.get_all_operations():
        operation = result.ok()
        method, path = operation.label.split(" ", 1)
        if "/events/subscribe/" not in path:
            definition = raw["paths"][path][method.lower()]
            found[operation.label] = Operation(operation, definition, raw["components"])
    makes = defaultdict(set)
    for each in found.values():
        for name, collection in each.collections.items():
            if slot_of(collection, name).endswith("#id"):
                makes[collection].add(known_as(name))
    for each in found.values():
        is_at_own_path = each.method in ("POST", "PUT") and each.own_parameter is not None
        each.is_maker = is_at_own_path or (each.method == "POST" and collection_of(each.path) in makes)
        if each.is_maker and not is_at_own_path:
            each.makes = makes[collection_of(each.path)]
    return found
