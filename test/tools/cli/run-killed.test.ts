// kill -9 of each process of `leasehound run`: none of the others is left, and no lock after a lease.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { startCli } from "../../support/cli.ts";
import { eventually } from "../../support/eventually.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { processTree, running, runningWith } from "../../support/process-tree.ts";
import { uniqueName } from "../../support/unique-name.ts";

const redis = await sharedGateway();
const locks = createLocks({ redis });

const LEASE_MS = 2_000;
const AT_ONCE = 4;
const TIMES = shortOrFull(8, 100);
/** For a busy machine. */
const ALLOWANCE_MS = 1_500;

// A child that ignores SIGTERM, and one in the background.
const SCRIPT = "(trap '' TERM; while :; do sleep 0.1; done) & sleep 1000 & echo $$; sleep 1000";
const FLAGS = ["--lease", `${LEASE_MS}ms`, "--kill-after", "100ms", "--"];

async function repeated(round: (nth: number) => Promise<void>): Promise<void> {
  for (let nth = 0; nth < TIMES; nth += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => round(nth + at)));
  }
}

it.each(["run", "the command", "the guard"] as const)(
  "leaves no process and no lock behind after kill -9 of %s",
  async (victim) => {
    await repeated(async () => {
      const name = uniqueName();
      await using run = startCli(redis, "run", name, ...FLAGS, "sh", "-c", SCRIPT, name);
      const command = Number(await run.line());
      const tree = processTree(run.pid).map(({ pid }) => pid);
      expect(tree).toContain(command);
      const pids = { run: run.pid, "the command": command, "the guard": tree[1] ?? 0 };
      process.kill(pids[victim], "SIGKILL");
      const killedAt = performance.now();
      await eventually(async () => !(await locks.lock(name).isLocked()));
      expect(performance.now() - killedAt).toBeLessThan(LEASE_MS + ALLOWANCE_MS);
      await eventually(() => running(tree).length === 0, ALLOWANCE_MS);
      expect(runningWith(name)).toEqual([]);
    });
  },
  300_000,
);

it("leaves no process and no lock behind after kill -9 of run at any moment", async () => {
  await repeated(async (nth) => {
    const name = uniqueName();
    await using run = startCli(redis, "run", name, ...FLAGS, "sh", "-c", SCRIPT, name);
    // From before it has a lock until its command runs.
    await sleep((nth * 600) / TIMES);
    await run.kill("SIGKILL");
    const killedAt = performance.now();
    await eventually(async () => !(await locks.lock(name).isLocked()));
    expect(performance.now() - killedAt).toBeLessThan(LEASE_MS + ALLOWANCE_MS);
    await eventually(() => runningWith(name).length === 0, ALLOWANCE_MS);
  });
}, 300_000);
