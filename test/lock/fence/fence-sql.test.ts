// The statements of a fence, run by SQLite in Node, D1 and a Durable Object. fence-postgres.test.ts adds PostgreSQL.
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fencedRows } from "../../../src/index.ts";
import { type FenceRuntimes, startFenceRuntimes } from "../../support/fence-runtimes.ts";
import type { FenceStep } from "../../support/fence-worker.ts";
import { ANY_AHEAD_MS, fencedRowsContract, type SqlDatabase, type Statement } from "./sql-contract.ts";

const sqlite = new DatabaseSync(":memory:");
let runtimes: FenceRuntimes;
beforeAll(async () => {
  runtimes = await startFenceRuntimes();
}, 60_000);
afterAll(async () => {
  sqlite.close();
  await runtimes[Symbol.asyncDispose]();
});

async function inWorkerd(where: "sql" | "d1", step: FenceStep): Promise<unknown> {
  const [done] = await runtimes.take(where, step);
  const { error } = Object(done);
  if (error !== undefined) throw new Error(error);
  return done;
}
const workerd = (where: "sql" | "d1"): Pick<SqlDatabase, "run" | "batch"> => ({
  async run(statement) {
    const { rowsWritten, rows } = Object(await inWorkerd(where, { do: "sql", statement }));
    return { changed: rowsWritten, rows };
  },
  batch: (statements) => inWorkerd(where, { do: "sql batch", statements }),
});
const runInSqlite = ({ text, values }: Statement): number => Number(sqlite.prepare(text).run(...values).changes);
/** Runs a transaction as a driver without transactions does. */
function transactionInSqlite(work: () => boolean): boolean {
  sqlite.exec("BEGIN IMMEDIATE");
  let isDone = false;
  try {
    isDone = work();
    return isDone;
  } finally {
    sqlite.exec(isDone ? "COMMIT" : "ROLLBACK");
  }
}
const databases: readonly (SqlDatabase & { readonly name: string })[] = [
  {
    name: "node:sqlite",
    dialect: "sqlite",
    async run({ text, values }) {
      const prepared = sqlite.prepare(text);
      if (/^SELECT/.test(text)) return { changed: 0, rows: prepared.all(...values) };
      return { changed: Number(prepared.run(...values).changes), rows: [] };
    },
    async batch(statements) {
      return transactionInSqlite(() => statements.map(runInSqlite).length > 0);
    },
    async afterClaim(claim, statements) {
      return transactionInSqlite(() => runInSqlite(claim) > 0 && statements.map(runInSqlite).length > 0);
    },
  },
  { name: "D1", dialect: "sqlite", ...workerd("d1") },
  {
    name: "a Durable Object",
    dialect: "sqlite",
    ...workerd("sql"),
    afterClaim: (claim, statements) => inWorkerd("sql", { do: "sql after claim", claim, statements }),
  },
];

describe.each(databases)("$name", (database) => fencedRowsContract(database));

describe("statements", () => {
  it("read like hand-written ones", () => {
    const options = { table: "orders", column: "token", where: { id: 42, part: null } };
    expect(fencedRows("sqlite", options).update({ state: "paid" }, "7")).toEqual({
      text: "UPDATE `orders` SET `state` = ?, `token` = CAST(? AS INTEGER) WHERE `id` = ? AND `part` IS NULL AND (`token` IS NULL OR `token` <= CAST(? AS INTEGER))",
      values: ["paid", "7", 42, "7"],
    });
    expect(fencedRows("postgres", options).claim("7")).toEqual({
      text: 'UPDATE "orders" SET "token" = CAST($1 AS BIGINT) WHERE "id" = $2 AND "part" IS NULL AND ("token" IS NULL OR "token" <= CAST($3 AS BIGINT))',
      values: ["7", 42, "7"],
    });
  });

  it("contain the arguments as they were at the call", () => {
    const where: Record<string, number> = { id: 1 };
    const rows = fencedRows("sqlite", { table: "t", column: "token", where });
    where["id"] = 2;
    expect(rows.claim("1").values).toEqual(["1", 1, "1"]);
  });
});

