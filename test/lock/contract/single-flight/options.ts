// Errors of a single flight for wrong use.
import { describe, expect, it } from "vitest";
import { createLocks } from "../../../support/bare-locks.ts";

/** Sends nothing. */
export function singleFlightOptionsContract(): void {
  const locks = createLocks({ redis: { url: "http://127.0.0.1:9", token: "none" } });
  const options = { ttlMs: 1_000 };
  const given = (value: object): never => ({ ...options, ...value }) as never;

  describe.concurrent("single flight, wrong use", () => {
    const one = (): number => 1;
    it.each([
      ["name", "", one, options],
      ["name", "redisson_x", one, options],
      ["name", "\ud83d", one, options],
      ["name", 42 as never, one, options],
      ["fn", "x", undefined as never, options],
      ["fn", "x", "fn" as never, options],
      ["options", "x", one, undefined as never],
      ["options", "x", one, null as never],
      ["ttlMs", "x", one, {} as never],
      ["ttlMs", "x", one, given({ ttlMs: 0 })],
      ["ttlMs", "x", one, given({ ttlMs: -1 })],
      ["ttlMs", "x", one, given({ ttlMs: 1.5 })],
      ["ttlMs", "x", one, given({ ttlMs: Number.NaN })],
      ["ttlMs", "x", one, given({ ttlMs: 2 ** 31 })],
      ["ttlMs", "x", one, given({ ttlMs: "1000" })],
      ["ttlMs", "x", one, given({ ttlMs: null })],
      ["waitMs", "x", one, given({ waitMs: -1 })],
      ["signal", "x", one, given({ signal: {} })],
      ["wait", "x", one, given({ wait: "push" })],
      ["onWait", "x", one, given({ onWait: 1 })],
      ["leaseMs", "x", one, given({ leaseMs: 5_000 })],
      ["owner", "x", one, given({ owner: "o" })],
      ["ttl", "x", one, given({ ttl: 1 })],
    ] as const)("is told before anything is sent: %s, case %#", async (option, name, fn, options) => {
      await expect(locks.singleFlight(name, fn, options)).rejects.toMatchObject({ code: "INVALID_OPTION", option });
    });
  });
}
