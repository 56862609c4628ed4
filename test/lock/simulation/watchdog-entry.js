// In JavaScript, because the types of its platform do not go with those of Node.
export { LeaseWatchdog } from "../../../src/edge/durable-object/lease-watchdog.ts";
