// The causes of our errors: copies of errors that other libraries raised.
import { expect, it } from "vitest";
import { asCause } from "../../src/lock/http/http.ts";

it("a cause shows no control character, and no secret, of what a library quotes", () => {
  const quoted = Object.assign(new Error('Unknown RESP type 0 "\0" behind s3cret'), { code: "E\u001b[31m" });
  const cause = asCause(quoted, ["s3cret"]);
  expect(cause.message).toBe('Unknown RESP type 0 "\\u0000" behind [secret]');
  expect(cause).toMatchObject({ code: "E\\u001b[31m" });
});
