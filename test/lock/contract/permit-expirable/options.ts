// Wrong use of a permit-expirable semaphore is refused at the call, with the option's name, before anything is sent.
import { describe, expect, it } from "vitest";
import { createLocks } from "../../../support/bare-locks.ts";

const nowhere = { url: "https://nowhere.invalid", token: "t" };
const ID = "0123456789abcdef0123456789abcdef";

// Wrong use does not compile: it is built at run time, as from JavaScript.
type Untyped = Record<string, (...given: unknown[]) => Promise<unknown>>;

export function permitExpirableOptionsContract(): void {
  const locks = createLocks({ redis: nowhere });
  const semaphore: Untyped = Object(locks.permitExpirableSemaphore("s"));
  const whole = [undefined, null, "1", 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31];

  describe("options of a permit-expirable semaphore", () => {
    const wrong: [method: string, option: string, ...given: unknown[]][] = [
      ...["acquire", "tryAcquire"].flatMap((method): [string, string, ...unknown[]][] => [
        [method, "leaseMs", { leaseMs: 999 }],
        [method, "leaseMs", { leaseMs: -1 }],
        [method, "waitMs", { waitMs: -1 }],
        [method, "owner", { owner: "me" }],
        [method, "lease", { lease: 5_000 }],
        [method, "wait", { wait: "forever" }],
        [method, "signal", { signal: {} }],
        [method, "onWait", { onWait: 5 }],
        [method, "options", 3],
        [method, "permits", { permits: 2 }],
      ]),
      ...[...whole, 0, -1, 1_001].map((many): [string, string, unknown] => ["acquireMany", "permits", many]),
      ["acquireMany", "leaseMs", 2, { leaseMs: 1 }],
      ...["trySetPermits", "setPermits"].flatMap((method) =>
        [...whole, -1].map((permits): [string, string, unknown] => [method, "permits", permits]),
      ),
      ...[...whole, -(2 ** 31)].map((permits): [string, string, unknown] => ["addPermits", "permits", permits]),
      ...[undefined, null, 5, "", "1234", ID.toUpperCase(), `${ID}0`, `${ID}\n`, {}, [], [ID, "1234"], [ID, 5]].map(
        (ids): [string, string, unknown] => ["release", "ids", ids],
      ),
      ["release", "ids", Array.from({ length: 1_001 }, () => ID)],
    ];
    it.each(wrong)("%s names %s, case %#", async (method, option, ...given) => {
      const call = semaphore[method]?.bind(semaphore);
      await expect(call?.(...given)).rejects.toMatchObject({ code: "INVALID_OPTION", option });
    });

    it.each(["", 5, undefined, "\ud800", "redisson_x", "leasehound"])("an invalid name is refused, case %#", (name) => {
      const made: Record<string, (name: unknown) => unknown> = Object(locks);
      const make = (): unknown => made["permitExpirableSemaphore"]?.call(locks, name);
      expect(make).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option: "name" }));
    });
  });
}
