// The statements of a fence, in a database.
import { describe, expect, it } from "vitest";
import { type FencedRowsOptions, fencedRows, type SqlDialect, type SqlStatement } from "../../../src/index.ts";

type Value = string | number | null;
export type Statement = SqlStatement<Value>;

/** The result of one statement, as a driver gives it. */
export interface Done {
  readonly changed: number;
  readonly rows: readonly Record<string, unknown>[];
}

export interface SqlDatabase {
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
export const ANY_AHEAD_MS = 1e17;
const HOSTILE = `it's "quoted" \`ticked\` [x] ; -- $1 ? {} é🐕`;

export function fencedRowsContract({ dialect, run, batch, afterClaim }: SqlDatabase): void {
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
}
