// Waiters of several processes that give up at any instant: nobody else's wake is lost with them.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { startNode } from "../../support/child-process.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { uniqueName } from "../../support/unique-name.ts";

const PROCESSES = 4;
const FOR_MS = shortOrFull(5_000, 60_000);
const KINDS = shortOrFull(["lock", "fairLock"], ["lock", "fencedLock", "fairLock"]);
// Everybody before it holds the lock for some ms. Without a message it would wait for 20 s, and end in LOCK_BUSY.
const LONGEST_MS = 15_000;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway?.close());

it.each(KINDS)("of %s leave none who sleeps beside a free lock", async (kind) => {
  const words = [gateway.url, gateway.token, kind, uniqueName(), FOR_MS];
  await using started = new AsyncDisposableStack();
  const processes = Array.from({ length: PROCESSES }, () =>
    started.use(startNode(["test/support/impatient.ts", ...words])),
  );
  const ends = await Promise.all(processes.map(({ ended }) => ended));
  expect(ends.map(({ stderr }) => stderr)).toEqual(ends.map(() => ""));
  const found: Record<string, number>[] = ends.map(({ stdout }) => JSON.parse(stdout));
  const sum = (what: string): number => found.reduce((all, each) => all + (each[what] ?? 0), 0);
  // However slow the machine is: hundreds on a quiet one.
  expect(sum("held")).toBeGreaterThan(0);
  expect(sum("gaveUp")).toBeGreaterThan(0);
  expect(Math.max(...found.map(({ longestMs = Number.NaN }) => longestMs))).toBeLessThan(LONGEST_MS);
});
