// The list of the typed client of the lock API, beside that of the library.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocks, type ListedLock, type LockPage } from "../../../src/index.ts";
import { createRemoteLocks, type RemoteLocks } from "../../../src/service/remote/index.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { capabilityTokenOf, RemoteStage } from "../../support/remote-locks.ts";
import { uniqueName } from "../../support/unique-name.ts";

const redis = await sharedGateway();
const direct = createLocks({ redis });
const name = uniqueName();
const match = `${name}:*`;

let stage: RemoteStage;
let url = "";
beforeAll(async () => {
  stage = await RemoteStage.start();
  url = stage.serve(direct);
  await direct.lock(`${name}:plain`).acquire({ leaseMs: 60_000, label: "job 7" });
  await direct.readWriteLock(`${name}:both`).readLock().acquire({ leaseMs: 60_000 });
});
afterAll(() => stage?.stop());

const remote = (token: string = TOKEN): RemoteLocks => createRemoteLocks({ url, token });

async function allOf(page: (cursor: string | undefined) => Promise<LockPage>): Promise<ListedLock[]> {
  const found: ListedLock[] = [];
  let cursor: string | undefined;
  do {
    const next = await page(cursor);
    found.push(...next.locks);
    cursor = next.cursor;
  } while (cursor !== undefined);
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

describe("a list", () => {
  it("has the locks that the library lists, without what passes", async () => {
    const still = (locks: ListedLock[]) => locks.map((lock) => ({ ...lock, remainingMs: 0 }));
    const told = await allOf((cursor) => remote().list({ match, cursor, limit: 1_000 }));
    expect(told.map((lock) => lock.name)).toEqual([`${name}:both`, `${name}:plain`]);
    expect(still(told)).toEqual(still(await allOf((cursor) => direct.list({ match, cursor }))));
  });

  it("goes on by its cursor", async () => {
    const told = await allOf((cursor) => remote().list({ match, cursor, limit: 1 }));
    expect(new Set(told.map((lock) => lock.name))).toEqual(new Set([`${name}:plain`, `${name}:both`]));
  });

  it("shows a bearer its own locks, and needs the verb", async () => {
    const own = await capabilityTokenOf(url, { principal: "ci", names: [`${name}:plain`], verbs: ["list"] });
    const told = await allOf((cursor) => remote(own).list({ match, cursor }));
    expect(told.map((lock) => lock.name)).toEqual([`${name}:plain`]);
    const blind = await capabilityTokenOf(url, { principal: "ci", names: [match], verbs: ["acquire"] });
    await expect(remote(blind).list()).rejects.toMatchObject({ code: "REDIS_REFUSED", httpStatus: 403 });
  });

  it("refuses wrong options before anything is sent, and an answer that is no page", async () => {
    let requests = 0;
    const answering = async (): Promise<Response> => {
      requests += 1;
      return Response.json({ locks: {} });
    };
    const locks = createRemoteLocks({ url, token: TOKEN, fetch: answering });
    for (const [option, value] of [
      ["match", ""],
      ["match", "a*b*c*d*e"],
      ["match", "\ud800"],
      ["cursor", "-1"],
      ["limit", 0],
      ["limit", 1_001],
      ["offset", 7],
    ] as const) {
      const listed = Reflect.apply(locks.list, locks, [{ [option]: value }]);
      await expect(listed).rejects.toMatchObject({ code: "INVALID_OPTION", option });
    }
    expect(requests).toBe(0);
    await expect(locks.list({ match: "a**b" })).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
  });
});
