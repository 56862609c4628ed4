// Cycles of locks over TCP. Half of the clients reach Redis through the RESP of a gateway, which loses, delays and
// doubles their requests and resets their connections. The others reach it directly: their connections are killed.
// Redis pauses, and stops for moments.
import { setTimeout as sleep } from "node:timers/promises";
import { mulberry32 } from "../../../src/engine/faults/random.ts";
import { createLocks, isLockError } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { connect } from "../../lock/model/real.ts";
import { type MakesTcpUser, NEWEST_TCP_USERS, type TcpUser } from "../../support/tcp-clients.ts";
import { between, type Random } from "./random.ts";

const CLIENTS = 8;
const LOCKS = 3;
const LEASE_MS = 3_000;
const KILL_EVERY_MS = 150;
const PAUSE_EVERY_MS = 3_000;
const PAUSE_MS = 300;
const PROGRESS_EVERY = 10_000;

/** The result of all cycles over one library. */
export interface TcpCycles {
  readonly cycles: number;
  readonly seconds: number;
  /** The most holders of one lock at a time. */
  readonly mostInside: number;
  /** How often each code of an error came; the texts of errors without a code. */
  readonly codes: ReadonlyMap<string, number>;
  readonly uncoded: number;
  /** How often each fault of the gateway acted. */
  readonly faults: Readonly<Record<string, number>>;
  readonly kills: number;
  readonly pauses: number;
  readonly leftLocked: number;
}

/** Runs the cycles over each library. Returns what happened, by its name. */
export async function tcpSoak(cycles: number, seed: number): Promise<ReadonlyMap<string, TcpCycles>> {
  const results = new Map<string, TcpCycles>();
  for (const [name, makeUser] of NEWEST_TCP_USERS) {
    await using gateway = await startGateway();
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
    results.set(name, await cyclesOver(name, gateway, makeUser, cycles, seed));
  }
  return results;
}

async function cyclesOver(
  library: string,
  gateway: Gateway,
  makeUser: MakesTcpUser,
  cycles: number,
  seed: number,
): Promise<TcpCycles> {
  const start = performance.now();
  const run = new Run(library, cycles);
  const users = Array.from({ length: CLIENTS }, (_, nth) =>
    makeUser(nth % 2 === 0 ? gateway.respUrl : gateway.redisUrl),
  );
  const trouble = await Trouble.start(gateway, mulberry32(seed));
  await Promise.all(users.map((user, nth) => run.client(user, mulberry32(seed + nth))));
  const { kills, pauses } = await trouble.end();
  const faults: Record<string, number> = {};
  for (const { fault, fired } of gateway.faults.state().rules) faults[fault] = fired;
  gateway.faults.clear();
  const seconds = Math.round((performance.now() - start) / 1_000);
  // A lock whose release was not answered ends with its lease.
  await sleep(LEASE_MS + 1_000);
  const judge = createLocks({ redis: { url: gateway.url, token: gateway.token }, prefix: "" });
  const held = await Promise.all(run.names.map((name) => judge.lock(name).isLocked()));
  for (const { port } of users) port.close();
  const { done, mostInside, codes, uncoded } = run;
  return {
    ...{ cycles: done, seconds, mostInside, codes, uncoded, faults, kills, pauses },
    leftLocked: held.filter(Boolean).length,
  };
}

/** The cycles of all clients. */
class Run {
  readonly names: readonly string[] = Array.from({ length: LOCKS }, (_, nth) => `soak:${nth}`);
  readonly codes = new Map<string, number>();
  readonly #library: string;
  readonly #cycles: number;
  readonly #inside = new Map<string, number>();
  done = 0;
  mostInside = 0;
  uncoded = 0;

  constructor(library: string, cycles: number) {
    this.#library = library;
    this.#cycles = cycles;
  }

  async client({ port }: TcpUser, random: Random): Promise<void> {
    const locks = createLocks({ redis: port, leaseMs: LEASE_MS, prefix: "" });
    // Ends with the last cycle.
    while (this.done < this.#cycles) {
      const name = this.names[between(random, 0, LOCKS - 1)] ?? "";
      try {
        await locks.withLock(name, () => this.#section(name), { waitMs: 30_000, onUnreachable: "wait" });
      } catch (error) {
        const code = isLockError(error) ? error.code : String(error);
        if (!isLockError(error)) this.uncoded += 1;
        this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
      }
    }
  }

  async #section(name: string): Promise<void> {
    const now = (this.#inside.get(name) ?? 0) + 1;
    this.#inside.set(name, now);
    this.mostInside = Math.max(this.mostInside, now);
    // Long enough for another holder to be seen.
    await sleep(1);
    this.#inside.set(name, (this.#inside.get(name) ?? 0) - 1);
    this.done += 1;
    if (this.done % PROGRESS_EVERY === 0) console.log(`${this.#library}: ${this.done} of ${this.#cycles} cycles`);
  }
}

/** Kills connections, and pauses and stops Redis, until `end`. */
class Trouble {
  readonly #gateway: Gateway;
  readonly #random: Random;
  readonly #admin;
  readonly #over = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #kills = 0;
  #pauses = 0;

  private constructor(gateway: Gateway, random: Random, admin: Awaited<ReturnType<typeof connect>>) {
    this.#gateway = gateway;
    this.#random = random;
    this.#admin = admin;
  }

  static async start(gateway: Gateway, random: Random): Promise<Trouble> {
    const trouble = new Trouble(gateway, random, await connect(gateway.redisUrl));
    // The gateway's own connection is older.
    const own = Number(await trouble.#admin.sendCommand(["CLIENT", "ID"]));
    trouble.#running = Promise.all([
      trouble.#often(KILL_EVERY_MS, () => trouble.#kill(own)),
      trouble.#often(PAUSE_EVERY_MS, () => trouble.#pause()),
    ]);
    return trouble;
  }

  async end(): Promise<{ kills: number; pauses: number }> {
    this.#over.abort();
    await this.#running;
    this.#admin.destroy();
    return { kills: this.#kills, pauses: this.#pauses };
  }

  async #often(everyMs: number, work: () => Promise<void>): Promise<void> {
    while (!this.#over.signal.aborted) {
      await sleep(everyMs, undefined, { signal: this.#over.signal }).catch(() => {});
      if (!this.#over.signal.aborted) await work();
    }
  }

  /** Kills one connection that was opened after that one. */
  async #kill(own: number): Promise<void> {
    const list = String(await this.#admin.sendCommand(["CLIENT", "LIST"]));
    const ids = [...list.matchAll(/^id=(\d+)/gm)].map(([, id]) => Number(id)).filter((id) => id > own);
    if (ids.length === 0) return;
    const id = ids[between(this.#random, 0, ids.length - 1)];
    this.#kills += Number(await this.#admin.sendCommand(["CLIENT", "KILL", "ID", String(id)]));
  }

  async #pause(): Promise<void> {
    this.#pauses += 1;
    if (this.#pauses % 2 === 0) {
      await this.#admin.sendCommand(["CLIENT", "PAUSE", String(PAUSE_MS), "ALL"]);
      return;
    }
    await this.#gateway.redis?.kill("SIGSTOP");
    await sleep(PAUSE_MS);
    await this.#gateway.redis?.kill("SIGCONT");
  }
}
