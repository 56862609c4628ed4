// The contract suites over TCP: the RESP of a gateway, with its faults. All of them in `npm run test:full`.
import { afterAll, beforeAll, describe } from "vitest";
import { createLocks } from "../../../src/index.ts";
import type { TcpPort } from "../../../src/lock/tcp/tcp-port.ts";
import { kindsOverContract } from "../../contract/every-kind.ts";
import { ownGateway } from "../../gateway/support.ts";
import { everyClientIsMadeBy } from "../../support/bare-locks.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { TCP_USERS } from "../../support/tcp-clients.ts";

const newest = TCP_USERS.filter(([name]) => name.endsWith(" 6"));

describe.each(shortOrFull(newest.slice(0, 1), newest))("over %s", async (_, makeUser) => {
  const gateway = await ownGateway();
  const ports: TcpPort[] = [];
  let undo: () => void;
  beforeAll(() => {
    undo = everyClientIsMadeBy((options) => {
      const { url, token } = Object(options.redis);
      const address = new URL(url === gateway.url ? gateway.respUrl : "redis://127.0.0.1:6");
      address.password = token;
      const { port } = makeUser(address.href);
      ports.push(port);
      return createLocks({ ...options, redis: port });
    });
  });
  afterAll(() => {
    undo();
    for (const port of ports) port.close();
  });
  kindsOverContract(gateway);
});
