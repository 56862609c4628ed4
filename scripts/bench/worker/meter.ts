// Counts the units that Cloudflare bills for Durable Objects, in the objects themselves.
import { billed } from "./billed.ts";

/** Counts the units of one instance of an object. Must be created first in its constructor. */
export class Meter {
  constructor({ storage }: DurableObjectState) {
    const { sql } = storage;
    for (const method of ["setAlarm", "deleteAlarm"] as const) {
      const real: (...args: never[]) => Promise<void> = storage[method].bind(storage);
      const counted = (...args: never[]): Promise<void> => {
        billed.rowsWritten += 1;
        return real(...args);
      };
      Object.defineProperty(storage, method, { value: counted });
    }
    const exec = sql.exec.bind(sql);
    const counted = (text: string, ...bindings: SqlStorageValue[]): unknown[] => {
      const cursor = exec(text, ...bindings);
      const rows = cursor.toArray();
      // The local runtime has a table of its own.
      if (text.includes("__miniflare")) return rows;
      billed.rowsWritten += cursor.rowsWritten;
      billed.rowsRead += cursor.rowsRead;
      return rows;
    };
    Object.defineProperty(sql, "exec", { value: counted });
  }

  /** One call of a method of the object. */
  async call<Result>(run: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    try {
      return await run();
    } finally {
      // Clocks of Workers move on I/O only.
      await scheduler.wait(0);
      billed.activeMs += performance.now() - start;
      billed.requests += 1;
    }
  }

  /** One run of its alarm, which is billed as a call. */
  async alarm(run: () => Promise<void>): Promise<void> {
    await this.call(run);
    billed.alarms += 1;
  }
}
