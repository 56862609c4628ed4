// Everything that may happen next in a world: requests run, are lost, late or run again; replies and messages arrive,
// are lost, late or doubled; clients attempt, renew, release, give up and stop; leases end; others interfere.
import { Judge, type Wrong } from "./judge.ts";
import { type Guard, ModelRedis } from "./redis.ts";
import type { Scenario } from "./scenario.ts";
import {
  type Answer,
  type At,
  type Client,
  clientOf,
  copyOf,
  JAVA,
  NOBODY,
  type Request,
  redisNow,
  type World,
} from "./world.ts";

const JAVA_LEASE = 2;
const MOST_END_TRIES = 2;
const WAITS_FOR: Readonly<Record<Request["what"], At>> = {
  acquire: "asks",
  renew: "renews",
  release: "releases",
  cancel: "cancels",
};

export interface Successor {
  readonly says: string;
  readonly world: World;
  readonly wrong: Wrong | undefined;
  /** What Redis ran, if anything. */
  readonly ran?: Ran;
}

/** A step of Redis, which can be repeated on a real one. */
export type Ran =
  | { readonly kind: "request"; readonly request: Request; readonly answer: Answer; readonly leavesFree: boolean }
  | { readonly kind: "tick" | "java locks" | "java unlocks" | "force" };

/** Returns all that may happen next. `without`: the guard that is left out. */
export function successorsOf(world: World, scenario: Scenario, without?: Guard): Successor[] {
  return new Next(world, scenario, without).all();
}

class Next {
  readonly #from: World;
  readonly #scenario: Scenario;
  readonly #without: Guard | undefined;
  readonly #found: Successor[] = [];

  constructor(from: World, scenario: Scenario, without: Guard | undefined) {
    this.#from = from;
    this.#scenario = scenario;
    this.#without = without;
  }

  all(): Successor[] {
    this.#time();
    for (const request of this.#from.requests) this.#runs(request);
    for (const reply of this.#from.replies) this.#answered(reply);
    for (const message of this.#from.messages) this.#hears(message);
    for (const nth of this.#from.clients.keys()) this.#acts(nth);
    this.#others();
    return this.#found;
  }

  #add(says: string, change: (world: World, judge: Judge) => Ran | undefined): void {
    const world = copyOf(this.#from);
    const judge = new Judge();
    const ran = change(world, judge);
    tidy(world, this.#without);
    judge.look(world);
    this.#found.push({ says, world, wrong: judge.wrong, ...(ran && { ran }) });
  }

  #time(): void {
    const { now, left } = this.#from;
    if (now < this.#scenario.ticks) {
      this.#add("a tick", (world) => {
        world.now += 1;
        endLease(world);
        return { kind: "tick" };
      });
    }
    if (left.jumps > 0 && this.#isCalm()) {
      this.#add("Redis' clock jumps ahead", (world) => {
        world.left.jumps -= 1;
        world.ahead += 1;
        endLease(world);
        return undefined;
      });
    }
  }

