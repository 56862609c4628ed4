// Exclusion: callers of each kind enter and leave, and this process sees whether too many are inside.
import { nowMs } from "../../base/clock.ts";
import type { Locks } from "../../lock/create-locks.ts";
import { type Check, listed, messageOf, type Outcome, ok, problem } from "./check.ts";
import { median } from "./finding.ts";
import { EXCLUSIVE, PLAIN, type ProvedKind } from "./kinds.ts";
import type { TestedDatabase } from "./tested-database.ts";

const CALLERS_OF_LOCK = 20;
const CALLERS = 5;
const VISITS = 2;
const ISOLATES = 4;
const PERMITS = 2;
// Of a reader; a writer needs the whole room.
const READER = 1;
const WRITER = 10;

/** A kind that limits how many are inside. */
interface Limiting {
  readonly kind: string;
  /** How much fits into the room. */
  readonly room: number;
  /** Runs `stay` while it may be inside. `caller`: its number. */
  readonly visit: (locks: Locks, name: string, stay: (takes: number) => Promise<void>, caller: number) => Promise<void>;
}

function exclusive({ kind, of }: ProvedKind): Limiting {
  return { kind, room: 1, visit: (locks, name, stay) => of(locks, name).withLock(() => stay(1)) };
}

const LOCK = exclusive(PLAIN);

const OTHERS: readonly Limiting[] = [
  ...EXCLUSIVE.filter((kind) => kind !== PLAIN).map(exclusive),
  ...(["readWriteLock", "fairReadWriteLock"] as const).map((kind) => ({
    kind,
    room: WRITER,
    visit: (locks: Locks, name: string, stay: (takes: number) => Promise<void>, caller: number) => {
      const both = locks[kind](name);
      return caller % 2 === 0
        ? both.writeLock().withLock(() => stay(WRITER))
        : both.readLock().withLock(() => stay(READER));
    },
  })),
  {
    kind: "multiLock",
    room: 1,
    visit: (locks, name, stay) =>
      locks.multiLock(locks.lock(`${name}-a`), locks.lock(`${name}-b`)).withLock(() => stay(1)),
  },
  {
    kind: "semaphore",
    room: PERMITS,
    visit: (locks, name, stay) => locks.semaphore(name, { permits: PERMITS }).withPermit(() => stay(1)),
  },
  {
    kind: "permitExpirableSemaphore",
    room: PERMITS,
    visit: (locks, name, stay) => locks.permitExpirableSemaphore(name, { permits: PERMITS }).withPermit(() => stay(1)),
  },
];

/** Sees who is inside. */
class Room {
  readonly #size: number;
  #taken = 0;
  #leftAt: number | undefined;
  overlaps = 0;
  visits = 0;
  readonly handOversMs: number[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  async stay(takes: number, work: () => Promise<unknown>): Promise<void> {
    if (this.#taken + takes > this.#size) this.overlaps += 1;
    if (this.#taken === 0 && this.#leftAt !== undefined) this.handOversMs.push(nowMs() - this.#leftAt);
    this.#taken += takes;
    this.visits += 1;
    try {
      await work();
    } finally {
      this.#taken -= takes;
      this.#leftAt = nowMs();
    }
  }
}

interface Visited {
  readonly kind: string;
  readonly room: Room;
  /** The first failure of a caller. */
  readonly failure: unknown;
}

async function visited(
  database: TestedDatabase,
  { kind, room: size, visit }: Limiting,
  callers: number,
): Promise<Visited> {
  const name = database.newName(kind);
  const room = new Room(size);
  // Inside for a round trip, so that an overlap is seen.
  const stay = (takes: number): Promise<void> => room.stay(takes, () => database.run("EXISTS", database.keyOf(name)));
  const ends = await Promise.allSettled(
    Array.from({ length: callers }, async (_, caller) => {
      const locks = database.locks({ isolate: caller % ISOLATES });
      for (let nth = 0; nth < VISITS; nth += 1) await visit(locks, name, stay, caller);
    }),
  );
  const failed = ends.find((end) => end.status === "rejected");
  return { kind, room, failure: failed?.reason };
}

/** Returns what is wrong. Throws the failure of a caller if nothing was seen to be wrong. */
function overlapsOf(visited: readonly Visited[]): string[] {
  const overlaps = visited.flatMap(({ kind, room }) =>
    room.overlaps === 0 ? [] : [`${kind}: ${room.overlaps} of ${room.visits} visits overlapped with another`],
  );
  const failed = visited.find(({ failure }) => failure !== undefined);
  if (overlaps.length > 0 || failed === undefined) return overlaps;
  throw new Error(`${failed.kind}: ${messageOf(failed.failure)}`, { cause: failed.failure });
}

async function proveLock(database: TestedDatabase): Promise<Outcome> {
  const lock = await visited(database, LOCK, CALLERS_OF_LOCK);
  const wrong = overlapsOf([lock]);
  if (wrong.length > 0) return problem(listed(wrong));
  const { visits, handOversMs } = lock.room;
  const ms = median(handOversMs).toFixed(0);
  return ok(`${CALLERS_OF_LOCK} callers, ${visits} visits, never two at once; a hand-over takes ${ms} ms (median)`);
}

async function proveOthers(database: TestedDatabase): Promise<Outcome> {
  const wrong = overlapsOf(await Promise.all(OTHERS.map((kind) => visited(database, kind, CALLERS))));
  if (wrong.length > 0) return problem(listed(wrong));
  return ok(`${CALLERS} callers of each of ${OTHERS.length} kinds, never too many at once`);
}

async function proveOneFlight(database: TestedDatabase): Promise<Outcome> {
  const name = database.newName("flight");
  let runs = 0;
  const run = async (): Promise<string> => {
    runs += 1;
    await database.run("EXISTS", database.keyOf(name));
    return "done";
  };
  await Promise.all(
    Array.from({ length: CALLERS }, (_, caller) =>
      database.locks({ isolate: caller % ISOLATES }).singleFlight(name, run, { ttlMs: 10_000 }),
    ),
  );
  return runs === 1
    ? ok(`${CALLERS} callers, one run`)
    : problem(`the function ran ${runs} times for ${CALLERS} callers`);
}

async function proveTokens(database: TestedDatabase): Promise<Outcome> {
  const name = database.newName("tokens");
  const tokens: bigint[] = [];
  for (let nth = 0; nth < CALLERS; nth += 1) {
    await database
      .locks()
      .fencedLock(name)
      .withLock(async ({ fencingToken }) => {
        tokens.push(BigInt(fencingToken));
      });
  }
  const rises = tokens.every((token, at) => at === 0 || token > (tokens[at - 1] ?? token));
  return rises
    ? ok(`${CALLERS} holders, each with a higher token`)
    : problem(`the tokens do not rise: ${tokens.join(", ")}`);
}

const TWO_HOLDERS = "two holders may work at once";
const ANOTHER_DATABASE = "use another database or server: no option of the locks makes up for this";

export const EXCLUSION: readonly Check[] = [
  { name: "exclusion of lock", means: TWO_HOLDERS, avoid: ANOTHER_DATABASE, run: proveLock },
  {
    name: "exclusion of the others",
    means: "too many callers may work at once",
    avoid: ANOTHER_DATABASE,
    run: proveOthers,
  },
  {
    name: "one flight",
    means: "singleFlight may run its function twice",
    avoid: ANOTHER_DATABASE,
    run: proveOneFlight,
  },
  { name: "fencing tokens", means: "a fence may accept a stale holder", avoid: ANOTHER_DATABASE, run: proveTokens },
];
