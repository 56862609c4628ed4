// leasehound ls, show and free.
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { createLightLocks } from "../../../src/lock/light/index.ts";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { startRedisServer } from "../../../src/tools/gateway/redis-server.ts";
import { connect } from "../../lock/model/real.ts";
import { startCli } from "../../support/cli.ts";
import { cliHere } from "../../support/cli-here.ts";
import { eventually } from "../../support/eventually.ts";
import { gate } from "../../support/gate.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { rejection } from "../../support/rejection.ts";
import { command } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

const redis = await sharedGateway();
const locks = createLocks({ redis });
const name = `${uniqueName()} "été"\u001b[31m`;
const shown = name.replace("\u001b", "\\u001b");
let owner = "";
beforeAll(async () => {
  owner = (await locks.lock(name).acquire({ leaseMs: 600_000, label: "nightly export" })).owner;
});

function json(text: string): Record<string, unknown> & Record<string, unknown>[] {
  return JSON.parse(text);
}

it("ls lists what is held, for people without control characters, and as JSON", async () => {
  const pattern = `${name.slice(0, 10)}*`;
  const people = await cliHere(redis, "ls", pattern);
  expect(people).toMatchObject({ code: 0, stderr: "" });
  const [head, row, ...more] = people.stdout.trim().split("\n");
  expect(head).toMatch(/^NAME +MODE +HELD +LEFT +HOLDERS +WAITERS +LABEL +OWNER$/);
  expect(row).toContain(shown);
  expect(row).toMatch(/ exclusive +\S+ +(10m|9m\d+s) +1 +0 +nightly export +/);
  expect(more).toEqual([]);
  const programs = await cliHere(redis, "ls", pattern, "--json");
  expect(json(programs.stdout)).toMatchObject([
    { name, mode: "exclusive", holder: { owner, label: "nightly export" }, waiters: 0 },
  ]);
});

it("ls --sort lists the locks in another order than by name, for people and for programs", async () => {
  const prefix = uniqueName();
  const [a, b, c] = [locks.lock(`${prefix}:a`), locks.fairLock(`${prefix}:b`), locks.lock(`${prefix}:c`)];
  for (const lock of [c, b, a]) {
    await lock.acquire({ leaseMs: 600_000 });
    const before = Date.now();
    await eventually(() => Date.now() > before);
  }
  const [stop, queued] = [new AbortController(), gate()];
  const waiting = b.acquire({ signal: stop.signal, onWait: () => queued.open() });
  const ended = rejection(waiting);
  await queued.opened;
  const [byName, byAge, byWaiters] = await Promise.all([
    cliHere(redis, "ls", `${prefix}:*`),
    cliHere(redis, "ls", `${prefix}:*`, "--sort", "age", "--json"),
    cliHere(redis, "ls", `${prefix}:*`, "--sort", "waiters"),
  ]);
  const lettersIn = (text: string): string =>
    [...text.matchAll(/^\S+:([abc]) /gm)].map(([, letter]) => letter).join("");
  expect([lettersIn(byName.stdout), lettersIn(byWaiters.stdout)]).toEqual(["abc", "bac"]);
  expect(json(byAge.stdout).map((lock) => lock["name"])).toEqual([c.name, b.name, a.name]);
  stop.abort();
  expect(await ended).toMatchObject({ code: "ABORTED" });
});

it("ls refuses an unknown order before it asks Redis", async () => {
  const stderr =
    "leasehound: option '--sort <order>' argument 'size' is invalid. Allowed choices are name, age, lease, waiters.\n";
  const nowhere = { url: "http://127.0.0.1:1", token: "canary" };
  expect(await cliHere(nowhere, "ls", "--sort", "size")).toEqual({ code: 64, signal: null, stdout: "", stderr });
});

it("ls says that nothing is held, or that nothing matches, and how to search for a part of a name", async () => {
  const unlisted = "Semaphores and latches are not listed.\n";
  for (const [words, told] of [
    [["--prefix", "unused:"], "No lock is held."],
    [["no such name"], 'No held lock matches "no such name". Try "no such name*".'],
    [["no such name*"], 'No held lock matches "no such name*".'],
  ] as const) {
    expect(await cliHere(redis, "ls", ...words)).toMatchObject({ code: 0, stdout: `${told} ${unlisted}`, stderr: "" });
  }
  expect(await cliHere(redis, "ls", "no such name", "--json")).toMatchObject({ code: 0, stdout: "[]\n" });
});

