// A network of faults before a redis-server, for clients over TCP: what the gateway does to HTTP. A connection to it is
// a connection to Redis. The rules are the gateway's.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Faults } from "../../../src/engine/faults/faults.ts";
import type { FaultRuleOf } from "../../../src/engine/faults/rules.ts";
import { commandOf, isPush, RespMessages } from "./resp.ts";

/**
 * `drop-before` and `drop-reply` cut the connection, as nothing else can lose a part of a TCP stream. `delay` also
 * delays all that follows on its connection. `duplicate` sends the bytes twice, and drops the second reply.
 */
export type FrontRule = FaultRuleOf<"drop-before" | "drop-reply" | "cut-body" | "delay" | "duplicate">;

export interface RespFront extends AsyncDisposable {
  /** The URL of Redis, by way of the front. */
  readonly url: string;
  setFaults(seed: number, rules: readonly FrontRule[]): void;
}

/** Requests that a client sends for a connection, and not for a lock: no rule fires on them. */
const OF_CONNECTIONS = new Set(["HELLO", "AUTH", "CLIENT", "SELECT", "INFO", "PING", "COMMAND", "QUIT"]);
/** From these on, replies do not answer requests one by one. */
const SUBSCRIBING = new Set(["SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "MONITOR"]);

export async function startRespFront(redisUrl: string): Promise<RespFront> {
  const target = new URL(redisUrl);
  const faults = new Faults();
  const open = new Set<Connection>();
  const draw = (command: string): FrontRule[] => {
    if (OF_CONNECTIONS.has(command)) return [];
    return faults
      .draw([command], false)
      .map(({ rule }) => rule)
      .filter(isFrontRule);
  };
  const server = createServer((client) => {
    const connection = new Connection(client, connect(Number(target.port), target.hostname), draw);
    open.add(connection);
    connection.ended.then(() => open.delete(connection));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target); // with user and password
  url.port = `${Object(server.address()).port}`;
  return {
    url: url.href,
    setFaults: (seed, rules) => faults.set({ seed, rules }),
    async [Symbol.asyncDispose]() {
      for (const connection of open) connection.end();
      await server[Symbol.asyncDispose]();
    },
  };
}

function isFrontRule(rule: { readonly fault: string }): rule is FrontRule {
  return ["drop-before", "drop-reply", "cut-body", "delay", "duplicate"].includes(rule.fault);
}

/** The rules of one request, by fault. */
type Drawn = { readonly [Fault in FrontRule["fault"]]?: FaultRuleOf<Fault> };

class Connection {
  /** Resolves when both sides are closed. */
  readonly ended: Promise<unknown>;
  readonly #client: Socket;
  readonly #redis: Socket;
  readonly #draw: (command: string) => FrontRule[];
  readonly #timers = new Set<NodeJS.Timeout>();
  /** For each request at Redis, what its reply is for; undefined: nobody waits for it. */
  readonly #waiting: (Drawn | undefined)[] = [];
  /** Requests, and replies, keep their order. */
  #sent: Promise<void> = Promise.resolve();
  #answered: Promise<void> = Promise.resolve();
  #isSubscriber = false;
  /** Copies that are still to be sent. */
  #copies = 0;

  constructor(client: Socket, redis: Socket, draw: (command: string) => FrontRule[]) {
    this.#client = client;
    this.#redis = redis;
    this.#draw = draw;
    const [requests, replies] = [new RespMessages(), new RespMessages()];
    for (const socket of [client, redis]) {
      socket.setNoDelay(true);
      socket.on("error", () => {}); // "close" follows
    }
    client.on("data", (bytes: Buffer) => {
      for (const request of requests.add(bytes)) this.#sent = this.#sent.then(() => this.#pass(request));
    });
    redis.on("data", (bytes: Buffer) => {
      if (this.#isSubscriber) client.write(bytes);
      else for (const reply of replies.add(bytes)) this.#answer(reply);
    });
    // A copy arrives although its client has left.
    client.on("close", () => this.#endIfIdle());
    redis.on("close", () => client.destroy());
    this.ended = Promise.all([client, redis].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#client.destroy();
    this.#redis.destroy();
  }

  async #pass(request: Buffer): Promise<void> {
    const command = commandOf(request);
    const drawn: Drawn = Object.fromEntries(this.#draw(command).map((rule) => [rule.fault, rule]));
    if (drawn["drop-before"] !== undefined) return this.end();
    await this.#sleep(drawn.delay?.delayMs);
    if (SUBSCRIBING.has(command)) this.#isSubscriber = true;
    this.#send(request, drawn);
    const { duplicate } = drawn;
    if (duplicate === undefined) return;
    this.#copies += 1;
    const copy = this.#sleep(duplicate.delayMs).then(() => {
      this.#copies -= 1;
      this.#send(request, undefined);
    });
    if (duplicate.delayMs === undefined) await copy;
  }

  #send(request: Buffer, drawn: Drawn | undefined): void {
    this.#waiting.push(drawn);
    this.#redis.write(request);
  }

  #answer(reply: Buffer): void {
    if (isPush(reply)) {
      this.#client.write(reply);
      return;
    }
    const drawn = this.#waiting.shift();
    if (drawn === undefined) this.#endIfIdle();
    else this.#answered = this.#answered.then(() => this.#deliver(reply, drawn));
  }

  async #deliver(reply: Buffer, drawn: Drawn): Promise<void> {
    await this.#sleep(drawn.delay?.replyDelayMs);
    const cutAt = drawn["drop-reply"] === undefined ? drawn["cut-body"]?.atByte : 0;
    if (cutAt === undefined) this.#client.write(reply);
    else this.#client.write(reply.subarray(0, cutAt), () => this.#client.destroy());
  }

  #endIfIdle(): void {
    if (this.#client.destroyed && this.#copies === 0 && !this.#waiting.includes(undefined)) this.end();
  }

  async #sleep(ms = 0): Promise<void> {
    if (ms === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, ms);
      this.#timers.add(timer);
    });
  }
}
