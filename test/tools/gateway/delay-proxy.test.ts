// The network of the benchmarks: a proxy that delays.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { expect, it } from "vitest";
import { type DelayProxy, startDelayProxy } from "../../../scripts/bench/peers/delay-proxy.ts";
import { eventually } from "../../support/eventually.ts";

const DELAY_MS = 30;

interface Echo extends AsyncDisposable {
  readonly port: number;
  /** The connections that are open. */
  readonly open: ReadonlySet<Socket>;
  /** Each chunk as it arrived. */
  readonly chunks: string[];
}

async function startEcho(): Promise<Echo> {
  const chunks: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
    socket.on("data", (bytes) => {
      chunks.push(bytes.toString());
      socket.write(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: Object(server.address()).port,
    open,
    chunks,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}

it("keeps the order, delays each direction, and keeps user and password of the URL", async () => {
  await using echo = await startEcho();
  await using proxy = await startDelayProxy(`redis://user:secret@127.0.0.1:${echo.port}`, DELAY_MS);
  const { port, username, password } = new URL(proxy.url);
  expect({ username, password }).toEqual({ username: "user", password: "secret" });
  const client = connect(Number(port), "127.0.0.1");
  await once(client, "connect");
  const words = Array.from({ length: 50 }, (_, at) => `${at} `);
  const start = performance.now();
  let back = "";
  for (const word of words) client.write(word);
  while (back.length < words.join("").length) back += String((await once(client, "data"))[0]);
  // Timers can fire a millisecond early by this clock.
  expect(performance.now() - start).toBeGreaterThanOrEqual(2 * (DELAY_MS - 1));
  expect(back).toBe(words.join(""));
  client.destroy();
});

it("does not merge what comes at different times", async () => {
  await using echo = await startEcho();
  await using proxy = await startDelayProxy(`http://127.0.0.1:${echo.port}`, DELAY_MS);
  const client = connect(Number(new URL(proxy.url).port), "127.0.0.1");
  await once(client, "connect");
  for (const word of ["one", "two", "three"]) {
    client.write(word);
    await once(client, "data");
  }
  expect(echo.chunks).toEqual(["one", "two", "three"]);
  client.destroy();
});

it("a connection ends on both sides", async () => {
  await using echo = await startEcho();
  await using proxy = await startDelayProxy(`http://127.0.0.1:${echo.port}`, DELAY_MS);
  const client = connect(Number(new URL(proxy.url).port), "127.0.0.1");
  await once(client, "connect");
  client.write("hello");
  await once(client, "data");
  const closed = once(client, "close");
  await echo[Symbol.asyncDispose]();
  await closed;
  expect(client.destroyed).toBe(true);
});

/** Connects to the proxy, and resolves once the echo has answered. */
async function greeted({ url }: DelayProxy, greeting: string): Promise<Socket> {
  const client = connect(Number(new URL(url).port), "127.0.0.1");
  await once(client, "connect");
  client.write(greeting);
  await once(client, "data");
  return client;
}

it("counts its clients, until they leave", async () => {
  await using echo = await startEcho();
  await using proxy = await startDelayProxy(`http://127.0.0.1:${echo.port}`, DELAY_MS);
  const [first, second] = [await greeted(proxy, "one"), await greeted(proxy, "two")];
  expect(proxy.connections).toBe(2);
  const [known] = echo.open;
  first.destroy();
  if (known !== undefined) await once(known, "close");
  expect([proxy.connections, echo.open.size]).toEqual([1, 1]);
  second.destroy();
  await eventually(() => proxy.connections === 0);
});
