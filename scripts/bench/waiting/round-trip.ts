// A round trip, measured: the release script and nothing else, sent by hand.
import { createLocks } from "leasehound";
import type { WaitingStage } from "./stage.ts";

export interface RoundTrips {
  /** Each resolves with the milliseconds that it took. */
  http(): Promise<number>;
  tcp(): Promise<number>;
}

/** What is sent is the release of a hold that has ended: it gets the same answer however often. */
export async function roundTrips({ gateway, redis }: WaitingStage, lockName: string): Promise<RoundTrips> {
  const held = await createLocks({ redis: gateway }).lock(lockName).acquire();
  await held.release();
  const release = gateway.witness().findLast(({ command }) => command[0] === "EVALSHA");
  const [name = "", ...args] = release?.command.map(String) ?? [];
  const body = JSON.stringify([name, ...args]);
  const headers = { authorization: `Bearer ${gateway.token}` };
  return {
    http: () =>
      timed(async () => {
        const response = await fetch(gateway.url, { method: "POST", headers, body });
        const text = await response.text();
        if (!response.ok) throw new Error(text);
      }),
    tcp: () => timed(() => redis.call(name, ...args)),
  };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
