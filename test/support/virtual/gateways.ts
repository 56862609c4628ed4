// Gateways in this process, in front of an engine, without a socket.
import { EngineDatabase } from "../../../src/tools/gateway/engine-database.ts";
import { Front } from "../../../src/tools/gateway/front.ts";
import type { TestGateway } from "../test-gateway.ts";

const fronts = new Map<string, Front>();
let started = 0;

/** Starts a gateway. `keyLocking`: it accepts scripts with key-level locking, and refuses keys outside their KEYS. */
export async function startInProcess({ keyLocking = false } = {}): Promise<TestGateway> {
  const front = await Front.of(new EngineDatabase(true), { keyLocking });
  started += 1;
  const url = `https://gateway-${started}.test`;
  fronts.set(url, front);
  return {
    url,
    token: front.token,
    ...front.instruments(),
    async close() {
      fronts.delete(url);
      front.close();
    },
  };
}

/** Returns the gateway that answers at this origin. */
export function frontAt(origin: string): Front | undefined {
  return fronts.get(origin);
}

/** Returns the newest commands of each gateway. */
export function newestCommands(): string {
  const newest = [...fronts].map(([url, { witness }]) => `${url} ${JSON.stringify(witness.entries().slice(-3))}`);
  return `the newest commands: ${newest.join("\n")}`;
}
