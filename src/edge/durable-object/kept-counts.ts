// Counts the holds that the watchdog keeps for each principal. One object counts all holds of a principal, whichever
// objects keep them, because a count in each object would not bound their sum. A row is a hold that may be kept. It
// stays until its deadline, or until Redis says that the hold has ended.
import { epochNowMs } from "../../base/clock.ts";
import type { GrantedHold } from "../../lock/protocol.ts";
import type { KeepQuota } from "../../lock/watchdog/watchdog.ts";
import { columnsOf, holdIn } from "./hold-columns.ts";

export interface CountedHold {
  readonly id: string;
  readonly hold: GrantedHold;
}

const TABLE = `CREATE TABLE IF NOT EXISTS counted (
  counted_for TEXT, id TEXT, lock TEXT, owner TEXT, hold TEXT, epoch TEXT, owner_is_new INTEGER, lease_ms INTEGER,
  shared INTEGER, label TEXT, deadline INTEGER, checked_at INTEGER, PRIMARY KEY (counted_for, id)
) WITHOUT ROWID`;
const FORGET_TOGETHER_MS = 3_600_000;
// A check costs up to 5 billed commands, and that of a read hold whose owner was passed up to 73.
const MOST_CHECKED = 150;
const MOST_SHARED_CHECKED = 10;

export class KeptCounts {
  readonly #sql: SqlStorage;
  /** Epoch ms, or Infinity; undefined: must be queried. */
  #firstDeadline: number | undefined;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(TABLE);
  }

  /**
   * Counts a hold until its deadline, epoch ms. Returns "known" if it is counted already; "full": it is not counted.
   */
  add({ of, most }: KeepQuota, { id, hold }: CountedHold, deadline: number): "new" | "known" | "full" {
    this.#firstDeadline = undefined;
    this.#sql.exec("DELETE FROM counted WHERE counted_for = ? AND deadline <= ?", of, epochNowMs());
    const [row] = this.#sql.exec(
      "SELECT COUNT(*) holds, COALESCE(SUM(id = ?1), 0) known FROM counted WHERE counted_for = ?2",
      ...[id, of],
    );
    const isKnown = Number(row?.["known"]) > 0;
    if (!isKnown && Number(row?.["holds"]) >= most) return "full";
    this.#sql.exec(
      `INSERT INTO counted VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
        ON CONFLICT DO UPDATE SET deadline = MAX(deadline, excluded.deadline)`,
      ...[of, id, ...columnsOf(hold), deadline],
    );
    return isKnown ? "known" : "new";
  }

  remove(of: string, id: string): void {
    this.#firstDeadline = undefined;
    this.#sql.exec("DELETE FROM counted WHERE counted_for = ? AND id = ?", of, id);
  }

  /** Returns the holds of a principal that were not checked for the longest time, as many as one request may check. */
  toCheck(of: string): CountedHold[] {
    const rows = this.#sql.exec(
      "SELECT * FROM counted WHERE counted_for = ? ORDER BY checked_at LIMIT ?",
      ...[of, MOST_CHECKED],
    );
    const found = [...rows].map((row) => ({ id: String(row["id"]), hold: holdIn(row) }));
    const shared = found.filter(({ hold }) => hold.shared === true && !hold.ownerIsNew);
    return shared.length > MOST_SHARED_CHECKED ? shared.slice(0, MOST_SHARED_CHECKED) : found;
  }

  checked(of: string, id: string): void {
    this.#sql.exec("UPDATE counted SET checked_at = ? WHERE counted_for = ? AND id = ?", epochNowMs(), of, id);
  }

  /** Returns when an alarm must delete counted holds, epoch ms; Infinity: nothing is counted. */
  forgetAt(): number {
    if (this.#firstDeadline === undefined) {
      const [row] = this.#sql.exec("SELECT MIN(deadline) first FROM counted");
      this.#firstDeadline = Number(row?.["first"] ?? Number.POSITIVE_INFINITY);
    }
    // One alarm for all deadlines of the same hour: each hold has a deadline of its own.
    return Math.ceil(this.#firstDeadline / FORGET_TOGETHER_MS) * FORGET_TOGETHER_MS;
  }

  /** Forgets the holds whose deadline has passed. */
  forget(): void {
    if (this.forgetAt() > epochNowMs()) return;
    this.#firstDeadline = undefined;
    this.#sql.exec("DELETE FROM counted WHERE deadline <= ?", epochNowMs());
  }
}
