// The state of locks over HTTP: one lock, its holders, and all locks that the caller may see; and freeing one.
import type { Context, Hono } from "hono";
import { nowMs } from "../../../base/clock.ts";
import { settledWithin, unrefSleep } from "../../../base/timers.ts";
import { invocationOf } from "../../../edge/route/platform-context.ts";
import { inBackground } from "../../../lock/background.ts";
import { type ClientContext, inspectionOf } from "../../../lock/hold/client-context.ts";
import type { InspectedLock } from "../../../lock/hold/lock-inspection.ts";
import { type LockName, lockName } from "../../../lock/keys.ts";
import type { StatedHolders } from "../../../lock/kinds/freeing.ts";
import { type PageBounds, pageOfLocks } from "../../../lock/kinds/list-locks.ts";
import { MOST_READS } from "../../../lock/lua/inspect.ts";
import { type ApiEnv, type Caller, callerOf } from "../../access/callers.ts";
import { withinWaitLimit } from "../../access/rates.ts";
import { refused } from "../../access/refusal.ts";
import { allows, commonPattern, coveredBy } from "../../access/tokens.ts";
import { MAX_LISTED, MAX_WAIT_MS } from "../contract/limits.ts";
import { type Capability, isServedName } from "../contract/vocabulary.ts";
import { asksForEvents, EVENT_STREAM, Events } from "../event-stream.ts";
import { lockOfKindNamed } from "../hold-texts.ts";
import { problemFor } from "../responses.ts";
import { type Api, serve } from "./serve.ts";

// What one page may cost. Each request passes keys with nine commands, or describes found ones.
const PAGE_BOUNDS: PageBounds = { requests: 8 };

export function lockRoutes(app: Hono<ApiEnv>, api: Api): void {
  serve(app, api, "GET /", {
    check: ({ c }) => api.locksOf(c),
    act({ caller, fields: { match = "*", cursor, limit = MAX_LISTED } }, client) {
      const { isWanted, ...asked } = listedNames(caller, match);
      // Other names cannot be in a URL of this API.
      const bounds = { ...PAGE_BOUNDS, isWanted: (name: string) => isServedName(name) && isWanted(name) };
      return pageOfLocks(client, { ...asked, cursor, limit: Number(limit) }, bounds);
    },
  });

  serve(app, api, "GET /{name}", {
    check: ({ c, name, fields }) => lockOfKindNamed(api.locksOf(c), fields.kind, name),
    async act({ name }, lock) {
      const remainingMs = await lock.remainingMs();
      return { name, locked: remainingMs !== -2, remainingMs };
    },
  });

  serve(app, api, "GET /{name}/inspect", {
    check: ({ c }) => api.locksOf(c),
    act({ c, name }, client) {
      const lock = lockName(client.options.prefix, name);
      if (asksForEvents(c)) return lockEvents(c, client, lock, () => api.admit(c));
      return inspectionOf(client).lock(client, lock);
    },
  });

  serve(app, api, "POST /{name}/force-release", {
    mayAsk(c) {
      if (!api.forceRelease(c)) throw refused(403, "force-release is switched off: release the hold by its text");
    },
    check: ({ c, name, fields }) => lockOfKindNamed(api.locksOf(c), fields.kind, name),
    async act({ caller, name, fields }, lock) {
      const found = await lock.inspect();
      if (found.kind === "free") return { name, wasLocked: false };
      mustBeHeldAs(fields, found, caller);
      return { name, wasLocked: await lock.forceRelease() };
    },
  });
}

/**
 * Refuses a request that states other holders than the lock has. The refusal names the holders if the caller may
 * inspect the lock.
 * @throws 409 HOLDERS_CHANGED
 */
function mustBeHeldAs(stated: StatedHolders, found: InspectedLock, caller: Caller): void {
  if (isHeldAs(stated, found)) return;
  throw refused(409, "nothing was freed: the lock has other holders than the request states", {
    code: "HOLDERS_CHANGED",
    holders: allows(caller, "inspect", found.name) ? found.holders : undefined,
  });
}

function isHeldAs({ owners, holderCount }: StatedHolders, { holders, holderCount: count }: InspectedLock): boolean {
  if (owners === undefined) return holderCount === count;
  // A writer may also be a reader, with the same owner.
  const found = new Set(holders.map(({ owner }) => owner));
  const stated = new Set(owners);
  // `inspect` lists at most 100 of the holders. A list that is cut cannot be compared.
  return holders.length === count && found.size === stated.size && owners.every((owner) => found.has(owner));
}

