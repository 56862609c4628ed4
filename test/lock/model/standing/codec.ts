// Encodes a world as a few dozen bytes, and decodes it. Equivalent worlds get the same bytes: the encoding leaves out
// what decides nothing any more, the order of the network, and second copies in it.
import { matters, mayStand } from "./client.ts";
import type { WithoutGrant } from "./guards.ts";
import { clientPlan, type GrantScenario } from "./scenario.ts";
import {
  type Answer,
  type Client,
  ENDS,
  type Entry,
  type Mail,
  NEVER,
  newWorld,
  OPS,
  type OwnerState,
  PHASES,
  type Reply,
  type Request,
  type World,
} from "./world.ts";

const LARGEST = 512;
const NONE = 255;
const STATES: readonly OwnerState[] = ["", "+", ...ENDS];
const KINDS: readonly Reply["kind"][] = ["held", "renewed", "busy", "ended"];
const MAILS: readonly Mail["kind"][] = ["granted", "next", "try"];

/** Values of one sort by number. */
class Known<T> {
  readonly #numbers = new Map<number, number>();
  readonly #values: T[] = [];

  /** `code`: the same for equal values. */
  numberOf(code: number, value: T): number {
    let number = this.#numbers.get(code);
    if (number === undefined) {
      number = this.#values.push(value) - 1;
      this.#numbers.set(code, number);
      if (number >= 1 << 16) throw new Error("more values than the codec has numbers for");
    }
    return number;
  }

  at(number: number): T {
    const value = this.#values[number];
    if (value === undefined) throw new Error(`no value ${number}`);
    return value;
  }
}

export class GrantCodec {
  readonly #scenario: GrantScenario;
  readonly #without: WithoutGrant;
  readonly #bytes = new Uint8Array(LARGEST);
  #at = 0;
  readonly #requests = new Known<Request>();
  readonly #answers = new Known<Answer>();
  readonly #mail = new Known<Mail>();

  constructor(scenario: GrantScenario, without: WithoutGrant) {
    this.#scenario = scenario;
    this.#without = without;
  }

