// `held.wanted` of a hold of a lock API: the client reads from the API how many wait.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks, type Held, type Locks } from "../../../src/index.ts";
import { createRemoteLocks, type Fetch, type RemoteLocks } from "../../../src/service/remote/index.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { RemoteStage } from "../../support/remote-locks.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { BackgroundWork } from "../../support/wait-until.ts";

const LEASE_MS = 3_000;
const WAIT_MS = 60_000;
const direct = createLocks({ redis: await sharedGateway(), leaseMs: LEASE_MS });

let stage: RemoteStage;
let url = "";
beforeAll(async () => {
  stage = await RemoteStage.start();
  url = stage.serve(direct);
});
afterAll(() => stage?.stop());

/** Returns a client of the API. `change`: changes the text of an answer that tells how many wait. */
function remote(change: (text: string) => string = (same) => same): RemoteLocks {
  const send: Fetch = async (to, init) => {
    const answer = await fetch(to, init);
    if (!/\/check$/.test(to)) return answer;
    return new Response(change(await answer.text()), answer);
  };
  return createRemoteLocks({ url, token: TOKEN, fetch: send });
}

interface Awaited {
  acquire(options: { waitMs: number }): Promise<Pick<Held, "wanted" | "keepAlive" | "release">>;
}
type Kind = readonly [what: string, of: (locks: Locks | RemoteLocks, name: string) => Awaited];

const KINDS: readonly Kind[] = [
  ["lock", (locks, name) => locks.lock(name)],
  ["fenced lock", (locks, name) => locks.fencedLock(name)],
  ["fair lock", (locks, name) => locks.fairLock(name)],
  ["write lock", (locks, name) => locks.readWriteLock(name).writeLock()],
  ["permit", (locks, name) => locks.permitExpirableSemaphore(name, { permits: 1 })],
];

it.each(KINDS)("of a %s aborts after a renewal once somebody waits", async (_, of) => {
  const name = uniqueName();
  const held = await of(remote(), name).acquire({ waitMs: 0 });
  held.keepAlive(new BackgroundWork());
  expect(held.wanted.aborted).toBe(false);
  const waiting = of(direct, name).acquire({ waitMs: WAIT_MS });
  await eventually(() => held.wanted.aborted, WAIT_MS / 2);
  expect(held.wanted.reason).toMatchObject({ code: "LOCK_WANTED", waiters: 1 });
  await held.release();
  await (await waiting).release();
});

it.each(["-1", '"many"', "1.5", "null", '"unknown"'])(
  "does not abort by an answer with %s waiters, and asks again",
  async (answered) => {
    let isWrong = true;
    let questions = 0;
    const changing = remote((text) => {
      questions += 1;
      return isWrong ? text.replace('"waitersListed":1', `"waitersListed":${answered}`) : text;
    });
    const held = await changing.lock(uniqueName()).acquire();
    held.keepAlive(new BackgroundWork());
    expect(held.wanted.aborted).toBe(false);
    const waiting = direct.lock(held.name).acquire({ waitMs: WAIT_MS });
    await eventually(() => questions >= 3, WAIT_MS / 2);
    expect(held.wanted.aborted).toBe(false);
    isWrong = false;
    await eventually(() => held.wanted.aborted, WAIT_MS / 2);
    await held.release();
    await (await waiting).release();
  },
);
