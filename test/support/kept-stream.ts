// A process in which a waiter was granted a lock, and then nothing else is to do: does it end, although its stream is
// open? Arguments: url and token of the gateway, and "close" to close the client first.
import { createLocks } from "../../src/index.ts";

const [url = "", token = "", act] = process.argv.slice(2);
const streams: AbortSignal[] = [];
const realFetch = globalThis.fetch;
globalThis.fetch = (...request) => {
  const [address, init] = request;
  if (String(address).includes("/subscribe/") && init?.signal) streams.push(init.signal);
  return realFetch(...request);
};
// A stream that is kept ends after 5 s. Here it is 10 minutes: a process that it keeps alive does not end in time.
const realTimeout = globalThis.setTimeout;
const later = (run: () => void, ms: number) => realTimeout(run, ms === 5_000 ? 600_000 : ms);
globalThis.setTimeout = Object.assign(later, realTimeout);
const open = (): number => streams.filter(({ aborted }) => !aborted).length;

const holder = createLocks({ redis: { url, token } });
const locks = createLocks({ redis: { url, token } });
for (const name of ["one", "two"]) {
  const held = await holder.lock(name).acquire();
  const waiting = locks.lock(name).acquire({
    waitMs: 60_000,
    wait: "subscribe",
    onWait: () => setTimeout(() => held.release(), 1_000),
  });
  await (await waiting).release();
}
const before = open();
if (act === "close") locks.close();
process.on("exit", () => console.log(JSON.stringify({ opened: streams.length, before, atExit: open() })));
