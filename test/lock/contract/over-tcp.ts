// The contracts of the kinds over TCP: the RESP of gateways, with its faults.
import { afterAll, beforeEach, describe, vi } from "vitest";
import type { TcpPort } from "../../../src/lock/tcp/tcp-port.ts";
import { everyClientReaches } from "../../support/bare-locks.ts";
import { isExhaustive } from "../../support/exhaustive.ts";
import { type GatewayEndpoint, separateGateway, sharedGateway } from "../../support/gateways.ts";
import { everyFaultHas } from "../../support/rest.ts";
import { NEWEST_TCP_USERS } from "../../support/tcp-clients.ts";
import { FAULTS_OVER_TCP, NOT_OVER_TCP } from "../matrix/over-tcp.ts";
import type { Transport } from "../matrix/transports.ts";
import { over } from "./cell.ts";
import { countedWaiting, kindsOverContract, MOST_AT_ONCE, waitingAndFaults } from "./every-kind.ts";
import { lateOverTcpContract } from "./late-over-tcp.ts";

const NOWHERE = "redis://127.0.0.1:6";

/** Registers the contracts. Until the end of the file, all clients use this library. */
export async function kindsOverTcp(transport: Transport, library: string): Promise<void> {
  vi.setConfig({ maxConcurrency: MOST_AT_ONCE });
  const [, makeUser] = NEWEST_TCP_USERS.find(([name]) => name === library) ?? [];
  if (makeUser === undefined) throw new Error(`there is no ${library}`);
  const addresses = new Map<string, string>();
  const ports: TcpPort[] = [];
  const undo = everyClientReaches(({ url, token }) => {
    const address = new URL(addresses.get(url) ?? NOWHERE);
    address.password = token;
    const { port } = makeUser(address.href);
    ports.push(port);
    return port;
  });
  afterAll(() => {
    undo();
    for (const port of ports) port.close();
  });
  afterAll(everyFaultHas(FAULTS_OVER_TCP));
  beforeEach(({ task, skip }) => {
    skip(NOT_OVER_TCP.has(task.name), NOT_OVER_TCP.get(task.name));
  });
  const known = async (starting: Promise<GatewayEndpoint>): Promise<GatewayEndpoint> => {
    const gateway = await starting;
    addresses.set(gateway.url, gateway.respUrl);
    return gateway;
  };
  const shared = await known(sharedGateway());
  over(transport, () => {
    kindsOverContract(shared);
    describe("late requests", async () => lateOverTcpContract(await known(separateGateway())));
    if (!isExhaustive) return;
    waitingAndFaults(() => known(separateGateway()), true);
    countedWaiting(() => known(separateGateway()));
  });
}
