// Lists of locks whose names do not fit into one reply, in a database with nothing else.
import { expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { applicationWithPage, Viewer } from "../../support/dashboard.ts";

it.each([
  ["of long names", 1_000, "customer-invoices-".repeat(8)],
  ["of names that JSON escapes", 150, "<".repeat(200)],
])("the first page of a list, and the page, show locks %s", { timeout: 60_000 }, async (_, count, name) => {
  await using gateway = await startGateway();
  const locks = createLocks({ redis: gateway, prefix: "tenant-of-this-test:", leaseMs: 600_000 });
  for (let begun = 0; begun < count; begun += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, nth) => locks.lock(`${name}${begun + nth}`).acquire()));
  }
  expect((await locks.list({ limit: 1_000 })).locks.length).toBe(count);
  const viewer = await new Viewer(applicationWithPage({ locks })).signedIn();
  const { parts } = await (await viewer.live()).json();
  expect(parts.locks).toMatch(new RegExp(`>${count} locks are held\\.`));
});
