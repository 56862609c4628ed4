// Upstash's REST protocol: from an HTTP request to its answer.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Access, Tokens } from "./auth.ts";
import { BadRequest } from "./bad-request.ts";
import { readBody } from "./body.ts";
import { type Call, namesOf, parseCall } from "./call.ts";
import type { Counters } from "./counters.ts";
import { Exchange } from "./exchange.ts";
import { type Answer, answerToLostRedis, type Execution, type Executor, failure } from "./execute.ts";
import type { Faults } from "./faults.ts";
import { stringifyJson } from "./json.ts";
import type { Encoding } from "./reply.ts";
import type { Streams } from "./streams.ts";
import type { SyncToken } from "./sync-token.ts";
import { parseTarget } from "./target.ts";

export interface RestParts {
  readonly tokens: Tokens;
  readonly executor: Executor;
  readonly streams: Streams;
  readonly faults: Faults;
  readonly counters: Counters;
  readonly syncToken: SyncToken;
  readonly closing: AbortSignal;
}

export class Rest {
  readonly #parts: RestParts;
  #requests = 0;

  constructor(parts: RestParts) {
    this.#parts = parts;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#requests += 1;
    this.#parts.counters.addRequest();
    const answer = await this.#answer(request, response, this.#requests).catch((error: unknown) => {
      if (error instanceof BadRequest) return failure(400, error.message);
      return answerToLostRedis(error);
    });
    if (answer === undefined || response.destroyed) return;
    const body = Buffer.from(stringifyJson(answer.body));
    const headers = { "content-type": "application/json", "content-length": body.length };
    response.writeHead(answer.status, { ...this.#headers(), ...headers });
    response.end(body); // Node itself leaves it out of the answer to HEAD
  }

  /** Undefined: there is nothing left to answer. A stream has begun, or a fault took the connection. */
  async #answer(request: IncomingMessage, response: ServerResponse, number: number): Promise<Answer | undefined> {
    const body = await readBody(request);
    const { method = "" } = request;
    if (!["HEAD", "GET", "POST", "PUT"].includes(method)) return failure(405, "ERR method not allowed");
    const target = parseTarget(request.url ?? "/");
    const access = this.#parts.tokens.accessOf(request.headers.authorization, target.token);
    if (access === undefined) return failure(401, "WRONGPASS invalid or missing auth token");
    const encoding = encodingOf(request);
    const call = parseCall(target, body);
    const rules = this.#parts.faults.draw(namesOf(call), call.kind === "stream");
    const exchange = new Exchange(request.socket, rules, this.#parts.closing);
    if (!(await exchange.beforeExecuting())) return undefined;
    if (call.kind === "stream") return this.#stream(call, access, method, response, exchange);
    const { faulted } = exchange;
    const execution = { request: number, readOnly: access === "read-only", encoding, faulted };
    const answer = await this.#execute(call, execution).catch(answerToLostRedis);
    return (await exchange.beforeReply()) ? answer : undefined;
  }

  #execute(call: Exclude<Call, { kind: "stream" }>, execution: Execution): Promise<Answer> {
    const { executor } = this.#parts;
    if (call.kind === "command") return executor.command(call.command, execution);
    return call.kind === "pipeline"
      ? executor.pipeline(call.commands, execution)
      : executor.multiExec(call.commands, execution);
  }

  async #stream(
    call: Extract<Call, { kind: "stream" }>,
    access: Access,
    method: string,
    response: ServerResponse,
    exchange: Exchange,
  ): Promise<Answer | undefined> {
    this.#parts.counters.addNamed(call.name);
    if (method === "HEAD") return failure(405, "ERR method not allowed");
    // Redis does not flag SUBSCRIBE as a read, and a subscriber hears what others write.
    if (access === "read-only") {
      return failure(400, `NOPERM this user has no permissions to run the '${call.name.toLowerCase()}' command`);
    }
    await this.#parts.streams.open(call, response, exchange, this.#headers());
    return undefined;
  }

  #headers(): Record<string, string> {
    return { "upstash-sync-token": this.#parts.syncToken.next() };
  }
}

function encodingOf({ headers }: IncomingMessage): Encoding {
  const format = headers["upstash-response-format"] ?? "json";
  // Upstash knows "resp2" too. To answer JSON to a client that waits for RESP would only hide that it is missing here.
  if (format !== "json") throw new BadRequest(`ERR response format '${format}' is not available`);
  return headers["upstash-encoding"] === "base64" ? "base64" : "utf8";
}
