// Measures a round trip: the release script and nothing else, sent directly.
import { createLocks } from "leasehound";
import type { WaitingStage } from "./stage.ts";

export interface RoundTrips {
  /** Each resolves with its duration, ms. */
  http(): Promise<number>;
  tcp(): Promise<number>;
}

/** Sends the release of a hold that has ended, which always gets the same reply. */
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
