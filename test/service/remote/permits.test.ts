// Permits of a lock API by the typed client: lost requests and answers, beside the contract of permits.
import { inspect } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { createRemoteLocks } from "../../../src/service/remote/index.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { RemoteStage } from "../../support/remote-locks.ts";
import { uniqueName } from "../../support/unique-name.ts";

const direct = createLocks({ redis: await sharedGateway(), leaseMs: 5_000 });
let stage: RemoteStage;
let url = "";
beforeAll(async () => {
  stage = await RemoteStage.start();
  url = stage.serve(direct);
});
afterAll(() => stage?.stop());

/** A client whose first request with this verb loses its answer, after it was executed or before. */
function losing(lost: string, isExecuted: boolean) {
  let count = 0;
  return createRemoteLocks({
    url,
    token: TOKEN,
    async fetch(to, init) {
      const isLost = to.endsWith(`/${lost}`) && ++count === 1;
      const response = isLost && !isExecuted ? undefined : await fetch(to, init);
      if (isLost || response === undefined) throw new TypeError("the connection was cut");
      return response;
    },
  });
}

for (const isExecuted of [true, false]) {
  const what = isExecuted ? "answer" : "request";
  it(`a permit whose first ${what} is lost is taken once`, async () => {
    const name = uniqueName();
    await direct.permitExpirableSemaphore(name).setPermits(3);
    const permit = await losing("acquire", isExecuted).permitExpirableSemaphore(name).acquire({ waitMs: 0 });
    expect(await direct.permitExpirableSemaphore(name).acquiredPermits()).toBe(1);
    expect(await permit.release()).toMatchObject({ outcome: "released" });
    expect(await direct.permitExpirableSemaphore(name).availablePermits()).toBe(3);
  });

  it(`a number of permits whose first ${what} is lost is changed once`, async () => {
    const name = uniqueName();
    await direct.permitExpirableSemaphore(name).setPermits(3);
    await losing("set-permits", isExecuted).permitExpirableSemaphore(name).addPermits(2);
    expect(await direct.permitExpirableSemaphore(name).getPermits()).toBe(5);
  });

  it(`a permit whose first ${what} about its release is lost comes back once`, async () => {
    const name = uniqueName();
    const semaphore = losing("release", isExecuted).permitExpirableSemaphore(name, { permits: 2 });
    expect(await (await semaphore.acquire()).release()).toMatchObject({ outcome: "released" });
    expect(await direct.permitExpirableSemaphore(name).availablePermits()).toBe(2);
  });
}

it("shows a semaphore and a permit without their secrets", async () => {
  const semaphore = createRemoteLocks({ url, token: TOKEN }).permitExpirableSemaphore(uniqueName(), { permits: 1 });
  await using permit = await semaphore.acquire();
  for (const shown of [semaphore, permit]) {
    for (const text of [inspect(shown, { depth: 9, showHidden: true }), JSON.stringify(shown), String(shown)]) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(permit.id);
    }
  }
});
