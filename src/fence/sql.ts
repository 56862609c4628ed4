// Fenced writes to a row of an SQL database: one UPDATE that changes the row only if its token is not newer. Whether it
// did is told by the number of rows that it changed.
import { InvalidOptionError } from "../errors.ts";
import { showsAs } from "../inspect.ts";
import { isWellFormed } from "../keys.ts";
import { knownMembers } from "../validate.ts";
import { checkBigint } from "./token.ts";

// SQLite takes a name in double quotes that is no column for a text, and a misspelt condition for a true one; in
// backticks it does not.
const DIALECTS = {
  sqlite: { quote: "`", integer: "INTEGER", placeholder: () => "?" },
  postgres: { quote: '"', integer: "BIGINT", placeholder: (place: number) => `$${place}` },
};

export type SqlDialect = keyof typeof DIALECTS;

/**
 * Columns and their values, of any type of object that has no methods: what its values may be is the driver's business.
 */
export type Columns<Given> = {
  readonly [Column in keyof Given as Column & string]: Given[Column] extends (...args: never[]) => unknown
    ? never
    : Given[Column];
};

/** What can be among the values of a statement: undefined is refused. */
type ValueOf<Given> = Exclude<Given[keyof Given], undefined>;

export interface FencedRowsOptions<Where extends object> {
  /** As the database knows it, without a schema. All names are quoted: they are case-sensitive in PostgreSQL. */
  readonly table: string;
  /** The column for the newest token seen: BIGINT in PostgreSQL, INTEGER in SQLite; null until the first. */
  readonly column: string;
  /**
   * Which row: columns and their values, at least one; null means IS NULL. The primary key, or another unique key that
   * no update changes: each row has a mark of its own, and a row that is no longer found changes as little as one that
   * refuses.
   */
  readonly where: Where;
}

/** One statement, to be given to a driver. */
export interface SqlStatement<Value> {
  readonly text: string;
  /** In the order of the placeholders. The token is among them as text, and cast to a number by the statement. */
  readonly values: Value[];
}

/** Statements for a row that refuses whoever has an older token than one it has seen. They are made, not run. */
export interface FencedRows<Where extends object> extends Pick<RowStatements<Where>, keyof RowStatements<Where>> {}

/**
 * Makes statements for a row of an SQL database that has a column for the newest token seen: the mark of that row. The
 * mark in Redis has no part in it: before you read the row, run `claim`. Sends nothing.
 * @param dialect "sqlite" (node:sqlite, D1, a Durable Object's `storage.sql`) or "postgres"
 * @param options `table`, `column` of the token, and `where`: which row
 * @throws INVALID_OPTION naming "dialect", "table", "column" or "where"
 * @example
 * const account = fencedRows("postgres", { table: "accounts", column: "token", where: { id: 7 } });
 */
export function fencedRows<Where extends object & Columns<Where>>(
  dialect: SqlDialect,
  options: FencedRowsOptions<Where>,
): FencedRows<Where> {
  return new RowStatements(dialect, options);
}

export class RowStatements<Where extends object> {
  readonly #dialect: (typeof DIALECTS)[SqlDialect];
  readonly #options: FencedRowsOptions<Where>;

  /** @internal */
  constructor(dialect: SqlDialect, options: FencedRowsOptions<Where>) {
    if (!Object.hasOwn(DIALECTS, dialect)) throw new InvalidOptionError("dialect", 'must be "sqlite" or "postgres"');
    knownMembers("options", options, ["table", "column", "where"], "table, column, where");
    const { table, column, where } = options;
    checkName("table", table);
    checkName("column", column);
    this.#options = { table, column, where: columnsOf("where", where) };
    this.#dialect = DIALECTS[dialect];
  }

  /**
   * An UPDATE of the token column alone, before what is to be changed is read: from then on older tokens are refused.
   * Changes no row when a newer token was seen, or there is no such row.
   * @throws INVALID_OPTION naming "token"
   */
  claim(token: string): SqlStatement<ValueOf<Where> | string> {
    return this.#statement<never>({}, token);
  }

  /**
   * An UPDATE of these columns and of the token column. Changes no row when a newer token was seen, or there is no such
   * row.
   * @param values columns and what they become, at least one; the token column is not among them, in whatever case it
   * is written
   * @param token `held.fencingToken` of a fenced lock
   * @throws INVALID_OPTION naming "values" or "token"
   */
  update<Values extends object & Columns<Values>>(
    values: Values,
    token: string,
  ): SqlStatement<ValueOf<Values> | ValueOf<Where> | string> {
    const columns = columnsOf("values", values);
    const isToken = (name: string): boolean => name.toLowerCase() === this.#options.column.toLowerCase();
    if (Object.keys(columns).some(isToken)) throw new InvalidOptionError("values", "must not have the token column");
    return this.#statement<ValueOf<Values>>(columns, token);
  }

  #statement<Value>(columns: object, token: string): SqlStatement<Value | ValueOf<Where> | string> {
    const { quote, integer, placeholder } = this.#dialect;
    const { table, column, where } = this.#options;
    const values: (Value | ValueOf<Where> | string)[] = [];
    const named = (name: string): string => quote + name.replaceAll(quote, quote + quote) + quote;
    const given = (value: Value | ValueOf<Where> | string): string => placeholder(values.push(value));
    // Drivers differ in which numbers they take exactly; all of them take text.
    const number = checkBigint(token);
    const tokenGiven = (): string => `CAST(${given(number)} AS ${integer})`;

    const sets = Object.entries(columns).map(([name, value]) => `${named(name)} = ${given(value)}`);
    sets.push(`${named(column)} = ${tokenGiven()}`);
    const conditions = Object.entries(where).map(([name, value]) =>
      value === null ? `${named(name)} IS NULL` : `${named(name)} = ${given(value)}`,
    );
    conditions.push(`(${named(column)} IS NULL OR ${named(column)} <= ${tokenGiven()})`);
    return { text: `UPDATE ${named(table)} SET ${sets.join(", ")} WHERE ${conditions.join(" AND ")}`, values };
  }

  static {
    // Not its conditions: values of the application's may be among them.
    showsAs(RowStatements, "FencedRows", (rows) => ({ table: rows.#options.table, column: rows.#options.column }));
  }
}

function checkName(option: string, name: unknown): void {
  // A zero byte would end the statement there.
  if (typeof name === "string" && name !== "" && !name.includes("\0") && isWellFormed(name)) return;
  throw new InvalidOptionError(option, "must be named by non-empty, well-formed text without a zero character");
}

/** A copy: what is changed afterwards by the caller has no part in it. */
function columnsOf<Given extends object>(option: string, given: Given): Given {
  if (typeof given !== "object" || given === null || Array.isArray(given) || Object.keys(given).length === 0) {
    throw new InvalidOptionError(option, "must be an object with at least one column");
  }
  for (const [name, value] of Object.entries(given)) {
    checkName(option, name);
    if (value === undefined)
      throw new InvalidOptionError(option, `has no value for ${JSON.stringify(name.slice(0, 80))}`);
  }
  return { ...given };
}
