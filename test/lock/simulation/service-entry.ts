// All that the isolates of a service import: the API of locks, and the watchdog. One bundle.
export { Hono } from "hono/tiny";
export { createClient, streams, watchdogClient } from "../../../src/index.ts";
export { createLockApi } from "../../../src/service/api/index.ts";
export { LeaseWatchdog } from "./watchdog-entry.js";