  /** Valid until the next call. */
  encode(world: World): Uint8Array {
    const { redis, truth } = world;
    const { isLossless } = this.#scenario;
    this.#at = 0;
    this.#put(world.now, world.jumped, redis.holder + 1, redis.until, redis.flag ? 1 : 0);
    for (const state of redis.states) this.#put(STATES.indexOf(state));
    this.#put(redis.list.length);
    for (const entry of redis.list) this.#put(entryCode(entry));
    this.#put(truth.live + 1, truth.granted, this.#time(truth.heard - 1), truth.robbed, this.#time(truth.quietSince));
    for (const end of truth.ends) this.#put(STATES.indexOf(end));
    this.#put(isLossless && truth.isOwed ? 1 : 0, world.duplicates, world.javaLocks, world.forces, world.jumps);
    this.#put(world.cuts, world.forgeries, this.#without.has("never-undone") ? world.undoes : 0);
    for (const client of world.clients) this.#putClient(client, world.now);
    for (const [isolate, { isAlive, anchor }] of world.isolates.entries()) {
      const of = this.#clientsOf(world, isolate);
      const isNeeded = anchor !== undefined && isAlive && of.some(mayStand);
      // Of one client, the anchors come in order: only the difference counts.
      const since = anchor !== undefined && of.length > 1 ? anchor.sentAt : 0;
      this.#put(isAlive ? 1 : 0, isNeeded ? anchor.redis - anchor.sentAt + since : NONE, isNeeded ? since : 0);
    }
    this.#putNumbers(world.requests.map((request) => this.#requestNumber(request)));
    this.#putNumbers(world.answers.map((answer) => this.#answerNumber(answer)));
    this.#putNumbers(
      world.mail
        .filter((mail) => matters(world, mail, this.#scenario, this.#without))
        .map((mail) => this.#mailNumber(mail)),
    );
    if (this.#at > LARGEST) throw new Error("a world larger than the codec has room for");
    return this.#bytes.subarray(0, this.#at);
  }

  decode(bytes: Uint8Array): World {
    const world = newWorld(this.#scenario);
    const { redis, truth } = world;
    let at = 0;
    const next = (): number => bytes[at++] ?? 0;
    const next2 = (): number => next() * 256 + next();
    world.now = next();
    world.jumped = next();
    redis.holder = next() - 1;
    redis.until = next();
    redis.flag = next() === 1;
    for (const owner of redis.states.keys()) redis.states[owner] = STATES[next()] ?? "";
    redis.list = Array.from({ length: next() }, () => entryOf(next()));
    truth.live = next() - 1;
    truth.granted = next();
    truth.heard = next();
    truth.robbed = next();
    truth.quietSince = next() - 1;
    for (const owner of truth.ends.keys()) truth.ends[owner] = STATES[next()] ?? "";
    truth.isOwed = next() === 1;
    world.duplicates = next();
    world.javaLocks = next();
    world.forces = next();
    world.jumps = next();
    world.cuts = next();
    world.forgeries = next();
    world.undoes = next();
    for (const client of world.clients) {
      client.phase = PHASES[next()] ?? "start";
      client.owner = next();
      client.asked = next();
      client.belief = next();
      client.renewals = next();
      client.listed = entryOrNone(next());
      client.since = next() - 1;
      const rest = next();
      client.passesTo = (rest >> 1) - 1;
      client.isCalled = (rest & 1) === 1;
    }
    for (const isolate of world.isolates) {
      isolate.isAlive = next() === 1;
      const [redis, sentAt] = [next(), next()];
      isolate.anchor = redis === NONE ? undefined : { redis, sentAt };
    }
    for (let left = next(); left > 0; left -= 1) world.requests.push(this.#requests.at(next2()));
    for (let left = next(); left > 0; left -= 1) world.answers.push(this.#answers.at(next2()));
    for (let left = next(); left > 0; left -= 1) world.mail.push(this.#mail.at(next2()));
    return world;
  }

  #put(...values: readonly number[]): void {
    for (const value of values) this.#bytes[this.#at++] = value;
  }

  /** When a release was last published decides nothing where no lock is left free for a moment. */
  #time(time: number): number {
    return this.#scenario.untold === undefined ? 0 : time + 1;
  }

  #putClient(client: Client, now: number): void {
    const { phase, owner, belief, asked, renewals, listed, since, passesTo, isCalled } = client;
    const isOver = phase === "done" || phase === "unknown" || phase === "left" || phase === "dead";
    const isEnding = phase === "releasing" || phase === "cancelling";
    const holds = phase === "held" || phase === "renewing";
    const isAsking = !isOver && !holds;
    // A holder that passed it the lock may send that again.
    const isListed = this.#scenario.passes || !(isOver || holds || phase === "releasing");
    this.#put(PHASES.indexOf(phase), owner, isAsking ? asked : 0, belief > now ? belief : 0);
    this.#put(isOver || isEnding ? 0 : renewals, isListed ? entryOrNoneCode(listed) : NONE);
    this.#put(isOver ? 0 : this.#time(since), isOver ? 0 : ((passesTo + 1) << 1) + (isCalled ? 1 : 0));
  }

  #clientsOf(world: World, isolate: number): Client[] {
    return world.clients.filter((_, client) => clientPlan(this.#scenario, client).isolate === isolate);
  }

  /** Sorted, because the network has no order. */
  #putNumbers(numbers: number[]): void {
    if (numbers.length > 1) numbers.sort((one, other) => one - other);
    this.#put(numbers.length);
    for (const number of numbers) this.#put(number >> 8, number & 255);
  }

  #requestNumber(given: Request): number {
    const hasTime = this.#scenario.untold !== undefined;
    const sentAt = given.awaited ? given.sentAt : 0;
    const since = hasTime ? given.since : NEVER;
    const request = sentAt === given.sentAt && since === given.since ? given : { ...given, sentAt, since };
    const who = (OPS.indexOf(request.op) * 8 + request.owner) * 4 + (request.last ? 2 : 0) + (request.awaited ? 1 : 0);
    const when = ((sentAt * 16 + since + 1) * 16 + request.seen + 1) * 16 + request.next + 1;
    return this.#requests.numberOf((who * 65_536 + when) * 256 + entryOrNoneCode(request.listed), request);
  }

  #answerNumber({ to, reply }: Answer): number {
    const request = this.#requestNumber(to);
    let code = 0;
    if (reply.kind === "ended") code = ENDS.indexOf(reply.end) * 2 + (reply.passed ? 1 : 0);
    else if (reply.kind !== "busy") code = reply.remaining;
    else code = (reply.remaining * 16 + reply.at) * 256 + entryOrNoneCode(reply.stands);
    const answer = { to: this.#requests.at(request), reply };
    return this.#answers.numberOf((code * 4 + KINDS.indexOf(reply.kind)) * 65_536 + request, answer);
  }

  #mailNumber(given: Mail): number {
    const { kind, owner, ms } = given;
    if (kind !== "granted") return this.#mail.numberOf((ms * 8 + owner) * 4 + MAILS.indexOf(kind), given);
    const since = this.#scenario.untold === undefined ? NEVER : given.since;
    const mail = since === given.since ? given : { ...given, since };
    const code = (((mail.at * 16 + since + 1) * 128 + ms) * 8 + owner) * 4 + (mail.isForged ? 3 : 0);
    return this.#mail.numberOf(code, mail);
  }
}

function entryCode({ owner, seen, onlyCalled }: Entry): number {
  return seen * 16 + owner * 2 + (onlyCalled ? 1 : 0);
}

function entryOf(code: number): Entry {
  return { seen: code >> 4, owner: (code >> 1) & 7, onlyCalled: (code & 1) === 1 };
}

function entryOrNoneCode(entry: Entry | undefined): number {
  return entry === undefined ? NONE : entryCode(entry);
}

function entryOrNone(code: number): Entry | undefined {
  return code === NONE ? undefined : entryOf(code);
}
