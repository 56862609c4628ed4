// Fenced writes to a row of an SQL database: one UPDATE, which changes the row unless a newer token was seen. The
// number of changed rows is the result.
import { InvalidOptionError } from "../../base/errors.ts";
import { showsAs } from "../../base/printing.ts";
import { ownMembers } from "../../base/validate.ts";
import { isWellFormed } from "../keys.ts";
import { checkBigint, checkMaxAhead, refuseAhead } from "../token.ts";

// SQLite takes an unknown name in double quotes for text, so that a misspelt condition would be true. In backticks it
// reports an error.
const DIALECTS = {
  sqlite: { quote: "`", integer: "INTEGER", placeholder: () => "?" },
  postgres: { quote: '"', integer: "BIGINT", placeholder: (place: number) => `$${place}` },
};

/** The SQL dialect of the statements. */
export type SqlDialect = keyof typeof DIALECTS;

/** Columns and their values: any object type without methods. The driver decides which values it takes. */
export type Columns<Given> = {
  readonly [Column in keyof Given as Column & string]: Given[Column] extends (...args: never[]) => unknown
    ? never
    : Given[Column];
};

/** The values of a statement; undefined is refused. */
type ValueOf<Given> = Exclude<Given[keyof Given], undefined>;

/** Options of `fencedRows`. */
export interface FencedRowsOptions<Where extends object> {
  /** The table's name, without a schema. All names are quoted: they are case-sensitive in PostgreSQL. */
  readonly table: string;
  /** The column of the newest token seen: BIGINT in PostgreSQL, INTEGER in SQLite; null before the first. */
  readonly column: string;
  /**
   * Selects the row: at least one column with its value; null means IS NULL. Use the primary key, or another unique key
   * that no update changes. Each row has its own mark, and a row that is not found looks like a refusal.
   */
  readonly where: Where;
  /**
   * How far a token may be ahead of the local clock, in ms, from 0 to 10^17; default 86,400,000, a day. A token that is
   * further ahead is INVALID_OPTION: in the row it would refuse all later holders. Raise it only for a lock whose tokens
   * are ahead for a reason, such as a clock of Redis that was set back.
   */
  readonly maxAheadMs?: number | undefined;
}

/** A statement for a database driver. */
export interface SqlStatement<Value> {
  /** The SQL text, with `?` in SQLite and `$1` in PostgreSQL as placeholders. */
  readonly text: string;
  /**
   * The values, in the order of the placeholders. The token is among them as text, and the statement casts it to a
   * number.
   */
  readonly values: Value[];
}

/** Statements for a row that refuses a token older than the newest it has seen. They are made here, and run by you. */
export interface FencedRows<Where extends object> extends Pick<RowStatements<Where>, keyof RowStatements<Where>> {}

/**
 * Protects a row of an SQL database with a column for the newest token seen: makes the statements, and sends nothing.
 * The mark in Redis is not involved, so run `claim` before you read the row.
 * @param dialect "sqlite" (node:sqlite, D1, a Durable Object's `storage.sql`) or "postgres"
 * @param options `table`; `column` of the token; `where`: which row; `maxAheadMs`: how far a token may be ahead of the
 * local clock. Default: a day
 * @returns the statements of this row
 * @throws INVALID_OPTION when `dialect` or an option is wrong
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
  readonly #maxAheadMs: number;

  /** @internal */
  constructor(dialect: SqlDialect, options: FencedRowsOptions<Where>) {
    if (!Object.hasOwn(DIALECTS, dialect)) throw new InvalidOptionError("dialect", 'must be "sqlite" or "postgres"');
    const own = ownMembers("options", options, ["table", "column", "where", "maxAheadMs"], "table, column, where");
    const { table, column, where } = own;
    checkName("table", table);
    checkName("column", column);
    this.#options = { table, column, where: columnsOf("where", where) };
    this.#maxAheadMs = checkMaxAhead(own.maxAheadMs);
    this.#dialect = DIALECTS[dialect];
  }

  /**
   * Makes an UPDATE of the token column alone, for use before you read the row: older tokens are refused from then on.
   * It changes no row if a newer token was seen, or there is no such row.
   * @param token `held.fencingToken` of a fenced lock, up to 9,223,372,036,854,775,807
   * @returns the statement
   * @throws INVALID_OPTION when `token` is malformed, or further ahead of the local clock than `maxAheadMs`
   * @example
   * const { text, values } = account.claim(held.fencingToken);
   */
  claim(token: string): SqlStatement<ValueOf<Where> | string> {
    return this.#statement<never>({}, token);
  }

  /**
   * Makes an UPDATE of these columns and of the token column. It changes no row if a newer token was seen, or there is
   * no such row.
   * @param values at least one column with its new value; not the token column, in any case
   * @param token `held.fencingToken` of a fenced lock, up to 9,223,372,036,854,775,807
   * @returns the statement
   * @throws INVALID_OPTION when `values` or `token` is wrong, as for `claim`
   * @example
   * const { text, values } = account.update({ balance: 100 }, held.fencingToken);
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
    // Drivers differ in the numbers that they take exactly; all of them take text.
    const number = checkBigint(token);
    refuseAhead(number, this.#maxAheadMs);
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
    // Not its conditions: they may contain values of the application.
    showsAs(RowStatements, "FencedRows", (rows) => ({ table: rows.#options.table, column: rows.#options.column }));
  }
}

function checkName(option: string, name: unknown): void {
  // A zero byte would end the statement.
  if (typeof name === "string" && name !== "" && !name.includes("\0") && isWellFormed(name)) return;
  throw new InvalidOptionError(option, "must be named by non-empty, well-formed text without a zero character");
}

/** Returns a copy, because the caller may change the object later. */
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
