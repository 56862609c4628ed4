// A forged grant with the highest possible token: the row that a fence protects stays usable.
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { fencedRows } from "../../../src/index.ts";
import { separateGateway } from "../../support/gateways.ts";
import { redisTime } from "../../support/rest.ts";
import { LONG_ENOUGH_MS, pause, standingStage } from "../contract/waiting/standing-stage.ts";

const redis = await separateGateway();
const { locks, elsewhere, acquire, release, stands, publish } = standingStage(redis);

it.each([2_000, 6_000, 30_000])("a forged token reaches no row, with a lease of %i ms", async (leaseMs) => {
  using database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE accounts (id INTEGER PRIMARY KEY, writer TEXT, token INTEGER)");
  database.exec("INSERT INTO accounts (id) VALUES (7)");
  const account = fencedRows("sqlite", { table: "accounts", column: "token", where: { id: 7 } });
  const writes = (writer: string, token: string): number => {
    const { text, values } = account.update({ writer }, token);
    return Number(database.prepare(text).run(...values).changes);
  };
  const holder = await acquire(elsewhere());
  const fenced = locks.fencedLock(holder.key.slice("lock:".length));
  const { got, owner, mailbox } = await stands({ leaseMs }, fenced);
  const written = got.then(async (held) => {
    const changed = writes("waiter", String(held.fencingToken));
    await held.release();
    return changed;
  });
  const now = await redisTime(redis);
  await publish(mailbox, `granted ${owner} ${now} 5000 ${now} 0 0 9223372036854775807`);
  await pause(LONG_ENOUGH_MS);
  expect(database.prepare("SELECT writer FROM accounts").get()).toEqual({ writer: null });
  await release(holder);
  expect(await written).toBe(1);
  await using later = await fenced.acquire();
  expect(writes("later", later.fencingToken)).toBe(1);
});
