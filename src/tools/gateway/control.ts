// The gateway's own paths, /__faults, /__counters and /__witness, for other processes: they do what the methods of its
// object do. They need the full token, because the witness shows all stored data, and faults change other clients'
// replies.
import type { Faults } from "../../engine/faults/faults.ts";
import type { Tokens } from "./auth.ts";
import type { Counters } from "./counters.ts";
import { type Answer, failure } from "./execute.ts";
import { checkFaultPlan } from "./fault-plan.ts";
import { BadRequest, type HttpRequest, type HttpResponse, httpAnswer, readBody, writeAnswer } from "./http.ts";
import type { Witness } from "./witness.ts";

interface ControlParts {
  readonly tokens: Tokens;
  readonly faults: Faults;
  readonly counters: Counters;
  readonly witness: Witness;
  readonly openStreams: () => number;
}

type Handler = (body: Buffer, query: URLSearchParams) => unknown;

export class Control {
  readonly #tokens: Tokens;
  readonly #routes: Readonly<Record<string, Readonly<Record<string, Handler>>>>;

  constructor({ tokens, faults, counters, witness, openStreams }: ControlParts) {
    this.#tokens = tokens;
    this.#routes = {
      "/__faults": {
        GET: () => faults.state(),
        PUT: (body) => {
          faults.set(checkFaultPlan(json(body)));
          return faults.state();
        },
        DELETE: () => {
          faults.clear();
          return faults.state();
        },
      },
      "/__counters": {
        GET: () => counters.read(openStreams()),
        DELETE: async () => {
          await counters.reset();
          return counters.read(openStreams());
        },
      },
      "/__witness": {
        GET: (_body, query) => witness.entries(sinceOf(query)),
        DELETE: () => {
          witness.clear();
          return [];
        },
      },
    };
  }

  async handle(request: HttpRequest, response: HttpResponse): Promise<void> {
    const answer = await this.#answer(request).catch((error: unknown) => {
      if (error instanceof BadRequest) return failure(400, error.message);
      throw error;
    });
    writeAnswer(response, httpAnswer(answer, {}));
  }

  async #answer(request: HttpRequest): Promise<Answer> {
    const body = await readBody(request);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://gateway");
    const tokenParameter = searchParams.get("_token") ?? undefined;
    const access = this.#tokens.accessOf(request.headers.authorization, tokenParameter);
    if (access === undefined) return failure(401, this.#tokens.refusal(tokenParameter));
    if (access === "read-only") return failure(403, `NOPERM ${pathname} needs the full token`);
    const route = Object.hasOwn(this.#routes, pathname) ? this.#routes[pathname] : undefined;
    if (route === undefined) return failure(404, `ERR there is no ${pathname}`);
    const handler = route[request.method ?? ""];
    if (handler === undefined) return failure(405, `ERR ${pathname} takes ${Object.keys(route).join(", ")}`);
    return { status: 200, body: await handler(body, searchParams) };
  }
}

/** Rules hold numbers, so this is plain JSON, unlike a command's. */
function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new BadRequest("ERR the body must be JSON");
  }
}

function sinceOf(query: URLSearchParams): number {
  const since = Number(query.get("since") ?? 0);
  if (!Number.isSafeInteger(since) || since < 0) throw new BadRequest("ERR 'since' must be a whole number");
  return since;
}
