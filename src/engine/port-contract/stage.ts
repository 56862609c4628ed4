// The stage of all groups of the contract: the runner, the gateway, and the port that they test.
import type { HoldId, RunLimits } from "../../lock/protocol.ts";
import { isRedisPort, type RedisPort } from "../../lock/redis/port.ts";
import { failure } from "./checks.ts";
import { GatewayControl, type GatewayEndpoint } from "./gateway-control.ts";

/** Options of `portContract`: the functions of a runner, a gateway, and the port. */
export interface PortContractOptions {
  /** Groups tests, as those of Vitest, Jest, Mocha, Bun and node:test do. */
  readonly describe: (title: string, define: () => void) => unknown;
  /** Registers a test. The tests must run one at a time, with a timeout of at least 30 s each. */
  readonly it: (title: string, run: () => Promise<void>) => unknown;
  /** A gateway that nobody else uses: the tests set its faults, and read what it ran. */
  readonly gateway: GatewayEndpoint;
  /** Makes the port to a gateway, or to an address with another token. It may be called often. */
  readonly portTo: (gateway: GatewayEndpoint) => RedisPort;
  /** An address where no server listens. */
  readonly nowhere: GatewayEndpoint;
  /** Whether the port is over HTTP, and reports the status of a refusal. Default: false. */
  readonly seesStatus?: boolean | undefined;
  /** Whether runs that start in one tick share a request. Default: false. */
  readonly pipelines?: boolean | undefined;
}

export const LIMITS: RunLimits = { timeoutMs: 5_000 };
/** An argument that no error may show. */
export const CANARY = "canary-argument";

export class Stage {
  readonly describe: PortContractOptions["describe"];
  readonly gateway: GatewayEndpoint;
  readonly nowhere: GatewayEndpoint;
  readonly portTo: PortContractOptions["portTo"];
  readonly control: GatewayControl;
  readonly seesStatus: boolean;
  readonly pipelines: boolean;
  readonly #it: PortContractOptions["it"];
  #names = 0;

  constructor({ describe, it, gateway, portTo, nowhere, seesStatus = false, pipelines = false }: PortContractOptions) {
    this.describe = describe;
    this.#it = it;
    this.gateway = gateway;
    this.portTo = portTo;
    this.nowhere = nowhere;
    this.control = new GatewayControl(gateway);
    this.seesStatus = seesStatus;
    this.pipelines = pipelines;
  }

  /** Registers a test. The faults that it sets end with it. */
  it(title: string, run: () => Promise<void>): void {
    this.#it(title, async () => {
      try {
        await run();
      } finally {
        await this.control.clearFaults();
      }
    });
  }

  /** Registers a test for each row. `title`: "%s" in it stands for the first text of the row. */
  each<More extends readonly unknown[]>(
    rows: readonly (readonly [name: string, ...More])[],
    title: string,
    run: (name: string, ...more: More) => Promise<void>,
  ): void {
    for (const row of rows) this.it(title.replace("%s", row[0]), () => run(...row));
  }

  /** Returns what makes one port for several tests, at the first of them. */
  port(): () => RedisPort {
    let port: RedisPort | undefined;
    return () => {
      port ??= this.portTo(this.gateway);
      if (!isRedisPort(port)) throw new Error("portTo must return a port: with run, follow and database");
      return port;
    };
  }

  /** Returns a key that no other test uses. */
  key(): string {
    this.#names += 1;
    return `t:${crypto.randomUUID().slice(0, 8)}:${this.#names}`;
  }

  /** Returns the error of a run. Throws if it shows the token or the command. */
  failure(run: Promise<unknown>, { token }: GatewayEndpoint = this.gateway): Promise<unknown> {
    return failure(run, [token, "Bearer", CANARY]);
  }

  /** Returns how often the echo script has run with this key. */
  runsOf(key: string): Promise<unknown> {
    return this.control.command("GET", key);
  }
}

/** Returns a hold of a minute under this key. */
export function holdOf(key: string): HoldId {
  return { key, owner: "o:1", holdId: "o:1", ownerIsNew: true, leaseMs: 60_000 };
}
