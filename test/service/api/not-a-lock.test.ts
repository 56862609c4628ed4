// Names whose Redis key belongs to the application: the lock API gives the same reply for every type, and changes
// nothing.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { type Answer, application, call, TOKEN } from "../../support/lock-api.ts";
import { hasRedis } from "../../support/only-redis.ts";
import { command } from "../../support/rest.ts";

const KINDS = ["lock", "fairLock", "fencedLock", "readLock", "writeLock"];
const headers = { authorization: `Bearer ${TOKEN}` };

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway?.close());

const VALUES: readonly (readonly [type: string, words: readonly string[]])[] = [
  ["string", ["SET", "1"]],
  ["list", ["RPUSH", "a"]],
  ["set", ["SADD", "a"]],
  ["sorted set", ["ZADD", "1", "a"]],
  // The engine has no streams.
  ...(hasRedis ? [["stream", ["XADD", "*", "a", "1"]] as const] : []),
  ["hash", ["HSET", "total", "7"]],
];

it.each(VALUES)("a %s causes a 409 in the same words from every route", async (type, [write = "", ...words]) => {
  const app = application({ locks: createLocks({ redis: gateway, prefix: "" }), forceRelease: true });
  for (const ttlMs of [undefined, 600_000]) {
    const key = `mine:${type.replace(" ", "-")}:${ttlMs ?? "lasting"}`;
    await command(gateway, write, key, ...words);
    if (ttlMs !== undefined) await command(gateway, "PEXPIRE", key, ttlMs);
    const state = (): Promise<unknown> =>
      Promise.all([command(gateway, "DUMP", key), command(gateway, "PEXPIRETIME", key)]);
    const before = await state();
    for (const kind of KINDS) {
      const answers: Answer[] = [
        await call(app, key, "acquire", { kind }),
        await call(app, key, "acquire", { kind, owner: "total" }),
        await call(app, key, "force-release", { kind, owners: ["total"] }),
        await call(app, key, "", undefined, { method: "GET", headers }),
      ];
      const said = {
        type: "https://github.com/leasehound/leasehound/blob/main/docs/kinds/errors.md#not_a_lock",
        status: 409,
        title: "the Redis key of this name is not a lock of this kind; use another name",
        code: "NOT_A_LOCK",
      };
      expect(
        answers.map(({ body }) => body),
        kind,
      ).toEqual(answers.map(() => said));
    }
    expect(await state()).toEqual(before);
  }
});
