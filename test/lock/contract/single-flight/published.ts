// The message that brings a single flight's result to its waiters: who accepts it, and who asks Redis.
import { describe, expect, it } from "vitest";
import { RESULTS, releaseChannel, resultKey } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { gate } from "../../../support/gate.ts";
import { leaseTime } from "../../../support/place.ts";
import { command, type Endpoint, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { type Sleeper, sleeper } from "../../../support/waiting.ts";

const TTL_MS = 60_000;
const MOST_BYTES = 8_192;
// The other characters of a stored text: "=[", two quotes and "]".
const AROUND = 5;

/** A flight whose function runs, and a waiter that sleeps. */
interface Flying {
  readonly owner: string;
  readonly result: Promise<unknown>;
  readonly waiter: Sleeper<unknown>;
  land(): void;
}

export function singleFlightPublishedContract(redis: Endpoint): void {
  const make = () => createLocks({ redis, leaseMs: leaseTime(120_000), pollMs: 60_000, waitMs: 60_000 });
  const never = (): never => {
    throw new Error("this one must not run");
  };
  const publish = (name: string, message: string): Promise<number> =>
    command(redis, "PUBLISH", releaseChannel(name) + RESULTS, message);

  async function flying(name: string, land: () => unknown, ttlMs = TTL_MS): Promise<Flying> {
    const [off, landing] = [gate(), gate()];
    let owner = "";
    const result = make().singleFlight(
      name,
      async (held) => {
        owner = held.owner;
        off.open();
        await landing.opened;
        return land();
      },
      { ttlMs },
    );
    result.catch(() => {});
    await off.opened;
    const waits = (options: object): Promise<unknown> => make().singleFlight(name, never, { ...options, ttlMs });
    const waiter = await sleeper(waits);
    waiter.got.catch(() => {});
    // Its client has no stream yet, so it attempts before and after that is open, however busy the machine is.
    await eventually(() => waiter.refusals() === 2);
    return { owner, result, waiter, land: landing.open };
  }

  /** Returns the replies to the attempts for this flight, without that of its runner. */
  async function repliesOf(name: string): Promise<unknown[]> {
    const runs = await witnessed(redis, name);
    const kinds = runs.map(({ reply }) => (Array.isArray(reply) ? reply[0] : undefined));
    return kinds.filter((kind) => kind === "busy" || kind === "found");
  }

  describe.concurrent("a published result", () => {
    it.each([
      ["a short one", "x"],
      ["one with commas, tabs and line ends", { "a,b": ["\t,\r\n\u2028", 1, 2] }],
      ["one of 8,192 bytes", `${"é".repeat((MOST_BYTES - AROUND - 1) / 2)}x`],
    ])("ends the wait without a request: %s", async (_, value) => {
      const name = uniqueName();
      const flight = await flying(name, () => value);
      flight.land();
      expect(await flight.waiter.got).toEqual(value);
      expect(await flight.result).toEqual(value);
      expect(await repliesOf(name)).toEqual(["busy", "busy"]);
    });

    it.each([
      ["a larger result", "é".repeat((MOST_BYTES - AROUND + 1) / 2), TTL_MS],
      ["a result that is served for less than a minute", "x", TTL_MS - 1],
    ])("is missing, so that the waiter asks Redis: %s", async (_, value, ttlMs) => {
      const name = uniqueName();
      const flight = await flying(name, () => value, ttlMs);
      flight.land();
      expect(await flight.waiter.got).toEqual(value);
      expect(await repliesOf(name)).toEqual(["busy", "busy", "found"]);
    });

    it("is never an error: the waiter asks Redis", async () => {
      const name = uniqueName();
      const flight = await flying(name, () => Promise.reject(new Error("no luck")));
      flight.land();
      await expect(flight.waiter.got).rejects.toMatchObject({ code: "FLIGHT_FAILED" });
      await expect(flight.result).rejects.toThrow("no luck");
      expect(await repliesOf(name)).toEqual(["busy", "busy", "found"]);
    });

    it("of another runner, in another format or too old is ignored", async () => {
      const name = uniqueName();
      const flight = await flying(name, () => "own");
      const { owner } = flight;
      const before = await repliesOf(name);
      const texts = ['=["forged"]', "=[", "={}", '!["forged"]', "", '["forged"]'];
      for (const text of texts) await publish(name, `other:1 ${TTL_MS} ${text}`);
      for (const text of texts.slice(1)) await publish(name, `${owner} ${TTL_MS} ${text}`);
      for (const ttl of ["0", "1", "-1", "1.5", "x", ""]) await publish(name, `${owner} ${ttl} =["forged"]`);
      for (const message of ["0", "1", owner, '=["forged"]', `${owner}x ${TTL_MS} =["forged"]`]) {
        await publish(name, message);
      }
      expect(await repliesOf(name)).toEqual(before);
      flight.land();
      expect(await flight.waiter.got).toBe("own");
      expect(await repliesOf(name)).toEqual(before);
    });

    it("reaches all waiters of the isolate, also those that wait with another client", async () => {
      const name = uniqueName();
      const flight = await flying(name, () => "x");
      const options = { ttlMs: TTL_MS };
      const others = await Promise.all(
        [1, 2, 3].map(() => sleeper((how) => make().singleFlight(name, never, { ...how, ...options }))),
      );
      const before = await repliesOf(name);
      flight.land();
      for (const { got } of [flight.waiter, ...others]) expect(await got).toBe("x");
      expect(await repliesOf(name)).toEqual(before);
    });

    it("of a runner that lost its lock does not exist", async () => {
      const name = uniqueName();
      const flight = await flying(name, () => "old");
      await command(redis, "DEL", name);
      await command(redis, "SET", resultKey(name), '=["new"]', "PX", TTL_MS);
      flight.land();
      expect(await flight.result).toBe("new");
      await publish(name, "1");
      await command(redis, "PUBLISH", releaseChannel(name), "1");
      expect(await flight.waiter.got).toBe("new");
    });

    it("leaves no lock behind when a copy of the waiter's attempt arrives later", async () => {
      const name = uniqueName();
      const flight = await flying(name, () => "x");
      flight.land();
      expect(await flight.waiter.got).toBe("x");
      await flight.result;
      const runs = await witnessed(redis, name);
      const refused = runs.find(({ reply }) => Array.isArray(reply) && reply[0] === "busy")?.command ?? [];
      const [kind] = await command<unknown[]>(redis, ...refused);
      expect(kind).toBe("found");
      expect(await make().lock(name).isLocked()).toBe(false);
    });
  });
}
