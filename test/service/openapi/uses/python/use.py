# Uses the lock API with a client of openapi-python-client: python use.py <url> <token>. Prints what it was answered.
import json
import sys
import time

from client import AuthenticatedClient
from client.api.holds import acquire, release, renew
from client.api.locks import inspect, list_
from client.models import (
    AcquireBody,
    AcquireBodyKind,
    Granted,
    Inspected,
    Page,
    Problem423,
    ReleaseBody,
    Released,
    RenewBody,
    Renewed,
)

url, token = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=token)
NAME = "orders/42"

granted = acquire.sync(NAME, client=client, body=AcquireBody(wait_ms=0))
assert isinstance(granted, Granted)
busy = acquire.sync(NAME, client=client, body=AcquireBody(kind=AcquireBodyKind.LOCK))
assert isinstance(busy, Problem423)
inspected = inspect.sync(NAME, client=client)
assert isinstance(inspected, Inspected)
page = list_.sync(client=client, match="orders*", limit="10")
assert isinstance(page, Page)
renewed = renew.sync(NAME, client=client, body=RenewBody(hold=granted.hold))
assert isinstance(renewed, Renewed)
released = release.sync(NAME, client=client, body=ReleaseBody(hold=granted.hold))
assert isinstance(released, Released)
print(
    json.dumps(
        [
            str(granted.hold_count),
            busy.code.value,
            "found" if inspected.holders[0].owner == granted.owner else "other",
            *[lock.name for lock in page.locks],
            "true" if renewed.valid_until > time.time() * 1000 else "false",
            released.outcome.value,
        ]
    )
)
