// Wrong options of leasehound/otel: refused where they are given, by name.
import { describe, expect, it } from "vitest";
import { telemetry } from "../../../../src/edge/otel/index.ts";

export function telemetryOptionsContract(): void {
  describe("wrong options of telemetry", () => {
    const wrong: [string, object][] = [
      ["tracerProvider", { tracerProvider: {} }],
      ["tracerProvider", { tracerProvider: null }],
      ["meterProvider", { meterProvider: { getMeter: "meter" } }],
      ["groupName", { groupName: "orders" }],
      ["tracer", { tracer: {} }],
    ];
    it.each(wrong)("%s is refused: %j", (option, options) => {
      expect(() => telemetry(options)).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option }));
    });

    it("are none when each option is undefined, or there is no object", () => {
      const all = { tracerProvider: undefined, meterProvider: undefined, groupName: undefined };
      for (const options of [undefined, {}, all]) expect(telemetry(options)).toBeTypeOf("function");
    });
  });
}
