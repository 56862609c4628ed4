// leasehound/otel with the real SDK, for the runtime that calls it.
import { expect, it } from "vitest";
import type { LocksOptions } from "../../../src/index.ts";
import { telemetry } from "../../../src/otel/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { RecordedTelemetry } from "../../support/recorded-telemetry.ts";
import type { Endpoint } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

export function telemetryContract(redis: Endpoint): void {
  function make(options: Partial<LocksOptions> = {}) {
    const recorded = new RecordedTelemetry();
    return { recorded, locks: createLocks({ redis, onEvent: telemetry(recorded), ...options }) };
  }

  it("a call and its hold are each counted, timed and spanned once", async () => {
    const { recorded, locks } = make();
    const held = await locks.lock(uniqueName()).acquire();
    expect(await recorded.series("hold.active")).toEqual([{ attributes: { "leasehound.kind": "lock" }, value: 1 }]);
    await held.renew();
    await held.release();
    expect(await recorded.total("hold.active")).toBe(0);
    expect(await recorded.outcomes()).toEqual({ acquired: 1, released: 1 });
    expect(recorded.spans().map(({ name }) => name)).toEqual(["leasehound.acquire", "leasehound.hold"]);
  });
}
