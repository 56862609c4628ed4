// Errors of others, named by the same convention as ours: a code in capitals, and a class that is called like it.
import { afterEach, describe, expect, it } from "vitest";
import { createLocks, isLockError } from "../../src/index.ts";
import { sharedGateway } from "../support/gateways.ts";
import { application, call } from "../support/lock-api.ts";
import { uniqueName } from "../support/unique-name.ts";

class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  readonly code = "TIMEOUT";
}

describe("isLockError", () => {
  it("takes no value for ours that cannot be read", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(isLockError(proxy)).toBe(false);
  });

  it.each([
    [new TimeoutError("of an HTTP client")],
    [Object.assign(new Error("no row"), { name: "NotFoundError", code: "NOT_FOUND" })],
    [Object.assign(new Error("old"), { name: "404Error", code: 404 })],
    [Object.assign(new Error("x"), { name: "Error", code: "" })],
  ])("does not take somebody else's error for ours: %s", (error) => {
    expect(isLockError(error)).toBe(false);
  });

  it.each([
    ["a code without a prototype", Object.assign(new Error("x"), { code: Object.create(null) })],
    [
      "a code that throws",
      Object.defineProperty(new Error("x"), "code", {
        get: () => {
          throw new Error("hostile");
        },
      }),
    ],
  ])("does not throw for %s", (_, error) => {
    expect(isLockError(error)).toBe(false);
  });
});

it("an error of the application's own token function is answered by the lock API, whatever its code", async () => {
  const token = (): never => {
    throw new TimeoutError("the secret store is slow");
  };
  const app = application({ locks: createLocks({ redis: await sharedGateway() }), token });
  expect(await call(app, uniqueName(), "acquire")).toMatchObject({ status: 500, body: { code: "INTERNAL" } });
});

describe("a patched fetch", () => {
  const realFetch = globalThis.fetch;
  afterEach(() => {
    globalThis.fetch = realFetch;
  });

  it("whose error hangs the request on itself gives no token away", async () => {
    globalThis.fetch = async (_url, init) => {
      throw Object.assign(new TimeoutError("too slow"), { request: init });
    };
    const redis = { url: "https://example.upstash.io", token: "canary-token" };
    const error = await createLocks({ redis, leaseMs: 1_000 })
      .lock("a")
      .acquire({ waitMs: 0 })
      .catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error)).not.toContain("canary-token");
    expect(error).toMatchObject({ code: expect.stringMatching(/^(OUTCOME_UNKNOWN|REDIS_UNREACHABLE)$/) });
  });
});
