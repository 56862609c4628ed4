// Clients of RESP that are broken or hostile: nobody else is harmed, and nothing stays behind.
import { randomBytes } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { inResp, list, RawResp } from "./raw-resp.ts";
import { ownGateway, send } from "./support.ts";

const gateway = await ownGateway();
const witness = await RawResp.open(gateway.respUrl);
let set = 0;

afterEach(async () => {
  set += 1;
  expect(await witness.ask("SET", "alive", `${set}`)).toBe("+OK\r\n");
  expect((await send(gateway, ["GET", "alive"])).body).toEqual({ result: `${set}` });
});

it.each([
  ["*1000000000\r\n", "invalid multibulk length"],
  ["*99999999999999999999\r\n", "invalid multibulk length"],
  ["*x\r\n", "invalid multibulk length"],
  ["*11\r\n", "unauthenticated multibulk length"],
  ["*1\r\n$20000\r\n", "unauthenticated bulk length"],
  ["*1\r\n$-5\r\n", "invalid bulk length"],
  ["*1\r\n:5\r\n", "expected '$', got ':'"],
  ["*1\r\n\0\r\n", "expected '$', got '\\u0000'"],
  [`*${"1".repeat(70_000)}`, "too big mbulk count string"],
  [`*1\r\n$${"1".repeat(70_000)}`, "too big bulk count string"],
  ["x".repeat(70_000), "too big inline request"],
])("a stranger's %j is answered, and ends its connection", async (bytes, error) => {
  const client = await RawResp.open(gateway.respUrl, "");
  client.socket.write(bytes);
  expect(await client.next()).toBe(`-ERR Protocol error: ${error}\r\n`);
  expect(await client.ended()).toBe("end");
});

it("commands in a line are understood, and empty ones are ignored", async () => {
  const client = await RawResp.open(gateway.respUrl);
  client.socket.write("\r\n\n*0\r\n*-1\r\n  SET  line 1 \r\nGET line\n");
  expect([await client.next(), await client.next()]).toEqual(["+OK\r\n", "$1\r\n1\r\n"]);
  expect(await client.ask("")).toBe("-ERR empty command\r\n");
  client.leave();
});

it("a request of a web page ends the connection", async () => {
  const client = await RawResp.open(gateway.respUrl, "");
  client.socket.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nAUTH ${gateway.token}\r\nFLUSHALL\r\n`);
  expect(await client.next()).toMatch(/^ended: /);
  const headers = await RawResp.open(gateway.respUrl, "");
  headers.socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nAUTH ${gateway.token}\r\nFLUSHALL\r\n`);
  await headers.ended();
  expect(headers.received).not.toContain("+OK");
});

it("a megabyte of noise ends the connection or is refused", async () => {
  for (let round = 0; round < 5; round++) {
    const client = await RawResp.open(gateway.respUrl, "");
    client.socket.write(randomBytes(1_000_000));
    client.socket.end();
    await client.ended();
    expect(client.received).not.toMatch(/^[+:$*]/);
  }
});

it("half a command executes nothing", async () => {
  await send(gateway, ["DEL", "half"]);
  const whole = inResp(["SET", "half", "1"]);
  for (let end = 1; end < whole.length; end += 5) {
    const client = await RawResp.open(gateway.respUrl);
    client.socket.end(whole.subarray(0, end));
    await client.ended();
  }
  expect((await send(gateway, ["GET", "half"])).body).toEqual({ result: null });
});

it("a thousand connections are served, and leave nothing behind", async () => {
  const clients = await Promise.all(Array.from({ length: 1_000 }, () => RawResp.open(gateway.respUrl)));
  await Promise.all(clients.map((client, n) => client.ask("INCR", `many-${n % 10}`)));
  expect(await witness.ask("GET", "many-0")).toBe("$3\r\n100\r\n");
  const subscribers = clients.slice(0, 100);
  await Promise.all(subscribers.map((client) => client.ask("SUBSCRIBE", "many")));
  expect((await gateway.counters()).openStreams).toBe(100);
  for (const client of clients) client.leave();
  await eventually(async () => (await gateway.counters()).openStreams === 0);
});

it("a client that leaves before its confirmation leaves nothing behind", async () => {
  for (let n = 0; n < 20; n++) {
    const client = await RawResp.open(gateway.respUrl);
    client.send("SUBSCRIBE", "early");
    setTimeout(() => client.leave(), n / 4);
  }
  await eventually(async () => (await gateway.counters()).openStreams === 0);
  await eventually(async () => (await witness.ask("PUBSUB", "NUMSUB", "early")) === list("early", 0));
});

it("a client that sends without reading its replies waits, and then gets all of them", async () => {
  const client = await RawResp.open(gateway.respUrl);
  await client.ask("SET", "large", "x".repeat(200_000));
  client.socket.pause();
  const asked = 200;
  const bytes = inResp(["GET", "large"]);
  for (let n = 0; n < asked; n++) client.socket.write(bytes);
  await new Promise((resolve) => setTimeout(resolve, 200));
  client.socket.resume();
  for (let n = 0; n < asked; n++) expect((await client.next()).length).toBe(200_011);
  client.leave();
});
