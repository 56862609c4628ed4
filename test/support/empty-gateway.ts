// Shared parts of tests that follow the state in Redis step by step: a gateway per file, and scripts run on it.
import { beforeEach } from "vitest";
import type { ScriptCall } from "../../src/lock/protocol.ts";
import { upstashPort } from "../../src/lock/redis/upstash.ts";
import type { Gateway } from "../../src/tools/gateway/gateway.ts";
import { ownGateway } from "../tools/gateway/support.ts";
import { command } from "./rest.ts";

export interface EmptyGateway {
  readonly gateway: Gateway;
  run<Reply>(call: ScriptCall<Reply>): Promise<Reply>;
  /** Returns the reply to PTTL. */
  ttl(key: string): Promise<number>;
}

/** Starts a gateway with its own database, which is empty at the start of each test. */
export async function emptyGateway(): Promise<EmptyGateway> {
  const gateway = await ownGateway();
  beforeEach(() => command(gateway, "FLUSHALL"));
  return {
    gateway,
    run: (call) => upstashPort(gateway).run(call, { timeoutMs: 5_000 }),
    ttl: (key) => command(gateway, "PTTL", key),
  };
}
