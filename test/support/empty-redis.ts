// Shared parts of tests that run scripts thousands of times: a server per file, used without HTTP.
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import type { ScriptCall } from "../../src/lock/protocol.ts";
import { type Answer, scriptPort } from "../../src/lock/redis/script-port.ts";
import { type Connection, connect } from "../lock/model/real.ts";
import { wrongCall } from "./contract-of-call.ts";
import { isVirtual } from "./place.ts";
import { startServer } from "./server.ts";

export interface EmptyRedis {
  run<Reply>(call: ScriptCall<Reply>): Promise<Reply>;
  /** Runs one command. */
  command<Result = unknown>(...words: (string | number)[]): Promise<Result>;
  /** Subscribes to these channels until the test ends. Returns a function that takes the messages heard since. */
  hear(...channels: readonly string[]): Promise<() => Promise<string[]>>;
  /** Fills Redis for as long as some work takes. */
  fill<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Starts a server, which is empty at the start of each test. With options, it must be a redis-server. */
export async function emptyRedis(options?: Parameters<typeof startServer>[0]): Promise<EmptyRedis> {
  // While a socket answers, virtual time would run past every deadline.
  if (isVirtual) throw new Error("a file with a server of its own cannot run in virtual time");
  const server = await startServer(options);
  const connection = await connect(server.url);
  const send = (words: readonly string[]): Promise<Answer> => {
    expect(wrongCall(words)).toBeUndefined();
    return connection.sendCommand([...words]).then(
      (result): Answer => ({ result }),
      (error: Error): Answer => ({ error: error.message }),
    );
  };
  const subscribers: Connection[] = [];
  const memory = (bytes: string) => connection.sendCommand(["CONFIG", "SET", "maxmemory", bytes]);
  beforeEach(async () => {
    await connection.sendCommand(["FLUSHALL"]);
  });
  afterEach(async () => {
    await memory("0");
    for (const subscriber of subscribers.splice(0)) subscriber.destroy();
  });
  afterAll(async () => {
    connection.destroy();
    await server.stop();
  });
  const follow = () => Promise.reject(new Error("tests of scripts follow no channel"));
  const port = scriptPort({ send, secrets: [], database: server.url, follow });
  return {
    run: (call) => port.run(call, { timeoutMs: 5_000 }),
    async command<Result>(...words: (string | number)[]) {
      const result: Result = await connection.sendCommand(words.map(String));
      return result;
    },
    async hear(...channels) {
      const subscriber = await connect(server.url);
      subscribers.push(subscriber);
      const heard: string[] = [];
      await subscriber.subscribe([...channels], (message) => heard.push(message));
      return async () => {
        // The messages that were published before are on the same connection.
        await subscriber.ping();
        return heard.splice(0);
      };
    },
    async fill(work) {
      await memory("1");
      try {
        return await work();
      } finally {
        await memory("0");
      }
    },
  };
}
