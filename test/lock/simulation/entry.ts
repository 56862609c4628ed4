// All that the isolate of a program imports: one bundle.
export * from "../../../src/index.ts";
export { createLightLocks } from "../../../src/lock/light/index.ts";
export { ioredisPort } from "../../../src/lock/tcp/ioredis.ts";
export { createRemoteLocks } from "../../../src/service/remote/index.ts";
