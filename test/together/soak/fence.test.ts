// No acknowledged write is lost behind a fence, a few times; the long form is `npm run test:full -- soak --fence 1000`.
import { expect, it } from "vitest";
import { fenceSoak } from "./fence.ts";

it("a fence loses no acknowledged write to a holder that was stopped past its lease, although the locks lost their data", async () => {
  const { fenced, unclaimed, unfenced } = await fenceSoak(60, 1);
  expect(fenced).toMatchObject({ rounds: 60, lost: 0 });
  expect(fenced.emptied).toBeGreaterThan(0);
  expect(fenced.refused).toBeGreaterThan(0);
  expect(unfenced).toMatchObject({ rounds: 60, refused: 0 });
  // A write with the token alone loses updates: the check before the read is necessary.
  expect(unclaimed.lost).toBeGreaterThan(0);
  expect(unfenced.lost).toBeGreaterThan(0);
});
