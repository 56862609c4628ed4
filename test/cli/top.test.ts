// leasehound top: in a real terminal, which `script` of util-linux makes, and as JSON without one.
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { createLocks } from "../../src/index.ts";
import { type StartedProcess, startProgram } from "../support/child-process.ts";
import { cli, startCli } from "../support/cli.ts";
import { eventually } from "../support/eventually.ts";
import { sharedGateway } from "../support/gateways.ts";
import { needsProgram } from "../support/needs-program.ts";
import { uniqueName } from "../support/unique-name.ts";

const redis = await sharedGateway();
const locks = createLocks({ redis });
const COLUMNS = 100;
const HOME = "\u001b[H";
const REST = "\u001b[J";
const FIRST_SCREEN = "\u001b[?25h\u001b[?1049l";

/** Starts `top` in a terminal of its own. */
function startTop(...words: readonly string[]): StartedProcess {
  const command = [process.execPath, "dist/cli/main.js", "top", "--every", "200ms", ...words]
    .map((word) => `'${word}'`)
    .join(" ");
  const env = { UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token };
  return startProgram("script", ["-qefc", `stty cols ${COLUMNS} rows 12; ${command}`, "/dev/null"], env);
}

/** Returns the lines of the latest whole screen. */
function screenOf(started: StartedProcess): string[] {
  const whole = started.stdout.split(HOME).filter((screen) => screen.includes(REST));
  return (whole.at(-1) ?? "").split(REST)[0]?.split("\u001b[K\r\n").map(stripVTControlCharacters) ?? [];
}

function shows(started: StartedProcess, pattern: RegExp): Promise<boolean> {
  return eventually(() => screenOf(started).some((line) => pattern.test(line)));
}

it.runIf(process.platform === "linux")(
  "shows the locks, sorts, frees one after its name was typed, and quits",
  needsProgram("script"),
  async () => {
    const prefix = uniqueName();
    const [old, young] = [`${prefix}:old`, `${prefix}:young`];
    const first = await locks.lock(old).acquire({ leaseMs: 600_000, label: "the old one" });
    const second = await locks.fairLock(young).acquire({ leaseMs: 60_000, label: "the young one" });
    await using top = startTop(`${prefix}*`);
    await shows(top, /2 locks are held, by age/);
    const order = () => screenOf(top).flatMap((line) => /the (?:old|young) one/.exec(line)?.[0] ?? []);
    expect(order()).toEqual(["the old one", "the young one"]);
    const stop = new AbortController();
    const waiting = locks.fairLock(young).acquire({ signal: stop.signal });
    const ended = expect(waiting).rejects.toMatchObject({ code: "ABORTED" });
    top.write("w");
    await shows(top, /by waiters/);
    await shows(top, / 1 +the young one/);
    expect(order()).toEqual(["the young one", "the old one"]);
    stop.abort();
    await ended;
    top.write("r");
    await shows(top, /by remaining/);
    await shows(top, / 0 +the young one/);
    expect(order()).toEqual(["the young one", "the old one"]);
    // The old one stays chosen.
    top.write("f");
    await shows(top, /^Type ".*:old" to free it/);
    top.write(`${young}\r`);
    await shows(top, /nothing was freed/);
    // Several keys at once, of which "left" means nothing.
    top.write("\u001b[D\u001b[Af");
    await shows(top, /^Type ".*:young" to free it/);
    top.write(`${young}x\u007f\r`);
    await shows(top, /is free now/);
    await shows(top, /1 locks are held/);
    expect([await first.check(), await second.check()]).toEqual([true, false]);
    for (const line of screenOf(top)) expect(line.length).toBeLessThanOrEqual(COLUMNS);
    top.write("q");
    expect((await top.ended).code).toBe(0);
    // The first screen and the cursor are back.
    expect(top.stdout.trimEnd().endsWith(FIRST_SCREEN)).toBe(true);
  },
);

it("needs a terminal, except for JSON", async () => {
  const name = uniqueName();
  await using held = await locks.fairLock(name).acquire();
  const ended = await cli(redis, "top");
  expect(ended).toMatchObject({
    code: 64,
    stdout: "",
    stderr: expect.stringMatching(/^leasehound: top needs a terminal/),
  });
  await using json = startCli(redis, "top", name, "--json", "--every", "100ms");
  expect(JSON.parse(await json.line())).toMatchObject([{ name, holder: { owner: held.owner }, waiters: 0 }]);
  const waiting = locks.fairLock(name).acquire();
  await json.line(/"queueLength":1,"isolates":0,"waiters":1/);
  await held.release();
  await (await waiting).release();
  expect(await json.kill("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
});
