// A Worker for the fence's tests. It runs their steps in workerd, on the storage of objects of both kinds, on SQL in an
// object, and on D1. fence-runtimes.ts bundles it.
import { fencedStorage, isLockError, type SqlStatement, type TransactionalStorage } from "../../src/index.ts";

/** One step of a request, in order. */
export type FenceStep =
  | { readonly do: "check"; readonly resource: string; readonly token: string; readonly maxAheadMs?: number }
  | {
      readonly do: "put";
      readonly resource: string;
      readonly key: string;
      readonly value: unknown;
      readonly token: string;
      readonly maxAheadMs?: number;
    }
  /** A function, which no storage accepts. */
  | { readonly do: "put function"; readonly resource: string; readonly key: string; readonly token: string }
  | { readonly do: "plain put"; readonly key: string; readonly value: unknown }
  | { readonly do: "get"; readonly key: string }
  /** Both at once. */
  | { readonly do: "race"; readonly steps: readonly FenceStep[] }
  | { readonly do: "sql"; readonly statement: SqlStatement<unknown> }
  /** In one transaction. */
  | { readonly do: "sql batch"; readonly statements: readonly SqlStatement<unknown>[] }
  /** In one transaction, unless the claim changes no row: then nothing. */
  | {
      readonly do: "sql after claim";
      readonly claim: SqlStatement<unknown>;
      readonly statements: readonly SqlStatement<unknown>[];
    };

interface ObjectStorage extends TransactionalStorage {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  readonly sql: { exec(text: string, ...values: unknown[]): { toArray(): unknown[]; readonly rowsWritten: number } };
  transactionSync<T>(run: () => T): T;
}

interface Bindings {
  readonly DB: {
    prepare(text: string): { bind(...values: unknown[]): Bound };
    batch(statements: Bound[]): Promise<unknown[]>;
  };
  readonly SQL: ObjectNamespace;
  readonly KV: ObjectNamespace;
}

interface Bound {
  all(): Promise<{ results: unknown[]; meta: { changes: number } }>;
}

interface ObjectNamespace {
  getByName(name: string): { fetch(request: Request): Promise<Response> };
}

async function take(storage: ObjectStorage, step: FenceStep): Promise<unknown> {
  switch (step.do) {
    case "check":
      return fencedStorage(storage, step.resource, { maxAheadMs: step.maxAheadMs }).check(step.token);
    case "put":
      return fencedStorage(storage, step.resource, { maxAheadMs: step.maxAheadMs }).put(
        step.key,
        step.value,
        step.token,
      );
    case "put function":
      return fencedStorage(storage, step.resource).put(step.key, () => {}, step.token);
    case "plain put":
      return storage.put(step.key, step.value);
    case "get":
      return storage.get(step.key);
    case "race":
      return Promise.all(step.steps.map((other) => take(storage, other)));
    case "sql": {
      const cursor = storage.sql.exec(step.statement.text, ...step.statement.values);
      // As in the docs: at once.
      const { rowsWritten } = cursor;
      return { rowsWritten, rows: cursor.toArray() };
    }
    case "sql batch":
      return storage.transactionSync(() => runAll(storage, step.statements));
    case "sql after claim":
      return storage.transactionSync(() => {
        const { rowsWritten } = storage.sql.exec(step.claim.text, ...step.claim.values);
        if (rowsWritten === 0) return false;
        runAll(storage, step.statements);
        return true;
      });
  }
}

function runAll({ sql }: ObjectStorage, statements: readonly SqlStatement<unknown>[]): void {
  for (const { text, values } of statements) sql.exec(text, ...values);
}

async function takeAll(steps: readonly FenceStep[], one: (step: FenceStep) => Promise<unknown>): Promise<Response> {
  const results: unknown[] = [];
  for (const step of steps) {
    try {
      results.push((await one(step)) ?? null);
    } catch (error) {
      results.push({ error: isLockError(error) ? error.code : String(error) });
    }
  }
  return Response.json(results);
}

class StorageObject {
  readonly #storage: ObjectStorage;

  constructor({ storage }: { readonly storage: ObjectStorage }) {
    this.#storage = storage;
  }

  async fetch(request: Request): Promise<Response> {
    return takeAll(await request.json(), (step) => take(this.#storage, step));
  }
}

export class SqlObject extends StorageObject {}
export class KvObject extends StorageObject {}

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const where = new URL(request.url).pathname;
    if (where === "/sql") return env.SQL.getByName("one").fetch(request);
    if (where === "/kv") return env.KV.getByName("one").fetch(request);
    return takeAll(await request.json(), async (step) => {
      const bound = ({ text, values }: SqlStatement<unknown>) => env.DB.prepare(text).bind(...values);
      if (step.do === "sql batch") {
        await env.DB.batch(step.statements.map(bound));
        return null;
      }
      if (step.do !== "sql") throw new Error("D1 does SQL alone, and decides nothing between two statements");
      const { results, meta } = await bound(step.statement).all();
      return { rowsWritten: meta.changes, rows: results };
    });
  },
};