/**
 * Which names a list asks Redis for. How far a scan gets depends on the keys that it finds. So it looks for those of
 * its caller alone, and a caller learns from its pages nothing about other locks.
 */
interface ListedNames {
  /** The pattern for Redis. */
  readonly match: string;
  /** Returns whether a name that Redis has found is one that the caller asked for, and may see. */
  readonly isWanted: (name: string) => boolean;
}

/** Returns what to look for when a caller asks for the names that match. */
function listedNames({ names }: Capability, match: string): ListedNames {
  const isOwn = (name: string): boolean => coveredBy(names, name);
  const [beginning = ""] = match.split(/[*?]/);
  if (coveredBy(names, beginning === match ? match : `${beginning}*`)) return { match, isWanted: isOwn };
  return { match: commonPattern(names), isWanted: (name) => isOwn(name) && matches(match, name) };
}

/**
 * Returns whether a name of ASCII characters matches as in Redis: `*` stands for any text, `?` for one character. Takes
 * a step for each pair of characters at most.
 */
function matches(pattern: string, name: string): boolean {
  let [inPattern, inName] = [0, 0];
  // Behind the last star, and where its text ends.
  let star: { readonly next: number; end: number } | undefined;
  while (inName < name.length) {
    const wanted = pattern[inPattern];
    if (wanted === "*") {
      inPattern += 1;
      star = { next: inPattern, end: inName };
    } else if (wanted === "?" || wanted === name[inName]) {
      inPattern += 1;
      inName += 1;
    } else if (star === undefined) {
      return false;
    } else {
      star.end += 1;
      [inPattern, inName] = [star.next, star.end];
    }
  }
  return /^\**$/.test(pattern.slice(inPattern));
}

const LOOK_MS = 1_000;
// The commands of one inspection: those of its script, and one for the token of the caller.
const COMMANDS_OF_LOOK = 20;
// With this pause after each command, a stream of 60 s costs less than 700 commands, and then the last inspection.
const COMMAND_MS = 90;

interface Looked {
  readonly found: InspectedLock;
  /** An upper estimate of the commands that it cost. */
  readonly commands: number;
}

/**
 * Answers with the events of a lock, for 60 s at most. A stream counts as a wait of its caller. `admit` refuses a
 * caller whose token has ended meanwhile.
 * @throws what `inspect` throws
 */
async function lockEvents(
  c: Context<ApiEnv>,
  client: ClientContext,
  name: LockName,
  admit: () => Promise<void>,
): Promise<Response> {
  const { id, maxWaits } = callerOf(c);
  const endAt = nowMs() + MAX_WAIT_MS;
  const events = new Events(c);
  const following = withinWaitLimit({ id, maxWaits }, MAX_WAIT_MS, async () => {
    let shown = "";
    // Ends when the reader has left, after 60 s, or with the error of a look.
    while (!events.left.aborted && nowMs() < endAt) {
      await admit();
      const { found, commands } = await changedFrom(shown, client, name);
      const state = stateOf(found);
      if (state !== shown) events.send("lock", found);
      shown = state;
      await unrefSleep(Math.max(LOOK_MS, commands * COMMAND_MS), events.left);
      // The lock is inspected again only when the reader has read the previous event.
      await settledWithin(events.read(), endAt - nowMs());
    }
  });
  // A refusal is thrown here, before the response begins.
  await Promise.race([events.begun, following]);
  const ended = following.catch((error: unknown) => events.sendProblem(problemFor(error).response));
  inBackground(
    invocationOf(c),
    ended.finally(() => events.end()),
  );
  return c.body(events.stream, 200, EVENT_STREAM);
}

/** Inspects a lock. Reads the leases of single readers, each for one command, only after another change. */
async function changedFrom(shown: string, client: ClientContext, name: LockName): Promise<Looked> {
  const look = (mostReads: number): Promise<InspectedLock> => inspectionOf(client).lock(client, name, mostReads);
  const found = await look(0);
  const reads = found.holders.reduce((sum, { mode, holds }) => sum + (mode === "read" ? holds : 0), 0);
  if (reads === 0 || stateOf(found) === shown) return { found, commands: COMMANDS_OF_LOOK };
  return { found: await look(MOST_READS), commands: 2 * COMMANDS_OF_LOOK + Math.min(reads, MOST_READS) };
}

/** Returns what a change would change. Times that pass are no change. */
function stateOf(found: InspectedLock): string {
  return JSON.stringify(found, (name, value: unknown) =>
    name === "remainingMs" || name === "silentMs" ? undefined : value,
  );
}
