// A process that finds the port of the private redis-server needs its password, which is in its address.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { quietClient } from "../../../src/tools/gateway/redis-link.ts";
import { connect } from "../../lock/model/real.ts";
import { ownGateway } from "./support.ts";

const gateway = await ownGateway();
const { redis } = gateway;
if (redis === undefined) throw new Error("no private redis-server");

describe("the private redis-server", () => {
  it("refuses a client without the password", async () => {
    const stranger = quietClient.duplicate({
      url: `redis://127.0.0.1:${redis.port}`,
      socket: { reconnectStrategy: false },
    });
    stranger.on("error", () => {});
    await stranger.connect();
    for (const command of [["PING"], ["CONFIG", "GET", "*"], ["FLUSHALL"], ["SHUTDOWN"]]) {
      await expect(stranger.sendCommand(command)).rejects.toThrow("NOAUTH");
    }
    stranger.destroy();
  });

  it("accepts a client with the printed address for every command", async () => {
    const owner = await connect(gateway.redisUrl);
    expect(await owner.sendCommand(["CONFIG", "GET", "bind"])).toEqual(["bind", "127.0.0.1"]);
    owner.destroy();
  });

  it("shows no password in the list of processes", () => {
    const { password } = new URL(gateway.redisUrl);
    expect(password).toMatch(/^[\w-]{32,}$/);
    if (process.platform !== "linux") return;
    expect(readFileSync(`/proc/${redis.pid}/cmdline`, "utf8")).not.toContain(password);
  });

  it("has different passwords at each start", async () => {
    const other = await ownGateway();
    expect(new URL(other.redisUrl).password).not.toBe(new URL(gateway.redisUrl).password);
  });
});
