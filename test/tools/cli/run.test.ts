// leasehound run: exit codes, the environment, waiting, signals, and the loss of the lock.
import { describe, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { cli, startCli, startCliWith } from "../../support/cli.ts";
import { cliHere } from "../../support/cli-here.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { running } from "../../support/process-tree.ts";
import { uniqueName } from "../../support/unique-name.ts";

const redis = await sharedGateway();
const locks = createLocks({ redis });

describe("leasehound run", () => {
  it.each([0, 1, 42, 255])("ends with the exit code %i of the command, and has released the lock", async (code) => {
    const name = uniqueName();
    const ended = await cli(redis, "run", name, "--", "sh", "-c", `exit ${code}`);
    expect(ended).toMatchObject({ code, stdout: "", stderr: "" });
    expect(await locks.lock(name).isLocked()).toBe(false);
  });

  it("ends with 128 and the number of the signal that ended the command", async () => {
    expect(await cli(redis, "run", uniqueName(), "--", "sh", "-c", "kill -9 $$")).toMatchObject({ code: 137 });
    expect(await cli(redis, "run", uniqueName(), "--", "sh", "-c", "kill -15 $$")).toMatchObject({ code: 143 });
  });

  it("passes on standard input and output, arguments, the name and a token that rises", async () => {
    const name = uniqueName();
    const script = 'cat; printf "%s\\n" "$1" "$LEASEHOUND_LOCK_NAME" "$LEASEHOUND_FENCING_TOKEN"; echo problem >&2';
    const runOnce = async (): Promise<string[]> => {
      await using run = startCli(redis, "run", name, "--", "sh", "-c", script, "sh", "a b; $(echo --json)");
      run.endInput("input\n");
      const { code, stdout, stderr } = await run.ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: "problem\n" });
      return stdout.trim().split("\n");
    };
    const [first, second] = [await runOnce(), await runOnce()];
    expect(first.slice(0, 3)).toEqual(["input", "a b; $(echo --json)", name]);
    expect(first[3]).toMatch(/^\d+$/);
    expect(BigInt(second[3] ?? "")).toBeGreaterThan(BigInt(first[3] ?? ""));
  });

  it("ends with 75 while the lock is busy, says who holds it, and does not run the command", async () => {
    const name = uniqueName();
    await using held = await locks.lock(name).acquire({ label: "nightly export" });
    expect(held.name).toBe(name);
    const ended = await cli(redis, "run", name, "--", "echo", "ran");
    expect(ended).toMatchObject({ code: 75, stdout: "" });
    expect(ended.stderr.trim().split("\n")).toHaveLength(1);
    expect(ended.stderr).toContain("nightly export");
    const json = await cli(redis, "run", name, "--json", "--", "echo", "ran");
    expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: "LOCK_BUSY" } });
  });

  it("runs at most so many commands at once with --permits, and gives the permit back", async () => {
    const name = uniqueName();
    const semaphore = locks.permitExpirableSemaphore(name);
    const held = await cli(redis, "run", name, "--permits", 2, "--", "true");
    expect(held).toMatchObject({ code: 0, stderr: "" });
    expect(await semaphore.availablePermits()).toBe(2);
    const taken = await semaphore.acquireMany(2);
    const busy = await cli(redis, "run", name, "--permits", 2, "--json", "--", "echo", "ran");
    expect(busy).toMatchObject({ code: 75, stdout: "" });
    expect(JSON.parse(busy.stderr)).toMatchObject({ error: { code: "LOCK_BUSY" } });
    await using waiting = startCliWith(
      {
        ...{ UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token },
        LEASEHOUND_FENCING_TOKEN: "of another run",
      },
      ...["run", name, "--permits", "2", "--wait", "20s", "--"],
      ...["sh", "-c", 'echo "$LEASEHOUND_LOCK_NAME [$LEASEHOUND_FENCING_TOKEN]"'],
    );
    waiting.endInput();
    await waiting.errorText(/waiting for a permit of/);
    await taken[0]?.release();
    expect(await waiting.ended).toMatchObject({ code: 0, stdout: `${name} []\n` });
    expect(await semaphore.availablePermits()).toBe(1);
  });

  it.each([
    ["--permits", "0"],
    ["--permits", "2147483648"],
    ["--permits", "1", "--label", "l"],
    ["--permits", "1", "--steal"],
  ])("refuses %s %s %s", async (...words) => {
    const given = words.filter((word) => word !== undefined);
    const ended = await cli(redis, "run", uniqueName(), ...given, "--", "echo", "ran");
    expect(ended).toMatchObject({ code: 64, stdout: "" });
    expect(ended.stderr).toContain("permits");
  });

  it("takes the lock from its holder with --steal, which learns the reason", async () => {
    const name = uniqueName();
    const held = await locks.fencedLock(name).acquire();
    expect(await cli(redis, "run", name, "--reason", "x", "--", "echo", "ran")).toMatchObject({ code: 64, stdout: "" });
    const ended = await cli(redis, "run", name, "--steal", "--reason", "rollback", "--", "echo", "ran");
    expect(ended).toMatchObject({ code: 0, stdout: "ran\n" });
    expect(await held.check()).toBe(false);
    expect(held.signal.reason).toMatchObject({ code: "LOCK_STOLEN", thief: { reason: "rollback" } });
  });

  it("ends with 79 when the lock is stolen while the command runs", async () => {
    const name = uniqueName();
    await using run = startCli(redis, "run", name, "--lease", "1s", "--", "sh", "-c", "sleep 30");
    await eventually(() => locks.fencedLock(name).isLocked());
    await using thief = await locks.fencedLock(name).acquire({ steal: true });
    expect((await run.ended).code).toBe(79);
    expect(await thief.check()).toBe(true);
  });

  it("waits for the lock with --wait", async () => {
    const name = uniqueName();
    const held = await locks.lock(name).acquire();
    await using run = startCli(redis, "run", name, "--wait", "30s", "--json", "--", "echo", "ran");
    await run.errorText(/waiting/);
    await held.release();
    expect(await run.ended).toMatchObject({ code: 0, stdout: "ran\n" });
  });

  it("ends a wait by a signal, without having run the command", async () => {
    const name = uniqueName();
    await using held = await locks.lock(name).acquire();
    await using run = startCli(redis, "run", name, "--wait", "30s", "--", "echo", "ran");
    await run.errorText(/waiting/);
    expect(await run.kill("SIGTERM")).toMatchObject({ code: 143, stdout: "" });
    expect(await held.check()).toBe(true);
  });

  it("shows the label, by default the host and the program", async () => {
    for (const [flags, label] of [
      [["--label", "nightly"], "nightly"],
      [[], ": sh"],
    ] as const) {
      const name = uniqueName();
      await using run = startCli(redis, "run", name, ...flags, "--", "sh", "-c", "echo up; read -r _");
      await run.line(/up/);
      await expect(locks.lock(name).acquire({ waitMs: 0 })).rejects.toMatchObject({
        holder: { label: expect.stringContaining(label) },
      });
      run.endInput("\n");
      expect(await run.ended).toMatchObject({ code: 0 });
    }
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR2"] as const)("passes %s on to the command", async (signal) => {
    const name = uniqueName();
    const script = `trap 'echo got it; exit 7' ${signal.slice(3)}; echo up; while :; do sleep 0.05; done`;
    await using run = startCli(redis, "run", name, "--", "sh", "-c", script);
    await run.line(/up/);
    expect(await run.kill(signal)).toMatchObject({ code: 7, stdout: "up\ngot it\n" });
    expect(await locks.lock(name).isLocked()).toBe(false);
  });

  it("ends what the command leaves running in its process group, before it releases the lock", async () => {
    const ended = await cli(redis, "run", uniqueName(), "--", "sh", "-c", "sleep 1000 & echo $!");
    expect(ended.code).toBe(0);
    expect(running([Number(ended.stdout)])).toEqual([]);
  });

  it("keeps the lock for longer than its lease", async () => {
    const name = uniqueName();
    await using run = startCli(redis, "run", name, "--lease", "2s", "--", "sh", "-c", "echo up; read -r _");
    await run.line(/up/);
    const other = locks.lock(name);
    expect(await other.tryAcquire({ waitMs: 4_000 })).toBeNull();
    run.endInput("\n");
    expect(await run.ended).toMatchObject({ code: 0, stderr: "" });
  });

  it("ends the command by SIGTERM when the lock is lost, and itself with 79", async () => {
    const name = uniqueName();
    const script = "trap 'echo told; exit 0' TERM; echo up; while :; do sleep 0.05; done";
    await using run = startCli(redis, "run", name, "--lease", "2s", "--", "sh", "-c", script);
    await run.line(/up/);
    await locks.lock(name).forceRelease();
    const ended = await run.ended;
    expect(ended).toMatchObject({ code: 79, stdout: "up\ntold\n" });
    expect(ended.stderr).toMatch(/^leasehound: the lock ".*" was lost while the command ran.*$/m);
  });

  it("ends a command that ignores SIGTERM by SIGKILL after --kill-after", async () => {
    const name = uniqueName();
    const script = "trap '' TERM; echo up; while :; do sleep 0.05; done";
    await using run = startCli(redis, "run", name, "--lease=2s", "--kill-after=200ms", "--", "sh", "-c", script);
    await run.line(/up/);
    await locks.lock(name).forceRelease();
    expect(await run.ended).toMatchObject({ code: 79 });
  });

  it("ends the command at the end of the lease although `run` is stopped", async () => {
    const name = uniqueName();
    const script = "echo $$; while :; do sleep 0.05; done";
    await using run = startCli(redis, "run", name, "--lease=5s", "--kill-after=1s", "--", "sh", "-c", script);
    const pid = Number(await run.line());
    run.signal("SIGSTOP");
    await eventually(() => running([pid]).length === 0);
    run.signal("SIGCONT");
    expect(await run.ended).toMatchObject({ code: 79, stderr: expect.stringContaining("was lost") });
  });

  it("ends with the exit code of a command that ended while `run` was stopped", async () => {
    const script = "echo $$; sleep 0.5; exit 42";
    await using run = startCli(redis, "run", uniqueName(), "--lease=60s", "--", "sh", "-c", script);
    const pid = Number(await run.line());
    run.signal("SIGSTOP");
    await eventually(() => running([pid]).length === 0);
    // Its guard has reported that, and the timer of the next order is due.
    await new Promise((resolve) => setTimeout(resolve, 500));
    run.signal("SIGCONT");
    expect(await run.ended).toMatchObject({ code: 42, stderr: "" });
  });

  it("tells of the loss when `run` was stopped past the lease and then cannot reach Redis", async () => {
    await using gateway = await startGateway({ engine: true });
    await using run = startCli(gateway, "run", uniqueName(), "--lease=5s", "--", "sh", "-c", "echo $$; exec sleep 60");
    const pid = Number(await run.line());
    run.signal("SIGSTOP");
    await eventually(() => running([pid]).length === 0);
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-before" }] });
    run.signal("SIGCONT");
    expect(await run.ended).toMatchObject({ code: 79, stderr: expect.stringContaining("was lost") });
  });

  it.each([
    [["nowhere-such-a-program"], 127, /there is no such program/],
    [["/etc/passwd"], 126, /is not executable/],
  ])("refuses the command %j with one sentence, without taking the lock", async (command, code, sentence) => {
    const name = uniqueName();
    const ended = await cliHere(redis, "run", name, "--", ...command);
    expect(ended).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(sentence) });
    expect(ended.stderr.trim().split("\n")).toHaveLength(1);
  });

  it.each([
    [["run", "x", "--wait", "soon", "--", "true"], /--wait/],
    [["run", "x", "--lease", "10ms", "--", "true"], /--lease/],
    [["run", "x"], /command/],
    [["run", "x", "--nope", "--", "true"], /--nope/],
    [["run", "", "--", "true"], /name/],
    [["nope"], /nope/],
  ])("refuses %j with one sentence and exit code 64", async (words, sentence) => {
    const ended = await cliHere(redis, ...words);
    expect(ended).toMatchObject({ code: 64, stdout: "", stderr: expect.stringMatching(sentence) });
    expect(ended.stderr.trim().split("\n")).toHaveLength(1);
  });

  it("says in one sentence that the database is not named, is away, or refuses the token", async () => {
    const nowhere = "http://127.0.0.1:1";
    for (const [url, token, code] of [
      ["", "", 64],
      [nowhere, "canary", 69],
      [redis.url, "canary", 77],
    ] as const) {
      const env = { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token };
      await using run = startCliWith(env, "run", uniqueName(), "--", "echo", "ran");
      const ended = await run.ended;
      expect(ended).toMatchObject({ code, stdout: "" });
      expect(ended.stderr.trim().split("\n")).toHaveLength(1);
      expect(ended.stderr).not.toContain("canary");
    }
  });
});
