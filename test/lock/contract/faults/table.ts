// The table of faults: each call meets each fault, and late copies of all its requests. Runs on a gateway of its own, one
// test at a time.
import { afterEach, describe, expect, it } from "vitest";
import { endFaults } from "../../../support/end-faults.ts";
import { executed, letGo, met } from "../../../support/held-back.ts";
import { isVirtual, itWaits } from "../../../support/place.ts";
import { rejection } from "../../../support/rejection.ts";
import { clearFaults, command, type Endpoint, setFaults, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { FAULTS, type Fault } from "./columns.ts";
import { look } from "./look.ts";
import { type End, type Kept, LEASE_MS, type Row, type Scene } from "./row.ts";

/** A cancel, or the repetition of a release in the background. */
const SOON_MS = 10_000;
/** These change no lock, or hold a stream open. */
const NO_CHANGES = /^(subscribe|psubscribe|script|info|ping)$/i;

export const LATE = "an abort before it arrives";

/** On a real clock, the first row stands for all that have its code: transports differ in faults, not in calls. */
export function faultTable(redis: Endpoint, rows: readonly Row[]): void {
  const known = new Set<Row>();
  let newest = 0;

  afterEach(() => endFaults(redis));

  describe.each(isVirtual ? rows : rows.slice(0, 1))("$call meets", (row) => {
    for (const fault of FAULTS) {
      const requests = fault.isOfCall ? 1 : (row.requests ?? 1);
      for (let nth = 1; nth <= requests; nth += 1) {
        const title = requests === 1 ? fault.what : `${fault.what}, from request ${nth}`;
        const end = row.ends?.[title] ?? (row.ends?.[title] === null ? undefined : fault.ends[row.sort]);
        if (end !== undefined)
          (end.leaves === "lease" || fault.waits ? itWaits : it)(title, () => meets(row, fault, nth, end));
      }
    }
    it("a script that Redis forgot", () => forgotten(row));
    it("the reply to another call", () => swapped(row));
    if (row.sort === "takes" && !row.arms) {
      if (row.ends?.[LATE] !== null) it(LATE, () => aborted(row, false));
      it("an abort before its reply arrives", () => aborted(row, true));
    }
    if (row.overtaken !== undefined) it("all that comes after it, and arrives last", () => overtaken(row));
  });

  async function begun(row: Row): Promise<{ name: string; scene: Scene }> {
    if (!known.has(row)) await warm(row);
    known.add(row);
    const name = uniqueName();
    const scene = await row.start(redis, name);
    await expectHeld(name, row.before);
    return { name, scene };
  }

  /** Lets Redis know the scripts, so that each run is one request. */
  async function warm(row: Row): Promise<void> {
    const scene = await row.start(redis, uniqueName());
    const got = await scene.call({ arm: async () => {} });
    for (const step of scene.later) await step(got);
  }

  async function meets(row: Row, fault: Fault, nth: number, end: End): Promise<void> {
    const { name, scene } = await begun(row);
    await seen(name);
    const arm = (): Promise<void> => setFaults(redis, 1, fault.rules(nth));
    if (!row.arms) await arm();
    const call = scene.call({ arm });
    if (end.code === undefined) expect(await call).toEqual(row.gives);
    else expect(await rejection(call)).toMatchObject({ code: end.code });
    await clearFaults(redis);
    if (end.leaves === "lease") {
      await expectHeld(name, row.after);
      // Nothing has cancelled it: a late copy may take it for one more lease.
      await expectHeld(name, row.undone ?? row.before, 2 * LEASE_MS);
      return;
    }
    await expectHeld(name, end.leaves === "after" ? row.after : (row.undone ?? row.before), SOON_MS);
    await lateCopies(row, scene, name, end.code === undefined ? await call : undefined);
  }

  async function expectHeld(name: string, kept: Kept, withinMs = 0): Promise<void> {
    const until = Date.now() + withinMs;
    while (true) {
      const { held } = await look(redis, name);
      if (Date.now() >= until || JSON.stringify(held) === JSON.stringify(kept)) return expect(held).toEqual(kept);
      await new Promise((resolve) => setTimeout(resolve, withinMs / 100));
    }
  }

  /** Returns the commands about this name since the last call of this. */
  async function seen(name: string): Promise<string[][]> {
    const all = await witnessed(redis, "", newest);
    newest = all.at(-1)?.seq ?? newest;
    return all.map(({ command: words }) => words).filter((words) => words.some((word) => word.includes(name)));
  }

  /** All its requests arrive once more, after each step of the life that follows it. */
  async function lateCopies(row: Row, scene: Scene, name: string, got: unknown): Promise<void> {
    const copies = (await seen(name)).filter(([what = ""]) => !NO_CHANGES.test(what));
    for (const step of scene.later) {
      await step(got);
      await expectUnchanged(name, async () => {
        for (const words of copies) await command(redis, ...words).catch(() => {});
      });
    }
    await expectHeld(name, row.last ?? {});
  }

  async function expectUnchanged(name: string, whatever: () => Promise<void>): Promise<void> {
    const before = await look(redis, name);
    await whatever();
    const after = await look(redis, name);
    expect(after.held).toEqual(before.held);
    expect(after.contents).toEqual(before.contents);
    for (const [key, left] of Object.entries(after.left)) expect(left, key).toBeLessThanOrEqual(before.left[key] ?? 0);
  }

  async function forgotten(row: Row): Promise<void> {
    const { name, scene } = await begun(row);
    known.clear();
    const arm = async (): Promise<void> => void (await command(redis, "SCRIPT", "FLUSH"));
    if (!row.arms) await arm();
    const got = await scene.call({ arm });
    expect(got).toEqual(row.gives);
    await expectHeld(name, row.after);
    for (const step of scene.later) await step(got);
  }

  async function swapped(row: Row): Promise<void> {
    const both = [await begun(row), await begun(row)];
    const arm = (): Promise<void> => setFaults(redis, 1, [{ fault: "swap-replies", request: [1, 2], delayMs: 1_000 }]);
    if (!row.arms) await arm();
    const calls = both.map(({ scene }, nth) => scene.call({ arm: nth === 0 ? arm : async () => {} }));
    const got = await Promise.all(calls);
    for (const [nth, { name, scene }] of both.entries()) {
      expect(got[nth]).toEqual(row.gives);
      await expectHeld(name, row.after);
      for (const step of scene.later) await step(got[nth]);
      await expectHeld(name, row.last ?? {});
    }
  }

  async function aborted(row: Row, reply: boolean): Promise<void> {
    const { name, scene } = await begun(row);
    await seen(name);
    const stop = new AbortController();
    await setFaults(redis, 1, [{ fault: "hold-back", reply, request: 1 }]);
    const ended = rejection(scene.call({ signal: stop.signal, arm: async () => {} }));
    await (reply ? executed(redis, name, newest) : met(redis));
    stop.abort("gave up");
    expect(await ended).toMatchObject({ code: "ABORTED", cause: "gave up" });
    await (reply ? clearFaults(redis) : letGo(redis, name, newest));
    await expectHeld(name, row.before, SOON_MS);
    await lateCopies(row, scene, name, undefined);
  }

  async function overtaken(row: Row): Promise<void> {
    const { name, scene } = await begun(row);
    await seen(name);
    await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
    const ended = rejection(scene.call({ arm: async () => {} }));
    await met(redis);
    for (const step of scene.later) await step(undefined);
    await expectUnchanged(name, () => letGo(redis, name, newest));
    expect(await ended).toMatchObject({ code: row.overtaken });
  }
}
