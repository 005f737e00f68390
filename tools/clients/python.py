"""Calls every method of the published Python SDK. The server and the account come by the environment."""

import inspect
import json
import os
import re

from infisical_sdk import InfisicalSDKClient

ID = "11111111-1111-4111-8111-111111111111"
PROJECT = os.environ["PROJECT_ID"]
SLUG = os.environ["PROJECT_SLUG"]
tried = set()


def report(method, outcome, why=""):
    tried.add(method)
    print(json.dumps({"method": method, "outcome": outcome, "why": why}), flush=True)


def works(method, call, holds=lambda result: True):
    """`call` must succeed, and `holds` be true of its result."""
    try:
        result = call()
        if not holds(result):
            raise AssertionError(f"It answered {result}")
    except Exception as error:
        report(method, "fails", str(error))
        return None
    report(method, "works")
    return result


def absent(method, call):
    """`call` must be told that there is no such route."""
    try:
        call()
    except Exception as error:
        told = "404" in str(error) and re.search(r"Route \S+ not found", str(error))
        report(method, "absent" if told else "fails", "" if told else str(error))
    else:
        report(method, "fails", "It was expected to be absent, and works.")


def auth(client):
    login = client.auth
    absent("auth.aws_auth.login", lambda: login.aws_auth.login(ID))
    absent("auth.oidc_auth.login", lambda: login.oidc_auth.login(ID, "jwt"))
    absent("auth.ldap_auth.login", lambda: login.ldap_auth.login(ID, "ada", "password"))
    credentials = (os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
    works(
        "auth.universal_auth.login",
        lambda: login.universal_auth.login(*credentials),
        lambda made: made.tokenType == "Bearer" and made.expiresIn > 0,
    )
    works("auth.token_auth.login", lambda: login.token_auth.login(client.get_token()))


def secrets(client):
    kept = client.secrets
    at = {"environment_slug": "dev", "secret_path": "/", "project_id": PROJECT}
    by_slug = {"environment_slug": "dev", "secret_path": "/", "project_slug": SLUG}
    works(
        "secrets.create_secret_by_name",
        lambda: kept.create_secret_by_name("KEY", secret_value="one", **by_slug),
        lambda made: made.version == 1,
    )
    works(
        "secrets.update_secret_by_name",
        lambda: kept.update_secret_by_name("KEY", secret_value="two", **at),
        lambda made: made.version == 2,
    )
    works(
        "secrets.get_secret_by_name",
        lambda: kept.get_secret_by_name("KEY", **at),
        lambda found: found.secretValue == "two",
    )
    works(
        "secrets.list_secrets",
        lambda: kept.list_secrets(recursive=True, **by_slug),
        lambda found: [secret.secretValue for secret in found.secrets] == ["two"],
    )
    works("secrets.delete_secret_by_name", lambda: kept.delete_secret_by_name("KEY", **at))


def folders(client):
    kept = client.folders
    at = {"environment_slug": "dev", "project_id": PROJECT, "path": "/"}
    made = works("folders.create_folder", lambda: kept.create_folder("apps", **at))
    found = works(
        "folders.list_folders",
        lambda: kept.list_folders(recursive=False, **at),
        lambda found: [folder.name for folder in found.folders] == ["apps"],
    )
    folder = made.id if made else found.folders[0].id if found else ID
    works("folders.get_folder_by_id", lambda: kept.get_folder_by_id(folder))
    works(
        "folders.update_folder",
        lambda: kept.update_folder(folder, "other", **at),
        lambda changed: changed.name == "other",
    )
    works("folders.delete_folder", lambda: kept.delete_folder(folder, **at))


def leases(client):
    dynamic = client.dynamic_secrets
    at = {"project_slug": SLUG, "environment_slug": "dev"}
    provider = {"provider_type": "x", "inputs": {}, "default_ttl": "1h", "max_ttl": "2h"}
    absent("dynamic_secrets.create", lambda: dynamic.create("x", **provider, **at))
    absent("dynamic_secrets.delete", lambda: dynamic.delete("x", **at))
    absent("dynamic_secrets.get_by_name", lambda: dynamic.get_by_name("x", **at))
    absent("dynamic_secrets.update", lambda: dynamic.update("x", **at))
    lease = dynamic.leases
    absent("dynamic_secrets.leases.create", lambda: lease.create("x", **at))
    for name in ["revoke", "renew", "get"]:
        absent(f"dynamic_secrets.leases.{name}", lambda: getattr(lease, name)(ID, **at))


def keys(client):
    kms = client.kms
    absent("kms.list_keys", lambda: kms.list_keys(PROJECT))
    absent("kms.get_key_by_id", lambda: kms.get_key_by_id(ID))
    absent("kms.get_key_by_name", lambda: kms.get_key_by_name("x", PROJECT))
    absent("kms.create_key", lambda: kms.create_key("x", PROJECT, "aes-256-gcm"))
    absent("kms.update_key", lambda: kms.update_key(ID, name="x"))
    absent("kms.delete_key", lambda: kms.delete_key(ID))
    absent("kms.encrypt_data", lambda: kms.encrypt_data(ID, "eA=="))
    absent("kms.decrypt_data", lambda: kms.decrypt_data(ID, "eA=="))


def methods(value, path):
    """Names of all public methods, also of the objects within."""
    for name, found in inspect.getmembers(value):
        if name.startswith("_") or name in ("requests", "cache", "setToken"):
            continue
        if inspect.ismethod(found):
            yield f"{path}.{name}"
        elif type(found).__module__.startswith("infisical_sdk"):
            yield from methods(found, f"{path}.{name}")


with InfisicalSDKClient(host=os.environ["SITE_URL"]) as client:
    for part in (auth, secrets, folders, leases, keys):
        part(client)
    for group in ("auth", "secrets", "folders", "dynamic_secrets", "kms"):
        for method in methods(getattr(client, group), group):
            if method not in tried and not method.endswith(".get_aws_region"):
                report(method, "fails", "It was not tried.")
