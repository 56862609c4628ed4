// Many clients of a lock API behind a proxy that mixes up a share of the answers, in virtual time: no load changes how many
// get a lock. The long form, over sockets: `npm run test:full -- soak`.
import { expect, it } from "vitest";
import { isLockError } from "../../../src/index.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { apiSoak } from "../../together/soak/api.ts";

const CLIENTS = 12;
const CYCLES = CLIENTS * shortOrFull(15, 400);

it("no two clients believe that they hold one lock, whichever answers are exchanged or repeated", async () => {
  const result = await apiSoak({ redis: await sharedGateway(), seed: 1, clients: CLIENTS, cycles: CYCLES });
  expect(result.findings).toEqual([]);
  for (const [kind, grants] of Object.entries(result.grants)) {
    expect(grants, kind).toBeGreaterThan(CYCLES / CLIENTS / 5);
  }
  expect(result.mixed).toBeGreaterThan(CYCLES / CLIENTS);
  // A client that gives up throws an error with a code.
  for (const error of result.errors) expect(isLockError(error), String(error)).toBe(true);
});
