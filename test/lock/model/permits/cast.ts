// Random walks: the clients and their next steps, drawn from a seed.
import type { Random } from "../harness/random.ts";
import { BEYOND_MS, type Ids, type Request, type Step, UNLEASED_MS } from "./world.ts";

const LEASES = [10_000, 20_000, 70_000];
// One ends a moment before leases do.
const PASSES = [1, 5_000, 9_999, 10_000, 10_000, 20_000, 90_000];
// Bytes of every kind, and ids that look like numbers.
const BEGINNINGS = ["0", "00ff", "80", "1e10", "9".repeat(20), "c3a9", "0a0d22"];

/** One client, which acquires permits repeatedly, with new ids each time. */
interface Actor {
  ids: Ids;
  lease: number;
  state: "new" | "asks" | "holds";
}

interface Sent {
  readonly request: Request;
  readonly at: number;
}

export class Cast {
  readonly #random: Random;
  readonly #actors: Actor[];
  /** Requests so far, each of which may be repeated, or sent for the first time. */
  readonly #sent: Sent[] = [];
  readonly #javas: string[] = [];
  #made = 0;
  #setsNext = false;

  constructor(random: Random) {
    this.#random = random;
    this.#actors = Array.from({ length: 2 + random(4) }, () => this.#begin());
  }

  next(now: number, first: boolean): Step {
    if (first && !this.#oneIn(8)) return { kind: "run", request: this.#set("try"), heard: true };
    if (this.#setsNext) {
      this.#setsNext = false;
      return this.#send(this.#set(this.#one(["try", "set", "add"])), now);
    }
    const kind = this.#random(100);
    if (kind < 18) return { kind: "pass", ms: this.#one(PASSES) };
    if (kind < 36) {
      const copy = this.#copy(now);
      if (copy !== undefined) return copy;
    }
    if (kind < 44) {
      this.#made += 1;
      const id = `${"7".repeat(20)}${String(this.#made).padStart(12, "0")}`;
      this.#javas.push(id);
      return { kind: "java-acquires", id, lease: this.#oneIn(8) ? undefined : this.#one(LEASES) };
    }
    if (kind < 49 && this.#javas.length > 0) return { kind: "java-releases", id: this.#one(this.#javas.slice(-5)) };
    if (kind < 56) return this.#send(this.#set(this.#one(["try", "set", "set", "add"])), now);
    if (kind < 60) return this.#send({ kind: "status", request: this.#name("q") }, now);
    if (kind === 60 && this.#oneIn(2)) {
      // Usually set again while leases of the old one exist.
      this.#setsNext = !this.#oneIn(3);
      return { kind: "deleted" };
    }
    return this.#send(this.#ours(this.#one(this.#actors)), now);
  }

  /** Passes the reply to its caller, unless it was lost. */
  hears(request: Request, reply: unknown): void {
    const actor = this.#actors.find(({ ids }) => "ids" in request && request.ids.some((id) => ids.includes(id)));
    if (actor === undefined || request.kind !== "acquire") return;
    const { kind } = Object(reply);
    if (kind === "held") actor.state = "holds";
    else if (kind === "ended" || (kind === "busy" && request.last)) Object.assign(actor, this.#begin());
  }

  #ours(actor: Actor): Request {
    const { ids, lease, state } = actor;
    const kind = this.#random(20);
    if (state !== "holds") {
      actor.state = "asks";
      if (state === "asks" && kind < 5) {
        Object.assign(actor, this.#begin());
        return { kind: "release", ids, lease };
      }
      return { kind: "acquire", ids, lease, last: kind < 9 };
    }
    const one: Ids = [this.#one(ids)];
    if (kind < 6) {
      // Also for less than its lease.
      return { kind: "renew", ids: this.#oneIn(6) ? ids : one, lease: this.#oneIn(3) ? this.#one(LEASES) : lease };
    }
    if (kind < 9) return { kind: "check", ids: one, lease };
    if (kind < 11 && ids.length > 1) return { kind: "release", ids: one, lease };
    const other = this.#oneIn(4) ? this.#one(this.#actors).ids : [];
    // It died, and its permits are never ended; or it gives them back: one, all, or all and another client's.
    Object.assign(actor, this.#begin());
    if (kind < 13) return { kind: "check", ids: one, lease };
    if (kind < 14) return { kind: "release", ids, lease };
    if (kind < 17) return { kind: "release", ids: one, lease: this.#oneIn(2) ? lease : undefined };
    return {
      kind: "list",
      ids: [ids[0], ...new Set([...ids.slice(1), ...other.filter((id) => !ids.includes(id))])],
      request: this.#name("l"),
    };
  }

  /** Some sent requests are not executed now, and some replies are lost. */
  #send(request: Request, now: number): Step {
    this.#sent.push({ request, at: now });
    if (this.#oneIn(8)) return { kind: "sent", request };
    return { kind: "run", request, heard: !this.#oneIn(6) };
  }

  /** As long as Redis remembers the request. */
  #copy(now: number): Step | undefined {
    if (this.#sent.length === 0) return undefined;
    const { request, at } = this.#one(this.#oneIn(2) ? this.#sent.slice(-6) : this.#sent);
    const life = "lease" in request && request.lease !== undefined ? request.lease + BEYOND_MS : UNLEASED_MS;
    if (now >= at + life) return undefined;
    return { kind: "run", request, heard: this.#oneIn(2) };
  }

  #set(change: "try" | "set" | "add"): Request {
    const permits = change === "add" ? this.#random(7) - 3 : this.#random(6);
    return { kind: "set", change, permits, request: this.#name("s") };
  }

  #begin(): Actor {
    const many = this.#one([1, 1, 1, 2, 3]);
    const [first = "", ...more] = Array.from({ length: many }, () => {
      this.#made += 1;
      return this.#one(BEGINNINGS).padEnd(26, "0") + this.#made.toString(16).padStart(6, "0");
    });
    return { ids: [first, ...more], lease: this.#one(LEASES), state: "new" };
  }

  #name(prefix: string): string {
    this.#made += 1;
    return `${prefix}${this.#made}`;
  }

  #oneIn(count: number): boolean {
    return this.#random(count) === 0;
  }

  #one<T extends NonNullable<unknown>>(items: readonly T[]): T {
    const item = items[this.#random(items.length)];
    if (item === undefined) throw new Error("nothing to draw from");
    return item;
  }
}
