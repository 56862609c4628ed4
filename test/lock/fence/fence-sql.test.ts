// The statements of a fence, run by SQLite in Node, D1, a Durable Object, and PostgreSQL.
import { DatabaseSync } from "node:sqlite";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type FencedRowsOptions, fencedRows, type SqlDialect, type SqlStatement } from "../../../src/index.ts";
import { type FenceRuntimes, startFenceRuntimes } from "../../support/fence-runtimes.ts";
import type { FenceStep } from "../../support/fence-worker.ts";

type Value = string | number | null;
type Statement = SqlStatement<Value>;

/** The result of one statement, as a driver gives it. */
interface Done {
  readonly changed: number;
  readonly rows: readonly Record<string, unknown>[];
}

interface Database {
  readonly name: string;
  readonly dialect: SqlDialect;
  run(statement: Statement): Promise<Done>;
  /** Runs all in one transaction. */
  batch(statements: readonly Statement[]): Promise<unknown>;
  /**
   * Runs all in one transaction, unless the claim changes no row: then runs nothing, and resolves to false. Undefined
   * where code cannot run between two statements.
   */
  afterClaim?(claim: Statement, statements: readonly Statement[]): Promise<unknown>;
}

// Around 2^53, and the maximum of a column.
const RISING = ["0", "9", "10", "99", "100", "9007199254740992", "9007199254740993", "9223372036854775807"];
// No token is further ahead of a clock.
const ANY_AHEAD_MS = 1e17;
const HOSTILE = `it's "quoted" \`ticked\` [x] ; -- $1 ? {} é🐕`;

const sqlite = new DatabaseSync(":memory:");
let postgres: PGlite;
let runtimes: FenceRuntimes;
beforeAll(async () => {
  [postgres, runtimes] = await Promise.all([PGlite.create(), startFenceRuntimes()]);
}, 60_000);
afterAll(async () => {
  sqlite.close();
  await Promise.all([postgres.close(), runtimes[Symbol.asyncDispose]()]);
});

