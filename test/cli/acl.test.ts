// `leasehound acl`, the built command: Redis accepts what it prints.
import { afterAll, expect, it } from "vitest";
import { startRedisServer } from "../../src/tools/gateway/redis-server.ts";
import { connect } from "../model/real.ts";
import { startCliWith } from "../support/cli.ts";

const server = await startRedisServer();
afterAll(() => server.stop());

async function printed(...words: string[]): Promise<string> {
  await using started = startCliWith({}, "acl", ...words);
  started.endInput();
  const { code, stdout } = await started.ended;
  expect(code).toBe(0);
  return stdout.trimEnd();
}

it.each(["lock:", "", "a*[b]?\\:", "{tag}:"])("prints rights that Redis accepts for the prefix %j", async (prefix) => {
  const { rights } = JSON.parse(await printed("--json", "--prefix", prefix));
  const admin = await connect(server.url);
  expect(await admin.sendCommand(["ACL", "SETUSER", "limited", ...rights, ">secret"])).toBe("OK");
  admin.destroy();
});

it("has the prefix of locks by default, and quotes words that redis-cli would split", async () => {
  const text = await printed();
  expect(text).toMatch(/^reset on ~lock:\* /);
  expect(text).toBe(await printed("--prefix", "lock:"));
  expect(await printed("--prefix", "a b:")).toContain(' "~a b:*" ');
});
