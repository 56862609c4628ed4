// The connection of a subscriber to Redis: its login, and its errors.
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { RedisAway } from "../../../src/tools/gateway/redis-link.ts";
import { RespUpstream } from "../../../src/tools/gateway/resp-upstream.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a server that gives each connection this answer to its first bytes. Returns its port, and the bytes. */
async function serve(answer: string, host = "127.0.0.1") {
  const read: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      read.push(bytes.toString());
      socket.write(answer);
    });
  });
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, host);
  await once(server, "listening");
  return { port: Number(Object(server.address()).port), read };
}

it("logs in with the user and the password of the address", async () => {
  const { port, read } = await serve("+OK\r\n");
  const upstream = await RespUpstream.open(`redis://anna:p%40ss@127.0.0.1:${port}`);
  upstream.close();
  expect(read).toEqual(["*3\r\n$4\r\nAUTH\r\n$4\r\nanna\r\n$4\r\np@ss\r\n"]);
});

it("begins with a command that nobody is billed for when the address has no login", async () => {
  const { port, read } = await serve("+OK\r\n");
  const upstream = await RespUpstream.open(`redis://127.0.0.1:${port}`);
  upstream.close();
  expect(read).toEqual(["*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n"]);
});

it("takes an address of IPv6", async ({ skip }) => {
  const { port } = await serve("+OK\r\n", "::1").catch(() => skip("this machine has no IPv6"));
  const upstream = await RespUpstream.open(`redis://[::1]:${port}`);
  upstream.close();
});

it("says that Redis is away when the login is refused, with its error", async () => {
  const { port } = await serve("-WRONGPASS no such user\r\n");
  const opening = RespUpstream.open(`redis://anna:x@127.0.0.1:${port}`);
  await expect(opening).rejects.toMatchObject({ cause: { message: "WRONGPASS no such user" } });
  await expect(opening).rejects.toBeInstanceOf(RedisAway);
});

it("says that Redis is away when nobody listens", async () => {
  const { port } = await serve("");
  for (const close of closing.splice(0)) close();
  await expect(RespUpstream.open(`redis://127.0.0.1:${port}`)).rejects.toBeInstanceOf(RedisAway);
});
