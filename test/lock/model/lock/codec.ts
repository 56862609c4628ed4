// Encodes a world as a few dozen bytes, and decodes it. Equivalent worlds get the same bytes: the encoding leaves out
// unused state of clients, and the order of requests in the network.
import { type End, EPOCHS, type Epoch, STOLEN } from "./ends.ts";
import type { HoldRecord, Page, Reply } from "./redis.ts";
import type { Scenario } from "./scenario.ts";
import { type Answer, type Client, newWorld, OPS, PHASES, type Request, type World } from "./world.ts";

const ENDS: readonly End[] = [
  "",
  "released",
  "still:1",
  "still:2",
  "still:3",
  "free",
  "taken",
  "refused",
  "lost",
  ...STOLEN,
  "released-elsewhere",
];
const GRANTED = ENDS.length;
const REPLIES: readonly Reply["kind"][] = ["held", "busy", "renewed", "counted", "ended", "no-lock"];
const LARGEST = 512;
const NONE = 255;

export class Codec {
  readonly #scenario: Scenario;
  /** Records can expire, so that their ends and the age of each request matter. */
  readonly #timed: boolean;
  readonly #mixes: boolean;
  readonly #bytes = new Uint8Array(LARGEST);
  #at = 0;
  readonly #requests = new Map<number, Request>();
  readonly #answers = new Map<number, Answer>();

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#timed = scenario.latest !== undefined;
    this.#mixes = scenario.mixups > 0;
  }

  /** Valid until the next call. */
  encode(world: World): Uint8Array {
    const { redis, truth } = world;
    this.#at = 0;
    this.#put(world.now);
    this.#put(redis.until);
    for (const count of redis.counts) this.#put(count);
    for (const page of redis.pages) this.#putKept(page);
    for (const record of redis.records) this.#putKept(record);
    this.#put(redis.latch === undefined ? NONE : redis.latch.freed);
    this.#put(this.#timed ? (redis.latch?.until ?? NONE) : NONE);
    this.#put(truth.live);
    this.#put(truth.javaLive);
    this.#put(truth.granted);
    for (const end of truth.ends) this.#put(endCode(end));
    this.#put(world.duplicates);
    this.#put(world.javaLocks);
    this.#put(world.forces);
    this.#put(world.persists);
    this.#put(world.forgets);
    this.#put(world.mixups);
    this.#put((world.forced ? 1 : 0) + (world.forgot ? 2 : 0) + (world.robbed << 2));
    for (const client of world.clients) this.#putClient(client, world.now);
    // A request that is too old to be executed is equivalent to none.
    const { latest = world.now } = this.#scenario;
    const requests = world.requests.filter(({ sentAt }) => world.now - sentAt <= latest);
    this.#putCodes(requests.map((request) => this.#requestCode(request)));
    this.#putCodes(world.answers.map(answerCode));
    if (this.#at > LARGEST) throw new Error("a world larger than the codec has room for");
    return this.#bytes.subarray(0, this.#at);
  }

  decode(bytes: Uint8Array): World {
    const world = newWorld(this.#scenario);
    const { redis, truth } = world;
    let at = 0;
    const next = (): number => bytes[at++] ?? 0;
    const next3 = (): number => next() * 65_536 + next() * 256 + next();
    world.now = next();
    redis.until = next();
    for (const owner of redis.counts.keys()) redis.counts[owner] = next();
    for (const place of redis.pages.keys()) {
      const [epoch, end, until] = [next(), next(), next()];
      if (epoch !== NONE)
        redis.pages[place] = { epoch: epochOf(epoch), end: end === GRANTED ? "+" : endOf(end), until };
    }
    for (const place of redis.records.keys()) {
      const [epoch, end, until] = [next(), next(), next()];
      if (epoch !== NONE) redis.records[place] = { epoch: epochOf(epoch), end: endOf(end), until };
    }
    const freed = next();
    const until = next();
    redis.latch = freed === NONE ? undefined : { freed: freed === 1 ? 1 : 0, until };
    truth.live = next();
    truth.javaLive = next();
    truth.granted = next();
    for (const hold of truth.ends.keys()) truth.ends[hold] = endOf(next());
    world.duplicates = next();
    world.javaLocks = next();
    world.forces = next();
    world.persists = next();
    world.forgets = next();
    world.mixups = next();
    const flags = next();
    world.forced = (flags & 1) !== 0;
    world.forgot = (flags & 2) !== 0;
    world.robbed = flags >> 2;
    for (const client of world.clients) {
      const life = next();
      client.phase = PHASES[life & 15] ?? "start";
      client.tries = (life >> 4) & 3;
      client.byText = life >> 6;
      const sent = next();
      client.sentAt = sent & 15;
      client.passesTo = sent >> 4 === 0 ? undefined : (sent >> 4) - 1;
      client.belief = next();
      const rest = next();
      client.epoch = epochOf(rest & 7);
      client.renewals = (rest >> 3) & 7;
      client.checks = rest >> 6;
    }
    for (let left = next(); left > 0; left -= 1) world.requests.push(this.#requestOf(next3()));
    for (let left = next(); left > 0; left -= 1) world.answers.push(this.#answerOf(next3()));
    return world;
  }

  #put(value: number): void {
    this.#bytes[this.#at++] = value;
  }

  #putKept(kept: Page | HoldRecord | undefined): void {
    this.#put(kept === undefined ? NONE : epochCode(kept.epoch));
    this.#put(kept === undefined ? 0 : kept.end === "+" ? GRANTED : endCode(kept.end));
    // Where records outlive the scenario, their exact end does not matter.
    this.#put(kept === undefined ? 0 : this.#timed ? kept.until : NONE);
  }

  #putClient(client: Client, now: number): void {
    const { phase, tries, sentAt, belief, epoch, renewals, checks, byText, passesTo } = client;
    const waits = phase !== "start" && phase !== "held" && phase !== "done" && phase !== "unknown";
    const over = phase === "done" || phase === "unknown";
    const asksNoMore = over || phase === "releasing" || phase === "cancelling";
    const texts = phase === "unknown" ? 0 : byText;
    this.#put(PHASES.indexOf(phase) + (waits ? tries << 4 : 0) + (texts << 6));
    this.#put((waits ? sentAt : 0) + (nextCode(passesTo) << 4));
    this.#put(belief > now ? belief : 0);
    this.#put((over && texts === 0 ? 0 : epochCode(epoch)) + (asksNoMore ? 0 : (renewals << 3) + (checks << 6)));
  }

  /** Sorted, because the network has no order. */
  #putCodes(codes: number[]): void {
    if (codes.length > 1) codes.sort((a, b) => a - b);
    this.#put(codes.length);
    for (const code of codes) {
      this.#put(code >> 16);
      this.#put((code >> 8) & 255);
      this.#put(code & 255);
    }
  }

  #requestCode(request: Request): number {
    const kind = (OPS.indexOf(request.op) << 2) + request.hold;
    // Without time, the age of an unawaited request does not matter, unless its reply may answer another request.
    const isDated = request.awaited || this.#timed || this.#mixes;
    const isClients = request.isClients && this.#mixes;
    const marks = (nextCode(request.next) << 6) + (isClients ? 32 : 0) + (request.awaited ? 16 : 0);
    const sent = marks + (isDated ? request.sentAt : 0);
    return (((sent << 3) + epochCode(request.epoch)) << 6) + (request.last || request.again ? 32 : 0) + kind;
  }

  #requestOf(code: number): Request {
    const known = this.#requests.get(code);
    if (known !== undefined) return known;
    const op = OPS[(code >> 2) & 7] ?? "acquire";
    const marked = (code & 32) !== 0;
    const request: Request = {
      hold: code & 3,
      op,
      last: marked && op === "acquire",
      again: marked && (op === "release" || op === "pass"),
      epoch: epochOf((code >> 6) & 7),
      sentAt: (code >> 9) & 15,
      awaited: ((code >> 13) & 1) === 1,
      isClients: ((code >> 14) & 1) === 1,
      next: nextOf(code >> 15),
    };
    this.#requests.set(code, request);
    return request;
  }

  #answerOf(code: number): Answer {
    const known = this.#answers.get(code);
    if (known !== undefined) return known;
    const answer: Answer = {
      hold: code & 3,
      last: (code & 4) !== 0,
      isStale: (code & 8) !== 0,
      sentAt: (code >> 4) & 15,
      op: OPS[(code >> 8) & 7] ?? "acquire",
      reply: replyOf(code >> 11),
      next: nextOf(code >> 19),
    };
    this.#answers.set(code, answer);
    return answer;
  }
}

