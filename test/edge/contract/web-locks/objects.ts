// The shape of the objects of a lock manager. From the Web IDL of the Web Locks specification.
import { describe, expect, it } from "vitest";
import { Lock, LockManager } from "../../../../src/edge/web-locks/index.ts";
import { hold, managersOf, rejection } from "../../../support/lock-managers.ts";
import type { Endpoint } from "../../../support/rest.ts";

const classes: readonly (readonly [string, typeof Lock | typeof LockManager, readonly string[]])[] = [
  ["Lock", Lock, ["mode", "name"]],
  ["LockManager", LockManager, ["query", "request"]],
];

export function objectsContract(redis: Endpoint): void {
  const manager = (): LockManager => managersOf(redis)();

  describe.each(classes)("%s", (name, of, members) => {
    it("cannot be constructed", () => {
      expect(() => Reflect.construct(of, [])).toThrow(new TypeError("Illegal constructor"));
      expect(() => Reflect.construct(of, [Symbol(), "n", "shared"])).toThrow(TypeError);
      expect(() => Reflect.apply(of, undefined, [])).toThrow(TypeError);
      expect(of).toHaveLength(0);
      expect(of.name).toBe(name);
    });

    it("has a tag", () => {
      expect(Object.getOwnPropertyDescriptor(of.prototype, Symbol.toStringTag)).toEqual({
        value: name,
        writable: false,
        enumerable: false,
        configurable: true,
      });
      expect(Object.prototype.toString.call(of.prototype)).toBe(`[object ${name}]`);
    });

    it("has enumerable members, on its prototype", () => {
      expect(Object.keys(of.prototype).sort()).toEqual(members);
    });
  });

  describe("the members of a Lock", () => {
    it("are getters that refuse any other object", async () => {
      const { lock, release } = await hold(manager(), "n", { mode: "shared" });
      expect([lock.name, lock.mode]).toEqual(["n", "shared"]);
      expect(lock).toBeInstanceOf(Lock);
      for (const member of ["name", "mode"]) {
        const { get, set } = Object.getOwnPropertyDescriptor(Lock.prototype, member) ?? {};
        expect(set).toBeUndefined();
        for (const foreign of [{}, Lock.prototype, undefined, new Proxy(lock, {})])
          expect(() => get?.call(foreign)).toThrow(TypeError);
      }
      expect(JSON.stringify(lock)).toBe("{}");
      expect(Object.keys(lock)).toEqual([]);
      await release();
    });
  });

  describe("the methods of a LockManager", () => {
    it("need as many arguments as the specification says", () => {
      expect([manager().request.length, manager().query.length]).toEqual([2, 0]);
      expect([manager().request.name, manager().query.name]).toEqual(["request", "query"]);
    });

    it("reject for any other object, and throw nothing", async () => {
      const { request, query } = manager();
      for (const foreign of [{}, undefined, LockManager.prototype]) {
        expect(await rejection(Reflect.apply(request, foreign, ["n", () => {}]))).toBeInstanceOf(TypeError);
        expect(await rejection(Reflect.apply(query, foreign, []))).toBeInstanceOf(TypeError);
      }
    });

    it("reject for wrong arguments, and throw nothing", async () => {
      const locks = manager();
      const request = (...given: unknown[]): Promise<unknown> => Reflect.apply(locks.request, locks, given);
      expect(await rejection(request())).toBeInstanceOf(TypeError);
      expect(await rejection(request("n", {}, "no function"))).toBeInstanceOf(TypeError);
      expect(await rejection(request("-n", () => {}))).toMatchObject({ name: "NotSupportedError" });
      const reason = new Error("own");
      expect(await rejection(request("n", { signal: AbortSignal.abort(reason) }, () => {}))).toBe(reason);
      expect(await rejection(request("n".repeat(33_000), () => {}))).toBeInstanceOf(TypeError);
      expect(await locks.query()).toEqual({ held: [], pending: [] });
    });
  });
}
