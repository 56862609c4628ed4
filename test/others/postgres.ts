// PostgreSQL, compiled to WebAssembly: in this process, with its data in memory.
import { PGlite } from "@electric-sql/pglite";
import type { SqlDatabase } from "../lock/fence/sql-contract.ts";

export interface Postgres extends SqlDatabase {
  close(): Promise<void>;
}

export async function startPostgres(): Promise<Postgres> {
  const postgres = await PGlite.create();
  return {
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
    close: () => postgres.close(),
  };
}
