// The gateway's own paths, /__faults, /__counters and /__witness: the same as its object has, for other processes.
// They need no token: the server listens on loopback only, and is a tool for development.

import type { IncomingMessage, ServerResponse } from "node:http";
import { BadRequest } from "./bad-request.ts";
import { readBody } from "./body.ts";
import type { Counters } from "./counters.ts";
import { checkFaultPlan } from "./fault-plan.ts";
import type { Faults } from "./faults.ts";
import { stringifyJson } from "./json.ts";
import type { Streams } from "./streams.ts";
import type { Witness } from "./witness.ts";

export interface ControlParts {
  readonly faults: Faults;
  readonly counters: Counters;
  readonly witness: Witness;
  readonly streams: Streams;
}

type Handler = (body: Buffer, query: URLSearchParams) => unknown;

export class Control {
  readonly #routes: Readonly<Record<string, Readonly<Record<string, Handler>>>>;

  constructor({ faults, counters, witness, streams }: ControlParts) {
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
        GET: () => counters.read(streams.openCount),
        DELETE: async () => {
          await counters.reset();
          return counters.read(streams.openCount);
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

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://gateway");
    const route = Object.hasOwn(this.#routes, pathname) ? this.#routes[pathname] : undefined;
    const handler = route?.[request.method ?? ""];
    const body = await readBody(request);
    if (route === undefined) return reply(response, 404, { error: `ERR there is no ${pathname}` });
    if (handler === undefined)
      return reply(response, 405, { error: `ERR ${pathname} takes ${Object.keys(route).join(", ")}` });
    try {
      reply(response, 200, await handler(body, searchParams));
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      reply(response, 400, { error: error.message });
    }
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

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(stringifyJson(body));
}
