// One run of a plan: its isolates, their faults, and the finding.
import { InvalidOptionError, isOwn } from "../../base/errors.ts";
import type { Locks } from "../../lock/create-locks.ts";
import type { LockEvent } from "../../lock/events.ts";
import { checkToken } from "../../lock/token.ts";
import { Database } from "../simulation/database.ts";
import { type Invocations, Isolate, type Load } from "../simulation/isolate.ts";
import { Network, type Stroke as NetworkStroke } from "../simulation/network.ts";
import { World } from "../simulation/world.ts";
import { Advice } from "./advice.ts";
import { Beliefs } from "./beliefs.ts";
import type { Failure } from "./failure.ts";
import type { Library } from "./library.ts";
import { type Checked, copyOf, ENDPOINT } from "./options.ts";
import { type OutsideUse, textOf } from "./outside.ts";
import type { Simulated } from "./program.ts";
import { Entries, type StoreKey, type StoreValues } from "./store.ts";
import { type StoryLine, shownValue, toldOf } from "./story.ts";
import { type Lengths, type Stroke, Strokes } from "./strokes.ts";

/** How a run is played. */
export interface How {
  readonly run: number;
  readonly isolates: number;
  /** The lengths in a run without faults. Undefined: this run has no faults. */
  readonly lengths: Lengths | undefined;
  /** Places that no fault strikes. */
  readonly without: ReadonlySet<string>;
}

/** The result of a run. */
export interface Played {
  readonly failure: Failure | undefined;
  /** The same for each time that the run is played. */
  readonly hash: number;
  /** The calls and requests of each isolate. */
  readonly lengths: Lengths;
  readonly calls: number;
  readonly virtualMs: number;
  readonly struck: ReadonlyMap<string, Stroke>;
  readonly story: readonly StoryLine[];
  /** How many programs ended with an error of a lock, by its code. */
  readonly ended: ReadonlyMap<string, number>;
  readonly lostWrites: number;
}

/** Plays a run. */
export type PlayRun = (how: How) => Promise<Played>;

/** A call that has not ended. */
interface PendingCall {
  readonly what: string;
  readonly kind: "acquire" | "write" | "other";
  /** Whether the story has told that it waits. */
  waits?: boolean;
}

/** One life of an isolate, from its start to its crash. */
interface Actor {
  readonly id: string;
  readonly number: number;
  readonly life: number;
  readonly isolate: Isolate<Library>;
  readonly locks: Locks;
  /** The calls that it has started and that have not ended, by a number. */
  readonly pending: Map<number | string, PendingCall>;
  calls: number;
  requests: number;
  messages: number;
  /** Whether it has learned that it lost a hold. */
  hasLost: boolean;
  /** Whether the store has refused a write of it. */
  wasRefused: boolean;
  /** Whether its program has ended. Its locks may still send requests. */
  hasEnded: boolean;
  /** Whether it also acquires nothing more. */
  isClosed: boolean;
}

const DEFAULT_LEASE_MS = 30_000;
// A program that makes no call for this long is taken to wait for ever.
const QUIET_MS = 3_600_000;
const MOST_CALLS = 5_000;
const MOST_REQUESTS = 10_000;
const MAX_MS = 2_147_483_647;
const MAX_STEP = 200;
const WALL_ERROR_MS = 2_000;
// Only Workers have several invocations.
const ONE_INVOCATION: Invocations = { run: (_, work) => work(), getStore: () => undefined };
const CALL_ENDS: ReadonlySet<string> = new Set(["acquired", "found", "resumed", "busy", "aborted", "failed"]);

