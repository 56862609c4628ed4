// Redis reports the end of a hold that never existed: another client guessed the owner, and forged a release.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks, type Lock } from "../../../src/index.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { command } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

const gateway = await sharedGateway();

let server: Server;
/** How many owners have a forged end when their first request reaches Redis. */
let guessed = 0;
let owners: string[] = [];

// A proxy between the client and the gateway, which stores the end of an owner's hold before it forwards the first
// request.
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await text(request);
    const [, , keys, , page = "", , owner = ""]: string[] = JSON.parse(body);
    if (keys === "2" && !owners.includes(owner)) {
      owners.push(owner);
      if (guessed-- > 0) await command(gateway, "SET", page, "|-released", "PX", 60_000);
    }
    const headers = { authorization: `Bearer ${gateway.token}` };
    const answer = await fetch(gateway.url, { method: "POST", headers, body });
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function lockOfGuessed(count: number): Lock {
  guessed = count;
  owners = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createLocks({ redis: { url, token: "any" } }).lock(uniqueName());
}

it("a new owner whose end is stored already is replaced by another owner", async () => {
  const lock = lockOfGuessed(1);
  const held = await lock.acquire();
  expect(owners).toEqual([expect.any(String), held.owner]);
  expect(owners[0]).not.toBe(held.owner);
  expect(await held.release()).toMatchObject({ outcome: "released" });
});

it("two forged ends in one call cause an error, and nothing is held", async () => {
  const lock = lockOfGuessed(2);
  await expect(lock.acquire()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
  expect(owners).toHaveLength(2);
  expect(await lock.isLocked()).toBe(false);
});
