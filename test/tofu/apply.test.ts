// The real OpenTofu: what its users see of a lock that ends by itself, and of writes that come too late.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { Worker } from "../../scripts/start/worker.ts";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import { uniqueName } from "../support/unique-name.ts";
import { type Backend, Workspace } from "./workspace.ts";

const TOKEN = "canary-api-token-of-enough-characters";
const ENDS = /this lock ends by itself at 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ, in \d+ s/;

let gateway: Gateway;
let worker: Worker;
let state: string;
beforeAll(async () => {
  gateway = await startGateway();
  worker = await Worker.start({ redis: gateway, apiToken: TOKEN, leaseMs: 5_000, port: 0 });
});
afterAll(async () => {
  await worker?.[Symbol.asyncDispose]();
  await gateway?.close();
});
beforeEach(() => {
  state = uniqueName();
});

function backend(lease = "1h", more: Partial<Backend> = {}): Backend {
  return { address: `${worker.url}/v1/tofu/${state}?lease=${lease}`, token: TOKEN, ...more };
}

/** Returns the input of the resource in the stored state. */
async function storedValue(): Promise<unknown> {
  const headers = { authorization: `Basic ${btoa(`ci:${TOKEN}`)}` };
  const answer = await fetch(`${worker.url}/v1/tofu/${state}`, { headers });
  expect(answer.status).toBe(200);
  const { resources } = Object(await answer.json());
  return resources[0].instances[0].attributes.input.value;
}

/** Returns the id in the lock info that a refused command printed. */
function printedId(stderr: string): string {
  return /ID:\s+([0-9a-f-]{36})/.exec(stderr)?.[1] ?? "";
}

it.each([["LOCK", "UNLOCK"] as const, ["PUT", "DELETE"] as const])(
  "init and apply store the state, with %s and %s",
  async (...methods) => {
    await using workspace = await Workspace.make(backend("1h", { methods }));
    expect(await workspace.apply("one")).toMatchObject({ code: 0 });
    expect(await storedValue()).toBe("one");
    const again = await workspace.apply("one");
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("No changes")]);
    expect(await workspace.apply("two")).toMatchObject({ code: 0 });
    expect(await storedValue()).toBe("two");
  },
);

it("the second of two applies at once prints the holder, and when its lock ends", async () => {
  await using first = await Workspace.make(backend());
  await using second = await Workspace.make(backend());
  const held = await first.heldApply("first");
  const refused = await second.apply("second");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("Error acquiring the state lock");
  expect(refused.stderr).toMatch(/Operation:\s+OperationTypeApply/);
  expect(refused.stderr).toMatch(ENDS);
  expect(await held.finish()).toMatchObject({ code: 0 });
  expect(await storedValue()).toBe("first");
  expect(await second.apply("second")).toMatchObject({ code: 0 });
});

it("an apply with -lock-timeout waits for the lock", async () => {
  await using first = await Workspace.make(backend());
  await using second = await Workspace.make(backend());
  const held = await first.heldApply("first");
  const waiting = await second.waitingApply("second");
  expect(await held.finish()).toMatchObject({ code: 0 });
  expect(await waiting.ended).toMatchObject({ code: 0 });
  expect(await storedValue()).toBe("second");
});

it("the lock of a killed apply ends by itself", async () => {
  await using first = await Workspace.make(backend("3s"));
  await using second = await Workspace.make(backend("3s"));
  await (await first.heldApply("first")).kill();
  const refused = await second.apply("second");
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(ENDS)]);
  expect(await second.apply("second", "-lock-timeout=30s")).toMatchObject({ code: 0 });
  expect(await storedValue()).toBe("second");
});

it("an apply whose lock has ended cannot overwrite the state of the next one", async () => {
  await using first = await Workspace.make(backend("1s"));
  await using second = await Workspace.make(backend("1h"));
  const held = await first.heldApply("stale");
  expect(await second.apply("next", "-lock-timeout=30s")).toMatchObject({ code: 0 });
  const stale = await held.finish();
  expect(stale.code).toBe(1);
  expect(stale.stderr).toContain("HTTP error: 409");
  expect(await storedValue()).toBe("next");
  // OpenTofu keeps what it could not write.
  expect(await first.erroredState()).toMatchObject({ version: 4 });
});

it("force-unlock frees the lock with the right id, and no other", async () => {
  await using first = await Workspace.make(backend());
  await using second = await Workspace.make(backend());
  await (await first.heldApply("first")).kill();
  const refused = await second.apply("second");
  const id = printedId(refused.stderr);
  expect(id).not.toBe("");
  const wrong = await second.run("force-unlock", "-force", "00000000-0000-0000-0000-000000000000");
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("409")]);
  expect(printedId((await second.apply("second")).stderr)).toBe(id);
  expect(await second.run("force-unlock", "-force", id)).toMatchObject({ code: 0 });
  expect(await second.apply("second")).toMatchObject({ code: 0 });
  expect(await storedValue()).toBe("second");
});

it("a wrong password stops init", async () => {
  await expect(Workspace.make(backend("1h", { token: "a-wrong-token-of-enough-characters-" }))).rejects.toThrow(
    "requires auth",
  );
});
