// The lock of a state, by the protocol of OpenTofu's client.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { StateBucket } from "../../../src/service/api/index.ts";
import { eventually } from "../../support/eventually.ts";
import { clearFaults, setFaults } from "../../support/rest.ts";
import { newState, TofuClient, TofuStage, tofuBackend } from "../../support/tofu-backend.ts";

let stage: TofuStage;
let state: string;
beforeAll(async () => {
  stage = await TofuStage.start();
});
afterAll(() => stage?.[Symbol.asyncDispose]());
beforeEach(() => {
  state = newState();
});

const client = (lease = ""): TofuClient => new TofuClient(stage.app, state + (lease === "" ? "" : `?lease=${lease}`));
const remainingMs = (): Promise<number> => stage.locks.lock(`tofu/${state}`).remainingMs();

it.each([
  ["", 3_600_000],
  ["90s", 90_000],
  ["30m", 1_800_000],
  ["24h", 86_400_000],
])("a lock with ?lease=%s has a lease of %i ms", async (lease, leaseMs) => {
  const { status, text } = await client(lease).lock();
  expect([status, text]).toEqual([200, ""]);
  expect(await remainingMs()).toBeGreaterThan(leaseMs - 20_000);
  expect(await remainingMs()).toBeLessThanOrEqual(leaseMs);
});

it.each([
  ["LOCK", "UNLOCK"],
  ["PUT", "DELETE"],
])("%s locks, and %s unlocks", async (lock, unlock) => {
  const [first, second] = [client(), client()];
  expect(await first.lock(lock)).toMatchObject({ status: 200 });
  expect(await second.lock(lock)).toMatchObject({ status: 423 });
  expect(await first.unlock(unlock)).toMatchObject({ status: 200, text: "" });
  expect(await second.lock(lock)).toMatchObject({ status: 200 });
});

it("a refused LOCK gets the bare info of the holder, with the end of its lock", async () => {
  const holder = client("30m");
  await holder.lock("LOCK", { ...holder.info, Info: "nightly" });
  const { status, headers, text } = await client().lock();
  expect([status, headers.get("content-type")]).toEqual([423, "application/json"]);
  const { Info, ...others } = JSON.parse(text);
  const { Info: _, ...told } = holder.info;
  expect(others).toEqual({ ...told, Created: "2026-11-25T12:00:00.123Z" });
  const [, end = ""] = /^nightly; this lock ends by itself at (\S+Z), in 1(?:800|79\d) s$/.exec(Info) ?? [];
  expect(Math.abs(Date.parse(end) - Date.now() - 1_800_000)).toBeLessThan(20_000);
});

it("a refused LOCK gets the texts of the holder with escapes: OpenTofu writes them to the terminal", async () => {
  const holder = client();
  const hostile = "a\u202eb\u2066\u200bc";
  const told = { ...holder.info, Operation: hostile, Info: hostile, Who: hostile, Version: hostile, Path: hostile };
  expect(await holder.lock("LOCK", told)).toMatchObject({ status: 200 });
  const refused: Record<string, string> = JSON.parse((await client().lock()).text);
  for (const text of Object.values(refused)) expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  for (const member of ["Operation", "Info", "Who", "Version", "Path"]) {
    expect(refused[member]).toContain("a\\u202eb\\u2066\\u200bc");
  }
});

it("a repeated LOCK with the same id is 200, and does not extend the lease", async () => {
  const holder = client("30m");
  await holder.lock();
  const before = await remainingMs();
  expect(await holder.lock()).toMatchObject({ status: 200 });
  expect(await remainingMs()).toBeLessThanOrEqual(before);
  expect(await holder.unlock()).toMatchObject({ status: 200 });
  expect(await stage.locks.lock(`tofu/${state}`).isLocked()).toBe(false);
});

it("of doubled and rival LOCKs at once, one id gets the lock", async () => {
  const clients = [client(), client(), client()];
  const answers = await Promise.all([...clients, ...clients].map((each) => each.lock()));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.slice(0, 3)).toEqual(statuses.slice(3));
  expect(statuses.slice(0, 3).sort()).toEqual([200, 423, 423]);
});

