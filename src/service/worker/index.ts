// The deployable Worker.
export { LeaseWatchdog } from "../../edge/durable-object/index.ts";

import { app } from "./app.ts";

export default app;
