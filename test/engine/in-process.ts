// A gateway in front of an engine, whose clients are in its process: for the contracts of the kinds.
import { afterAll } from "vitest";
import { commandPort } from "../../src/lock/redis/command-sender.ts";
import { upstashPort } from "../../src/lock/redis/upstash.ts";
import { startGateway } from "../../src/tools/gateway/gateway.ts";
import { everyClientReaches } from "../support/bare-locks.ts";
import type { Endpoint } from "../support/rest.ts";

/**
 * Starts a gateway. Until the end of the file, all clients of its address and token use its engine without a socket.
 * The commands of tests, and the clients that a test makes of the address, use HTTP.
 */
export async function startInProcess(): Promise<Endpoint> {
  const gateway = await startGateway({ engine: true });
  const { url, token, transport } = gateway;
  if (transport === undefined) throw new Error("the gateway has no engine");
  const endpoint: Endpoint = { url, token };
  const undo = everyClientReaches((to) => (to === endpoint ? commandPort(transport) : upstashPort(to)));
  afterAll(async () => {
    undo();
    await gateway.close();
  });
  return endpoint;
}
