// The arguments of a request: what is read and checked, and in which order.
import { describe, expect, it } from "vitest";
import { readRequest } from "../../../src/edge/web-locks/request-arguments.ts";

const read = (...given: unknown[]) => readRequest(given, () => {});
const callback = (): void => {};

/** Returns what a function throws. */
function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return expect.fail("nothing was thrown");
}

const wrong = (...given: unknown[]): unknown => thrownBy(() => read(...given));
const aTypeError = expect.any(TypeError);

function isNotSupported(error: unknown): boolean {
  return error instanceof DOMException && error.constructor === DOMException && error.name === "NotSupportedError";
}

describe("the arguments of a request", () => {
  it("are two at least", () => {
    expect(wrong()).toEqual(aTypeError);
    expect(wrong("n")).toEqual(aTypeError);
    expect(wrong(callback)).toEqual(aTypeError);
  });

  it("are told apart by their number, not by their types", () => {
    expect(read("n", callback)).toMatchObject({ name: "n", mode: "exclusive", callback });
    expect(wrong("n", callback, undefined)).toEqual(aTypeError);
    expect(wrong("n", {})).toEqual(aTypeError);
    const other = (): void => {};
    expect(read("n", callback, other).callback).toBe(other);
    expect(read("n", {}, callback, "ignored").callback).toBe(callback);
  });

  it("have a name that is converted to a string", () => {
    expect(read(undefined, callback).name).toBe("undefined");
    expect(read(null, callback).name).toBe("null");
    expect(read(7, callback).name).toBe("7");
    expect(read({ toString: () => "own" }, callback).name).toBe("own");
    expect(read("\uD800", callback).name).toBe("\uD800");
    expect(wrong(Symbol("n"), callback)).toEqual(aTypeError);
    const own = { own: true };
    const thrower = {
      toString(): string {
        throw own;
      },
    };
    expect(wrong(thrower, callback)).toBe(own);
  });

  it.each([[undefined], [null], [{}], [callback], [[]]])("accept %o as options", (options) => {
    expect(read("n", options, callback)).toMatchObject({ mode: "exclusive", ifAvailable: false, steal: false });
  });

  it.each([[1], ["shared"], [true], [Symbol("options")], [1n]])("refuse %o as options", (options) => {
    expect(wrong("n", options, callback)).toEqual(aTypeError);
  });

  it("have a mode, which is converted to a string", () => {
    expect(read("n", { mode: "shared" }, callback).mode).toBe("shared");
    expect(read("n", { mode: undefined }, callback).mode).toBe("exclusive");
    expect(read("n", { mode: { toString: () => "shared" } }, callback).mode).toBe("shared");
    for (const mode of [null, "", "Shared", 1, {}, Symbol("shared")])
      expect(wrong("n", { mode }, callback)).toEqual(aTypeError);
  });

  it("have switches that any truthy value turns on", () => {
    expect(read("n", { ifAvailable: 1 }, callback).ifAvailable).toBe(true);
    expect(read("n", { steal: "yes" }, callback).steal).toBe(true);
    expect(read("n", { steal: 0, ifAvailable: "" }, callback)).toMatchObject({ steal: false, ifAvailable: false });
  });

  it("have a signal, which is a real AbortSignal", () => {
    const { signal } = new AbortController();
    expect(read("n", { signal }, callback).signal).toBe(signal);
    expect(read("n", { signal: undefined }, callback).signal).toBeUndefined();
    const lookAlike = { aborted: false, addEventListener() {}, removeEventListener() {} };
    for (const given of [null, {}, lookAlike, globalThis, callback, "signal", AbortSignal, AbortSignal.prototype])
      expect(wrong("n", { signal: given }, callback)).toEqual(aTypeError);
  });

  it("have options whose members are read in alphabetical order, once, and converted one by one", () => {
    const log: string[] = [];
    const options = new Proxy(
      { mode: { toString: () => log.push("mode to string") && "shared" } },
      {
        get(target, member) {
          log.push(String(member));
          return Reflect.get(target, member);
        },
      },
    );
    read("n", options, callback);
    expect(log).toEqual(["ifAvailable", "mode", "mode to string", "signal", "steal"]);
  });

  it.each(["ifAvailable", "mode", "signal", "steal"])("pass on what the getter of %s throws", (member) => {
    const own = { own: true };
    const options = Object.defineProperty({}, member, {
      get() {
        throw own;
      },
    });
    expect(wrong("n", options, callback)).toBe(own);
  });

  it("are checked in the order of the specification", () => {
    const reason = new Error("aborted");
    const signal = AbortSignal.abort(reason);
    // The name before the options, the options before the callback.
    const bad = { toString: (): string => expect.fail("the name was read") };
    expect(wrong(bad)).toEqual(aTypeError);
    expect(wrong("n", { mode: "wrong" }, "no callback")).toMatchObject({ message: expect.stringContaining("mode") });
    expect(wrong("n", {}, "no callback")).toMatchObject({ message: expect.stringContaining("callback") });
    // The callback before the document, the document before the combinations.
    const closed = new DOMException("closed", "InvalidStateError");
    const close = (): never => {
      throw closed;
    };
    expect(thrownBy(() => readRequest(["-n", {}, 1], close))).toEqual(aTypeError);
    expect(thrownBy(() => readRequest(["-n", { steal: true, ifAvailable: true }, callback], close))).toBe(closed);
    // The combinations before the reason of the signal.
    for (const options of [
      { steal: true, ifAvailable: true },
      { steal: true, mode: "shared" },
      { steal: true, signal },
      { ifAvailable: true, signal },
    ])
      expect(isNotSupported(wrong("n", options, callback)), JSON.stringify(options)).toBe(true);
    expect(isNotSupported(wrong("-n", { signal }, callback))).toBe(true);
    expect(wrong("n", { signal }, callback)).toBe(reason);
    expect(wrong("n", { signal: AbortSignal.abort(null) }, callback)).toBe(null);
  });

  it("refuse a name that begins with the hyphen, and no other dash", () => {
    expect(isNotSupported(wrong("-", callback))).toBe(true);
    for (const name of ["\u2010", "\u2212", " -", "a-", ""]) expect(read(name, callback).name).toBe(name);
  });
});
