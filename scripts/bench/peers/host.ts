// A process of the bench. It runs one isolate, or several as threads. Ends with the bench.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { openIsolate } from "./isolate.ts";
import type { FromIsolate, Request, Start } from "./protocol.ts";
import { SUBJECTS } from "./subjects.ts";

type Accept = (request: Request) => void;

const send = (message: FromIsolate): void => {
  process.send?.(message);
};

async function openThread(start: Start, nth: number): Promise<Accept> {
  const thread = new Worker(new URL("./thread.ts", import.meta.url), { workerData: { start, nth } });
  await once(thread, "message"); // "ready"
  thread.on("message", send);
  return (request) => thread.postMessage(request);
}

async function openAll(start: Start): Promise<Accept[]> {
  const { from, count, subject } = start;
  const isShared = SUBJECTS.find(({ id }) => id === subject)?.isOneProcess ?? false;
  const numbers = Array.from({ length: count }, (_, at) => from + at);
  if (count === 1 || isShared) return Promise.all(numbers.map((nth) => openIsolate(start, nth, send)));
  return Promise.all(numbers.map((nth) => openThread(start, nth)));
}

process.once("message", (start: Start) => {
  openAll(start).then(
    (accept) => {
      process.on("message", (request: Request) => accept[request.isolate - start.from]?.(request));
      send("ready");
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
// The bench may end at any time, and with it what was measured.
process.once("disconnect", () => process.exit(0));
