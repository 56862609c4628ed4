// A process that campaigns for several leaderships: node test/support/candidate.ts <module of the page> <names>. It
// prints when it is elected, when it loses, its first look after a pause, and each accepted write after a loss.
import { createLocks, type FencedHeld } from "leasehound";
import { LoopLag } from "../together/soak/clock.ts";

const [module = "", ...names] = process.argv.slice(2);
const LEASE_MS = Number(process.env["LEASE_MS"]);
const STEP_MS = 25;
// A process whose event loop is late can say nothing meanwhile.
const lag = new LoopLag();
const locks = createLocks();
const { campaign }: typeof import("./campaign.d.ts") = await import(module);

function say(what: string, { name, fencingToken }: FencedHeld, more: unknown = Date.now()): void {
  console.log(what, name, fencingToken, more);
}

async function lead(held: FencedHeld): Promise<void> {
  const fence = locks.fence(held.name);
  const key = `led:${held.name}`;
  say("elected", held);
  held.signal.addEventListener("abort", () => {
    const now = performance.now();
    say("lost", held, Date.now() - Math.ceil(lag.within(now - LEASE_MS, now)));
  });
  // A pause may come during the request.
  let lookedAt = performance.now();
  await fence.check(held.fencingToken).catch(() => {});
  // Ends at the loss.
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    const now = performance.now();
    const pausedMs = lag.within(lookedAt, now);
    lookedAt = now;
    const isOver = held.signal.aborted;
    // No lease outlasts such a pause.
    if (pausedMs > LEASE_MS) say("paused", held, isOver);
    if (isOver) break;
    await fence.set(key, "x", held.fencingToken).catch(() => {});
  }
  // As a step that was on its way.
  const isAccepted = await fence.set(key, "late", held.fencingToken).catch(() => false);
  say("late", held, isAccepted);
}

await Promise.all(names.map((name) => campaign(name, lead, new AbortController().signal)));
