// Locks described by their names: who holds them, and how many wait. `list()` tells the same of those that it finds.
import { expect, it } from "vitest";
import { createClient, fairLock, lock, streams } from "../../../../src/index.ts";
import { contextOf } from "../../../../src/lock/client.ts";
import { queueKey, standingKey } from "../../../../src/lock/keys.ts";
import { describeLocks } from "../../../../src/lock/kinds/describe-locks.ts";
import { reached } from "../../../support/bare-locks.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { ODD_NAMES, uniqueName } from "../../../support/unique-name.ts";
import { sleeper } from "../../../support/waiting.ts";

const LEASE_MS = 20_000;

export function describeContract(redis: Endpoint): void {
  const client = createClient({ redis: reached(redis), leaseMs: LEASE_MS, wait: streams() });
  const context = contextOf(client);

  it("tells of each held lock what it is, who holds it, and how many wait", async () => {
    const [plain, fair, free] = [uniqueName(), uniqueName(), uniqueName()];
    const first = await lock(client, plain).acquire({ label: "nightly" });
    const second = await fairLock(client, fair).acquire();
    const isolate = await sleeper((options) => lock(client, plain).acquire(options));
    const queued = await sleeper((options) => fairLock(client, fair).acquire(options));
    const found = await describeLocks(context, [plain, free, fair, plain]);
    expect([...found.keys()]).toEqual([plain, fair]);
    const remainingMs = expect.toSatisfy((left: number) => left > 0 && left <= LEASE_MS);
    const facts = { kind: "lock", mode: "exclusive", remainingMs, holderCount: 1 };
    const holder = { origin: "leasehound", since: expect.any(Number) };
    expect(found.get(plain)).toEqual({
      ...{ name: plain, ...facts, waiters: 1 },
      holder: { ...holder, owner: first.owner, label: "nightly" },
    });
    expect(found.get(fair)).toEqual({
      ...{ name: fair, ...facts, waiters: 1 },
      holder: { ...holder, owner: second.owner, label: "" },
    });
    await Promise.all([first.release(), second.release()]);
    for (const { got } of [isolate, queued]) await (await got).release();
    expect(await describeLocks(context, [plain, fair])).toEqual(new Map());
  });

  it("counts the waiters of many locks, wherever they are", async () => {
    const names = [...ODD_NAMES.map((odd) => uniqueName() + odd), ...Array.from({ length: 300 }, () => uniqueName())];
    await Promise.all(names.map((name) => lock(client, name).acquire()));
    const keyOf = (name = ""): string => client.prefix + name;
    const waiters = new Map([
      [names[0], 3],
      [names[40], 1],
      [names[41], 2],
      [names[200], 1],
      [names.at(-1), 7],
    ]);
    for (const [name, many] of waiters) {
      const list = many > 2 ? queueKey : standingKey;
      await command(redis, "RPUSH", list(keyOf(name)), ...Array<string>(many).fill("waiter"));
    }
    // Another program's.
    await command(redis, "SET", queueKey(keyOf(names[42])), "text");
    const found = [...(await describeLocks(context, names)).values()];
    expect(found.map(({ name }) => name)).toEqual(names);
    for (const each of found) expect([each.name, each.waiters]).toEqual([each.name, waiters.get(each.name) ?? 0]);
    await Promise.all([...names.map(keyOf), queueKey(keyOf(names[42]))].map((key) => command(redis, "DEL", key)));
  });

  it("refuses a wrong name: INVALID_OPTION", async () => {
    await expect(describeLocks(context, ["a", ""])).rejects.toMatchObject({ code: "INVALID_OPTION", option: "name" });
  });
}