it("ls says that the database refuses SCAN, and what to do", onlyRedis("users with few rights"), async () => {
  const server = await startRedisServer();
  onTestFinished(() => server.stop());
  const admin = await connect(server.url);
  await admin.sendCommand(["ACL", "SETUSER", "limited", "reset", "on", ">canary", "~*", "&*", "+@all", "-scan"]);
  admin.destroy();
  await using limited = await startGateway({ redisUrl: server.url.replace(/\/\/.*@/, "//limited:canary@") });
  const { code, stderr } = await cliHere(limited, "ls");
  expect(code).toBe(77);
  expect(stderr).toMatch(/^leasehound: .*SCAN.*\+scan.*\n$/);
  expect(stderr).not.toContain("canary");
});

it("show tells the holders and the queue, and ls how many wait", async () => {
  const people = await cliHere(redis, "show", name);
  expect(people).toMatchObject({ code: 0, stderr: "" });
  expect(people.stdout).toMatch(
    / is held \(exclusive\), free in (10m|9m\d+s) unless .*\. A holder that renews does so within (5m|4m\d+s)\.\n/,
  );
  expect(people.stdout).toContain(owner);
  expect(json((await cliHere(redis, "show", name, "--json")).stdout)).toMatchObject({ name, holders: [{ owner }] });
  const fair = uniqueName();
  await using held = await locks.fairLock(fair).acquire();
  const stop = new AbortController();
  const queued = gate();
  const waiting = locks.fairLock(fair).acquire({ signal: stop.signal, onWait: () => queued.open() });
  const ended = rejection(waiting);
  await queued.opened;
  const { stdout } = await cliHere(redis, "show", fair);
  expect(stdout).toContain("\nWaiting: 1 in its queue.\n");
  expect(stdout).toContain(held.owner);
  expect(stdout).toMatch(/\nWAITER +MODE +LAST TRIED +LABEL +OWNER\n1 +exclusive +\S+ ago +\S+/);
  expect((await cliHere(redis, "ls", fair)).stdout).toMatch(/ exclusive +\S+ +\S+ +1 +1 +/);
  stop.abort();
  expect(await ended).toMatchObject({ code: "ABORTED" });
});

it("show, free and ls say which name is meant by one that begins with the prefix", async () => {
  const other = uniqueName();
  await using held = await locks.lock(other).acquire();
  const stderr = `leasehound: you may mean "${other}": names are given without the prefix "lock:"\n`;
  for (const [words, told] of [
    [["show"], `The lock "lock:${other}" is free, but "${other}" is held.\n`],
    [["ls"], `No held lock matches "lock:${other}". Semaphores `],
  ] as const) {
    const ended = await cliHere(redis, ...words, `lock:${other}`);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining(told), stderr });
  }
  const before = 'names are given without the prefix "lock:"';
  const freed = `leasehound: nothing was freed: the lock "lock:${other}" is free, but "${other}" is held; ${before}\n`;
  expect(await cliHere(redis, "free", "--yes", `lock:${other}`)).toMatchObject({ code: 1, stdout: "", stderr: freed });
  const unheld = `lock:${uniqueName()}`;
  for (const words of [["show"], ["free", "--yes"]]) {
    const ended = await cliHere(redis, ...words, unheld);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/ is free( already)?\.\n/) });
    expect(ended.stderr).toContain(before);
  }
  for (const words of [["show"], ["free", "--yes"], ["ls"]]) {
    expect(await cliHere(redis, ...words, `other:${other}`)).toMatchObject({ code: 0, stderr: "" });
  }
  expect(await cliHere(redis, "show", `lock:${other}`, "--prefix", "")).toMatchObject({ code: 0, stderr: "" });
  const programs = await cliHere(redis, "show", `lock:${other}`, "--json");
  expect(json(programs.stderr)).toEqual({ event: "prefix", meant: other });
  expect(await held.check()).toBe(true);
});

it("show and free say that a name is a semaphore or a latch in use, and what to do", async () => {
  const [leased, plain, latch] = [uniqueName(), uniqueName(), uniqueName()];
  const slots = locks.permitExpirableSemaphore(leased, { permits: 3 });
  await using permit = await slots.acquire();
  await locks.semaphore(plain, { permits: 5 }).acquire();
  await locks.countDownLatch(latch).trySetCount(2);
  for (const [other, told] of [
    [leased, /is a semaphore with leases, not a lock, .*: 1 of its 3 permits are taken; .*, the first in \d+s; leave/],
    [plain, /is a semaphore or a latch, not a lock, .* its number is 4, .*only if no program uses it/],
    [latch, /is a semaphore or a latch, not a lock, .* its number is 2, /],
  ] as const) {
    for (const words of [["show"], ["free", "--yes"]]) {
      const ended = await cliHere(redis, ...words, other);
      expect(ended).toMatchObject({ code: 65, stdout: "", stderr: expect.stringMatching(told) });
    }
  }
  expect(await permit.check()).toBe(true);
});

