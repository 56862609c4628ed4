// Gateways in this process, in front of an engine, without a socket.
import { EngineDatabase } from "../../../src/tools/gateway/engine-database.ts";
import { Front } from "../../../src/tools/gateway/front.ts";
import { wrongCall } from "../contract-of-call.ts";
import type { TestGateway } from "../test-gateway.ts";

const fronts = new Map<string, Front>();
const wrong = new Set<string>();
let started = 0;

/** Starts a gateway. `keyLocking`: it accepts scripts with key-level locking, and refuses keys outside their KEYS. */
export async function startInProcess({ keyLocking = false } = {}): Promise<TestGateway> {
  const front = await Front.of(new EngineDatabase(true), { keyLocking });
  started += 1;
  const url = `https://gateway-${started}.test`;
  fronts.set(url, front);
  front.witness.listen(({ command }) => {
    const told = wrongCall(command);
    if (told !== undefined) wrong.add(told);
  });
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

/** Throws if a call of a script has not agreed with its contract. */
export function expectCallsByContract(): void {
  if (wrong.size > 0) throw new Error(`against their contracts: ${[...wrong].join("; ")}`);
}

/** Returns the newest commands of each gateway. */
export function newestCommands(): string {
  const newest = [...fronts].map(([url, { witness }]) => `${url} ${JSON.stringify(witness.entries().slice(-3))}`);
  return `the newest commands: ${newest.join("\n")}`;
}
