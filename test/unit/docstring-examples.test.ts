// Every public function and method has an example, which the compiler takes, and describes its parameters and result.
import { globSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { compileStrictly, writeCodeBlocks } from "../support/code-blocks.ts";
import { docstringExamples, publicCallables } from "../support/docstring-examples.ts";

// Outside node_modules, like the code of the pages.
const folder = ".cache/docstring-examples";
const MOST_LINES = 6;
const all = docstringExamples(folder);
const ofObjects = all.filter(({ page }) => page.startsWith("src/edge/durable-object/"));
const ofAnyRuntime = all.filter((block) => !ofObjects.includes(block));

const AMBIENT = `
  declare const url: string, token: string, serialized: string, nonce: string, order: object, error: unknown;
  declare const redis: import("leasehound").UpstashClient;
  declare const client: import("leasehound").Client, clients: readonly import("leasehound").Client[];
  declare const locks: import("leasehound/testing").TestLocks;
  declare const time: import("leasehound/testing").FakeTime, t: import("leasehound/testing").NodeTestContext;
  declare const { describe, it, portTo }: import("leasehound/testing/port").PortContractOptions;
  declare const light: import("leasehound/light").LightLocks;
  declare const held: import("leasehound").FencedHeld;
  declare const permit: import("leasehound").Permit;
  declare const account: import("leasehound").FencedRows<{ id: number }>;
  declare const watchdog: import("leasehound").Watchdog;
  declare const port: import("leasehound/ioredis").TcpPort;
  declare const call: import("leasehound/port").ScriptCall<string>, limits: import("leasehound/port").RunLimits;
  declare const channel: import("leasehound/port").ReleaseChannel, listener: import("leasehound/port").ChannelListener;
  declare const env: { readonly LEASE_WATCHDOG: import("leasehound").WatchdogNamespace };
  declare const ctx: import("leasehound").WaitUntil & { readonly storage: import("leasehound").TransactionalStorage };
  declare const app: import("hono").Hono;
  declare const transport: import("leasehound/port").CommandTransport, sha1: string;
  declare const send: import("leasehound/port").CommandTransport["send"];
  declare const bucket: import("leasehound/api").StateBucket, key: string;
  declare const work: Promise<void>;
  declare function after(work: Promise<unknown>): void;
  declare function importAll(): Promise<void>;
  declare function fetchRates(): Promise<Readonly<Record<string, number>>>;
  declare function charge(order: object, options: { signal: AbortSignal }): Promise<string>;
`;
const AMBIENT_OF_OBJECTS = `
  declare const url: string, token: string;
  declare const locks: import("leasehound/durable-object").DurableLocks;
  declare const env: { readonly LEASE_WATCHDOG: DurableObjectNamespace<import("leasehound/durable-object").LeaseWatchdog> };
  declare const ctx: DurableObjectState;
  declare const info: AlarmInvocationInfo;
  declare const reminderAt: number;
  declare const DurableObject: typeof import("cloudflare:workers").DurableObject;
`;

/** What needs no example, and why. */
const WITHOUT: readonly (readonly [RegExp, why: string])[] = [
  [/^\w+Error$/, "programs catch errors: the package makes them"],
  [
    /^(WaitUntil|LockSource|PortContractOptions|NodeTestContext|ChannelListener|WatchdogNamespace|TransactionalStorage|StorageTransaction)\./,
    "given by users",
  ],
  [/^ReleaseChannel\./, "made by the package, for a port"],
  [
    /^(Watchdog|LeaseWatchdog)\.(entrust|withdraw|status|keptHolds|count|uncount)$/,
    "called by the package: `handOff`, `inspect`",
  ],
  [/^LeaseWatchdog\.alarm$/, "called by the platform"],
];

function isExempt(name: string): boolean {
  return WITHOUT.some(([pattern]) => pattern.test(name));
}

beforeAll(() => writeCodeBlocks(folder, all));

describe("the examples of docstrings", () => {
  it("compile strictly in any runtime", () => {
    expect(ofAnyRuntime.length).toBeGreaterThan(100);
    compileStrictly(folder, "node", "node", ofAnyRuntime, AMBIENT);
    compileStrictly(folder, "worker", "worker", ofAnyRuntime, AMBIENT);
  });

  it("compile strictly in a Worker, where they are about Durable Objects", () => {
    expect(ofObjects.length).toBeGreaterThan(5);
    compileStrictly(folder, "objects", "worker", ofObjects, AMBIENT_OF_OBJECTS);
  });

  it("have at most 6 lines", () => {
    const lines = (code: string): string[] =>
      code.split("\n").filter((line) => !/^(export \{\};|import .*|)$/.test(line));
    expect(all.filter(({ code }) => lines(code).length > MOST_LINES)).toEqual([]);
  });
});

describe("the published declarations", () => {
  const callables = publicCallables();

  it("have an example on every function and method", () => {
    const without = callables.filter(({ name, examples }) => examples === 0 && !isExempt(name));
    expect(callables.length).toBeGreaterThan(100);
    expect(without).toEqual([]);
  });

  it("describe every parameter and result", () => {
    const without = callables.filter(({ undescribed }) => undescribed.length > 0);
    expect(without.map(({ name, undescribed }) => `${name}: ${undescribed.join(" ")}`)).toEqual([]);
  });

  it.each(WITHOUT)("still need the exception %s", (pattern) => {
    expect(callables.filter(({ name, examples }) => pattern.test(name) && examples === 0)).not.toEqual([]);
  });

  it("show no member that is for the package alone", () => {
    const shown = globSync("dist/**/*.d.ts").filter((file) => readFileSync(file, "utf8").includes("@internal"));
    expect(shown).toEqual([]);
  });
});