/** Plays a run. */
export class Play<Values extends StoreValues> {
  readonly #options: Checked<Values>;
  readonly #how: How;
  readonly #load: Load<Library>;
  readonly #world: World;
  readonly #database: Database;
  readonly #network: Network;
  readonly #strokes: Strokes;
  readonly #entries: Entries<Values>;
  readonly #beliefs = new Beliefs();
  readonly #actors = new Map<string, Actor>();
  readonly #story: StoryLine[] = [];
  readonly #ended = new Map<string, number>();
  #failure: Failure | undefined;
  /** An option is wrong in a way that only a run shows. */
  #misuse: InvalidOptionError | undefined;
  /** The isolates whose program has not ended. */
  #open = 0;
  #calls = 0;
  #requests = 0;
  #lostWrites = 0;
  readonly #writes: number[] = [];
  readonly #advice = new Advice();
  #quietAt = QUIET_MS;

  constructor(load: Load<Library>, options: Checked<Values>, how: How) {
    const { seed, faults, locks, store } = options;
    this.#options = options;
    this.#how = how;
    this.#load = load;
    const { leaseMs = DEFAULT_LEASE_MS } = locks;
    this.#strokes = new Strokes({ seed, run: how.run, faults, leaseMs, lengths: how.lengths }, how.without);
    this.#world = new World({ seed: this.#strokes.random("world").between(0, 2 ** 32 - 1) });
    this.#database = new Database(this.#world);
    this.#network = new Network(this.#world, new Map([[new URL(ENDPOINT.url).hostname, this.#database]]));
    this.#network.jitterMs = 2;
    this.#network.direct = ({ name }) => this.#strikeRequest(name);
    this.#network.delayOf = (name) => this.#strikeMessage(name);
    this.#entries = new Entries(store);
  }

  /** Whether code of the program may be running now. */
  get isRunning(): boolean {
    return this.#world.isInEvent;
  }

  async run(): Promise<Played> {
    this.#fillRedis();
    for (let number = 1; number <= this.#how.isolates; number += 1) {
      this.#open += 1;
      this.#begin(number, 1, this.#strokes.beginsAtMs(number));
    }
    await this.#runToEnd();
    for (const { isolate } of this.#actors.values()) isolate.kill();
    if (this.#misuse !== undefined) throw this.#misuse;
    return {
      failure: this.#failure,
      hash: this.#world.hash,
      lengths: this.#lengths(),
      calls: this.#calls,
      virtualMs: this.#world.now,
      struck: this.#strokes.struck,
      story: this.#story,
      ended: this.#ended,
      lostWrites: this.#lostWrites,
    };
  }

  /** The program used something outside of the simulation. */
  used({ name, instead, stack }: OutsideUse): void {
    const [, ...places] = stack.split("\n");
    const place = places.find((one) => !/outside\.[jt]s/.test(one)) ?? "";
    this.#fail({
      reason: "outside",
      what: `the program uses the machine's ${name} (${place.trim()}), which no seed repeats`,
      cure: `use ${instead} of the program's argument`,
    });
  }

