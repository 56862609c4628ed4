// One HTTP request to a service of a simulated world, and its answer: whole, or a stream of events.
import type { HttpRequest, HttpService, Recipient } from "./http-service.ts";
import type { Random } from "./random.ts";
import { SimulatedBody, SimulatedResponse } from "./response.ts";
import type { RestAnswer } from "./rest.ts";
import { mayCut, Way } from "./way.ts";
import type { World } from "./world.ts";

/** The isolate that sent the request. */
interface Client {
  readonly name: string;
  deliver(ms: number, run: () => void): void;
  onEnd(ended: () => void): void;
}

/** The parts of the world that an exchange uses. */
interface Parts {
  readonly world: World;
  readonly service: HttpService;
  readonly random: Random;
  /** How probable it is that a stream is cut within seconds, 0 to 1. */
  readonly cutStream: number;
  /** Returns the time of one way, ms. */
  readonly delay: () => number;
  /** Returns by how much an answer is late, ms. */
  readonly lateness: () => number;
}

/** Gets its answer. */
interface Answered {
  /** An answer that is no stream. */
  readonly whole: (answer: RestAnswer) => void;
  readonly stream: (response: SimulatedResponse) => void;
  readonly broken: () => void;
}

// A server notices a client that has left at once, or when it sends to it.
const NOTICED_AT_ONCE = 0.6;

export class HttpExchange implements Recipient {
  readonly sender: Client;
  readonly #parts: Parts;
  readonly #answered: Answered;
  #leaveServer: () => void = () => {};
  #status = 200;
  #headers: Headers | undefined;
  #body: SimulatedBody | undefined;
  /** The text of an answer that is no stream, so far. */
  #text = "";
  /** Its client has left. */
  #isLeft = false;
  #hasEnded = false;
  readonly #onEnd: () => void;
  readonly #way: Way;

  /** `onEnd`: called when its server has done with it. */
  constructor(sender: Client, parts: Parts, answered: Answered, onEnd: () => void) {
    this.sender = sender;
    this.#parts = parts;
    this.#answered = answered;
    this.#onEnd = onEnd;
    this.#way = new Way(parts.world, (ms, run) => sender.deliver(ms, run));
    sender.onEnd(() => this.leave());
  }

  /** The request arrives. */
  arrive(request: HttpRequest): void {
    // A client that has left before is noticed with the first part.
    this.#leaveServer = this.#parts.service.serve(request, this);
  }

  /** Its client wants no more. */
  leave(): void {
    if (this.#hasEnded || this.#isLeft) return;
    this.#isLeft = true;
    if (this.#parts.random.chance(NOTICED_AT_ONCE)) this.#tellServer();
  }

  /** The connection is cut. `isSilent`: its client does not learn it. */
  cut(isSilent: boolean): void {
    if (this.#hasEnded || this.#isLeft) return;
    this.#parts.world.fault(`cut answer to ${this.sender.name}${isSilent ? ", in silence" : ""}`);
    this.#isLeft = true;
    this.#tellServer();
    if (!isSilent) this.#breakHere();
  }

  begins(status: number, headers: Headers): void {
    this.#status = status;
    this.#headers = headers;
    if (headers.get("content-type")?.startsWith("text/event-stream") !== true) return;
    const { world, random, cutStream, delay, lateness } = this.#parts;
    const body = new SimulatedBody(() => this.leave());
    this.#body = body;
    this.#way.arrive(Math.max(lateness(), delay()), () =>
      this.#answered.stream(new SimulatedResponse(status, Object.fromEntries(headers), body)),
    );
    mayCut({ world, random, probability: cutStream }, (isSilent) => this.cut(isSilent));
  }

  part(text: string): void {
    // An answer that nobody reads is kept, too: it may reach another request.
    if (this.#body === undefined) this.#text += text;
    if (this.#isLeft) this.#tellServer();
    else if (this.#body !== undefined) this.#arrive(() => this.#body?.arrive(text));
  }

  ends(): void {
    this.#end();
    if (this.#body !== undefined) this.#arrive(() => this.#body?.end());
    else
      this.#answered.whole({
        status: this.#status,
        text: this.#text,
        headers: Object.fromEntries(this.#headers ?? []),
      });
  }

  breaks(): void {
    if (this.#hasEnded) return;
    this.#end();
    if (!this.#isLeft) this.#breakHere();
  }

  #breakHere(): void {
    this.#arrive(() => {
      this.#body?.fail(new TypeError("terminated"));
      this.#answered.broken();
    });
  }

  #tellServer(): void {
    this.#parts.world.after(this.#parts.delay(), () => {
      this.#end();
      this.#leaveServer();
    });
  }

  #end(): void {
    this.#hasEnded = true;
    this.#onEnd();
  }

  #arrive(run: () => void): void {
    this.#way.arrive(this.#parts.delay(), run);
  }
}
