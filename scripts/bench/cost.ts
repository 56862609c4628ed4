// npm run bench -- cost: the cost of a lock at Redis and at Cloudflare, counted by the gateway, Redis and the objects.
import { hourTable, monthTable } from "./extrapolation.ts";
import { manyLeases } from "./many-leases.ts";
import { DURABLE_OBJECTS, objectPrice, redisPrice, UPSTASH } from "./prices.ts";
import { each, type ObjectName, type Sample, Stage } from "./stage.ts";
import { type Cell, dollars, table } from "./table.ts";
import { wholeNumbers } from "./whole-numbers.ts";

const LEASE_MS = 1_200;
const OWNER = "somebody:1";

export interface CostOptions {
  /** In one object, for the measurement of one alarm. */
  readonly leases: number;
  /** The duration of the cycles' holds, in leases. */
  readonly held: number;
  /** To Redis, ms. */
  readonly roundTripMs: number;
}

/** `--leases 1000 --held 5 --round-trip 20`. */
export function parseCostOptions(args: string[]): CostOptions {
  const usage = "usage: npm run bench -- cost [--leases 1000] [--held 5] [--round-trip 20]";
  return wholeNumbers(args, usage, { leases: 1_000, held: 5, "round-trip": 20 }, (whole) => ({
    leases: whole("leases", 2, 50_000),
    held: whole("held", 1, 100),
    roundTripMs: whole("round-trip", 0, 200),
  }));
}

export async function runCost({ leases, held, roundTripMs }: CostOptions): Promise<void> {
  await using stage = await Stage.open(LEASE_MS);
  stage.simulateRoundTrip(roundTripMs);
  const cycles = await measureCycles(stage, held * LEASE_MS);
  const renewals = {
    keepAlive: perRenewal(cycles.keptAlive, cycles.plain, cycles.renewals),
    passedOwner: perRenewal(cycles.keptAliveForOwner, cycles.plainForOwner, cycles.renewalsForOwner),
    handOff: perAlarm(cycles.handedOff, cycles.handedOffBriefly),
    durableLocks: perAlarm(cycles.inObject, cycles.inObjectBriefly),
  };
  const many = await manyLeases(stage, leases, roundTripMs);
  const size = `${leases.toLocaleString("en-US")} leases`;
  const long = `${held} leases`;
  const today = new Date().toISOString().slice(0, 10);
  console.log(`Measured on ${today} in workerd, Node ${process.version}: a lease of ${LEASE_MS} ms, a round trip to Redis of
${roundTripMs} ms (simulated). The objects hibernate between their alarms. Prices, as if no plan included anything: Upstash pay as
you go, one region (${UPSTASH.asOf}); Cloudflare Workers Paid (${DURABLE_OBJECTS.asOf}).

One cycle, released at once or held for ${long}, and the price of a million:

${samples([
  ["acquire, release", cycles.plain],
  ["the same, passed owner", cycles.plainForOwner],
  [`keepAlive, ${long}`, cycles.keptAlive],
  ["handOff, at once", cycles.handedOffBriefly],
  [`handOff, ${long}`, cycles.handedOff],
  ["DurableLocks, at once", cycles.inObjectBriefly],
  [`DurableLocks, ${long}`, cycles.inObject],
])}

One renewal of one lease, the difference between a long and a short cycle, and the price of a million:

${samples([
  ["keepAlive", renewals.keepAlive],
  ["keepAlive, passed owner", renewals.passedOwner],
  ["LeaseWatchdog", renewals.handOff],
  ["DurableLocks", renewals.durableLocks],
])}

${size} in one watchdog object, joined at once, lease ${many.leaseMs / 1_000} s:

${counts([
  ["one joining", each(many.joins, (member) => member / leases)],
  [`one alarm for ${size}`, many.alarm],
])}

One hour held, the only one of its object:

${hourTable(renewals)}

10,000 leases held for 30 days in watchdog objects, joined at once or at any time:

${monthTable(renewals.handOff, many.alarm, leases)}`);
}

async function measureCycles(stage: Stage, holdMs: number) {
  let next = 0;
  const fresh = (): { names: string[] } => {
    next += 1;
    return { names: [`lock-${next}`] };
  };
  const plain = (owner?: string): Promise<unknown> => stage.post("/plain", { ...fresh(), owner });
  const keepAlive = (owner?: string): Promise<number> => stage.post("/keep-alive", { ...fresh(), owner, holdMs });
  const handOff = async (ms: number): Promise<void> => {
    const order = fresh();
    const hold = await stage.post<string>("/hand-off", { ...order, leaseMs: LEASE_MS });
    await held(stage, "watchdog", ms, () => stage.post("/release", { ...order, hold }));
  };
  const room = async (ms: number): Promise<void> => {
    const order = fresh();
    await stage.post("/room/acquire", order);
    await held(stage, "room", ms, () => stage.post("/room/release", order));
  };
  // Once uncounted: loads the scripts into Redis, and the objects create their tables.
  await stage.post("/keep-alive", { ...fresh(), holdMs: LEASE_MS });
  await handOff(0);
  await room(0);
  let renewals = 0;
  let renewalsForOwner = 0;
  return {
    plain: await stage.measure(() => plain()),
    plainForOwner: await stage.measure(() => plain(OWNER)),
    keptAlive: await stage.measure(async () => {
      renewals = await keepAlive();
    }),
    renewals,
    keptAliveForOwner: await stage.measure(async () => {
      renewalsForOwner = await keepAlive(OWNER);
    }),
    renewalsForOwner,
    handedOffBriefly: await stage.measure(() => handOff(0)),
    handedOff: await stage.measure(() => handOff(holdMs)),
    inObjectBriefly: await stage.measure(() => room(0)),
    inObject: await stage.measure(() => room(holdMs)),
  };
}

/** From the join of a lease to the object's last alarm. */
async function held(stage: Stage, object: ObjectName, ms: number, release: () => Promise<unknown>): Promise<void> {
  await stage.hibernate(object);
  await stage.pass(ms, object);
  await release();
  await stage.hibernate(object);
  await stage.pass(LEASE_MS, object);
}

function perAlarm(long: Sample, short: Sample): Sample {
  return perRenewal(long, short, long.alarms - short.alarms);
}

function perRenewal(long: Sample, short: Sample, renewals: number): Sample {
  return each(long, (member, name) => (member - short[name]) / renewals);
}

const COUNTS = ["requests", "commands", "DO requests", "alarms", "rows written", "rows read", "DO ms"];

function counts(rows: readonly (readonly [string, Sample])[]): string {
  return table(["", ...COUNTS], rows.map(cells));
}

function samples(rows: readonly (readonly [string, Sample])[]): string {
  const million = 1e6;
  return table(
    ["", ...COUNTS, "Redis", "Cloudflare"],
    rows.map(([what, sample]) => [
      ...cells([what, sample]),
      ...[dollars(redisPrice(sample) * million), dollars(objectPrice(sample) * million)],
    ]),
  );
}

function cells([what, sample]: readonly [string, Sample]): Cell[] {
  const { requests, commands, objectRequests, alarms, rowsWritten, rowsRead, objectMs } = sample;
  return [what, requests, commands, objectRequests, alarms, rowsWritten, rowsRead, objectMs];
}