async function inWorkerd(where: "sql" | "d1", step: FenceStep): Promise<unknown> {
  const [done] = await runtimes.take(where, step);
  const { error } = Object(done);
  if (error !== undefined) throw new Error(error);
  return done;
}
const workerd = (where: "sql" | "d1"): Pick<Database, "run" | "batch"> => ({
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
const databases: readonly Database[] = [
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
  {
    name: "PostgreSQL",
    dialect: "postgres",
    async run({ text, values }) {
      const { affectedRows = 0, rows } = await postgres.query<Record<string, unknown>>(text, values);
      return { changed: affectedRows, rows };
    },
    batch: (statements) =>
      postgres.transaction(async (transaction) => {
        for (const { text, values } of statements) await transaction.query(text, values);
      }),
    async afterClaim(claim, statements) {
      await postgres.query("BEGIN");
      let end = "ROLLBACK";
      try {
        if ((await postgres.query(claim.text, claim.values)).affectedRows === 0) return false;
        for (const { text, values } of statements) await postgres.query(text, values);
        end = "COMMIT";
        return true;
      } finally {
        await postgres.query(end);
      }
    },
  },
];

describe.each(databases)("$name", ({ dialect, run, batch, afterClaim }) => {
  const quote = dialect === "sqlite" ? "`" : '"';
  const quoted = (name: string): string => quote + name.replaceAll(quote, quote + quote) + quote;
  const raw = (text: string): Promise<Done> => run({ text, values: [] });

  /** Makes a table with one row beside that of `where`, and its fenced row. */
  async function arrange({ table = `t${crypto.randomUUID().slice(0, 8)}`, column = "token", id = "a" } = {}) {
    const number = dialect === "sqlite" ? "INTEGER" : "BIGINT";
    const t = quoted(table);
    await raw(
      `CREATE TABLE ${t} (${quoted("the id")} TEXT PRIMARY KEY, ${quoted(HOSTILE)} TEXT, n INTEGER, part TEXT, ${quoted(column)} ${number})`,
    );
    for (const key of [id, "other"]) {
      const place = dialect === "sqlite" ? "?" : "$1";
      await run({ text: `INSERT INTO ${t} (${quoted("the id")}) VALUES (${place})`, values: [key] });
    }
    const rows = fencedRows(dialect, { table, column, where: { "the id": id }, maxAheadMs: ANY_AHEAD_MS });
    const all = async (): Promise<readonly Record<string, unknown>[]> => {
      const { rows: read } = await raw(
        `SELECT ${quoted("the id")} AS id, ${quoted(HOSTILE)} AS text, n, CAST(${quoted(column)} AS TEXT) AS token FROM ${t} ORDER BY 1`,
      );
      return read;
    };
    return { table, rows, all };
  }
  const other = { id: "other", text: null, n: null, token: null };

  it("changes the row for the newest token and an equal one, compared as numbers, and for none that is older", async () => {
    const { rows, all } = await arrange();
    for (const [at, token] of RISING.entries()) {
      expect((await run(rows.update({ n: at }, token))).changed).toBeGreaterThan(0);
      expect((await run(rows.claim(token))).changed).toBeGreaterThan(0);
      expect((await run(rows.update({ n: at + 100 }, token))).changed).toBeGreaterThan(0);
      for (const older of RISING.slice(0, at)) {
        expect((await run(rows.update({ n: -1 }, older))).changed).toBe(0);
        expect((await run(rows.claim(older))).changed).toBe(0);
      }
      expect(await all()).toEqual([{ id: "a", text: null, n: at + 100, token }, other]);
    }
  });

  it("claims before the read: older tokens are then refused, and the row stays", async () => {
    const { rows, all } = await arrange();
    await run(rows.update({ n: 1 }, "5"));
    expect((await run(rows.claim("7"))).changed).toBeGreaterThan(0);
    expect((await run(rows.update({ n: 2 }, "6"))).changed).toBe(0);
    expect(await all()).toEqual([{ id: "a", text: null, n: 1, token: "7" }, other]);
  });

  it("treats hostile names and values as plain text", async () => {
    const { rows, all } = await arrange({
      table: `${HOSTILE} ${crypto.randomUUID().slice(0, 4)}`,
      column: "to`ken\"'",
      id: HOSTILE,
    });
    expect((await run(rows.update({ [HOSTILE]: HOSTILE, n: null }, "5"))).changed).toBeGreaterThan(0);
    expect(await all()).toContainEqual({ id: HOSTILE, text: HOSTILE, n: null, token: "5" });
    expect(await all()).toContainEqual(other);
  });

  it("finds rows by several columns, and by null", async () => {
    const { table, all } = await arrange();
    const where = { "the id": "a", part: null, n: null };
    const rows = fencedRows(dialect, { table, column: "token", where });
    expect((await run(rows.update({ n: 7 }, "5"))).changed).toBeGreaterThan(0);
    expect((await run(rows.update({ n: 8 }, "5"))).changed).toBe(0);
    const found = fencedRows(dialect, { table, column: "token", where: { ...where, n: 7 } });
    expect((await run(found.update({ n: 9 }, "5"))).changed).toBeGreaterThan(0);
    expect(await all()).toContainEqual({ id: "a", text: null, n: 9, token: "5" });
  });

  it("changes nothing where there is no such row, and fails where there is no such column", async () => {
    const { table } = await arrange();
    const wrong = (options: Partial<FencedRowsOptions<Record<string, string>>>) =>
      run(fencedRows(dialect, { table, column: "token", where: { "the id": "a" }, ...options }).claim("1"));
    expect((await wrong({ where: { "the id": "nobody" } })).changed).toBe(0);
    await expect(wrong({ column: "tokn" })).rejects.toThrow(/tokn/);
    // In double quotes, SQLite would read it as a text that equals this one: true for every row.
    await expect(wrong({ where: { idd: "idd" } })).rejects.toThrow(/idd/);
    await expect(wrong({ table: "nowhere" })).rejects.toThrow(/nowhere/);
  });

  describe("several tables, in one transaction", () => {
    /** A fenced row, and another row and another table that are written with it. */
    async function shop() {
      const { table, rows, all } = await arrange();
      await raw(`CREATE TABLE ${quoted(`${table} log`)} (entry TEXT)`);
      const place = (at: number): string => (dialect === "sqlite" ? "?" : `$${at}`);
      const number = dialect === "sqlite" ? "INTEGER" : "BIGINT";
      const mine = (at: number): string =>
        `EXISTS (SELECT 1 FROM ${quoted(table)} WHERE ${quoted("the id")} = 'a' AND token = CAST(${place(at)} AS ${number}))`;
      const writes = (n: number, guard?: string): Statement[] => {
        const guarded = guard === undefined ? "" : ` AND ${mine(2)}`;
        const values = guard === undefined ? [] : [guard];
        return [
          {
            text: `UPDATE ${quoted(table)} SET n = ${place(1)} WHERE ${quoted("the id")} = 'other'${guarded}`,
            values: [n, ...values],
          },
          {
            text: `INSERT INTO ${quoted(`${table} log`)} SELECT ${place(1)} WHERE 1 = 1${guarded}`,
            values: [`entry ${n}`, ...values],
          },
        ];
      };
      const written = async (): Promise<unknown> => {
        const [row, beside] = await all();
        const { rows: log } = await raw(`SELECT entry FROM ${quoted(`${table} log`)}`);
        return { token: row?.["token"], n: beside?.["n"], log: log.map(({ entry }) => entry) };
      };
      return { rows, writes, written };
    }
    const both = ["entry 1", "entry 2"];

    it("are written only with the newest token, when each statement asks for it", async () => {
      const { rows, writes, written } = await shop();
      const take = (token: string, n: number) => batch([rows.claim(token), ...writes(n, token)]);
      await take("5", 1);
      await take("10", 2);
      await take("9", 3);
      expect(await written()).toEqual({ token: "10", n: 2, log: both });
      await take("10", 4);
      expect(await written()).toEqual({ token: "10", n: 4, log: [...both, "entry 4"] });
    });

    if (afterClaim !== undefined) {
      it("are written only with the newest token, when nothing follows a claim that changed no row", async () => {
        const { rows, writes, written } = await shop();
        const take = (token: string, n: number) => afterClaim(rows.claim(token), writes(n));
        expect([await take("5", 1), await take("10", 2), await take("9", 3)]).toEqual([true, true, false]);
        expect(await written()).toEqual({ token: "10", n: 2, log: both });
      });

      it("lose a claim that is rolled back with its transaction", async () => {
        const { rows, writes, written } = await shop();
        await afterClaim(rows.claim("5"), writes(1));
        const broken = { text: "INSERT INTO nowhere VALUES (1)", values: [] };
        await expect(afterClaim(rows.claim("7"), [...writes(2), broken])).rejects.toThrow(/nowhere/);
        expect(await written()).toEqual({ token: "5", n: 1, log: ["entry 1"] });
      });
    }
  });

  it("lets the newest of many at once win", async () => {
    const { rows, all } = await arrange();
    const tokens = Array.from({ length: 20 }, (_, at) => 100 + ((at * 7) % 20));
    await Promise.all(tokens.map((token) => run(rows.update({ n: token }, String(token)))));
    expect(await all()).toEqual([{ id: "a", text: null, n: 119, token: "119" }, other]);
  });
});

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
