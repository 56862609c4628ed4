// Leaders that are killed, stopped for longer than their lease, or cut off from Redis: by the program of
// docs/jobs/leader-election.md, with a shorter lease.

import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { fenceCheck, fenceSet } from "../../../src/lock/lua/generated.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { type StartedProcess, startNode } from "../../support/child-process.ts";
import { codeBlocks, writeCodeBlocks } from "../../support/code-blocks.ts";
import { eventually } from "../../support/eventually.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { uniqueName } from "../../support/unique-name.ts";

const LEASE_MS = 1_000;
/** No lease outlasts such a stop. */
const STOP_MS = 1.5 * LEASE_MS;
const PROCESSES = 3;
const LEADERSHIPS = shortOrFull(4, 30);
const ENDED_LEADERS = shortOrFull(20, 1_000);
const ENDS = ["kill", "stop", "away"] as const;

interface Line {
  readonly what: string;
  readonly name: string;
  readonly token: bigint;
  readonly rest: string;
  readonly process: number;
}

/** All lines of a process that are complete. */
function linesOf({ stdout }: StartedProcess, process: number): Line[] {
  return stdout.split("\n").flatMap((line) => {
    const [what = "", name = "", token = "", rest] = line.split(" ");
    return rest === undefined ? [] : [{ what, name, token: BigInt(token), rest, process }];
  });
}

/** Returns the tokens that the fence of each leadership admitted, in the order of their execution. */
function admittedTokens(gateway: Gateway): Map<string, bigint[]> {
  const byMark = new Map<string, bigint[]>();
  for (const { command, reply } of gateway.witness()) {
    const [, sha1, keys, mark, ...words] = command.map(String);
    if (sha1 !== fenceSet.sha1 && sha1 !== fenceCheck.sha1) continue;
    const [kind, , isAdmitted] = Array.isArray(reply) ? reply : [];
    if (kind !== "fenced" || isAdmitted !== 1) continue;
    // After the other keys and the nonce.
    const token = BigInt(words[Number(keys)] ?? 0);
    byMark.set(String(mark), [...(byMark.get(String(mark)) ?? []), token]);
  }
  return byMark;
}

it("no leader is elected before the former one has lost, and no late write of a former one is accepted", async () => {
  const folder = ".cache/leaders";
  const [block] = codeBlocks(["leader"], folder);
  if (block === undefined) throw new Error("no page has the program");
  const code = block.code.replace("leaseMs: 10_000", `leaseMs: ${LEASE_MS}`);
  expect(code).not.toBe(block.code);
  writeCodeBlocks(folder, []);
  writeFileSync(join(folder, "leader.ts"), code);
  const gateway = await startGateway();
  onTestFinished(() => gateway.close());
  const env = {
    ...{ UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token },
    LEASE_MS: String(LEASE_MS),
  };
  const names = Array.from({ length: LEADERSHIPS }, uniqueName);
  const start = (): StartedProcess => {
    const started = startNode(["test/support/candidate.ts", resolve(folder, "leader.ts"), ...names], env);
    onTestFinished(() => started[Symbol.asyncDispose]());
    return started;
  };
  const all = Array.from({ length: PROCESSES }, start);
  const lines = (): Line[] => all.flatMap(linesOf);
  const latest = (name: string): Line | undefined =>
    lines()
      .filter((line) => line.name === name && line.what === "elected")
      .reduce<Line | undefined>(
        (best, line) => (best === undefined || line.token > best.token ? line : best),
        undefined,
      );
  const everyoneLeads = (than: ReadonlyMap<string, bigint>): Promise<boolean> =>
    eventually(() => names.every((name) => (latest(name)?.token ?? 0n) > (than.get(name) ?? 0n)), 30_000);
  await everyoneLeads(new Map());

  let ended = 0;
  for (let round = 0; ended < ENDED_LEADERS; round += 1) {
    const leaders = names.flatMap((name) => latest(name) ?? []);
    const how = ENDS[round % ENDS.length];
    // The one that leads most.
    const counts = all.map((_, nth) => leaders.filter(({ process }) => process === nth).length);
    const victim = counts.indexOf(Math.max(...counts));
    const victims = how === "away" ? leaders : leaders.filter(({ process }) => process === victim);
    ended += victims.length;
    const former = new Map(victims.map(({ name, token }) => [name, token]));
    if (how === "kill") all[victim]?.signal("SIGKILL");
    if (how === "stop") all[victim]?.signal("SIGSTOP");
    const endedAt = performance.now();
    if (how === "away") gateway.faults.set({ seed: round, rules: [{ fault: "drop-before" }] });
    if (how === "away") {
      const lost = () => lines().filter(({ what, name, token }) => what === "lost" && former.get(name) === token);
      await eventually(() => lost().length >= victims.length, 30_000);
      gateway.faults.clear();
    }
    await everyoneLeads(former);
    if (how === "stop") {
      await new Promise((resolve) => setTimeout(resolve, endedAt + STOP_MS - performance.now()));
      all[victim]?.signal("SIGCONT");
    }
    if (how === "kill") all.push(start());
    if (how !== "kill") {
      const late = () => lines().filter(({ what, name, token }) => what === "late" && former.get(name) === token);
      await eventually(() => late().length >= victims.length, 30_000);
    }
  }

  const told = lines();
  const pauses = told.filter(({ what }) => what === "paused");
  expect(pauses.length).toBeGreaterThan(0);
  expect(pauses.filter(({ rest }) => rest !== "true")).toEqual([]);
  const overlaps = told.flatMap((line) => {
    if (line.what !== "lost" || pauses.some(({ name, token }) => name === line.name && token === line.token)) return [];
    const next = told.filter(({ what, name, token }) => what === "elected" && name === line.name && token > line.token);
    return next.filter(({ rest }) => Number(rest) < Number(line.rest)).map((early) => [line, early]);
  });
  expect(overlaps).toEqual([]);
  const admitted = admittedTokens(gateway);
  expect(admitted.size).toBe(LEADERSHIPS);
  for (const tokens of admitted.values()) expect(tokens).toEqual(tokens.toSorted((a, b) => (a < b ? -1 : 1)));
  const refused = told.filter(({ what, rest }) => what === "late" && rest === "false");
  console.log(`${ended} leaders ended, ${pauses.length} looks after a stop, ${refused.length} late writes refused`);
  expect(refused.length).toBeGreaterThan(0);
}, 600_000);
