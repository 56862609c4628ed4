// `leasehound run` on a machine that is suspended: see clock-file.ts. The command ends before it can run for long
// beside the next holder.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { EXIT } from "../../../src/tools/cli/exit-code.ts";
import { startCliWith } from "../../support/cli.ts";
import { ClockFile } from "../../support/clock-file.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { processTree, running } from "../../support/process-tree.ts";
import { uniqueName } from "../../support/unique-name.ts";

const redis = await sharedGateway();
const locks = createLocks({ redis });
const LEASE_MS = 4_500;
/** For a busy machine. */
const ALLOWANCE_MS = 600;

it.each([
  ["the command of run ends", true],
  ["the guard ends the command of a run that does not continue", false],
])("within a second after a suspension longer than the lease, %s", async (_, runContinues) => {
  using clocks = new ClockFile();
  const name = uniqueName();
  const env = { ...clocks.env, UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token };
  const words = ["--lease", `${LEASE_MS}ms`, "--kill-after", "100ms", "--", "sh", "-c", "echo $$; sleep 1000"];
  await using run = startCliWith(env, "run", name, ...words);
  const command = Number(await run.line());
  const [, guard = 0, ...commands] = processTree(run.pid).map(({ pid }) => pid);
  expect(commands).toContain(command);
  const suspended = [...(runContinues ? [run.pid] : []), guard, ...commands];
  // After the suspension, the guard reads the last messages of this run, which say how long the lock is held.
  const stopped = runContinues ? undefined : sleep(1_000).then(() => run.signal("SIGSTOP"));
  const next = await clocks.suspend(suspended, LEASE_MS, () => locks.lock(name).acquire());
  await stopped;
  await sleep(1_000 + ALLOWANCE_MS);
  expect(running(commands)).toEqual([]);
  expect(await next.check()).toBe(true);
  run.signal("SIGCONT");
  expect((await run.ended).code).toBe(EXIT.lost);
});
