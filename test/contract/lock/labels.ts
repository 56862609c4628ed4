// What a hold says of itself, for each kind of lock: its label, kept with the time of the grant.
import { describe, expect, it } from "vitest";
import type { LockBusyError, LocksOptions } from "../../../src/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { command, type Endpoint } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
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
  function other(name: string) {
    const locks = createLocks({ redis });
    return kind.shared ? locks.readWriteLock(name).writeLock() : kind.lock(locks, name);
  }
}
