// The Worker of `npm start`: the deployable one, with routes that demonstrate it.
export { LeaseWatchdog } from "../../edge/durable-object/index.ts";

import { app } from "./app.ts";
import { demo } from "./demo.ts";

app.route("/demo", demo);

export default app;
