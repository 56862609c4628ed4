// `leasehound prove`: tries the promises of the locks on the user's own database, under a prefix of its own.
import { type Finding, isWell } from "../doctor/finding.ts";
import { findingsTable } from "../doctor/report.ts";
import { CommandError, EXIT, failureOf } from "../exit-code.ts";
import { wayTo } from "../open-way.ts";
import type { Output } from "../output.ts";
import type { DatabaseAddress } from "../way.ts";
import type { Check } from "./check.ts";
import { CHECKS } from "./checks.ts";
import { checkGate, fullOr, isThere } from "./gate.ts";
import { Stop } from "./stop.ts";
import { Sweeper, type Swept } from "./sweeper.ts";
import { TestedDatabase } from "./tested-database.ts";

const UNANSWERED = ["REDIS_UNREACHABLE", "OUTCOME_UNKNOWN"];
const TRY_AGAIN = {
  means: "this check proves nothing",
  advice: "run prove again, on a quiet machine and network",
};

/** The options of `prove` on the command line. */
export interface ProveFlags {
  readonly flushScripts?: boolean | undefined;
}

/** What was found, and by how many requests. */
export interface Proof {
  readonly findings: readonly Finding[];
  readonly requests: number;
  readonly host: string;
  /** "HTTP", or the library that was used over TCP. */
  readonly over: string;
  /** Why it ended before all checks were made. */
  readonly unfinished?: CommandError | undefined;
}

/** Proves, and prints the findings. Returns 1 after a problem, 2 after a warning. `version`: that of the command. */
export async function prove(
  place: DatabaseAddress,
  output: Output,
  flags: ProveFlags,
  version: string,
): Promise<number> {
  const at = new Date().toISOString();
  const { findings, requests, host, over, unfinished } = await proofOf(place, output, flags);
  const head = `leasehound ${version} proved ${host} over ${over} on ${at.slice(0, 10)}, by ${requests} requests`;
  output.result(
    { isWell: isWell(findings), host, over, at, version, requests, findings },
    `${head}\n\n${findingsTable(findings)}`,
  );
  if (unfinished !== undefined) throw unfinished;
  if (!isWell(findings)) return EXIT.no;
  return findings.some(({ health }) => health === "warning") ? EXIT.warned : EXIT.ok;
}

/** Makes all checks, and deletes what they left. Throws if nothing can be proved here, or at a signal. */
export async function proofOf(place: DatabaseAddress, output: Output, flags: ProveFlags): Promise<Proof> {
  const way = await wayTo(place);
  const { host, over } = way;
  const sweeper = new Sweeper(place);
  const database = new TestedDatabase(way, flags.flushScripts === true, (key) => sweeper.add(key));
  const stop = new Stop();
  const findings: Finding[] = [];
  let failure: CommandError | undefined;
  try {
    await stop.orDone(sweeper.started().then(() => checkGate(database)));
    output.remark("proving", { host, over }, `tries locks on ${host} over ${over}, for about half a minute`);
    for (const check of CHECKS) {
      const finding = await stop.orDone(findingOf(check, database));
      findings.push(finding);
      if (check.isNeeded && finding.health === "problem") break;
    }
  } catch (error) {
    failure = failureOf(error, way);
  }
  const { requests } = database;
  stop.end();
  await database.end();
  way.close();
  const swept = await sweeper.end();
  const isPartial = failure?.code === "TOO_SLOW" && findings.length > 0;
  if (failure !== undefined && !isPartial) throw endedBy(failure, swept);
  const why = isPartial ? "not reached: the database is too slow" : "not tried, because locks do not work here";
  const others = CHECKS.slice(findings.length).map(
    ({ name }): Finding => ({ check: name, health: "unknown", found: why }),
  );
  findings.push(...others, keysOf(swept));
  return { findings, requests, host, over, unfinished: failure };
}

async function findingOf(check: Check, database: TestedDatabase): Promise<Finding> {
  const { name, means, avoid } = check;
  try {
    const { health, found } = await check.run(database);
    const isHarmful = health === "warning" || health === "problem";
    return { check: name, health, found, ...(isHarmful && { means, advice: avoid }) };
  } catch (error) {
    const full = fullOr(error);
    if (full !== undefined) throw full;
    // A database that went away fails every check that follows.
    await isThere(database);
    const { code, message } = failureOf(error);
    if (!UNANSWERED.includes(code)) return { check: name, health: "problem", found: message, means, advice: avoid };
    return { check: name, health: "warning", found: message, ...TRY_AGAIN };
  }
}

function keysOf({ used, left }: Swept): Finding {
  if (left === 0) return { check: "keys", health: "ok", found: `${used} keys were used, and none is left` };
  return {
    check: "keys",
    health: "warning",
    found: `${left} of ${used} keys are left`,
    means: "they take memory until they expire",
    advice: "delete the keys that begin with prove- or contain {prove-",
  };
}

function endedBy({ code, message, exitCode }: CommandError, { used, left }: Swept): CommandError {
  if (used === 0) return new CommandError(code, message, exitCode);
  const rest = left === 0 ? "its keys are deleted" : `${left} keys may be left, and are still being deleted`;
  return new CommandError(code, `${message}; ${rest}`, exitCode);
}
