// `leasehound prove`: makes the checks of `leasehound/testing/port` on the user's own database, and prints them.
import { type Proof, portsOf, proofOf } from "../../../engine/prove/prove.ts";
import { findingsTable } from "../doctor/report.ts";
import { CommandError, EXIT, failureOf } from "../exit-code.ts";
import { wayTo } from "../open-way.ts";
import type { Output } from "../output.ts";
import { exitCodeOfSignal } from "../run/passed-signals.ts";
import type { DatabaseAddress } from "../way.ts";
import { Sweeper } from "./sweeper.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The options of `prove` on the command line. */
export interface ProveFlags {
  readonly flushScripts?: boolean | undefined;
}

/** What was found, and where. `over`: "HTTP", or the library that was used over TCP. */
interface ProofThere extends Proof {
  readonly host: string;
  readonly over: string;
}

/** Proves, and prints the findings. Returns 1 after a problem, 2 after a warning. `version`: that of the command. */
export async function prove(
  place: DatabaseAddress,
  output: Output,
  flags: ProveFlags,
  version: string,
): Promise<number> {
  const at = new Date().toISOString();
  const { findings, requests, isWell, isComplete, host, over } = await proofThere(place, output, flags);
  const head = `leasehound ${version} proved ${host} over ${over} on ${at.slice(0, 10)}, by ${requests} requests`;
  output.result({ isWell, host, over, at, version, requests, findings }, `${head}\n\n${findingsTable(findings)}`);
  if (!isComplete) throw new CommandError("TOO_SLOW", "the database is too slow: not all checks were made");
  if (!isWell) return EXIT.no;
  return findings.some(({ health }) => health === "warning") ? EXIT.warned : EXIT.ok;
}

/** Makes all checks, and deletes what they left. Throws if nothing can be proved here, or at a signal. */
export async function proofThere(place: DatabaseAddress, output: Output, flags: ProveFlags): Promise<ProofThere> {
  const way = await wayTo(place);
  const { host, over, redis } = way;
  const sweeper = new Sweeper(place);
  const stop = new AbortController();
  for (const name of SIGNALS) {
    process.on(name, () => stop.abort(new CommandError("INTERRUPTED", `stopped by ${name}`, exitCodeOfSignal(name))));
  }
  const tested = { newPort: portsOf(redis), host, mayFlush: flags.flushScripts === true };
  const sentence = `tries locks on ${host} over ${over}, for about half a minute`;
  try {
    await sweeper.started();
    const proof = await proofOf({ ...tested, onKey: (key) => sweeper.add(key) }, stop.signal, {
      sweep: () => sweeper.end(),
      onStart: () => output.remark("proving", { host, over }, sentence),
    });
    return { ...proof, host, over };
  } catch (error) {
    const { code, message, exitCode } = failureOf(stop.signal.aborted ? stop.signal.reason : error, way);
    throw new CommandError(code, message + (await sweeper.rest()), exitCode);
  } finally {
    way.close();
  }
}
