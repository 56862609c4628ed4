// A command does not outlive the program that started it, unless it was detached on purpose.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { startProgram } from "../../support/child-process.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { needsProgram } from "../../support/needs-program.ts";
import { runningWith } from "../../support/process-tree.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { endDev, endRun, SIGNALS } from "../starters/endings.ts";
import { folderWithPackage, STARTERS } from "../starters/starters.ts";

const redis = await sharedGateway();
const place = folderWithPackage();
afterAll(() => place[Symbol.dispose]());

const ENV = { UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token };
const ENDINGS = Object.entries(STARTERS).flatMap(([name, start], at) => {
  const [gentle, kill] = [SIGNALS[at % 2] ?? "SIGTERM", "SIGKILL" as const];
  return [gentle, kill].map((signal) => ({ name, start, signal }));
});

it.each(ENDINGS)("run ends its command and frees the lock after $signal to $name", async ({ start, signal }) => {
  await endRun(start, signal, { folder: place.folder, redis });
});

it.each(ENDINGS)("dev ends with its server after $signal to $name", async ({ start, signal }) => {
  await endDev(start, signal, { folder: place.folder, redis });
});

it("a run that waits for the lock stops waiting when the starter has ended", async () => {
  const name = uniqueName();
  const held = await createLocks({ redis }).lock(name).acquire();
  const [program, ...args] = STARTERS.sh(["run", name, "--wait", "1h", "--", "true", name]);
  await using starter = startProgram(program, args, ENV, place.folder);
  await starter.errorText(/waiting/);
  await starter.kill("SIGKILL");
  await eventually(() => runningWith(name).length === 0);
  await held.release();
});

it("a run in the background of a script goes on when the script has ended", () => goesOn("nohup"));
it("a run in a session of its own goes on when the script has ended", needsProgram("setsid"), () => goesOn("setsid"));

async function goesOn(starter: string): Promise<void> {
  const script = `${starter} node_modules/.bin/leasehound "$@" > /dev/null 2>&1 & sleep 1`;
  const name = uniqueName();
  const words = ["run", name, "--", "sh", "-c", "sleep 1000", name];
  await using shell = startProgram("sh", ["-c", script, "sh", ...words], ENV, place.folder);
  const lock = createLocks({ redis }).lock(name);
  await eventually(() => lock.isLocked());
  await shell.ended;
  // Enough for ten checks of the starter by the command.
  await sleep(1_000);
  expect(await lock.isLocked()).toBe(true);
  for (const { pid, command } of runningWith(name)) if (command.includes("leasehound run")) process.kill(pid);
  await eventually(() => runningWith(name).length === 0);
}