it("a refused id gets the lock later: OpenTofu repeats it with -lock-timeout", async () => {
  const [first, second] = [client(), client()];
  await first.lock();
  expect(await second.lock()).toMatchObject({ status: 423 });
  await first.unlock();
  expect(await second.lock()).toMatchObject({ status: 200 });
});

it("a LOCK whose answer was lost is 200 when it is repeated", async () => {
  const holder = client();
  await setFaults(stage.gateway, 1, [{ fault: "drop-reply" }]);
  expect(await holder.lock()).toMatchObject({ status: 503 });
  await clearFaults(stage.gateway);
  expect(await remainingMs()).toBeGreaterThan(0);
  expect(await holder.lock()).toMatchObject({ status: 200 });
  expect(await client().lock()).toMatchObject({ status: 423 });
});

it("a LOCK that R2 failed is completed by its repetition", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { bucket } = stage.r2;
  let fails = true;
  const broken = {
    get: bucket.get.bind(bucket),
    put: (...args: Parameters<StateBucket["put"]>) =>
      fails ? Promise.reject(new Error("R2 is away")) : bucket.put(...args),
    delete: bucket.delete.bind(bucket),
  };
  const holder = new TofuClient(tofuBackend({ locks: stage.locks, bucket: broken }), state);
  expect(await holder.lock()).toMatchObject({ status: 500, text: "something went wrong\n" });
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ message: "R2 is away" }));
  logged.mockRestore();
  const refused = JSON.parse((await client().lock()).text);
  expect(refused).toMatchObject({ ID: holder.id, Who: "tofu OperationTypeApply ci@runner", Path: `tofu/${state}` });
  fails = false;
  expect(await holder.lock()).toMatchObject({ status: 200 });
  expect(await holder.write("{}")).toMatchObject({ status: 200 });
});

it("UNLOCK needs no more than the id, is repeatable, and is 409 with another id", async () => {
  const holder = client();
  await holder.lock();
  const wrong = await client().unlock();
  expect([wrong.status, JSON.parse(wrong.text).ID]).toEqual([409, holder.id]);
  expect(await stage.locks.lock(`tofu/${state}`).isLocked()).toBe(true);
  const bare = { ID: holder.id, Created: "0001-01-01T00:00:00Z" };
  expect(await client().unlock("UNLOCK", bare)).toMatchObject({ status: 200 });
  expect(await holder.unlock()).toMatchObject({ status: 200 });
  expect(await client().unlock()).toMatchObject({ status: 409 });
});

it("an id whose lock has ended never locks again", async () => {
  const [released, expired, next] = [client(), client("1s"), client()];
  await released.lock();
  await released.unlock();
  expect(await released.lock()).toMatchObject({ status: 410 });
  await expired.lock();
  await eventually(async () => (await next.lock()).status === 200);
  expect(await expired.lock()).toMatchObject({ status: 410 });
  expect(await expired.unlock()).toMatchObject({ status: 409 });
  expect(await client().lock()).toMatchObject({ status: 423 });
});

it("a lock that the library or the lock API holds refuses LOCK, and has no id that unlocks it", async () => {
  const held = await stage.locks.lock(`tofu/${state}`).acquire({ label: "by hand\u001b[31m\u202e", leaseMs: 60_000 });
  const { status, text } = await client().lock();
  expect([status, JSON.parse(text)]).toMatchObject([
    423,
    { ID: "(held by another program)", Who: "by hand\\u001b[31m\\u202e", Path: `tofu/${state}` },
  ]);
  expect(text).not.toContain(held.owner);
  expect(await client().unlock("UNLOCK", JSON.parse(text))).toMatchObject({ status: 400 });
  expect(await client().unlock()).toMatchObject({ status: 409 });
  const forcing = tofuBackend({ locks: stage.locks, bucket: stage.r2.bucket, forceRelease: true });
  expect(await new TofuClient(forcing, state).send("UNLOCK", "", "")).toMatchObject({ status: 409 });
  expect(await held.check()).toBe(true);
});

it("inspect shows who locked the state", async () => {
  await client().lock();
  const { holders } = await stage.locks.fencedLock(`tofu/${state}`).inspect();
  expect(holders).toMatchObject([{ label: "tofu OperationTypeApply ci@runner" }]);
});