  /** Nobody believes anything, or will by what is under way: a jump would break any lease then. */
  #isCalm(): boolean {
    const { now, clients, replies, messages } = this.#from;
    const isQuiet = clients.every(({ at, believesUntil }) => believesUntil <= now && at !== "renews");
    return isQuiet && messages.length === 0 && replies.every(({ answer }) => answer.kind === "busy");
  }

  #runs(request: Request): void {
    const { left } = this.#from;
    const isWaitedFor = isCurrent(clientOf(this.#from, request.client), request);
    const frees = request.what === "release" || request.what === "cancel";
    for (const again of left.again > 0 ? [false, true] : [false]) {
      for (const leavesFree of frees && left.moments > 0 ? [false, true] : [false]) {
        for (const isLost of isWaitedFor ? [true, false] : [true]) {
          const how = `${again ? ", and again later" : ""}${leavesFree ? ", and leaves it free" : ""}${isLost ? ", unanswered" : ""}`;
          this.#add(`${request.what} of ${request.client} runs${how}`, (world, judge) => {
            if (again) world.left.again -= 1;
            else world.requests = world.requests.filter((each) => each !== request);
            if (leavesFree) world.left.moments -= 1;
            const redis = new ModelRedis(this.#scenario, judge, this.#without);
            const answer = redis.run(world, request, leavesFree);
            if (!isLost) world.replies.push({ to: request, answer });
            return { kind: "request", request, answer, leavesFree };
          });
        }
      }
    }
  }

  #answered(reply: World["replies"][number]): void {
    const { to, answer } = reply;
    this.#add(`${to.client} gets the reply ${answer.kind} to ${to.what}`, (world) => {
      const client = clientOf(world, to.client);
      world.replies = world.replies.filter(({ to: { client: of } }) => of !== to.client);
      if (to.what === "acquire" && answer.kind === "held") holds(client, to.sentAt + answer.left);
      else if (to.what === "acquire" && answer.kind === "busy" && !to.isLast) {
        client.at = "sleeps";
        const isLate = this.#without === "the anchor counts from when its request was sent";
        client.anchor = { redis: answer.redis, at: isLate ? world.now : to.sentAt };
      } else if (to.what === "renew" && answer.kind === "renewed") {
        holds(client, Math.max(client.believesUntil, to.sentAt + answer.left));
      } else {
        client.at = "over";
        client.believesUntil = 0;
      }
      return undefined;
    });
  }

  #hears(message: World["messages"][number]): void {
    for (const again of this.#from.left.again > 0 ? [false, true] : [false]) {
      this.#add(`${message.client} hears of its grant${again ? ", and again later" : ""}`, (world) => {
        if (again) world.left.again -= 1;
        else world.messages = world.messages.filter((each) => each !== message);
        const client = clientOf(world, message.client);
        if (client.at === "asks" || client.at === "sleeps") {
          const until = this.#validUntil(world, client, message);
          if (until <= world.now) return undefined;
          holds(client, until);
          world.replies = world.replies.filter(({ to }) => to.client !== message.client);
        } else if (this.#without === "only grants of those known to have left are given back") {
          world.requests.push({ what: "cancel", client: message.client, attempt: 0, sentAt: 0, isLast: false });
        }
        return undefined;
      });
    }
  }

  #validUntil({ now }: World, { anchor }: Client, { grantedAt, confirm }: World["messages"][number]): number {
    if (this.#without === "validity counts from Redis' clock") return now + confirm;
    if (anchor === undefined) return 0;
    const byRedis = anchor.at + (grantedAt - anchor.redis) + confirm;
    return this.#without === "validity counts from the arrival at most" ? byRedis : Math.min(byRedis, now + confirm);
  }

  #acts(nth: number): void {
    const { at, attempts, renewalsLeft, believesUntil } = clientOf(this.#from, nth);
    const mayAsk = attempts < this.#scenario.attempts;
    if (at === "rest") this.#sends(nth, "acquire", "acquires");
    if ((at === "asks" || at === "sleeps") && mayAsk) this.#sends(nth, "acquire", "attempts again");
    if (at === "sleeps" || (at === "asks" && !mayAsk)) {
      if (at === "sleeps" && this.#without === "who leaves cancels") {
        this.#changes(nth, "leaves", (client) => {
          client.at = "over";
        });
      } else this.#sends(nth, "cancel", "gives up");
    }
    if (at === "holds" && renewalsLeft > 0 && believesUntil > this.#from.now) this.#sends(nth, "renew", "renews");
    if (at === "holds") this.#sends(nth, "release", "releases");
    if (at === "renews") {
      this.#changes(nth, "hears nothing of its renewal", (client) => {
        client.at = "holds";
      });
    }
    if (at === "releases" || at === "cancels") {
      if (attempts < MOST_END_TRIES) this.#sends(nth, at === "releases" ? "release" : "cancel", "asks again");
      this.#changes(nth, "stops", (client) => {
        client.at = "unknown";
      });
    }
  }

  #changes(nth: number, says: string, change: (client: Client) => void): void {
    this.#add(`${nth} ${says}`, (world) => {
      change(clientOf(world, nth));
      world.replies = world.replies.filter(({ to }) => to.client !== nth);
      return undefined;
    });
  }

  #sends(nth: number, what: Request["what"], says: string): void {
    this.#add(`${nth} ${says}`, (world) => {
      const client = clientOf(world, nth);
      const isNext = client.at === WAITS_FOR[what] || (what === "acquire" && client.at !== "rest");
      client.attempts = isNext ? client.attempts + 1 : 1;
      client.at = WAITS_FOR[what];
      client.sentAt = world.now;
      client.isLast = what === "acquire" && client.attempts >= this.#scenario.attempts;
      if (what === "renew") client.renewalsLeft -= 1;
      if (what === "release") client.believesUntil = 0;
      const { attempts: attempt, sentAt, isLast } = client;
      world.replies = world.replies.filter(({ to }) => to.client !== nth);
      world.requests.push({ what, client: nth, attempt, sentAt, isLast });
      return undefined;
    });
  }

  #others(): void {
    const { holder, left, clients, deaf } = this.#from;
    if (left.java > 0 && holder === NOBODY) {
      this.#add("Redisson locks", (world) => {
        world.left.java -= 1;
        world.holder = JAVA;
        world.leaseEnds = redisNow(world) + JAVA_LEASE;
        return { kind: "java locks" };
      });
    }
    if (holder === JAVA) {
      this.#add("Redisson unlocks", (world) => {
        world.holder = NOBODY;
        world.leaseEnds = 0;
        return { kind: "java unlocks" };
      });
    }
    if (left.force > 0 && holder !== NOBODY) {
      this.#add("a release by force", (world, judge) => {
        world.left.force -= 1;
        const redis = new ModelRedis(this.#scenario, judge, this.#without);
        redis.force(world);
        return { kind: "force" };
      });
    }
    for (const nth of left.cuts > 0 ? clients.keys() : []) {
      this.#add(`the stream of ${nth} ${deaf[nth] ? "is open again" : "is cut"}`, (world) => {
        world.left.cuts -= 1;
        world.deaf[nth] = !deaf[nth];
        world.messages = world.messages.filter(({ client }) => client !== nth);
        return undefined;
      });
    }
  }
}

