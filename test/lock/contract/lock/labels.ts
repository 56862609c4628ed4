// The description of a hold, for each kind of lock: its label, kept with the time of the grant.
import { describe, expect, it } from "vitest";
import type { LockBusyError, LockEvent, LocksOptions } from "../../../../src/index.ts";
import { ownerStateKey } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { fieldsOf, textWith } from "../../../support/hold-texts.ts";
import { leaseTime } from "../../../support/place.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import type { ExclusiveKind } from "../kinds.ts";

// As long as a label may be: 256 bytes.
const LONGEST = `line\nbreak "quoted" | é ${"\u{1F512}".repeat(57)}`.padEnd(141, ".");

export function labelsContract(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) =>
    kind.lock(createLocks({ redis, label: "by default", ...options }), uniqueName());
  const refusal = (asked: Promise<unknown>): Promise<LockBusyError> =>
    asked.then(
      () => expect.fail("it is held"),
      (error) => error,
    );

  describe("a label", () => {
    it("is told to who is refused, with the owner and the time of the grant", async () => {
      const lock = make();
      const before = Date.now();
      await using held = await lock.acquire({ label: "checkout" });
      const busy = await refusal(other(lock.name).acquire({ waitMs: 0 }));
      expect(busy).toMatchObject({ code: "LOCK_BUSY", holder: { owner: held.owner, label: "checkout" } });
      expect(busy.message).toContain(', labelled "checkout"');
      expect(Number(busy.holder?.since)).toBeGreaterThanOrEqual(before - 1_000);
      expect(Number(busy.holder?.since)).toBeLessThanOrEqual(Date.now() + 1_000);
    });

    it("is told after a wait, too, by its last attempt", async () => {
      const lock = make();
      await using held = await lock.acquire();
      const busy = await refusal(other(lock.name).acquire({ waitMs: 300 }));
      expect(busy.holder).toMatchObject({ owner: held.owner, label: "by default" });
    });

    it("may be any text of 256 bytes, or empty", async () => {
      expect(new TextEncoder().encode(LONGEST).length).toBe(256);
      for (const label of [LONGEST, "", " ", "\n", "1 2"]) {
        const lock = make();
        await using _ = await lock.acquire({ label });
        expect((await refusal(other(lock.name).acquire({ waitMs: 0 }))).holder?.label).toBe(label);
      }
    });

    it("stays when the hold is renewed and checked", async () => {
      const lock = make();
      await using held = await lock.acquire({ label: "kept" });
      await held.renew();
      expect(await held.check()).toBe(true);
      const [first, second] = [
        await refusal(other(lock.name).acquire({ waitMs: 0 })),
        await refusal(other(lock.name).acquire({ waitMs: 0 })),
      ];
      expect(first.holder).toEqual(second.holder);
      expect(first.holder?.label).toBe("kept");
      expect(await held.release()).toMatchObject({ outcome: "released" });
    });

    it("is remembered for as long as the hold is renewed", async () => {
      for (const renew of ["renew", "renew by text"]) {
        const lock = make();
        const held = await lock.acquire({ label: "kept", leaseMs: 20_000 });
        const [field = ""] = await command<string[]>(redis, "HKEYS", lock.name).then((fields) =>
          fields.filter((one) => one !== "mode"),
        );
        const stateKey = ownerStateKey(lock.name, field);
        // As if most of its life had passed. A text is renewed by whoever has it, who does not know when it was kept.
        expect(await command(redis, "PEXPIRE", stateKey, leaseTime(5_000))).toBe(1);
        if (renew === "renew") await (await lock.resume(held.serialize({ move: true }))).renew();
        else await lock.renew(held.serialize());
        expect(await command(redis, "PTTL", stateKey)).toBeGreaterThan(20_000);
        await lock.forceRelease();
      }
    });

    it("of an owner that holds the lock already stays the first", async () => {
      if (!kind.reentrant) return;
      const lock = make();
      const owner = `labelled:${crypto.randomUUID()}`;
      const outer = await lock.acquire({ owner, label: "outer" });
      const inner = await lock.acquire({ owner, label: "inner" });
      expect((await refusal(other(lock.name).acquire({ waitMs: 0 }))).holder).toMatchObject({ owner, label: "outer" });
      await inner.release();
      await outer.release();
      await using _ = await lock.acquire({ owner, label: "next" });
      expect((await refusal(other(lock.name).acquire({ waitMs: 0 }))).holder).toMatchObject({ owner, label: "next" });
    });

    it("is empty for a holder that has none, such as a Java service", async () => {
      const lock = make();
      const owner = `${crypto.randomUUID()}:7`;
      const fields = Object.entries(kind.hashOf(owner)).flat();
      await command(redis, "HSET", lock.name, ...fields);
      await command(redis, "PEXPIRE", lock.name, "20000");
      const busy = await refusal(other(lock.name).acquire({ waitMs: 0 }));
      expect(busy.holder).toEqual({ owner, label: "", since: undefined });
      expect(busy.message).not.toContain("labelled");
    });

    it("of a hold is its member, also after resume, which takes it from the text", async () => {
      const lock = make();
      await using held = await lock.acquire({ label: LONGEST });
      expect(held.label).toBe(LONGEST);
      const elsewhere = kind.lock(createLocks({ redis, label: "of another client" }), lock.name);
      const resumed = await elsewhere.resume(held.serialize());
      expect(resumed.label).toBe(LONGEST);
      expect((await elsewhere.resume(resumed.serialize())).label).toBe(LONGEST);
    });

    it("makes no text longer that has none, and none that it does not state", async () => {
      const lock = make({ label: "" });
      await using held = await lock.acquire();
      expect(held.label).toBe("");
      const text = held.serialize();
      const fields = fieldsOf(text);
      expect(fields.slice(8)).toEqual(["", ""]);
      expect((await lock.resume(text)).label).toBe("");
      expect((await lock.resume(textWith(fields.with(8, "stated")))).label).toBe("stated");
      const wrong = [5, null, `${LONGEST}.`, ["a"]].map((label) => fields.with(8, label));
      for (const more of [...wrong, [...fields, "a"], fields.with(9, "a"), fields.with(9, null)]) {
        await expect(lock.resume(textWith(more)), JSON.stringify(more)).rejects.toMatchObject({
          ...{ code: "INVALID_OPTION", option: "serialized" },
        });
      }
    });

    it("is told to onWait, and is in all events of a call and its hold, resumed or not", async () => {
      const events: LockEvent[] = [];
      const onEvent = (event: LockEvent) => void events.push(event);
      const lock = make({ onEvent });
      const held = await lock.acquire({ label: "first" });
      const waits: string[] = [];
      const onWait = ({ label }: { label: string }) => void waits.push(label);
      const busy = other(lock.name, { onEvent }).acquire({ label: "second", waitMs: 300, onWait });
      expect((await refusal(busy)).holder?.label).toBe("first");
      expect(new Set(waits)).toEqual(new Set(["second"]));
      await held.renew();
      const text = held.serialize({ move: true });
      const resumed = await lock.resume(text);
      await resumed.renew();
      await resumed.release();
      const labels = events.map(({ type, label }) => `${type} ${label}`);
      expect(new Set(labels)).toEqual(
        new Set([
          ...["acquiring first", "acquired first", "acquiring second", "waiting second", "busy second"],
          ...["renewed first", "moved first", "resuming first", "resumed first", "released first"],
        ]),
      );
    });

    it("is refused before anything is sent if it is too long, ill-formed or no text", async () => {
      const lock = make({ redis: { url: "http://localhost:1", token: "x" } });
      const wrong: [unknown, RegExp][] = [
        [`${LONGEST}.`, /must be at most 256 bytes/],
        ["\ud800", /must be well-formed/],
        [7, /must be a string \(got: number\)/],
        [null, /must be a string/],
      ];
      for (const [label, message] of wrong) {
        const options = Object({ label });
        await expect(lock.acquire(options)).rejects.toMatchObject({ code: "INVALID_OPTION", option: "label" });
        await expect(lock.acquire(options)).rejects.toThrow(message);
        expect(() => createLocks({ redis, ...options })).toThrow(message);
      }
    });
  });

  /** The lock of that name of another client; a writer, where readers exclude only writers. */
  function other(name: string, options: Partial<LocksOptions> = {}) {
    const locks = createLocks({ redis, ...options });
    return kind.shared ? locks.readWriteLock(name).writeLock() : kind.lock(locks, name);
  }
}
