// The contract of a port, over TCP: through the RESP of a gateway, with its faults.
import { describe } from "vitest";
import { isExhaustive } from "../../support/exhaustive.ts";
import type { Endpoint } from "../../support/rest.ts";
import { NEWEST_TCP_USERS } from "../../support/tcp-clients.ts";
import { ownGateway } from "../../tools/gateway/support.ts";
import { redisPortContract } from "./redis-port/redis-port.ts";

const gateway = await ownGateway();
const nowhere = { url: "redis://127.0.0.1:6", token: "canary-5ecret" };
// `npm test` has no older clients.
const users = isExhaustive ? (await import("../../others/tcp-clients.ts")).TCP_USERS : NEWEST_TCP_USERS;

/** Returns the address of RESP, with the token as the password. */
function addressOf({ url, token }: Endpoint): string {
  const address = new URL(url === nowhere.url ? url : gateway.respUrl);
  address.password = token;
  return address.href;
}

describe.each(users)("the port of %s", (_, makeUser) => {
  redisPortContract(gateway, { portTo: (to) => makeUser(addressOf(to)).port, nowhere, seesStatus: false });
});
