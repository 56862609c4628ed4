// A deployment with two versions at once: the releases of the earlier one know no list of standing requests.
import { afterAll, beforeAll, expect, it } from "vitest";
import { ownerStateKey, releaseChannel } from "../../../src/lock/keys.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { command } from "../../support/rest.ts";
import { sleeper } from "../../support/waiting.ts";

const POLL_MS = 800;
const SLACK_MS = 600;
// The effects of a release that serves nobody.
const EARLIER_RELEASE = `redis.call('SET', KEYS[2], '|-released', 'PX', 90000)
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', ARGV[1], '0')`;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

it.each(["lock:", ""])(
  "a waiter gets in within pollMs after a release of an earlier version: prefix %o",
  async (prefix) => {
    const locks = createLocks({ redis: gateway, prefix, pollMs: POLL_MS, waitMs: 20_000 });
    const holder = await locks.lock("deployed").acquire();
    const waiter = await sleeper((options) => locks.lock("deployed").acquire(options));
    const key = `${prefix}deployed`;
    const keys = [key, ownerStateKey(key, holder.owner)];
    const start = performance.now();
    await command(gateway, "EVAL", EARLIER_RELEASE, 2, ...keys, releaseChannel(key));
    const held = await waiter.got;
    expect(performance.now() - start).toBeLessThan(POLL_MS + SLACK_MS);
    await held.release();
  },
);
