// The network between the isolates of a simulated world, its databases and its services. Its `fetch` speaks Upstash's REST
// protocol to a database, and plain HTTP to a service. It delays, loses, resets and doubles requests, and gives late and
// foreign replies.
import { Connection, type OnMessage } from "./connection.ts";
import type { Database } from "./database.ts";
import { EventStream, type StreamRates } from "./event-stream.ts";
import { HttpExchange } from "./http-exchange.ts";
import type { HttpRequest, HttpService, Recipient } from "./http-service.ts";
import type { Random } from "./random.ts";
import { type SimulatedResponse, wholeResponse } from "./response.ts";
import { type RestAnswer, type RestCall, restAnswer, restCall } from "./rest.ts";
import type { World } from "./world.ts";

/** How probable each fault of a request or a message is, 0 to 1. */
export interface FaultRates extends StreamRates {
  /** The connection of a request ends with an error; the request may have arrived before. */
  reset: number;
  /** A request is lost, or its reply. Nobody learns of it. */
  loss: number;
  /** A request, a reply or a message is late by seconds. */
  late: number;
  /** A copy of a request arrives later. */
  doubled: number;
  /** A client gets its previous reply in the place of this one. */
  foreign: number;
}

/** A network without faults. */
export const CALM: Readonly<FaultRates> = {
  reset: 0,
  loss: 0,
  late: 0,
  doubled: 0,
  foreign: 0,
  lostMessage: 0,
  doubledMessage: 0,
  cutStream: 0,
  deafStream: 0,
};

/** The isolate and the invocation that a request leaves. */
export interface Sender {
  /** The name of the isolate. */
  readonly name: string;
  /** Lets something arrive there, in `ms`, unless it has ended by then. */
  deliver(ms: number, run: () => void): void;
  /** Calls `ended` when the isolate dies, or its invocation is cut. */
  onEnd(ended: () => void): void;
}

/** The parts of the second argument of `fetch` that clients of this package pass. */
export interface FetchOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** A request to a database, or to a service. */
export type NetworkCall = RestCall | { readonly kind: "http"; readonly request: HttpRequest };

/** The fault of one request in a directed world. */
export type Stroke =
  /** Neither side learns that it was lost. */
  | { readonly kind: "lost request" | "lost reply" }
  | { readonly kind: "late reply"; readonly ms: number }
  /** A copy of it arrives so much later. */
  | { readonly kind: "doubled request"; readonly ms: number }
  /** It is carried out, and its client gets the reply to its last request before it, if there is one. */
  | { readonly kind: "previous reply" }
  /** It is carried out, and its client gets another answer. */
  | { readonly kind: "foreign reply"; readonly answer: RestAnswer };

interface Settle {
  readonly resolve: (response: SimulatedResponse) => void;
  readonly reject: (error: Error) => void;
}

/** The way of a request. */
interface Route {
  readonly host: { readonly isUp: boolean };
  readonly call: NetworkCall;
  /** Takes it there, and its answer back. `isReset`: its client has gone. */
  readonly carry: (stroke: Stroke | undefined, settle: Settle, isReset: boolean) => void;
}

const LATE_REQUEST_MS = 2_000;
const LATE_REPLY_MS = 1_500;
// A copy comes at once, after another attempt, or after the caller has given up.
const COPY_AFTER_MS = [5, 300, 4_000];
const NOBODY: Recipient = { begins() {}, part() {}, ends() {}, breaks() {} };
const NOT_READY: RestAnswer = { status: 503, text: '{"error":"Service Unavailable"}' };

export class Network {
  readonly world: World;
  /** The databases by the host of their address. */
  readonly databases: ReadonlyMap<string, Database>;
  /** The services by the host of their address. */
  readonly services: Map<string, HttpService> = new Map();
  readonly rates: FaultRates = { ...CALM };
  /** The mean time of a request and its reply on their ways, ms. */
  roundTripMs = 20;
  /** The mean of an exponential delay that each way adds, ms. */
  jitterMs = 0;
  /** The number of HTTP requests that have left an isolate. */
  requests = 0;
  readonly streams: ReadonlySet<EventStream>;
  /** The connections of TCP that have not ended. */
  readonly connections: ReadonlySet<Connection>;
  /** The requests to services that have no whole answer yet. */
  readonly answers: ReadonlySet<HttpExchange>;
  /** Whether streams are answered. False: 404, as of a database without them. */
  hasStreams = true;
  /** Chooses a fault for each request: for worlds that direct what happens. Default: none. */
  direct: (sender: Sender, call: NetworkCall) => Stroke | undefined = () => undefined;
  /** Returns by how much a message to this isolate is late, ms; undefined: it is lost. Default: 0. */
  delayOf: (receiver: string) => number | undefined = () => 0;
  readonly #streams = new Set<EventStream>();
  readonly #connections = new Set<Connection>();
  readonly #answers = new Set<HttpExchange>();
  readonly #random: Random;
  /** By sender and receiver. */
  readonly #lastReply = new Map<string, RestAnswer>();

