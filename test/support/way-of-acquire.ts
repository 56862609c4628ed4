// A program that prints what one uncontended acquire runs, from its client on: the files and functions of src, and the
// stack at its request. Node runs the sources as they are, so that no transformed code is counted.
import { Session } from "node:inspector/promises";
import { createClient, lock } from "../../src/index.ts";

/** What one acquire runs. */
export interface WayOfAcquire {
  /** The functions between the call and `fetch`, innermost first. */
  readonly frames: readonly string[];
  readonly files: readonly string[];
  readonly functions: readonly string[];
}

let stack = "";

// Synchronous: no frame is hidden behind an `await`.
globalThis.fetch = (_, init) => {
  stack = new Error("at fetch").stack ?? "";
  const [, , keys, ...words]: string[] = JSON.parse(String(init?.body));
  const nonce = words[Number(keys)];
  return Promise.resolve(Response.json({ result: ["held", nonce, 1, 30_000, "1"] }));
};
Error.stackTraceLimit = 1_000;

const acquire = () => lock(createClient({ redis: { url: "https://nowhere.invalid", token: "canary" } }), "x").acquire();
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
// The first one also prepares what all later ones share.
await acquire();
await session.post("Profiler.takePreciseCoverage");
await acquire();
const { result } = await session.post("Profiler.takePreciseCoverage");
session.disconnect();

const own = result.filter(({ url }) => url.includes("/src/"));
const functions = own.flatMap(({ url, functions: all }) =>
  all
    .filter(({ ranges: [range] }) => (range?.count ?? 0) > 0)
    .map(({ functionName }) => `${inSrc(url)} ${functionName}`),
);
const way: WayOfAcquire = {
  frames: stack.split("\n").filter((line) => line.includes("/src/")),
  files: [...new Set(functions.map((name) => name.split(" ")[0] ?? ""))],
  functions,
};
console.log(JSON.stringify(way));
process.exit();

function inSrc(url: string): string {
  return url.slice(url.indexOf("/src/") + "/src/".length);
}
