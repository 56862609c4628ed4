// The deployable Worker.
export { LeaseWatchdog } from "../durable-object/index.ts";

import { app } from "./app.ts";

export default app;
