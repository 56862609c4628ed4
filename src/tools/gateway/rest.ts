// Upstash's REST protocol: from an HTTP request to its response.
import { epochNowMs } from "../../base/clock.ts";
import { Exchange } from "../../engine/faults/exchange.ts";
import type { Faults } from "../../engine/faults/faults.ts";
import type { GivenReply } from "../../engine/faults/rules.ts";
import type { Access, Tokens } from "./auth.ts";
import { type Call, type CommandCall, namesOf, parseCall } from "./call.ts";
import { noPermission } from "./command-table.ts";
import type { Counters } from "./counters.ts";
import type { EarlierAnswers } from "./earlier-answers.ts";
import { answerToLostRedis, type Execution, type Executor, failure } from "./execute.ts";
import {
  BadRequest,
  cutAnswer,
  givenAnswer,
  type HttpAnswer,
  type HttpRequest,
  type HttpResponse,
  httpAnswer,
  maxBytes,
  parseTarget,
  readBody,
  tooLarge,
  writeAnswer,
} from "./http.ts";
import type { Format } from "./reply.ts";
import type { Streams } from "./streams.ts";
import type { Timers } from "./timers.ts";

const METHODS = ["HEAD", "GET", "POST", "PUT"];
const STREAM_METHODS = METHODS.slice(1);

interface RestParts {
  readonly tokens: Tokens;
  readonly executor: Executor;
  readonly streams: Streams;
  readonly faults: Faults;
  readonly counters: Counters;
  readonly timers: Timers;
  readonly earlier: EarlierAnswers;
}

export class Rest {
  readonly #parts: RestParts;
  readonly #syncToken = new SyncToken();

  constructor(parts: RestParts) {
    this.#parts = parts;
  }

  async handle(request: HttpRequest, response: HttpResponse): Promise<void> {
    const number = this.#parts.counters.addRequest();
    const answer = await this.#answer(request, response, number).catch((error: unknown) => {
      if (error instanceof BadRequest) return this.#failure(400, error.message);
      return this.#toLostRedis(error);
    });
    if (answer !== undefined && !response.destroyed) writeAnswer(response, answer);
  }

  /** Resolves to undefined when no response is left to send: a stream has begun, or a fault took the connection. */
  async #answer(request: HttpRequest, response: HttpResponse, number: number): Promise<HttpAnswer | undefined> {
    const body = await readBody(request);
    const { method = "" } = request;
    if (!METHODS.includes(method)) return this.#wrongMethod(METHODS);
    const target = parseTarget(request.url ?? "/");
    const access = this.#parts.tokens.accessOf(request.headers.authorization, target.token);
    if (access === undefined) {
      const refused = this.#failure(401, this.#parts.tokens.refusal(target.token));
      return { ...refused, headers: { ...refused.headers, "www-authenticate": "Bearer" } };
    }
    const format = formatOf(request);
    const call = parseCall(target, body);
    const { faults, timers, earlier } = this.#parts;
    const drawn = faults.draw(namesOf(call), call.kind === "stream");
    const exchange = new Exchange(request.socket, drawn, {
      timers,
      swaps: earlier.swaps,
      rulesChange: faults.change,
      replyOf: (given) => this.#given(given, call),
      answerOf: givenAnswer,
      cut: cutAnswer,
    });
    if (!(await exchange.beforeExecuting())) return undefined;
    if (call.kind === "stream") {
      const { substitute } = exchange;
      if (substitute === undefined) return this.#stream(call, access, method, response, exchange);
      return (await exchange.beforeReply()) ? substitute : undefined;
    }
    const link = typeof access === "string" ? undefined : access.link;
    const execution = { request: number, readOnly: access === "read-only", format, link };
    const answer = await exchange.execute(
      (faulted) => this.#execute(call, { ...execution, faulted }),
      (real) => earlier.replace(call, real),
    );
    return (await exchange.beforeReply()) ? answer : undefined;
  }

  #execute(call: CommandCall, execution: Execution): Promise<HttpAnswer> {
    const { executor } = this.#parts;
    const answer =
      call.kind === "command"
        ? executor.command(call.command, execution)
        : call.kind === "pipeline"
          ? executor.pipeline(call.commands, execution)
          : executor.multiExec(call.commands, execution);
    return answer.then(
      (real) => {
        const whole = httpAnswer(real, this.#headers());
        const bytes = whole.body.length;
        return bytes > maxBytes ? this.#failure(400, tooLarge(bytes)) : whole;
      },
      (error: unknown) => this.#toLostRedis(error),
    );
  }

  async #stream(
    call: Extract<Call, { kind: "stream" }>,
    access: Access,
    method: string,
    response: HttpResponse,
    exchange: Exchange<HttpAnswer>,
  ): Promise<HttpAnswer | undefined> {
    this.#parts.counters.addNamed(call.name);
    if (method === "HEAD") return this.#wrongMethod(STREAM_METHODS);
    // Redis does not flag SUBSCRIBE as a read, although a subscriber receives the data of writers.
    if (access === "read-only") {
      return this.#failure(400, noPermission(call.name));
    }
    const redisUrl = typeof access === "string" ? undefined : access.redisUrl;
    await this.#parts.streams.open({ ...call, redisUrl }, response, exchange, this.#headers());
    return undefined;
  }

  /** Returns the reply of a rule as Upstash sends it: for each command of a pipeline. */
  #given(given: GivenReply, call: Call): HttpAnswer {
    const isList = call.kind === "pipeline" || call.kind === "multi-exec";
    const body = isList ? call.commands.map(() => given) : given;
    return httpAnswer({ status: isList || "result" in given ? 200 : 400, body }, this.#headers());
  }

  #failure(status: number, message: string): HttpAnswer {
    return httpAnswer(failure(status, message), this.#headers());
  }

  #wrongMethod(allowed: readonly string[]): HttpAnswer {
    return { status: 405, headers: { ...this.#headers(), allow: allowed.join(", ") }, body: Buffer.alloc(0) };
  }

  #toLostRedis(error: unknown): HttpAnswer {
    return httpAnswer(answerToLostRedis(error), this.#headers());
  }

  #headers(): Record<string, string> {
    return { "upstash-sync-token": this.#syncToken.next() };
  }
}

function formatOf({ headers }: HttpRequest): Format {
  const { "upstash-response-format": format = "json", "upstash-encoding": encoding } = headers;
  if (encoding !== undefined && encoding !== "base64") throw new BadRequest(`ERR unknown encoding '${encoding}'`);
  if (format === "json") return encoding ?? "utf8";
  if (format !== "resp2") throw new BadRequest(`ERR unknown response format '${format}'`);
  if (encoding !== undefined) throw new BadRequest("ERR the response format resp2 has no encoding");
  return format;
}

/** The token by which a client reports its latest write. A single server needs none, but clients expect one. */
class SyncToken {
  readonly #start = epochNowMs().toString(36);
  #answers = 0;

  /**
   * Opaque to clients. It grows with every reply, not only with writes, so that simultaneous replies to writes get
   * different tokens.
   */
  next(): string {
    this.#answers += 1;
    return `${this.#start}-${this.#answers.toString(36).padStart(8, "0")}`;
  }
}
