// The contract of a port, as its author runs it: here for the port of ioredis, through the gateway that the variable
// GATEWAY describes, as `leasehound dev --json` prints it.
import { Redis } from "ioredis";
import { ioredisPort } from "leasehound/ioredis";
import { portContract } from "leasehound/testing/port";

const { url, token, redis } = JSON.parse(process.env.GATEWAY);
const nowhere = { url: "redis://127.0.0.1:6", token: "canary-5ecret" };
const clients = [];

/** Makes the port. Over RESP, the token is the password. */
function portTo(gateway) {
  const address = new URL(gateway === nowhere ? nowhere.url : redis);
  address.password = gateway.token;
  const client = new Redis(address.href, { lazyConnect: true });
  clients.push(client);
  return ioredisPort(client);
}

/** Registers the contract. */
export function contractWith({ describe, it, afterAll }) {
  describe("the port of ioredis", () => {
    portContract({ describe, it, gateway: { url, token }, nowhere, portTo });
    afterAll(() => {
      for (const client of clients) client.disconnect();
    });
  });
}
