"""Every method of the published Python SDK (`infisicalsdk`), one JSON line each."""
import inspect
import json
import os
import re
import sys

from infisical_sdk import InfisicalSDKClient

ENV = os.environ
PROJECT = ENV["PROJECT_ID"]
PLACE = {"project_id": PROJECT, "environment_slug": "dev", "secret_path": "/"}
FOLDER = {"project_id": PROJECT, "environment_slug": "dev", "path": "/"}


def report(method, outcome, error=None):
    print(json.dumps({"method": method, "outcome": outcome, **({"error": error[:300]} if error else {})}), flush=True)


def works(method, work):
    try:
        value = work()
        report(method, "works" if value else "failed", None if value else "a wrong answer")
        return value
    except Exception as error:  # whatever a client makes of an answer is what its user meets
        report(method, "failed", f"{type(error).__name__}: {error}")


def is_refused(method, call):
    arguments = {
        name: "x" for name, parameter in inspect.signature(call).parameters.items() if parameter.default is parameter.empty
    }
    for name, value in {"provider_type": None, "inputs": {}, "max_ttl": "1h", "base64EncodedPlaintext": "eA=="}.items():
        if name in arguments:
            arguments[name] = value
    try:
        call(**arguments)
        report(method, "failed", "was expected to be refused")
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        report(method, "not offered" if re.search(r"Route \S+ not found", text) else "failed", text)


client = InfisicalSDKClient(host=ENV["SITE"], cache_ttl=None)
auth = client.auth.universal_auth
if not works("auth.universal_auth.login", lambda: auth.login(client_id=ENV["CLIENT_ID"], client_secret=ENV["CLIENT_SECRET"])):
    sys.exit(1)
works("get_token", client.get_token)
works("set_token", lambda: client.set_token(ENV["TOKEN"]) is None)
machine = InfisicalSDKClient(host=ENV["SITE"], cache_ttl=None)
works("auth.aws_auth.login", lambda: machine.auth.aws_auth.login(identity_id=ENV["WORKLOAD_ID"]))
works("auth.oidc_auth.login", lambda: machine.auth.oidc_auth.login(identity_id=ENV["WORKLOAD_ID"], jwt=ENV["JOB_JWT"]))
works("secrets.list_secrets of a workload", lambda: machine.secrets.list_secrets(**PLACE) is not None)
machine.close()

secrets = client.secrets
works("secrets.create_secret_by_name", lambda: secrets.create_secret_by_name("KEY", secret_value="one", **PLACE).version == 1)
works("secrets.get_secret_by_name", lambda: secrets.get_secret_by_name("KEY", **PLACE).secretValue == "one")
works("secrets.update_secret_by_name", lambda: secrets.update_secret_by_name("KEY", secret_value="two", **PLACE).version == 2)
works("secrets.list_secrets", lambda: secrets.list_secrets(recursive=True, **PLACE).secrets[0].secretValue == "two")
by_slug = {"project_slug": ENV["PROJECT_SLUG"], "environment_slug": "dev", "secret_path": "/"}
works("secrets.list_secrets by slug", lambda: len(secrets.list_secrets(**by_slug).secrets) == 1)
works("secrets.delete_secret_by_name", lambda: secrets.delete_secret_by_name("KEY", **PLACE))

folders = client.folders
made = works("folders.create_folder", lambda: folders.create_folder("apps", **FOLDER))
works("folders.list_folders", lambda: len(folders.list_folders(**FOLDER).folders) == 1)
if made:
    works("folders.get_folder_by_id", lambda: folders.get_folder_by_id(made.id).name == "apps")
    works("folders.update_folder", lambda: folders.update_folder(made.id, "web", **FOLDER).name == "web")
    works("folders.delete_folder", lambda: folders.delete_folder(made.id, **FOLDER))

for name, part in (("kms", client.kms), ("dynamic_secrets", client.dynamic_secrets), ("dynamic_secrets.leases", client.dynamic_secrets.leases)):
    for method, call in inspect.getmembers(part, inspect.ismethod):
        if not method.startswith("_"):
            is_refused(f"{name}.{method}", call)
works("auth.token_auth.login", lambda: client.auth.token_auth.login(ENV["TOKEN"]) is not False)
for name in ("ldap_auth",):
    is_refused(f"auth.{name}.login", getattr(client.auth, name).login)
works("close", lambda: client.close() is None)
