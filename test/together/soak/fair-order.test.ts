// The order of fair locks, a few times; the long form is `npm run test:full -- soak --fair-order 100`.
import { expect, it } from "vitest";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { fairOrder } from "./fair-order.ts";

it.each(["fair", "mixed"] as const)(
  "50 waiters acquire it as they came, from one client and from many: %s",
  { timeout: 60_000 },
  async (kind) => {
    const gateway = await startGateway();
    try {
      for (const clients of [1, 5, 50]) {
        const { queued, acquired } = await fairOrder(gateway, kind, `order:${clients}`, 50, clients);
        expect(queued).toHaveLength(50);
        expect(acquired).toEqual(queued);
      }
    } finally {
      await gateway.close();
    }
  },
);
