// One isolate as a thread of host.ts.
import { parentPort, workerData } from "node:worker_threads";
import { openIsolate } from "./isolate.ts";
import type { FromIsolate, Request, Start } from "./protocol.ts";

const { start, nth }: { start: Start; nth: number } = workerData;
const send = (message: FromIsolate): void => parentPort?.postMessage(message);
const accept = await openIsolate(start, nth, send);
parentPort?.on("message", (request: Request) => accept(request));
send("ready");
