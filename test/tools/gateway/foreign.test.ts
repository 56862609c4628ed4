// Web pages, which can make a browser send requests to this machine, get nothing from the gateway.

import { request } from "node:http";
import { connect } from "node:net";
import { json, text } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { ownGateway, send } from "./support.ts";

const gateway = await ownGateway({ queryToken: true });
const { port } = new URL(gateway.url);

beforeEach(async () => {
  await gateway.resetCounters();
  gateway.clearWitness();
});

/** Sends the right token. `fetch` would not let a test choose these headers. */
function ask(headers: Record<string, string>, path = "/set/key/stolen", method = "GET"): Promise<[number, unknown]> {
  return new Promise((resolve, reject) => {
    const authorization = `Bearer ${gateway.token}`;
    request({ host: "127.0.0.1", port, path, method, agent: false, headers: { authorization, ...headers } })
      .once("response", (response) => json(response).then((body) => resolve([response.statusCode ?? 0, body]), reject))
      .once("error", reject)
      .end();
  });
}

const foreign: Record<string, string>[] = [
  { host: `evil.example:${port}` },
  { host: "evil.example" },
  { host: `localhost.evil.example:${port}` },
  { host: `127.0.0.1.evil.example:${port}` },
  { host: `user@127.0.0.1:${port}` },
  { host: "127.0.0.1" },
  { host: "127.0.0.1:1" },
  { host: `0.0.0.0:${port}` },
  { host: `10.0.0.1:${port}` },
  { origin: "https://evil.example" },
  { origin: `http://evil.example:${port}` },
  { origin: "http://localhost.evil.example" },
  { origin: "http://127.0.0.1.evil.example" },
  { origin: "chrome-extension://abc" },
  { origin: "null" },
  { origin: "" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "Cross-Site", "sec-fetch-mode": "navigate" },
  { origin: "http://localhost:3000", "sec-fetch-site": "cross-site" },
];

describe("a request of a foreign page", () => {
  it.each(foreign)("is refused even with the right token: %j", async (headers) => {
    for (const [path, method] of [
      ["/set/key/stolen", "GET"],
      [`/set/key/stolen?_token=${gateway.token}`, "POST"],
      ["/pipeline", "POST"],
      ["/subscribe/c", "GET"],
      ["/__faults", "DELETE"],
      ["/__witness", "GET"],
      ["/set/key/stolen", "OPTIONS"],
    ] as const) {
      const [status, body] = await ask(headers, path, method);
      expect([path, status, body]).toEqual([path, 403, { error: expect.stringMatching(/^ERR refused: /) }]);
    }
    expect(gateway.witness()).toEqual([]);
    expect((await gateway.counters()).requests).toBe(0);
  });

  it("is refused without a Host header, which only HTTP/1.0 allows", async () => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.end(`GET /get/key HTTP/1.0\r\nAuthorization: Bearer ${gateway.token}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 .*"ERR refused: /s);
  });

  it("triggers no fault", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-before", times: 1 }] });
    expect((await ask({ host: "evil.example" }))[0]).toBe(403);
    expect(gateway.faults.state().requests).toBe(0);
    gateway.faults.clear();
  });
});

describe("a request of this machine", () => {
  it.each([
    {},
    { host: `localhost:${port}` },
    { host: `LOCALHOST:${port}` },
    { host: `127.0.0.1:${port}` },
    { host: `[::1]:${port}` },
    { origin: "http://localhost:3000" },
    { origin: "https://127.0.0.1:8443", "sec-fetch-site": "same-site" },
    { origin: "http://[::1]:5173" },
    { origin: gateway.url, "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" },
  ])("is answered: %j", async (headers) => {
    expect(await ask(headers)).toEqual([200, { result: "OK" }]);
  });

  it("also needs the token", async () => {
    const refused = { error: expect.stringMatching(/^WRONGPASS invalid or missing auth token\. See /) };
    expect(await ask({ authorization: "", origin: "http://localhost:3000" })).toEqual([401, refused]);
    expect((await send(gateway, ["PING"])).status).toBe(200);
  });
});
