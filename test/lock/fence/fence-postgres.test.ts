// The statements of a fence, run by PostgreSQL.
import { afterAll } from "vitest";
import { startPostgres } from "../../others/postgres.ts";
import { fencedRowsContract } from "./sql-contract.ts";

const postgres = await startPostgres();
afterAll(() => postgres.close());

fencedRowsContract(postgres);
