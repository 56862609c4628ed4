// The examples of docstrings compile, as users copy them.
import { beforeAll, expect, it } from "vitest";
import { compileStrictly, writeCodeBlocks } from "../../support/code-blocks.ts";
import { docstringExamples } from "../../support/docstring-examples.ts";

// Outside node_modules, like the code of the pages.
const folder = ".cache/docstring-examples";
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
  declare const simulated: import("leasehound/testing").Simulated<{ readonly sold: number }>;
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

beforeAll(() => writeCodeBlocks(folder, all));

it("the examples of docstrings compile strictly in any runtime", () => {
  expect(ofAnyRuntime.length).toBeGreaterThan(50);
  compileStrictly(folder, "node", "node", ofAnyRuntime, AMBIENT);
  compileStrictly(folder, "worker", "worker", ofAnyRuntime, AMBIENT);
});

it("the examples of Durable Objects compile strictly in a Worker", () => {
  expect(ofObjects.length).toBeGreaterThan(5);
  compileStrictly(folder, "objects", "worker", ofObjects, AMBIENT_OF_OBJECTS);
});
