// The place of tests in virtual time: gateways in this process, in front of an engine, without a socket. `fetch` to
// their addresses is answered here, and so is that to the address where tests ask for gateways, or to programs of tests.
import { aroundAll, aroundEach, inject } from "vitest";
import { EngineDatabase } from "../../../src/tools/gateway/engine-database.ts";
import { Front } from "../../../src/tools/gateway/front.ts";
import { bounded, fakeClocks, inVirtualTime, outsideTime } from "./clock.ts";
import { fetchFrom, fetchServed } from "./in-process-http.ts";
import { servedAt } from "./served.ts";

fakeClocks();
const gateways = inject("gateways");
const fronts = new Map<string, Front>();
const shared = new Map<string, object>();

/** Starts a gateway, and returns its address. */
async function start(keyLocking: boolean): Promise<object> {
  const front = await Front.of(new EngineDatabase(true), { keyLocking });
  const url = `https://gateway-${fronts.size + 1}.test`;
  fronts.set(url, front);
  return { url, token: front.token, redisUrl: "", respUrl: "" };
}

async function addressOf(kind: string): Promise<object> {
  const keyLocking = kind.endsWith("strict");
  if (kind.startsWith("separate")) return start(keyLocking);
  const address = shared.get(kind) ?? (await start(keyLocking));
  shared.set(kind, address);
  return address;
}

globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.origin === gateways) return Response.json(await addressOf(url.pathname.slice(1)));
  const front = fronts.get(url.origin);
  if (front !== undefined) return fetchFrom(front, url, init);
  const respond = servedAt(url.origin);
  if (respond !== undefined) return fetchServed(respond, new Request(input, init));
  // A socket takes time of the real clock, in which virtual time would run far ahead.
  throw new Error(`nothing answers at ${url.origin} in virtual time: tests with sockets run on a real clock`);
};

// Its methods compute in other threads.
for (const method of Object.getOwnPropertyNames(Object.getPrototypeOf(crypto.subtle))) {
  const real: unknown = Reflect.get(crypto.subtle, method);
  if (method === "constructor" || typeof real !== "function") continue;
  const replaced = (...args: unknown[]): Promise<unknown> =>
    outsideTime(() => Reflect.apply(real, crypto.subtle, args));
  Object.assign(crypto.subtle, { [method]: replaced });
}

/** The newest commands of each gateway. */
function underWay(): string {
  const newest = [...fronts].map(([url, { witness }]) => `${url} ${JSON.stringify(witness.entries().slice(-3))}`);
  return `the newest commands: ${newest.join("\n")}`;
}

aroundAll((runSuite) => inVirtualTime(runSuite));
aroundEach((runTest) => bounded(runTest, underWay));
