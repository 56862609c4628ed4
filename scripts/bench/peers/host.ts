// A process of the bench. It runs one isolate, or several as threads. Ends with the bench.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { openIsolate } from "./isolate.ts";
import type { FromIsolate, Request, Start, ToHost } from "./protocol.ts";

interface Opened {
  readonly accept: (request: Request) => void;
  readonly end: () => Promise<unknown>;
}

const send = (message: FromIsolate): void => {
  process.send?.(message);
};

async function openThread(start: Start, nth: number): Promise<Opened> {
  const thread = new Worker(new URL("./thread.ts", import.meta.url), { workerData: { start, nth } });
  await once(thread, "message"); // "ready"
  thread.on("message", send);
  return {
    accept: (request) => thread.postMessage(request),
    end: () => thread.terminate(),
  };
}

async function openHere(start: Start, nth: number): Promise<Opened> {
  const accept = await openIsolate(start, nth, send);
  return {
    accept,
    end: async () => {
      throw new Error("only a thread can be killed");
    },
  };
}

function openAll(start: Start): Promise<Opened[]> {
  const { from, endpoints, areThreads } = start;
  return Promise.all(endpoints.map((_, at) => (areThreads ? openThread : openHere)(start, from + at)));
}

process.once("message", (start: Start) => {
  openAll(start).then(
    (opened) => {
      process.on("message", (message: ToHost) => {
        if ("kills" in message) {
          const { id } = message;
          opened[message.kills - start.from]?.end().then(
            () => send({ id }),
            (error: unknown) => send({ id, error: `${error}` }),
          );
        } else {
          opened[message.isolate - start.from]?.accept(message);
        }
      });
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
