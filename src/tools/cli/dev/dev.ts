// `leasehound dev`: a local database that speaks Upstash's REST protocol.
import { forPeople, forPrograms, type Gateway, startGateway } from "../../gateway/gateway.ts";
import { CommandError, EXIT } from "../exit-code.ts";
import type { Output } from "../output.ts";
import { whenStarterEnds } from "../starter.ts";
import { databaseForDev } from "./find-server.ts";

/** The options of `dev` on the command line. */
export interface DevFlags {
  readonly port?: number | undefined;
  readonly token?: string | undefined;
  readonly redis?: string | undefined;
  readonly engine?: boolean | undefined;
}

/** Serves until a signal arrives, or a process that started this one has ended. */
export async function dev(output: Output, flags: DevFlags): Promise<number> {
  // From the start, because a program that has read the address may send a signal at once.
  const ended = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
    whenStarterEnds(resolve);
  });
  const gateway = await started(flags);
  process.stdout.write(`${output.isJson ? forPrograms(gateway) : forPeople(gateway)}\n`);
  await ended;
  await gateway.close();
  return EXIT.ok;
}

async function started({ port, token, redis, engine = false }: DevFlags): Promise<Gateway> {
  const options = { ...(port !== undefined && { port }), ...(token !== undefined && { token }) };
  if (redis !== undefined && engine) throw new CommandError("USAGE", "--engine needs no --redis", EXIT.usage);
  const place = redis !== undefined ? { redisUrl: redis } : engine ? { engine } : databaseForDev();
  try {
    return await startGateway({ ...options, ...place });
  } catch (error) {
    throw new CommandError("NOT_STARTED", error instanceof Error ? error.message : String(error), EXIT.unreachable);
  }
}