  /** A promise has rejected, and nobody awaits it. */
  rejected(error: unknown): void {
    this.#fail({
      reason: "threw",
      what: `a promise that nobody awaits has rejected with ${textOf(error)}`,
      cure: "await each promise, or catch its error",
      cause: error,
    });
  }

  /** Runs all events. Ends with the last program, with a failure, or when no program makes a call for an hour. */
  async #runToEnd(): Promise<void> {
    const isOver = (): boolean => this.#failure !== undefined || this.#misuse !== undefined || this.#open === 0;
    let isDone = false;
    while (!isDone && this.#world.now < this.#quietAt) isDone = await this.#world.run(this.#quietAt, isOver);
    const [problem] = this.#world.problems;
    if (problem !== undefined) {
      this.#fail({
        reason: "outside",
        what: `something outside the simulation resumed the program (${problem})`,
        cure: "use only the argument of the program",
      });
    }
    if (!isDone) this.#neverEnds();
    if (this.#failure === undefined && this.#misuse === undefined) this.#observe(true);
  }

  #lengths(): Lengths {
    const actors = [...this.#actors.values()];
    return {
      call: actors.map(({ calls }) => calls),
      request: actors.map(({ requests }) => requests),
      writes: this.#writes,
    };
  }

  #neverEnds(): void {
    const waiting = [...this.#actors.values()].find(({ isolate, pending }) => !isolate.isDead && pending.size > 0);
    const [call] = waiting?.pending.values() ?? [];
    const where =
      call === undefined ? "for something outside the simulation" : `in ${call.what} of isolate ${waiting?.number}`;
    this.#fail({
      reason: "never-ends",
      what: `the program has waited for an hour ${where}`,
      cure: "await only what the argument of the program gives, no event that may never come, and bound each wait by a timeout",
    });
  }

  #goesOn({ number }: Actor, what: string): void {
    const cure = "let the program end: give its loops fewer rounds, and simulate a shorter time";
    this.#fail({ reason: "never-ends", what: `${what}, the last by isolate ${number}`, cure });
  }

  #fail(failure: Failure): void {
    this.#failure ??= failure;
  }

  #tell(text: string, isMinor = false): void {
    this.#story.push({ atMs: this.#world.now, text, isMinor });
    this.#world.log(text);
  }

  #begin(number: number, life: number, afterMs: number): void {
    const id = `${number}.${life}`;
    const random = this.#strokes.random(`isolate ${id}`);
    const wallOffsetMs = random.between(-WALL_ERROR_MS, WALL_ERROR_MS);
    const options = { name: id, wallOffsetMs, onLog: () => {} };
    const isolate = new Isolate(this.#network, ONE_INVOCATION, this.#load, options);
    const onEvent = (event: LockEvent): void => this.#heard(actor, event);
    const locks = isolate.library.createLocks({ ...this.#options.locks, redis: ENDPOINT, onEvent });
    const counts = { calls: 0, requests: 0, messages: 0 };
    const actor: Actor = {
      id,
      number,
      life,
      isolate,
      locks,
      pending: new Map(),
      ...counts,
      hasLost: false,
      wasRefused: false,
      hasEnded: false,
      isClosed: false,
    };
    this.#actors.set(id, actor);
    this.#quietAt = Math.max(this.#quietAt, this.#world.now + afterMs + QUIET_MS);
    isolate.after(afterMs, () => {
      this.#tell(`isolate ${number} ${life === 1 ? "begins" : "begins again after its crash"}`);
      void this.#play(actor);
    });
  }

  async #play(actor: Actor): Promise<void> {
    try {
      const result: unknown = this.#options.program(this.#simulated(actor));
      if (typeof Object(result).then !== "function") {
        this.#misuse = new InvalidOptionError("program", "must return a promise: make it an async function");
        return;
      }
      await result;
    } catch (error) {
      this.#threw(actor, error);
      return;
    }
    this.#returned(actor);
  }

  #simulated(actor: Actor): Simulated<Values> {
    const { isolate, locks, number } = actor;
    // A token that was given and is undefined is that of a lock without tokens.
    const markOf = (given: readonly unknown[]): bigint | undefined =>
      given.length === 0 ? undefined : BigInt(checkToken(given[0]));
    return {
      locks,
      isolate: number,
      now: () => Math.floor(isolate.wallMs()),
      random: () => isolate.random.next(),
      step: async (what) => {
        if (typeof what !== "string" || what === "" || what.length > MAX_STEP) {
          throw new InvalidOptionError("what", `must be a text of 1 to ${MAX_STEP} characters`);
        }
        const call = { what: `step(${JSON.stringify(what)})`, kind: "other" } as const;
        await this.#call(actor, call, () => this.#tell(`isolate ${number}: ${what}`, true));
      },
      sleep: async (ms) => {
        if (typeof ms !== "number" || !(ms >= 0 && ms <= MAX_MS)) {
          throw new InvalidOptionError("ms", `must be a number from 0 to ${MAX_MS}`);
        }
        this.#quietAt = Math.max(this.#quietAt, this.#world.now + ms + QUIET_MS);
        await this.#pass(actor, `sleep(${ms})`);
        await isolate.sleep(ms);
      },
      store: {
        get: async (key, ...token) => {
          const mark = markOf(token);
          this.#entries.check(key);
          return this.#call(actor, { what: `store.get(${JSON.stringify(key)})`, kind: "other" }, () => {
            const found = this.#entries.read(actor.id, key, mark);
            this.#tell(`isolate ${number} reads ${key}: ${shownValue(found)}`, true);
            return found;
          });
        },
        set: async (key, given, ...token) => {
          const mark = markOf(token);
          this.#entries.check(key);
          const value = copyOf("value", given);
          const call = { what: `store.set(${JSON.stringify(key)})`, kind: "write" } as const;
          return this.#call(actor, call, this.#write(actor, key, value, mark));
        },
      },
    };
  }

  #write<Key extends StoreKey<Values>>(actor: Actor, key: Key, value: Values[Key], token: bigint | undefined) {
    const { id, number, hasLost, wasRefused } = actor;
    // Taken at the call: a program cannot know of later events.
    const believed = this.#beliefs.of(id);
    return (): boolean => {
      const { isWritten, lostOf } = this.#entries.write(id, key, value, token);
      if (!isWritten) {
        this.#tell(`the store refuses ${key}: ${shownValue(value)} of isolate ${number}, whose token is old`);
        actor.wasRefused = true;
        return false;
      }
      const late = believed.find(({ isOver }) => isOver);
      const belief = late === undefined ? "" : `, and believed that it still held ${JSON.stringify(late.lockName)}`;
      this.#tell(`isolate ${number} writes ${key}: ${shownValue(value)}${belief}`);
      if (lostOf !== undefined) {
        this.#lostWrites += 1;
        const of = this.#actors.get(lostOf)?.number;
        this.#tell(`the earlier write of isolate ${of} is lost: isolate ${number} had read an older ${key}`);
      }
      const staleKey = this.#entries.staleOf(id);
      this.#advice.wrote({
        lateKind: late?.kind,
        staleKey,
        isHeld: believed.length > 0,
        hasLost,
        wasRefused,
        isPermit: believed.some(({ kind }) => kind === "permitExpirableSemaphore"),
        isLost: lostOf !== undefined,
      });
      this.#observe(false);
      return true;
    };
  }

  /** Calls the invariant. */
  #observe(isOver: boolean): void {
    let answer: unknown;
    try {
      answer = this.#options.invariant({ store: this.#entries, isOver });
    } catch (error) {
      if (error instanceof InvalidOptionError) {
        this.#misuse = error;
        return;
      }
      const what = `the invariant throws ${textOf(error)}`;
      this.#fail({ reason: "invariant", what, cure: this.#advice.cure(isOver), cause: error, isOver });
      return;
    }
    if (answer === true || answer === undefined) return;
    // An `expect` may return an object.
    const isAssertion = typeof answer === "object" && answer !== null && !("then" in answer);
    if (isAssertion) return;
    if (answer !== false) {
      this.#misuse = new InvalidOptionError("invariant", "must return true or false, or throw; it cannot be async");
      return;
    }
    const when = isOver ? "when all programs have ended" : "after the last write";
    this.#fail({
      reason: "invariant",
      what: `the invariant is false ${when}`,
      cure: this.#advice.cure(isOver),
      isOver,
    });
  }

  #returned(actor: Actor): void {
    const { id, number, pending } = actor;
    const kept = this.#beliefs.of(id).map(({ lockName }) => JSON.stringify(lockName));
    this.#tell(`isolate ${number} ends${kept.length === 0 ? "" : `, and still holds ${kept.join(", ")}`}`);
    if (kept.length > 0) this.#advice.hasKept = true;
    const write = [...pending.values()].find(({ kind }) => kind === "write");
    if (write !== undefined) this.#notAwaited(actor, write.what);
    actor.hasEnded = true;
    this.#mayClose(actor);
  }

  #notAwaited({ number }: Actor, call: string): void {
    const what = `the program of isolate ${number} ends before its ${call} has ended`;
    this.#fail({ reason: "not-awaited", what, cure: `await ${call}` });
  }

  #threw(actor: Actor, error: unknown): void {
    const { number } = actor;
    this.#tell(`isolate ${number} ends with ${isOwn(error) ? error.code : textOf(error)}`);
    actor.hasEnded = true;
    this.#mayClose(actor);
    // An error of a lock is no mistake of the program. INVALID_OPTION is one.
    if (isOwn(error) && error.code !== "INVALID_OPTION") {
      this.#ended.set(error.code, (this.#ended.get(error.code) ?? 0) + 1);
      this.#advice.endedWith = error.code;
      return;
    }
    this.#fail({
      reason: "threw",
      what: `the program of isolate ${number} throws ${textOf(error)}`,
      cure: "catch the error, or fix its cause",
      cause: error,
    });
  }

  /** Closes an isolate whose program has ended, once it acquires nothing more. */
  #mayClose(actor: Actor): void {
    const { hasEnded, isClosed, pending } = actor;
    const acquires = [...pending.values()].some(({ kind }) => kind === "acquire");
    if (!hasEnded || isClosed || acquires) return;
    actor.isClosed = true;
    this.#open -= 1;
  }

  /** Records an event of an isolate's locks. */
  #heard(actor: Actor, event: LockEvent): void {
    const { id, number, pending } = actor;
    const name = JSON.stringify(event.lockName);
    if (event.type === "acquiring" || event.type === "resuming") {
      const call = event.type === "acquiring" ? "acquire" : "resume";
      pending.set(event.id, { what: `${event.kind}(${name}).${call}()`, kind: "acquire" });
      this.#count(actor);
      return;
    }
    const call = pending.get(event.id);
    if (event.type === "waiting") {
      if (call === undefined || call.waits) return;
      call.waits = true;
    }
    if (call !== undefined && CALL_ENDS.has(event.type)) {
      pending.delete(event.id);
      if (event.type === "acquired" && actor.hasEnded) this.#notAwaited(actor, call.what);
      this.#mayClose(actor);
    }
    if (event.type === "lost") actor.hasLost = true;
    if (event.type === "acquired") actor.wasRefused = false;
    const over = this.#beliefs.take(id, event);
    const text = toldOf(event);
    if (text !== undefined) this.#tell(`isolate ${number} ${text.replace("$", () => name)}`);
    for (const { believer } of over) {
      const other = this.#actors.get(believer);
      // A holder that runs may have released it: it learns of that later.
      if (other?.isolate.isSuspended) this.#tell(`isolate ${other.number} believes that it still holds ${name}`);
    }
  }

  /** Starts a call of the program. A fault may strike it. It leaves when its isolate runs. */
  #pass(actor: Actor, what: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#strikeCall(actor, what)) actor.isolate.after(0, resolve);
    });
  }

  /**
   * Starts a call that something outside the isolate carries out. The call arrives even if its isolate crashes
   * meanwhile. Only a live isolate gets the result.
   */
  #call<Result>(actor: Actor, call: PendingCall, carryOut: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (!this.#strikeCall(actor, call.what)) return;
      const number = actor.calls;
      if (call.kind === "write") this.#writes.push(number);
      actor.pending.set(number, call);
      const random = this.#strokes.random(`${actor.id} time ${number}`);
      const [thereMs, backMs] = [random.between(1, 10), random.between(1, 10)];
      actor.isolate.after(0, () => {
        this.#world.after(thereMs, () => {
          const settle = settled(carryOut, resolve, reject);
          actor.isolate.after(backMs, () => {
            actor.pending.delete(number);
            settle();
          });
        });
      });
    });
  }

  /** Returns whether the call takes place. */
  #strikeCall(actor: Actor, what: string): boolean {
    const { isolate, id } = actor;
    // Code of a crashed isolate may go on until its event ends.
    if (isolate.isDead || this.#failure !== undefined) return false;
    actor.calls += 1;
    if (!this.#count(actor)) return false;
    const stroke = this.#strokes.at("call", `${id} call ${actor.calls}`);
    if (stroke?.kind === "crash") return this.#crash(actor, stroke.awayMs, `before ${what}`);
    if (stroke?.kind === "pause") this.#pause(actor, stroke.ms, stroke.stopsMonotonic, `before ${what}`);
    return true;
  }

  /** Counts a call. Returns whether the run may go on. */
  #count(actor: Actor): boolean {
    this.#calls += 1;
    this.#quietAt = Math.max(this.#quietAt, this.#world.now + QUIET_MS);
    if (this.#calls <= MOST_CALLS) return true;
    this.#goesOn(actor, `the program has made ${MOST_CALLS} calls`);
    return false;
  }

  #strikeRequest(id: string): NetworkStroke | undefined {
    const actor = this.#actors.get(id);
    if (actor === undefined) return undefined;
    actor.requests += 1;
    this.#requests += 1;
    if (this.#requests > MOST_REQUESTS) this.#goesOn(actor, `its locks have sent ${MOST_REQUESTS} requests`);
    const stroke = this.#strokes.at("request", `${id} request ${actor.requests}`);
    // The request leaves before the fault.
    if (stroke?.kind === "crash") {
      this.#world.after(0, () => this.#crash(actor, stroke.awayMs, "while it waits for Redis"));
    }
    if (stroke?.kind === "pause") {
      this.#world.after(0, () => this.#pause(actor, stroke.ms, stroke.stopsMonotonic, "while it waits for Redis"));
    }
    if (stroke?.kind !== "lost request" && stroke?.kind !== "lost reply") return undefined;
    this.#tell(`a ${stroke.kind.slice(5)} of the locks of isolate ${actor.number} is lost`);
    return { kind: stroke.kind };
  }

  #strikeMessage(id: string): number | undefined {
    const actor = this.#actors.get(id);
    if (actor === undefined) return 0;
    actor.messages += 1;
    const stroke = this.#strokes.at("message", `${id} message ${actor.messages}`);
    if (stroke?.kind === "lost message") {
      this.#tell(`a message of Redis to isolate ${actor.number} is lost`);
      return undefined;
    }
    return stroke?.kind === "late message" ? stroke.ms : 0;
  }

  #fillRedis(): void {
    const stroke = this.#strokes.at("memory", "memory");
    if (stroke?.kind !== "full") return;
    this.#world.after(stroke.afterMs, () => {
      this.#tell("Redis has no memory left");
      this.#database.isFull = true;
      this.#world.after(stroke.ms, () => {
        this.#tell("Redis has memory again");
        this.#database.isFull = false;
      });
    });
  }

  #crash(actor: Actor, awayMs: number, when: string): false {
    const { isolate, id, number, life } = actor;
    if (isolate.isDead) return false;
    this.#tell(`isolate ${number} crashes ${when}`);
    isolate.kill();
    this.#beliefs.forget(id);
    actor.pending.clear();
    if (actor.hasEnded) this.#mayClose(actor);
    else this.#begin(number, life + 1, awayMs);
    return false;
  }

  #pause(actor: Actor, ms: number, stopsMonotonic: boolean, when: string): void {
    const { isolate, number } = actor;
    if (isolate.isDead || isolate.isSuspended) return;
    this.#tell(`isolate ${number} pauses for ${(ms / 1_000).toFixed(1)} s ${when}`);
    this.#quietAt = Math.max(this.#quietAt, this.#world.now + ms + QUIET_MS);
    isolate.suspend(ms, stopsMonotonic, () => this.#tell(`isolate ${number} continues`));
  }
}

/** Carries out a call, and returns a function that settles its promise. */
function settled<Result>(
  carryOut: () => Result,
  resolve: (result: Result) => void,
  reject: (error: unknown) => void,
): () => void {
  try {
    const result = carryOut();
    return () => resolve(result);
  } catch (error) {
    return () => reject(error);
  }
}
