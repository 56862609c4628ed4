// installNavigatorLocks: a lock manager in the place of `navigator.locks`, in Node, and in a runtime without a
// navigator.
import { EdgeVM } from "@edge-runtime/vm";
import { build } from "esbuild";
import { afterEach, describe, expect, it } from "vitest";
import { installNavigatorLocks, Lock, LockManager } from "../../../src/edge/web-locks/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { LEASE_MS } from "../../support/lock-managers.ts";
import { uniquePrefix } from "../../support/unique-name.ts";

const redis = await sharedGateway();
const client = () => createLocks({ redis, leaseMs: LEASE_MS, prefix: uniquePrefix() });

const undos: (() => void)[] = [];
function install(): () => void {
  const undo = installNavigatorLocks(client());
  undos.push(undo);
  return undo;
}
afterEach(() => {
  for (const undo of undos.splice(0).reverse()) undo();
});

const prototype: object = Object.getPrototypeOf(navigator);
const before = Object.getOwnPropertyDescriptor(prototype, "locks");
const locksNow = (): unknown => Reflect.get(navigator, "locks");

describe("installNavigatorLocks", () => {
  it("puts a getter on the prototype of navigator, and undoes that", async () => {
    const undo = install();
    expect(Object.hasOwn(navigator, "locks")).toBe(false);
    expect(Object.getOwnPropertyDescriptor(prototype, "locks")).toMatchObject({
      get: expect.any(Function),
      set: undefined,
      enumerable: true,
      configurable: true,
    });
    expect(locksNow()).toBeInstanceOf(LockManager);
    expect(locksNow()).toBe(locksNow());
    expect(await navigator.locks.request("n", (lock) => lock?.name)).toBe("n");
    undo();
    expect(Object.getOwnPropertyDescriptor(prototype, "locks")).toEqual(before);
  });

  it("sets the globals Lock and LockManager where they are missing, and undoes that", () => {
    expect("LockManager" in globalThis).toBe(false);
    const undo = install();
    expect(Reflect.get(globalThis, "Lock")).toBe(Lock);
    expect(Reflect.get(globalThis, "LockManager")).toBe(LockManager);
    expect(Object.keys(globalThis)).not.toContain("Lock");
    undo();
    expect("LockManager" in globalThis).toBe(false);
  });

  it("leaves the globals that are there", () => {
    Object.defineProperty(globalThis, "Lock", { value: "own", configurable: true });
    try {
      const undo = install();
      expect(Reflect.get(globalThis, "Lock")).toBe("own");
      undo();
      expect(Reflect.get(globalThis, "Lock")).toBe("own");
    } finally {
      Reflect.deleteProperty(globalThis, "Lock");
    }
  });

  it("a second time wins, and its undo restores the first", () => {
    install();
    const first = locksNow();
    const undo = install();
    expect(locksNow()).not.toBe(first);
    undo();
    expect(locksNow()).toBe(first);
  });

  it("undone while a later one is in its place leaves that, whose undo restores what was there before both", () => {
    const [first, second] = [install(), install()];
    const later = locksNow();
    first();
    expect(locksNow()).toBe(later);
    second();
    expect(Object.getOwnPropertyDescriptor(prototype, "locks")).toEqual(before);
  });

  it("undone twice changes nothing more", () => {
    const undo = install();
    undo();
    install();
    const second = locksNow();
    undo();
    expect(locksNow()).toBe(second);
  });

  it("replaces an own member of navigator, which would hide the getter", () => {
    Object.defineProperty(navigator, "locks", { value: "own", configurable: true });
    try {
      const undo = install();
      expect(locksNow()).toBeInstanceOf(LockManager);
      undo();
      expect(locksNow()).toBe("own");
    } finally {
      Reflect.deleteProperty(navigator, "locks");
    }
  });

  it("refuses where it cannot, and changes nothing", () => {
    Object.defineProperty(navigator, "locks", { value: "own", configurable: false });
    expect(() => install()).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    expect("LockManager" in globalThis).toBe(false);
  });

  it("makes a navigator in Vercel's edge runtime, which has none, and needs a function for the context", async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { createLocks } from "./src/index.ts";
          import { installNavigatorLocks } from "./src/edge/web-locks/index.ts";
          globalThis.run = async (redis, prefix) => {
            const client = createLocks({ redis, prefix, leaseMs: ${LEASE_MS} });
            const codes = [{}, { context: { waitUntil() {} } }].map((options) => {
              try { installNavigatorLocks(client, options); } catch (error) { return error.code; }
            });
            const context = { waitUntil() {} };
            const undo = installNavigatorLocks(client, { context: () => context });
            const result = await navigator.locks.request("n", (lock) => lock instanceof Lock);
            undo();
            return JSON.stringify([codes, result, typeof navigator]);
          };`,
        resolveDir: process.cwd(),
      },
      ...{ bundle: true, format: "iife", target: "es2022", write: false },
    });
    const vm = new EdgeVM({ initialCode: outputFiles[0]?.text ?? "" });
    const seen = await vm.evaluate(`run(${JSON.stringify(redis)}, ${JSON.stringify(uniquePrefix())})`);
    expect(JSON.parse(seen)).toEqual([["NO_WAIT_UNTIL", "INVALID_OPTION"], true, "undefined"]);
  });
});