describe("a wrong call", () => {
  const right = { table: "t", column: "token", where: { id: 1 } };
  const wrong: [option: string, dialect: unknown, options: unknown][] = [
    ["dialect", "mysql", right],
    ["dialect", undefined, right],
    ["dialect", "toString", right],
    ["options", "sqlite", undefined],
    ["options", "sqlite", null],
    ["table", "sqlite", { ...right, table: "" }],
    ["table", "sqlite", { ...right, table: undefined }],
    ["table", "sqlite", { ...right, table: "a\0b" }],
    ["table", "postgres", { ...right, table: "\ud800" }],
    ["column", "sqlite", { ...right, column: 5 }],
    ["column", "sqlite", { table: "t", where: { id: 1 } }],
    ["where", "sqlite", { table: "t", column: "token" }],
    ["where", "sqlite", { ...right, where: {} }],
    ["where", "sqlite", { ...right, where: "id = 1" }],
    ["where", "sqlite", { ...right, where: ["id"] }],
    ["where", "sqlite", { ...right, where: { id: undefined } }],
    ["where", "sqlite", { ...right, where: { "": 1 } }],
    ["wher", "sqlite", { ...right, wher: {} }],
    ["maxAheadMs", "sqlite", { ...right, maxAheadMs: -1 }],
    ["maxAheadMs", "sqlite", { ...right, maxAheadMs: 0.5 }],
    ["maxAheadMs", "sqlite", { ...right, maxAheadMs: "1" }],
    ["maxAheadMs", "postgres", { ...right, maxAheadMs: Number.POSITIVE_INFINITY }],
  ];
  it.each(wrong)("names %s, case %#", (option, dialect, options) => {
    const make = (): unknown => Reflect.apply(fencedRows, undefined, [dialect, options]);
    expect(make).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option }));
  });

  it.each([
    ["values", {}, "1"],
    ["values", undefined, "1"],
    ["values", { a: undefined }, "1"],
    ["values", { token: 5 }, "1"],
    ["values", { TOKEN: 5 }, "1"],
    ["token", { a: 1 }, undefined],
    ["token", { a: 1 }, 1],
    ["token", { a: 1 }, "01"],
    ["token", { a: 1 }, "9223372036854775808"],
  ])("of update names %s, case %#", (option, values, token) => {
    const rows = fencedRows("sqlite", right);
    const make = (): unknown => Reflect.apply(rows.update, rows, [values, token]);
    expect(make).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option }));
  });
});

describe("a token that is ahead of the local clock", () => {
  const row = { table: "t", column: "token", where: { id: 1 } };
  const NOW_MS = 1_795_000_000_000;
  const A_DAY_MS = 86_400_000;
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW_MS, toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const ahead = (ms: number, micros = 0): string => String(BigInt(NOW_MS + ms) * 1_000n + BigInt(micros));
  const isRefused = (make: () => unknown): void =>
    expect(make).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option: "token" }));

  it.each(["sqlite", "postgres"] as const)("by more than a day makes no statement in %s", (dialect) => {
    const rows = fencedRows(dialect, row);
    for (const token of [ahead(A_DAY_MS, 1), "9223372036854775807"]) {
      isRefused(() => rows.claim(token));
      isRefused(() => rows.update({ n: 1 }, token));
    }
    for (const token of ["1", ahead(0), ahead(A_DAY_MS)]) {
      expect(rows.claim(token).values).toContain(token);
      expect(rows.update({ n: 1 }, token).values).toContain(token);
    }
  });

  it.each([
    [0, ahead(0), ahead(0, 1)],
    [60_000, ahead(60_000), ahead(60_000, 1)],
    [2 * A_DAY_MS, ahead(2 * A_DAY_MS), ahead(2 * A_DAY_MS, 1)],
    [ANY_AHEAD_MS, "9223372036854775807", undefined],
  ])("is limited by maxAheadMs: %i", (maxAheadMs, last, refused) => {
    const rows = fencedRows("postgres", { ...row, maxAheadMs });
    expect(rows.claim(last).values).toContain(last);
    if (refused !== undefined) isRefused(() => rows.claim(refused));
  });

  it("is refused with the token, the clock, the limit, and what to do", () => {
    const token = ahead(A_DAY_MS, 1);
    expect(() => fencedRows("sqlite", row).claim(token)).toThrowError(
      `"token" is more than maxAheadMs ahead of the local clock: the token is ${token} µs, the clock is at ${NOW_MS}000 µs, ` +
        "and maxAheadMs is 86400000. Nothing was written. Pass held.fencingToken. If that is the token, set the clock, or pass a " +
        "greater maxAheadMs for a lock whose tokens are ahead for a reason",
    );
  });
});