function holds(client: Client, until: number): void {
  client.at = "holds";
  client.believesUntil = until;
  client.attempts = 0;
}

function endLease(world: World): void {
  if (world.holder === NOBODY || redisNow(world) < world.leaseEnds) return;
  world.holder = NOBODY;
  world.leaseEnds = 0;
  world.live = NOBODY;
}

function isCurrent({ at, attempts }: Client, { what, attempt }: Request): boolean {
  return at === WAITS_FOR[what] && attempts === attempt;
}

/** Removes what can change nothing any more, so that equivalent worlds are equal. */
function tidy(world: World, without: Guard | undefined): void {
  for (const client of world.clients) {
    if (client.believesUntil <= world.now) client.believesUntil = 0;
    const isWaiting = ["asks", "renews", "releases", "cancels"].includes(client.at);
    if (!isWaiting) {
      client.sentAt = 0;
      client.isLast = false;
    }
    if (client.at !== "asks" && client.at !== "sleeps") client.anchor = undefined;
    if (client.at === "over" || client.at === "unknown") {
      client.believesUntil = 0;
      client.attempts = 0;
      client.renewalsLeft = 0;
    }
  }
  const isHeard = ({ at }: Client): boolean => at === "asks" || at === "sleeps" || at === "rest";
  const givesBackAny = without === "only grants of those known to have left are given back";
  world.messages = distinct(world.messages.filter(({ client }) => givesBackAny || isHeard(clientOf(world, client))));
  world.replies = distinct(world.replies.filter(({ to }) => isCurrent(clientOf(world, to.client), to)));
  world.requests = distinct(
    world.requests.map((request) =>
      isCurrent(clientOf(world, request.client), request) ? request : { ...request, attempt: 0, sentAt: 0 },
    ),
  );
}

/** Returns each once, in one order. */
function distinct<Each>(all: readonly Each[]): Each[] {
  const byText = new Map(all.map((each) => [JSON.stringify(each), each]));
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}
