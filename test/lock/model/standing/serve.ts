// What a script does with a lock that it freed: grants it to a waiter that stands, or publishes the release and calls
// those that stand.
import type { WithoutGrant } from "./guards.ts";
import { clientOfOwner, clientPlan, type GrantScenario, isolateOfOwner, isolatePlan } from "./scenario.ts";
import { CALLED, type Entry, FREE, isolateAt, NEVER, type Published, RESERVED, redisNow, type World } from "./world.ts";

export class Serving {
  readonly published: Published[] = [];
  readonly #world: World;
  readonly #scenario: GrantScenario;
  readonly #without: WithoutGrant;
  #tried = 0;

  constructor(world: World, scenario: GrantScenario, without: WithoutGrant) {
    this.#world = world;
    this.#scenario = scenario;
    this.#without = without;
  }

  /** Redis counts a subscriber of its mailbox. */
  isHeard(owner: number): boolean {
    const isolate = isolateOfOwner(this.#scenario, owner);
    return isolateAt(this.#world, isolate).isAlive && isolatePlan(this.#scenario, isolate).isCounted;
  }

  take(owner: number, ticks: number): void {
    const { redis } = this.#world;
    redis.holder = owner;
    redis.until = redisNow(this.#world) + ticks;
    redis.states[owner] = this.#without.has("grant-marks") ? "" : "+";
  }

  /** Takes all requests of this owner out. */
  leave(owner: number): void {
    const { redis } = this.#world;
    redis.list = redis.list.filter((each) => each.owner !== owner);
  }

  free(): void {
    const { redis } = this.#world;
    redis.holder = FREE;
    redis.until = 0;
  }

  /** Serves the lock, which was just freed. `since`: as the request says. */
  freed(since: number): void {
    const { redis } = this.#world;
    const hadFlag = redis.flag;
    redis.flag = false;
    if (hadFlag) this.#serve(since);
    else this.#publish("freed");
  }

  #serve(since: number): void {
    const { redis } = this.#world;
    const { untold, mostTried } = this.#scenario;
    const now = redisNow(this.#world);
    const from = since === NEVER ? now : Math.min(since, now);
    if (untold !== undefined && now - from >= untold && !this.#without.has("leaves-moment")) {
      this.#leaveFree();
      return;
    }
    // Ends with a grant, with a waiter that is only called, with the list, or after too many.
    while (this.#tried < mostTried) {
      this.#tried += 1;
      const entry = redis.list.shift();
      if (entry === undefined) {
        this.#publish("freed");
        return;
      }
      if (this.#isServed(entry, from)) return;
    }
    if (this.#without.has("bound-keeps-flag")) this.#publish("freed");
    else this.#leaveFree();
  }

  /** Returns whether nobody else is served. */
  #isServed(entry: Entry, since: number): boolean {
    if (!this.#isLive(entry, "counts-before")) return false;
    if (entry.onlyCalled) {
      if (!this.#isOpen(entry)) return false;
      const isReserved = this.isHeard(entry.owner);
      if (isReserved) this.#reserve(entry, since);
      else {
        this.#publish("stood", "freed");
        this.#call(entry, 0);
      }
      if (!this.#without.has("uncounted-calls-next")) this.#callFirst(isReserved ? RESERVED : CALLED);
      return true;
    }
    if (!this.#grant(entry, since)) return false;
    this.#hint("next", this.#confirmOf(entry), "keeps-flag");
    return true;
  }

  /** Makes a waiter the holder for a moment, in which it attempts. Nothing else is written of that. */
  #reserve({ owner }: Entry, since: number): void {
    const { redis } = this.#world;
    redis.holder = owner;
    redis.until = redisNow(this.#world) + RESERVED;
    if (this.#scenario.locksKeys) this.leave(owner);
    this.published.push({ kind: "try", owner, ms: 0, since });
  }

  #grant({ owner }: Entry, since: number): boolean {
    const { redis, undoes } = this.#world;
    const { locksKeys } = this.#scenario;
    const before = redis.states[owner] ?? "";
    if (!locksKeys && before !== "" && !this.#without.has("asks-owner-state")) return false;
    const ms = this.#confirmOf({ owner });
    this.take(owner, ms);
    if (locksKeys) {
      redis.states[owner] = before;
      if (!this.#without.has("leaves-with-grant")) this.leave(owner);
    }
    this.published.push({ kind: "granted", owner, at: redisNow(this.#world), ms, since });
    if (!this.#without.has("never-undone") || undoes === 0) return true;
    this.#world.undoes -= 1;
    this.free();
    redis.states[owner] = "";
    return false;
  }

  #confirmOf({ owner }: Pick<Entry, "owner">): number {
    return Math.min(clientPlan(this.#scenario, clientOfOwner(this.#scenario, owner)).lease, this.#scenario.confirm);
  }

  #leaveFree(): void {
    this.#publish("stood", "freed");
    this.#callFirst(0);
  }

  /**
   * Calls the first live one, and the one behind it for later. Drops the requests before it. One that is not counted is
   * called at once and dropped, and the first live one behind it is called for later.
   */
  #callFirst(ms: number): void {
    const { redis } = this.#world;
    let after = ms;
    // Ends with the list, with the first live one, or after too many.
    while (this.#tried < this.#scenario.mostTried) {
      this.#tried += 1;
      const [entry, behind] = redis.list;
      if (entry === undefined) return;
      const isLive = this.#isLive(entry, "calls-the-living") && this.#isOpen(entry);
      if (isLive && (!entry.onlyCalled || after > 0)) {
        redis.flag = true;
        this.#call(entry, after);
        const isLater = after === 0 || (entry.onlyCalled && !this.#without.has("uncounted-calls-two"));
        if (behind !== undefined && isLater) this.#call(behind, after + CALLED);
        return;
      }
      redis.list.shift();
      if (!isLive) continue;
      this.#call(entry, 0);
      if (this.#without.has("uncounted-calls-next")) return;
      after = CALLED;
    }
    this.#hint(after === 0 ? "try" : "next", after);
  }

  #call({ owner }: Entry, ms: number): void {
    this.published.push({ kind: ms === 0 ? "try" : "next", owner, ms });
  }

  #isOpen({ owner }: Entry): boolean {
    const { locksKeys } = this.#scenario;
    return locksKeys || this.#world.redis.states[owner] === "" || this.#without.has("calls-the-open");
  }

  /** Tells the first in the list, live or not. */
  #hint(kind: "next" | "try", ms: number, guard?: "keeps-flag"): void {
    const { redis } = this.#world;
    const [first] = redis.list;
    if (first === undefined) return;
    redis.flag = guard === undefined || !this.#without.has(guard);
    this.published.push({ kind, owner: first.owner, ms });
  }

  #isLive({ owner, seen, onlyCalled }: Entry, guard: "counts-before" | "calls-the-living"): boolean {
    const { standing } = this.#scenario;
    if (standing !== undefined && redisNow(this.#world) - seen >= standing) return false;
    return onlyCalled || this.isHeard(owner) || this.#without.has(guard);
  }

  #publish(...kinds: readonly ("freed" | "stood")[]): void {
    if (this.#without.has("publishes-release")) return;
    for (const kind of kinds) this.published.push({ kind });
  }
}
