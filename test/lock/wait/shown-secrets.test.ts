// The secret of a waiter: nobody who does not read its request meets it.
import { inspect } from "node:util";
import { expect, it } from "vitest";
import { channelAt, releaseChannel } from "../../../src/lock/keys.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { listen } from "../../support/channel.ts";
import { separateGateway } from "../../support/gateways.ts";
import { leaseTime } from "../../support/place.ts";
import { rejection } from "../../support/rejection.ts";
import { standingStage } from "../contract/waiting/standing-stage.ts";

const ALL = { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true };

const redis = await separateGateway();
const stage = standingStage(redis);

it("the secret of a waiter is in no message, event, error, inspection or printed object", async () => {
  const shown: unknown[] = [];
  const locks = createLocks({ ...stage.options, onEvent: (event) => shown.push(event) });
  const lock = locks.lock(stage.lock.name);
  const holder = await stage.acquire(stage.elsewhere());
  const first = await stage.stands({}, lock);
  expect(first.secret).toMatch(/^[\da-f]{32}$/);
  await using ear = await listen(redis, channelAt(first.mailbox));
  await using other = await listen(redis, releaseChannel(stage.key));
  shown.push(await lock.inspect(), await locks.list(), locks, lock);
  const busy = await rejection(lock.acquire({ waitMs: leaseTime(1_000) }));
  expect(busy).toMatchObject({ code: "LOCK_BUSY" });
  await stage.release(holder);
  const held = await first.got;
  await held.release();
  shown.push(busy, held, ear.messages, other.messages);
  expect(ear.messages.join()).toContain(`granted ${first.owner} `);
  const texts = shown.map((each) => `${inspect(each, ALL)} ${JSON.stringify(each)} ${String(each)}`);
  for (const text of texts) expect(text).not.toContain(first.secret);
});
