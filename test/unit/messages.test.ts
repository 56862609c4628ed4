// Messages contain foreign texts in escaped form.
import { expect, it } from "vitest";
import {
  AlreadyHeldError,
  createLocks,
  FlightFailedError,
  InvalidOptionError,
  LockBusyError,
  WatchdogUnreachableError,
} from "../../src/index.ts";

const HOSTILE = "a\u0000\u001b[31m\r\n\u007f\u0085\u061c\u200b\u200e\u202e\u2028\u2066\ufeff\u{e0041}z";
const RAW = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

it("no message contains a name, an option or a foreign text without escapes", () => {
  const cause = Object.assign(new Error(HOSTILE), { name: HOSTILE });
  const facts = { remainingMs: -1, attempts: 1, position: undefined, waitedMs: 0 };
  const errors = [
    new LockBusyError({ ...facts, lockName: HOSTILE }),
    new AlreadyHeldError(HOSTILE, "owner"),
    new InvalidOptionError(HOSTILE, "is wrong"),
    new WatchdogUnreachableError(HOSTILE),
    new FlightFailedError(HOSTILE, cause),
  ];
  for (const error of errors) {
    expect(error.message).not.toMatch(RAW);
    expect(error.message).toContain("\\u202e");
  }
});

it("an unknown option is named in escaped form", () => {
  const options = { redis: { url: "https://nowhere.invalid", token: "x" }, [HOSTILE]: 1 };
  expect(() => Reflect.apply(createLocks, undefined, [options])).toThrow(
    expect.objectContaining({ code: "INVALID_OPTION", message: expect.not.stringMatching(RAW) }),
  );
});

it("letters, emoji and marks of every script stay unchanged", () => {
  expect(new AlreadyHeldError("Straße 東京 ☃😀 é", "owner").message).toContain('"Straße 東京 ☃😀 é"');
});
