"""scim2-tester, the conformance test of SCIM 2.0, as a client: one JSON line for each check."""
import json
import os
import sys
from collections import defaultdict

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

FAILED = (Status.ERROR, Status.CRITICAL)

client = SyncSCIMClient(
    Client(
        base_url=f"{os.environ['SITE']}/api/v1/scim",
        headers={"Authorization": f"Bearer {os.environ['SCIM_TOKEN']}"},
        timeout=30,
    )
)
client.discover()

checks = defaultdict(list)
for result in check_server(client):
    checks[f"{result.title} {result.resource_type or ''}".strip()].append(result)

for title, results in checks.items():
    failed = [result for result in results if result.status in FAILED]
    skipped = all(result.status == Status.SKIPPED for result in results)
    line = {"method": title, "outcome": "failed" if failed else "not offered" if skipped else "works"}
    if failed:
        line["error"] = str(failed[0].reason)[:300]
    print(json.dumps(line), flush=True)