  constructor(world: World, databases: ReadonlyMap<string, Database>) {
    this.world = world;
    this.databases = databases;
    this.#random = world.random.fork();
    this.streams = this.#streams;
    this.answers = this.#answers;
    this.connections = this.#connections;
  }

  /** Sends a request, as `fetch` does. Rejects as `fetch` in Node does. */
  fetch(sender: Sender, url: string, options: FetchOptions): Promise<SimulatedResponse> {
    this.requests += 1;
    const { signal } = options;
    const route = this.#routeOf(sender, url, options);
    const stroke = route && this.direct(sender, route.call);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortError());
      // No client waits for an answer after that.
      signal?.addEventListener("abort", () => reject(abortError()));
      const settle = { resolve, reject };
      if (route === undefined) reject(failed("ENOTFOUND"));
      else if (!route.host.isUp) this.#refuse(sender, settle);
      else {
        const isReset = this.#random.chance(this.rates.reset);
        if (isReset && !this.#reset(sender, settle)) return;
        if (stroke?.kind === "lost request" || this.#random.chance(this.rates.loss)) {
          this.world.fault(`lost request of ${sender.name}`);
        } else route.carry(stroke, settle, isReset);
      }
    });
  }

  /** Starts a connection of TCP, which is not open yet: see `Connection`. */
  connect(peer: Sender, hostname: string, ...told: [onMessage: OnMessage, onEnd: () => void]): Connection {
    const parts = {
      ...{ world: this.world, random: this.#random, rates: this.rates },
      database: this.databases.get(hostname),
      delay: () => this.delay(),
    };
    const [onMessage, onEnd] = told;
    const connection = new Connection(peer, parts, onMessage, () => {
      this.#connections.delete(connection);
      onEnd();
    });
    this.#connections.add(connection);
    return connection;
  }

  /** Returns the time of one way, ms. */
  delay(): number {
    return this.roundTripMs / 2 + (this.jitterMs > 0 ? this.#random.exponential(this.jitterMs) : 0);
  }

  /** Returns the way of a request; undefined: nobody has this address. */
  #routeOf(sender: Sender, url: string, options: FetchOptions): Route | undefined {
    const { method = "GET", headers = {}, body = "", signal } = options;
    const { hostname } = new URL(url);
    const service = this.services.get(hostname);
    if (service !== undefined) {
      const request = { url, method, headers, body };
      const carry: Route["carry"] = (...how) => this.#serve(sender, service, request, signal, ...how);
      return { host: service, call: { kind: "http", request }, carry };
    }
    const database = this.databases.get(hostname);
    if (database === undefined) return undefined;
    const call = restCall(url, body);
    const carry: Route["carry"] = (stroke, settle) => {
      if (call.kind === "stream") this.#openStream(sender, database, call, stroke, signal, settle);
      else this.#exchange(sender, database, call, stroke, settle);
    };
    return { host: database, call, carry };
  }

  #refuse(sender: Sender, { resolve, reject }: Settle): void {
    const isAnswered = this.#random.chance(0.5);
    sender.deliver(this.delay(), () => {
      if (isAnswered) resolve(wholeResponse(NOT_READY));
      else reject(failed("ECONNREFUSED"));
    });
  }

  /** Ends the connection of a request. Returns whether the request arrives nevertheless. */
  #reset(sender: Sender, { reject }: Settle): boolean {
    this.world.fault(`reset of ${sender.name}`);
    sender.deliver(this.delay(), () => reject(failed("ECONNRESET")));
    return this.#random.chance(0.5);
  }

  #exchange(
    sender: Sender,
    database: Database,
    call: Extract<RestCall, { kind: "commands" }>,
    stroke: Stroke | undefined,
    settle: Settle,
  ): void {
    const { world } = this;
    const ms = this.delay() + this.#lateness("request", LATE_REQUEST_MS, sender);
    const { restarts } = database;
    const execute = (): RestAnswer | undefined => {
      if (!database.isUp || database.restarts !== restarts) return undefined;
      const given = call.commands.map((words) => database.run(words));
      const answer = restAnswer(given, call.isList);
      for (const [at, words] of call.commands.entries()) {
        world.log(`${sender.name} ${words.join(" ")} -> ${JSON.stringify(given[at])}`);
      }
      return answer;
    };
    const laterMs = this.#copyAfterMs(stroke);
    if (laterMs !== undefined) {
      const copyMs = ms + laterMs;
      world.fault(`doubled request of ${sender.name}`, { forMs: copyMs });
      world.after(copyMs, execute);
    }
    const answerIt = (): void => {
      const answer = execute();
      if (answer !== undefined) this.#reply(sender, "a database", answer, stroke, settle);
      else if (this.#random.chance(0.5)) sender.deliver(this.delay(), () => settle.reject(failed("ECONNRESET")));
    };
    world.after(ms, () => {
      const occupiedMs = Math.max(...call.commands.map((words) => database.occupiedForMs(words)));
      if (occupiedMs > 0) world.after(occupiedMs, answerIt);
      else answerIt();
    });
  }

  /** Returns by how much later a copy arrives, ms; undefined: there is none. */
  #copyAfterMs(stroke: Stroke | undefined): number | undefined {
    if (stroke?.kind === "doubled request") return stroke.ms;
    if (!this.#random.chance(this.rates.doubled)) return undefined;
    return this.#random.exponential(this.#random.oneOf(COPY_AFTER_MS));
  }

  #serve(
    sender: Sender,
    service: HttpService,
    request: HttpRequest,
    signal: AbortSignal | undefined,
    stroke: Stroke | undefined,
    settle: Settle,
    isReset: boolean,
  ): void {
    const { world, rates } = this;
    const ms = this.delay() + this.#lateness("request", LATE_REQUEST_MS, sender);
    const random = this.#random;
    const parts = {
      ...{ world, service, random, cutStream: rates.cutStream },
      delay: () => this.delay(),
      lateness: () => this.#replyLateness(sender, stroke),
    };
    const { method, url, body } = request;
    const answered = {
      whole: (answer: RestAnswer) => {
        world.log(`${sender.name} ${method} ${url} ${body} -> ${answer.status} ${answer.text}`);
        this.#reply(sender, "a service", answer, stroke, settle);
      },
      stream: (response: SimulatedResponse) => {
        if (!this.#losesReply(sender, stroke)) settle.resolve(response);
      },
      broken: () => settle.reject(failed("ECONNRESET")),
    };
    const exchange = new HttpExchange(sender, parts, answered, () => this.#answers.delete(exchange));
    this.#answers.add(exchange);
    signal?.addEventListener("abort", () => exchange.leave());
    if (isReset) exchange.leave();
    const laterMs = this.#copyAfterMs(stroke);
    if (laterMs !== undefined) {
      const copyMs = ms + laterMs;
      world.fault(`doubled request of ${sender.name}`, { forMs: copyMs });
      world.after(copyMs, () => {
        // Nobody reads its answer, which the server notices with the first part.
        const leave = service.serve(request, { ...NOBODY, part: () => world.after(this.delay(), () => leave()) });
      });
    }
    world.after(ms, () => exchange.arrive(request));
  }

  #reply(
    sender: Sender,
    from: "a database" | "a service",
    answer: RestAnswer,
    stroke: Stroke | undefined,
    { resolve }: Settle,
  ): void {
    const line = `${from} to ${sender.name}`;
    const before = this.#lastReply.get(line);
    this.#lastReply.set(line, answer);
    let given = stroke?.kind === "foreign reply" ? stroke.answer : answer;
    const isForeign =
      stroke?.kind === "previous reply" || (before !== undefined && this.#random.chance(this.rates.foreign));
    if (before !== undefined && isForeign) {
      this.world.fault(`foreign reply to ${sender.name}`);
      given = before;
    }
    if (this.#losesReply(sender, stroke)) return;
    const ms = this.delay() + this.#replyLateness(sender, stroke);
    sender.deliver(ms, () => resolve(wholeResponse(given)));
  }

  #losesReply(sender: Sender, stroke: Stroke | undefined): boolean {
    if (stroke?.kind !== "lost reply" && !this.#random.chance(this.rates.loss)) return false;
    this.world.fault(`lost reply to ${sender.name}`);
    return true;
  }

  #replyLateness(sender: Sender, stroke: Stroke | undefined): number {
    return (stroke?.kind === "late reply" ? stroke.ms : 0) + this.#lateness("reply", LATE_REPLY_MS, sender);
  }

  /** Returns by how much a request or a reply is late, ms. */
  #lateness(what: string, meanMs: number, sender: Sender): number {
    if (!this.#random.chance(this.rates.late)) return 0;
    const ms = this.#random.exponential(meanMs);
    this.world.fault(`late ${what} of ${sender.name}`, { forMs: ms });
    return ms;
  }

  #openStream(
    sender: Sender,
    database: Database,
    call: Extract<RestCall, { kind: "stream" }>,
    stroke: Stroke | undefined,
    signal: AbortSignal | undefined,
    { resolve, reject }: Settle,
  ): void {
    const { world } = this;
    if (!this.hasStreams) {
      sender.deliver(2 * this.delay(), () => resolve(wholeResponse({ status: 404, text: "" })));
      return;
    }
    const random = this.#random;
    const delayOf = (): number | undefined => this.delayOf(sender.name);
    const parts = { world, database, random, rates: this.rates, delay: () => this.delay(), delayOf };
    const stream = new EventStream(sender, call, parts, () => this.#streams.delete(stream));
    this.#streams.add(stream);
    signal?.addEventListener("abort", () => stream.leave());
    stream.open(resolve, () => reject(failed("ECONNRESET")), stroke?.kind === "late reply" ? stroke.ms : 0);
  }
}

/** Returns the error of Node's fetch for a connection that failed. */
function failed(code: string): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}

function abortError(): Error {
  return Object.assign(new Error("This operation was aborted"), { name: "AbortError" });
}
