// The stream of a process outlives its last waiter, but does not keep the process alive.
import { expect, it } from "vitest";
import { startNode } from "../../support/child-process.ts";
import { sharedGateway } from "../../support/gateways.ts";

const gateway = await sharedGateway();

async function run(...act: readonly string[]): Promise<unknown> {
  await using child = startNode(["test/support/kept-stream.ts", gateway.url, gateway.token, ...act]);
  const { stdout } = await child.ended;
  return JSON.parse(stdout);
}

it("a process ends while its stream is open, which served two waiters", async () => {
  expect(await run()).toEqual({ opened: 1, before: 1, atExit: 1 });
});

it("close() ends it at once", async () => {
  expect(await run("close")).toEqual({ opened: 1, before: 1, atExit: 0 });
});
