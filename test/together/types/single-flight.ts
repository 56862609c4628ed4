// Wrong use of a single flight does not compile. Checked by `npm run check -- types`; nothing here is run.
import { createLocks, FlightFailedError, type Held, isLockError, type SingleFlightOptions } from "leasehound";

const redis = { url: "https://example.com", token: "t" };
const locks = createLocks({ redis });
const options: SingleFlightOptions = { ttlMs: 60_000 };

export async function wrongFlights(): Promise<void> {
  const value: number = await locks.singleFlight("x", (held: Held) => held.holdCount, options);
  const text: string = await locks.singleFlight("x", async ({ owner }) => owner, {
    ttlMs: value,
    waitMs: 0,
    wait: "poll",
  });
  await locks.singleFlight("x", () => text, {
    ttlMs: 1,
    signal: AbortSignal.timeout(1),
    onWait: ({ attempts }) => attempts,
  });
  // @ts-expect-error: what the function gives is what all get
  const wrong: string = await locks.singleFlight("x", () => 1, options);
  // @ts-expect-error: how long a result may be served is not for us to choose
  await locks.singleFlight("x", () => wrong);
  // @ts-expect-error: nor with other options
  await locks.singleFlight("x", () => 1, { waitMs: 1_000 });
  // @ts-expect-error: a number in words
  await locks.singleFlight("x", () => 1, { ttlMs: "1m" });
  // @ts-expect-error: its lease is the client's, and renewed
  await locks.singleFlight("x", () => 1, { ttlMs: 1, leaseMs: 5_000 });
  // @ts-expect-error: each call is an owner of its own
  await locks.singleFlight("x", () => 1, { ttlMs: 1, owner: "o" });
  // @ts-expect-error: a function, not its promise
  await locks.singleFlight("x", Promise.resolve(1), options);
  // @ts-expect-error: it has a name
  await locks.singleFlight(() => 1, options);
}

interface Rates {
  readonly euro: number;
  readonly of?: readonly (string | null)[];
}

export async function keptResults(rates: Rates, unknown: unknown, text: string): Promise<void> {
  const kept: Rates = await locks.singleFlight("x", async () => rates, options);
  const list: Rates[] = await locks.singleFlight("x", () => [kept, rates], options);
  await locks.singleFlight("x", () => ({ list, nothing: undefined }), options);
  await locks.singleFlight("x", () => unknown, options);
  await locks.singleFlight("x", () => JSON.parse(text), options);
  await locks.singleFlight("x", async () => {}, options);
  // @ts-expect-error: a Response is read once, and is no JSON
  await locks.singleFlight("x", () => fetch("https://example.com"), options);
  // @ts-expect-error: a date becomes a text
  await locks.singleFlight("x", () => ({ since: new Date() }), options);
  // @ts-expect-error: a map becomes an empty object
  await locks.singleFlight("x", async () => new Map([["a", 1]]), options);
  // @ts-expect-error: JSON has no bigint
  await locks.singleFlight("x", () => [1n], options);
  // @ts-expect-error: nor functions
  await locks.singleFlight("x", () => ({ run: () => 1 }), options);
}

export function failed(error: unknown): string {
  if (error instanceof FlightFailedError) return error.lockName;
  if (isLockError(error) && error.code === "FLIGHT_FAILED") return error.lockName;
  return "";
}