it("show tells of a free lock, and of a key that is no lock", async () => {
  const other = uniqueName();
  expect(await cliHere(redis, "show", other)).toMatchObject({ code: 0, stdout: expect.stringContaining("is free.") });
  await command(redis, "SET", `lock:${other}`, "something else");
  for (const words of [["show"], ["free", "--yes"]]) {
    const ended = await cliHere(redis, ...words, other);
    expect(ended).toMatchObject({
      code: 65,
      stdout: "",
      stderr: expect.stringMatching(/^leasehound: .*not a lock.*\n$/),
    });
    const error = json((await cliHere(redis, ...words, other, "--json")).stderr);
    expect(error).toMatchObject({ error: { code: "NOT_A_LOCK" } });
  }
  expect(await command(redis, "GET", `lock:${other}`)).toBe("something else");
});

it("ls, show and free have light locks; ls has none without a prefix, and says so", async () => {
  const other = uniqueName();
  const held = await createLightLocks({ redis, leaseMs: 600_000 }).lock(other).acquire({ label: "by light" });
  const listed = await cliHere(redis, "ls", other);
  expect(listed.stdout).toMatch(/ light +\S+ +(10m|9m\d+s) +1 +\? +by light +/);
  expect(await cliHere(redis, "show", other)).toMatchObject({ code: 0, stdout: expect.stringContaining(held.owner) });
  const without = await cliHere(redis, "ls", "--prefix", "", `lock:${other}`);
  expect(without.stdout).toContain("Light locks, semaphores and latches are not listed.");
  const freed = await cliHere(redis, "free", "--yes", other);
  expect(freed).toMatchObject({ code: 0, stdout: `The lock "${other}" is free now.\n` });
  expect(freed.stderr).toContain("by light");
  expect(await held.check()).toBe(false);
});

it("free asks for the name, and says from whom it takes the lock and that the holder may go on", async () => {
  const other = uniqueName();
  const held = await locks.lock(other).acquire({ label: "nightly" });
  const freeWith = async (text: string) => {
    await using started = startCli(redis, "free", other);
    started.endInput(text);
    return await started.ended;
  };
  for (const text of ["", "yes\n", `${other}x\n`]) {
    const ended = await freeWith(text);
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toContain("its name was not typed; --yes asks for no name\n");
  }
  expect(await held.check()).toBe(true);
  const ended = await freeWith(`${other}\n`);
  expect(ended).toMatchObject({ code: 0, stdout: `The lock "${other}" is free now.\n` });
  for (const text of [held.owner, "nightly", "may go on"]) expect(ended.stderr).toContain(text);
  expect(await held.check()).toBe(false);
});

it("free does not take the lock from another holder than the one that it showed", async () => {
  const other = uniqueName();
  const first = await locks.lock(other).acquire();
  await using started = startCli(redis, "free", other);
  await started.errorText(/Type the name/);
  await first.release();
  const second = await locks.lock(other).acquire();
  started.endInput(`${other}\n`);
  expect(await started.ended).toMatchObject({ code: 1, stderr: expect.stringContaining("changed meanwhile") });
  expect(await second.check()).toBe(true);
  await second.release();
});

it("free --yes asks nothing, wakes waiters, and frees each kind", async () => {
  const both = uniqueName();
  const sides = locks.readWriteLock(both);
  await sides.readLock().acquire();
  await sides.readLock().acquire();
  const ended = await cliHere(redis, "free", both, "--yes", "--json");
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(json(ended.stdout)).toMatchObject({ wasLocked: true, holders: [{ mode: "read" }, { mode: "read" }] });
  await (await sides.writeLock().acquire({ waitMs: 0 })).release();
  const fair = uniqueName();
  await locks.fairLock(fair).acquire({ leaseMs: 60_000 });
  const queued = gate();
  const waiting = locks.fairLock(fair).acquire({ waitMs: 50_000, onWait: () => queued.open() });
  await queued.opened;
  expect(await cliHere(redis, "free", fair, "--yes")).toMatchObject({ code: 0 });
  await (await waiting).release();
  const again = await cliHere(redis, "free", fair, "--yes", "--json");
  expect(json(again.stdout)).toEqual({ name: fair, wasLocked: false, holders: [] });
});

it("--prefix names the locks of another prefix", async () => {
  const bare = createLocks({ redis, prefix: "" });
  const other = uniqueName();
  await using held = await bare.lock(other).acquire();
  const { stdout } = await cliHere(redis, "show", other, "--prefix", "", "--json");
  expect(json(stdout)).toMatchObject({ holders: [{ owner: held.owner }] });
});
