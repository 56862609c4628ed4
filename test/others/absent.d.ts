// `npm test` compiles the tests without these packages, which it does not install. The project of this folder, which
// `npm run test:all` compiles, has their own types.
declare module "ioredis-5";
declare module "iovalkey";
declare module "redis-5";

/** The part of it that tests use. */
declare module "@electric-sql/pglite" {
  interface Queries {
    query<Row>(
      text: string,
      values?: unknown[],
    ): Promise<{ readonly affectedRows?: number; readonly rows: readonly Row[] }>;
  }

  export class PGlite implements Queries {
    static create(): Promise<PGlite>;
    query: Queries["query"];
    transaction(work: (transaction: Queries) => Promise<void>): Promise<void>;
    close(): Promise<void>;
  }
}
