// The gateway in a thread of its own, so that it and the clients use two cores. Sends its witness log in batches.
import { parentPort } from "node:worker_threads";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { sharedNow } from "./clock.ts";
import type { FromGateway, ToGateway, Witnessed } from "./gateway.ts";

const BATCH_MS = 50;

const port = parentPort;
if (port === null) throw new Error("this is the body of a thread");
const tell = (message: FromGateway): void => port.postMessage(message);

const gateway = await startGateway();
let batch: Witnessed[] = [];
let due = sharedNow() + BATCH_MS;
let lateBefore = 0;

gateway.onWitness(({ seq, command, reply, unknown }) => {
  batch.push({ seq, at: sharedNow(), command, reply, unknown: unknown === true });
});

function send(): void {
  const now = sharedNow();
  const late = Math.max(0, now - due);
  // The entries of this batch may have been executed that much before their replies were read. After a pause of the
  // loop, this timer may run before the pending replies are read, which then come with the next batch.
  tell({ kind: "witnessed", batch, lateMs: Math.max(late, lateBefore) });
  batch = [];
  lateBefore = late;
  due = now + BATCH_MS;
}

const timer = setInterval(send, BATCH_MS);
port.on("message", (message: ToGateway) => {
  if (message.kind === "faults") {
    gateway.faults.set(message.plan);
  } else if (message.kind === "flush") {
    send();
    tell({ kind: "flushed" });
  } else {
    clearInterval(timer);
    gateway.close().then(() => {
      tell({ kind: "closed" });
      port.close();
    });
  }
});
tell({ kind: "started", url: gateway.url, token: gateway.token });
