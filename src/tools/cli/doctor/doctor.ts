// `leasehound doctor`: checks what locks need, and says for each problem what to do.
import { Api } from "../api.ts";
import { databaseIn } from "../connect.ts";
import { EXIT } from "../exit-code.ts";
import type { Output } from "../output.ts";
import type { Service } from "../service.ts";
import { table } from "../table.ts";
import { checkDatabase } from "./database.ts";
import type { Finding } from "./finding.ts";
import { checkLockApi } from "./lock-api.ts";

/** Checks where the locks are. Returns 1 if there is a problem. `version`: that of the command. */
export async function doctor(service: Service, output: Output, version: string): Promise<number> {
  const findings =
    service instanceof Api
      ? await checkLockApi(service, version)
      : await checkDatabase(service, databaseIn(process.env));
  const isWell = findings.every(({ health }) => health !== "problem");
  output.result({ isWell, findings }, described(findings));
  return isWell ? EXIT.ok : EXIT.no;
}

function described(findings: readonly Finding[]): string {
  const rows = findings.flatMap(({ check, health, found, advice }) => [
    [check, health, found],
    ...(advice === undefined ? [] : [["", "", `-> ${advice}`]]),
  ]);
  return table(["CHECK", "HEALTH", "FOUND"], rows);
}
