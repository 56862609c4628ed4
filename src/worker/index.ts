// The deployable Worker.
export { LeaseWatchdog } from "../durable-object/lease-watchdog.ts";

import { app } from "./app.ts";

export default app;
