// `leasehound acl`, the built command: Redis accepts what it prints.
import { afterAll, expect, it } from "vitest";
import { startRedisServer } from "../../../src/tools/gateway/redis-server.ts";
import { connect } from "../../lock/model/real.ts";
import { startCliWith } from "../../support/cli.ts";

const server = await startRedisServer();
afterAll(() => server.stop());

async function said(...words: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  await using started = startCliWith({}, "acl", ...words);
  started.endInput();
  return await started.ended;
}

async function printed(...words: string[]): Promise<string> {
  const { code, stdout } = await said(...words);
  expect(code).toBe(0);
  return stdout.trimEnd();
}

it.each([...["lock:", "", "a*[b]?\\:", "{tag}:", "a{tag}b:", "é\u00A0☃:", "%!~*'():", '"\\":', "\u0001:", "mailbox:"]])(
  "acl prints rights that Redis accepts for the prefix %j",
  async (prefix) => {
    const { rights } = JSON.parse(await printed("--json", "--prefix", prefix));
    const admin = await connect(server.url);
    expect(await admin.sendCommand(["ACL", "SETUSER", "limited", ...rights, ">secret"])).toBe("OK");
    admin.destroy();
  },
);

it.each([
  ["a b:", '"prefix" must have no white space here'],
  ["a\tb:", '"prefix" must have no white space here'],
  ["{lock:", '"prefix" must be "", or end with its only ":"'],
  ["lock", '"prefix" must be "", or end with its only ":"'],
  ["leasehound-api:", '"prefix" must not begin with "redisson_" or "leasehound"'],
])("acl refuses the prefix %j, for which there are no such rights", async (prefix, problem) => {
  const { code, stdout, stderr } = await said("--prefix", prefix);
  expect([code, stdout]).toEqual([64, ""]);
  expect(stderr).toContain(problem);
});

it("acl prints the keys of the lock API only with --lock-api", async () => {
  expect(await printed()).not.toContain("leasehound-api");
  expect(await printed("--lock-api")).toMatch(/ ~leasehound-api:\* .* &leasehound-api:\* /);
});

it("acl prints the prefix of locks by default, and quotes words that redis-cli would split", async () => {
  const text = await printed();
  expect(text).toMatch(/^reset on ~lock:\* /);
  expect(text).toBe(await printed("--prefix", "lock:"));
  expect(await printed("--prefix", 'a"b\\c:')).toContain(' "~a\\"b\\\\\\\\c:*" ');
});
