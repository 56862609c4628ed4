// All that the isolate of a service of locks imports: one bundle.
export { Hono } from "hono/tiny";
export { createClient, streams } from "../../../src/index.ts";
export { createLockApi } from "../../../src/service/api/index.ts";
