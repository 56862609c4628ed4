// A failover by Sentinel: the locks of a client of ioredis continue on the new primary.
import { Redis } from "ioredis";
import { expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { ioredisPort } from "../../../src/lock/tcp/ioredis.ts";
import { eventually } from "../../support/eventually.ts";
import { SENTINEL_NAME, startWatched } from "../../support/sentinel.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { BackgroundWork } from "../../support/wait-until.ts";

it("a hold that the replica has is renewed on the new primary, and waiters are woken there", async () => {
  await using stack = new AsyncDisposableStack();
  const { primary, password, sentinelPort } = await startWatched(stack);
  const redis = new Redis({
    lazyConnect: true,
    sentinels: [{ host: "127.0.0.1", port: sentinelPort }],
    name: SENTINEL_NAME,
    password,
  });
  const port = ioredisPort(redis);
  stack.defer(() => port.close());
  let renewals = 0;
  const locks = createLocks({
    redis: port,
    leaseMs: 15_000,
    onEvent: ({ type }) => {
      if (type === "renewed") renewals += 1;
    },
  });
  const name = uniqueName();
  const held = await locks.lock(name).acquire();
  const kept = held.keepAlive(new BackgroundWork());
  const waiter = locks.lock(name).acquire({ waitMs: 60_000, onUnreachable: "wait" });
  await eventually(() => renewals > 0);

  await primary.kill("SIGKILL");
  const before = renewals;
  await eventually(() => renewals > before, 30_000);
  expect(held.signal.aborted).toBe(false);
  expect(await held.release()).toMatchObject({ outcome: "released" });
  expect(await kept.ended).toMatchObject({ reason: "released" });
  expect(await (await waiter).release()).toMatchObject({ outcome: "released" });
});

it("the primary that was replaced grants nothing: the call goes to the new one", async () => {
  await using stack = new AsyncDisposableStack();
  const { primary, replica, password, sentinelPort } = await startWatched(stack);
  const sentinels = [{ host: "127.0.0.1", port: sentinelPort }];
  const port = ioredisPort(new Redis({ lazyConnect: true, sentinels, name: SENTINEL_NAME, password }));
  stack.defer(() => port.close());
  const locks = createLocks({ redis: port, prefix: "" });
  const name = uniqueName();
  await (await locks.lock(name).acquire()).release();
  await primary.kill("SIGKILL");
  const held = await locks.lock(name).acquire({ waitMs: 30_000, onUnreachable: "wait" });
  const direct = ioredisPort(new Redis(replica.port, "127.0.0.1", { lazyConnect: true, password }));
  stack.defer(() => direct.close());
  expect(await createLocks({ redis: direct, prefix: "" }).lock(name).isHeldBy(held.owner)).toBe(true);
});
