// `leasehound doctor`: checks what locks need, and says for each problem what to do.

import { type Finding, isWell } from "../../../engine/prove/finding.ts";
import { Api } from "../api.ts";
import type { Database } from "../database.ts";
import { EXIT } from "../exit-code.ts";
import type { Output } from "../output.ts";
import { checkDatabase } from "./database.ts";
import { checkLockApi } from "./lock-api.ts";
import { findingsTable } from "./report.ts";

/**
 * Checks where the locks are. Returns 1 if there is a problem. `version`: that of the command; `prove`: makes more
 * checks, if these find no problem.
 */
export async function doctor(
  service: Database | Api,
  output: Output,
  version: string,
  prove?: () => Promise<readonly Finding[]>,
): Promise<number> {
  const first = service instanceof Api ? await checkLockApi(service, version) : await checkDatabase(service);
  const findings = isWell(first) && prove !== undefined ? [...first, ...(await prove())] : first;
  output.result({ isWell: isWell(findings), findings }, findingsTable(findings));
  return isWell(findings) ? EXIT.ok : EXIT.no;
}
