// Cycles of locks over TCP, while connections die, replies are lost, requests arrive twice, and Redis stops for
// moments.

import { mulberry32 } from "../../src/engine/faults/random.ts";
import { createLocks, isLockError } from "../../src/index.ts";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import { TCP_USERS } from "../support/tcp-clients.ts";

const CLIENTS = 8;
const LOCKS = 3;
const LEASE_MS = 3_000;
const STOP_EVERY_MS = 7_000;
const STOPPED_MS = 300;

/** The result of all cycles over one library. */
export interface TcpCycles {
  readonly cycles: number;
  /** The most holders of one lock at a time. */
  readonly mostInside: number;
  /** How often each code of an error came. */
  readonly codes: ReadonlyMap<string, number>;
  readonly faults: number;
  readonly leftLocked: number;
}

/** Runs the cycles over each library. Returns what happened, by its name. */
export async function tcpSoak(cycles: number, seed: number): Promise<ReadonlyMap<string, TcpCycles>> {
  const results = new Map<string, TcpCycles>();
  const newest = TCP_USERS.filter(([name]) => name.endsWith(" 6"));
  for (const [name, makeUser] of newest) {
    await using gateway = await startGateway();
    const stopping = pauses(gateway);
    gateway.faults.set({
      seed,
      rules: [
        { fault: "drop-reply", probability: 0.01 },
        { fault: "reset", probability: 0.005 },
        { fault: "late-order", probability: 0.005, delayMs: 200 },
        { fault: "duplicate", probability: 0.02, delayMs: 50 },
        { fault: "refuse", probability: 0.05 },
        { fault: "cut-stream", probability: 0.2, delayMs: 2_000 },
      ],
    });
    results.set(name, await cyclesOver(gateway, () => makeUser(gateway.respUrl), cycles, seed));
    await stopping.end();
  }
  return results;
}

async function cyclesOver(
  gateway: Gateway,
  makeUser: () => ReturnType<(typeof TCP_USERS)[number][1]>,
  cycles: number,
  seed: number,
): Promise<TcpCycles> {
  const inside = new Map<string, number>();
  const codes = new Map<string, number>();
  let [done, mostInside] = [0, 0];
  const users = Array.from({ length: CLIENTS }, makeUser);
  await Promise.all(
    users.map(async ({ port }, nth) => {
      const locks = createLocks({ redis: port, leaseMs: LEASE_MS, prefix: "" });
      const random = mulberry32(seed + nth);
      // Ends with the last cycle.
      while (done < cycles) {
        const name = `soak:${Math.floor(random() * LOCKS)}`;
        try {
          await locks.withLock(
            name,
            async () => {
              const now = (inside.get(name) ?? 0) + 1;
              inside.set(name, now);
              mostInside = Math.max(mostInside, now);
              // Long enough for another holder to be seen.
              await new Promise((resolve) => setTimeout(resolve, 1));
              inside.set(name, (inside.get(name) ?? 0) - 1);
              done += 1;
            },
            { waitMs: 30_000, onUnreachable: "wait" },
          );
        } catch (error) {
          const code = isLockError(error) ? error.code : String(error);
          codes.set(code, (codes.get(code) ?? 0) + 1);
        }
      }
    }),
  );
  const faults = gateway.faults.state().rules.reduce((sum, { fired }) => sum + fired, 0);
  gateway.faults.clear();
  // A lock whose release was not answered ends with its lease.
  await new Promise((resolve) => setTimeout(resolve, LEASE_MS + 1_000));
  const judge = createLocks({ redis: { url: gateway.url, token: gateway.token }, prefix: "" });
  const held = await Promise.all(Array.from({ length: LOCKS }, (_, nth) => judge.lock(`soak:${nth}`).isLocked()));
  for (const { port } of users) port.close();
  return { cycles: done, mostInside, codes, faults, leftLocked: held.filter(Boolean).length };
}

/** Stops Redis for moments, until `end`. */
function pauses({ redis }: Gateway): { end(): Promise<void> } {
  let isOver = false;
  const stopping = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, STOP_EVERY_MS));
      await redis?.kill("SIGSTOP");
      await new Promise((resolve) => setTimeout(resolve, STOPPED_MS));
      await redis?.kill("SIGCONT");
    }
  })();
  return {
    async end() {
      isOver = true;
      await stopping;
    },
  };
}
