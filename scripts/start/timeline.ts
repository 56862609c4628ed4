// Reads the history of one lock from the gateway's log: a lane for each contender, and whether the promises were kept.
import type { Gateway, WitnessEntry } from "../../src/tools/gateway/gateway.ts";
import { drawLanes, type Lane } from "./lanes.ts";
import type { Screen } from "./screen.ts";

type Drawn = { -readonly [Fact in keyof Lane]: Lane[Fact] } & { readonly renewedAtMs: number[] };

interface Hold {
  readonly owner: string;
  readonly lane: Drawn;
  /** When its lease ends unless it is renewed, at the earliest, on the log's clock. */
  leaseEndsAtMs: number;
}

const DRAW_EVERY_MS = 50;

export class Timeline {
  readonly #gateway: Gateway;
  readonly #screen: Screen;
  readonly #lock: string;
  readonly #leaseMs: number;
  readonly #lanes = new Map<string, Drawn>();
  #seen: number;
  #shown = 0;
  #sceneAtMs = Date.now();
  #holder: Hold | undefined;
  readonly broken: string[] = [];
  readonly counts = { grants: 0, renewals: 0, watched: 0, releases: 0, expiries: 0 };

  constructor(gateway: Gateway, screen: Screen, lock: string, leaseMs: number) {
    this.#gateway = gateway;
    this.#screen = screen;
    this.#lock = lock;
    this.#leaseMs = leaseMs;
    this.#seen = gateway.witness().at(-1)?.seq ?? 0;
  }

  /** Starts a new drawing, which contains later contenders. */
  begin(): void {
    this.#catchUp();
    this.#shown = this.#lanes.size;
    this.#sceneAtMs = Date.now();
  }

  /** Draws new entries of the log, until `done` settles. */
  async follow<T>(done: Promise<T>): Promise<T> {
    const timer = setInterval(() => this.#draw(false), DRAW_EVERY_MS);
    try {
      return await done;
    } finally {
      clearInterval(timer);
      this.#draw(false);
    }
  }

  /** Draws the scene for the last time. */
  end(): void {
    this.#draw(true);
  }

  #draw(isLast: boolean): void {
    this.#catchUp();
    this.#screen.draw(drawLanes([...this.#lanes.values()].slice(this.#shown), this.#sceneAtMs, Date.now()), isLast);
  }

  #catchUp(): void {
    for (const entry of this.#gateway.witness(this.#seen)) {
      this.#seen = entry.seq;
      // Its key, with any prefix.
      if (entry.command.some((word) => String(word).endsWith(this.#lock))) this.#read(entry);
    }
  }

  #read(entry: WitnessEntry): void {
    const { command, reply, atMs } = entry;
    if (!Array.isArray(reply)) return;
    const [kind, , third, fourth, next, leaseMs] = reply;
    // EVALSHA, hash, number of keys, the keys, nonce, owner, and the hold: no owner here has two holds.
    const owner = String(command[5 + Number(command[2])]);
    if (kind === "held") this.#granted(owner, entry);
    if (kind === "busy") this.#laneOf(owner, atMs);
    if (kind === "renewed") this.#renewed(owner, entry);
    // A renewal of the watchdog contains its owners. A reply below the lease was only a query.
    const watched = kind === "renewals" && third === this.#leaseMs ? this.#holder?.owner : undefined;
    if (watched !== undefined && command.includes(watched)) this.#watched(entry);
    if (kind === "ended" && third === "released") this.#released(owner, atMs);
    // Passed on within the isolate; or granted to a waiter of another one, for a short lease until it renews that.
    const isGranting = fourth === "passed" || fourth === "granted";
    if (kind === "ended" && isGranting) this.#granted(String(next), entry, Number(leaseMs));
  }

  #granted(owner: string, { sentAtMs, atMs }: WitnessEntry, leaseMs: number = this.#leaseMs): void {
    const before = this.#holder;
    // A repeated attempt, whose reply was slow or lost, is answered again.
    if (before?.owner === owner) return;
    const lane = this.#laneOf(owner, atMs);
    if (before !== undefined && atMs < before.leaseEndsAtMs - 5) {
      this.broken.push(`${lane.name} got the lock while ${before.lane.name} still had it`);
    } else if (before !== undefined) {
      this.counts.expiries += 1;
      before.lane.ended = { atMs: before.leaseEndsAtMs, how: "expired" };
    }
    this.counts.grants += 1;
    lane.grantedAtMs = atMs;
    this.#holder = { owner, lane, leaseEndsAtMs: sentAtMs + leaseMs };
  }

  #renewed(owner: string, { sentAtMs, atMs }: WitnessEntry): void {
    if (this.#holder?.owner !== owner) {
      this.broken.push(`${this.#laneOf(owner, atMs).name} renewed a lock it does not hold`);
      return;
    }
    this.counts.renewals += 1;
    this.#extend(this.#holder, sentAtMs, atMs);
  }

  #watched({ sentAtMs, atMs }: WitnessEntry): void {
    if (this.#holder === undefined) return;
    this.counts.watched += 1;
    this.#extend(this.#holder, sentAtMs, atMs);
  }

  #extend(holder: Hold, sentAtMs: number, atMs: number): void {
    holder.lane.renewedAtMs.push(atMs);
    holder.leaseEndsAtMs = sentAtMs + this.#leaseMs;
  }

  #released(owner: string, atMs: number): void {
    const lane = this.#laneOf(owner, atMs);
    if (lane.ended !== undefined) return;
    lane.ended = { atMs, how: "released" };
    if (this.#holder?.owner !== owner) {
      this.broken.push(`${lane.name} released a lock it does not hold`);
      return;
    }
    this.counts.releases += 1;
    this.#holder = undefined;
  }

  /** A, B, C …: an owner is a UUID and a number. */
  #laneOf(owner: string, atMs: number): Drawn {
    const known = this.#lanes.get(owner);
    if (known !== undefined) return known;
    const lane = { name: String.fromCharCode(65 + this.#lanes.size), askedAtMs: atMs, renewedAtMs: [] };
    this.#lanes.set(owner, lane);
    return lane;
  }
}
