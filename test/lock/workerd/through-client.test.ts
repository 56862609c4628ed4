// A port through the client for Workers, in workerd.
import { Redis } from "@upstash/redis/cloudflare";
import { expect, it } from "vitest";
import { echoCall } from "../../../src/engine/port-contract/echo-script.ts";
import { throughClient } from "../../../src/lock/redis/through-client.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { failure, LIMITS } from "../../support/port-under-test.ts";
import { command } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

const shared = await sharedGateway();
const port = throughClient(new Redis(shared));

it("a port through the Workers client runs a script once, and reads its reply as it is", async () => {
  const key = uniqueName();
  expect(await port.run(echoCall(key, "held", "42", "☃"), LIMITS)).toEqual(["held", expect.any(String), 1, "42", "☃"]);
  expect(await command(shared, "GET", key)).toBe("1");
});

it("a port through the Workers client reports refusals, aborts, and a server that is not there", async () => {
  const call = echoCall(uniqueName(), "held");
  const stranger = { ...shared, token: "canary-5ecret" };
  const refused = await failure(throughClient(new Redis(stranger)).run(call, LIMITS), stranger);
  expect(refused).toMatchObject({ code: "REDIS_REFUSED", redisCode: "WRONGPASS" });
  const aborted = await failure(port.run(call, { ...LIMITS, signal: AbortSignal.abort("enough") }), shared);
  expect(aborted).toMatchObject({ code: "ABORTED", cause: "enough" });
  // workerd does not report whether a connection was made.
  const nobody = { url: "http://127.0.0.1:1", token: "canary-5ecret" };
  const unknown = await failure(throughClient(new Redis(nobody)).run(call, LIMITS), nobody);
  expect(unknown).toMatchObject({ code: "OUTCOME_UNKNOWN" });
});

it("a port through the Workers client follows a channel until its signal aborts", async () => {
  const name = uniqueName();
  const heard: string[] = [];
  const stop = new AbortController();
  let isConfirmed = false;
  const listener = {
    onSubscribed: () => {
      isConfirmed = true;
    },
    onMessage: (payload: string) => void heard.push(payload),
  };
  const end = port.follow({ name, perWaiter: false, wakes: () => 1 }, listener, stop.signal);
  await eventually(() => isConfirmed);
  await command(shared, "PUBLISH", name, "0");
  await eventually(() => heard.length === 1);
  stop.abort();
  expect(await end).toBe("ended");
});
