// All that an isolate of the simulation imports: one bundle.
export * from "../../../src/index.ts";
export { createLightLocks } from "../../../src/lock/light/index.ts";
