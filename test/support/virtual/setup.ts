// The place of tests in virtual time: gateways in this process, in front of an engine, without a socket. `fetch` to
// their addresses is answered here, and so is that to the address where tests ask for gateways, or to programs of tests.
import { afterEach, aroundAll, aroundEach, inject, vi } from "vitest";
import type { GatewayEndpoint } from "../gateways.ts";
import { bounded, fakeClocks, inVirtualTime, outsideTime } from "./clock.ts";
import { expectCallsByContract, frontAt, newestCommands, startInProcess } from "./gateways.ts";
import { failedFetch, fetchFrom, fetchServed } from "./in-process-http.ts";
import { servedAt } from "./served.ts";

fakeClocks();
// Tests run one by one here, whatever their file asks for: `expect` would take an assertion of one for that of another.
const { setConfig } = vi;
vi.setConfig = ({ maxConcurrency: _, ...config }) => setConfig(config);
const gateways = inject("gateways");
const shared = new Map<string, GatewayEndpoint>();

/** Returns the address of a gateway of this kind. */
async function addressOf(kind: string): Promise<GatewayEndpoint> {
  const known = shared.get(kind);
  if (known !== undefined) return known;
  const { url, token } = await startInProcess({ keyLocking: kind.endsWith("strict") });
  const address = { url, token, redisUrl: "", respUrl: "" };
  if (!kind.startsWith("separate")) shared.set(kind, address);
  return address;
}

globalThis.fetch = async (input, init) => {
  const { origin, pathname, href } = new URL(input instanceof Request ? input.url : input);
  if (origin === gateways) return Response.json(await addressOf(pathname.slice(1)));
  const front = frontAt(origin);
  if (front !== undefined) return fetchFrom(front, new URL(href), init);
  const respond = servedAt(origin);
  if (respond !== undefined) return fetchServed(respond, new Request(input, init));
  // A socket takes time of the real clock, in which virtual time would run far ahead.
  throw failedFetch("ECONNREFUSED", `nothing answers at ${origin} in virtual time`);
};

// Its methods compute in other threads.
for (const method of Object.getOwnPropertyNames(Object.getPrototypeOf(crypto.subtle))) {
  const real: unknown = Reflect.get(crypto.subtle, method);
  if (method === "constructor" || typeof real !== "function") continue;
  const replaced = (...args: unknown[]): Promise<unknown> =>
    outsideTime(() => Reflect.apply(real, crypto.subtle, args));
  Object.assign(crypto.subtle, { [method]: replaced });
}

aroundAll((runSuite) => inVirtualTime(runSuite));
aroundEach((runTest) => bounded(runTest, newestCommands));
afterEach(expectCallsByContract);