function answerCode({ hold, last, isStale, sentAt, op, reply, next }: Answer): number {
  let rest = 0;
  if ("remaining" in reply) rest = reply.remaining + 1;
  if (reply.kind === "held") rest += epochCode(reply.epoch) << 4;
  if (reply.kind === "ended") rest = endCode(reply.end) + (reply.passed ? 16 : 0) + (nextCode(next) << 5);
  const told = (rest << 3) + REPLIES.indexOf(reply.kind);
  const asked = (OPS.indexOf(op) << 4) + sentAt;
  return (told << 11) + (asked << 4) + (isStale ? 8 : 0) + (last ? 4 : 0) + hold;
}

function replyOf(code: number): Reply {
  const kind = REPLIES[code & 7];
  const rest = code >> 3;
  const remaining = (rest & 15) - 1;
  if (kind === "held") return { kind, holdCount: 0, remaining, epoch: epochOf(rest >> 4) };
  if (kind === "busy") return { kind, remaining };
  if (kind === "no-lock") return { kind };
  if (kind === "counted") return { kind, holdCount: 0, remaining };
  if (kind === "ended") return { kind, end: endOf(rest & 15), ...((rest & 16) !== 0 && { passed: true }) };
  return { kind: "renewed", holdCount: 0 };
}

/** 0: none. */
function nextCode(next: number | undefined): number {
  return next === undefined ? 0 : next + 1;
}

function nextOf(code: number): number | undefined {
  return code === 0 ? undefined : code - 1;
}

function endCode(end: End): number {
  const code = ENDS.indexOf(end);
  if (code < 0) throw new Error(`no code for the end ${end}`);
  return code;
}

function epochCode(epoch: Epoch): number {
  return EPOCHS.indexOf(epoch);
}

function endOf(code: number): End {
  return ENDS[code] ?? "";
}

function epochOf(code: number): Epoch {
  return EPOCHS[code] ?? "";
}
