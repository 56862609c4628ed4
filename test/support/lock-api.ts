// The lock API in a user's application, and requests to it.
import { Hono } from "hono";
import { expect } from "vitest";
import type { Watchdog } from "../../src/index.ts";
import { createLockApi, type LockApiOptions } from "../../src/service/api/index.ts";

export const TOKEN = "canary-api-token-of-enough-characters";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Mounts it under a path, in an application that handles errors and unknown paths itself. */
export function application(options: Partial<LockApiOptions> & Pick<LockApiOptions, "locks">): Hono {
  const app = new Hono();
  app.onError((_, c) => c.text("the application's own error", 500));
  app.notFound((c) => c.text("the application's own page", 404));
  app.get("/", (c) => c.text("home"));
  // Also options that should not compile.
  app.route("/internal/locks", Reflect.apply(createLockApi, undefined, [Object({ token: TOKEN, ...options })]));
  return app;
}

/** Sends one request: by default `POST <name>/<verb>` with a JSON body. */
export async function call(
  app: Hono,
  name: string,
  verb: string,
  body?: object,
  init: RequestInit = {},
): Promise<Answer> {
  const path = `/internal/locks/${encodeURIComponent(name)}${verb === "" ? "" : `/${verb}`}`;
  const isRead = init.method === "GET" || init.method === "HEAD";
  const response = await app.request(path, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    ...(isRead ? {} : { body: JSON.stringify(body ?? {}) }),
    ...init,
  });
  const text = await response.text();
  expect(text).not.toContain("canary");
  return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
}

/** A watchdog that confirms everything. `asked`: its requests. */
export function agreeableWatchdog(asked: unknown[] = []): Watchdog {
  return {
    async entrust(entrusted) {
      asked.push(entrusted);
      return { kind: "kept", maxHoldMs: entrusted.maxHoldMs, leaseMs: entrusted.leaseMs, deadline: 5 };
    },
    withdraw: async () => {},
    status: async () => ({ state: "unknown" }),
  };
}
