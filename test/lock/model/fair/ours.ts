// The effect of our requests, each atomic.
import {
  counted,
  endOf,
  isEndless,
  isKnown,
  keepLease,
  lostHow,
  NO_LOCK,
  type Reply,
  remember,
  rob,
  settled,
  take,
} from "./holds.ts";
import { againMs, dropSilent, giveUp, heartbeat, keepPlace, leaveNoTries, sweepHead, takeTurn } from "./queue.ts";
import { type Asked, areOurs, callFirst, type Granted, leaveRequest, serveHead } from "./requests.ts";
import { free, type Hold, isFree, leaseLeft, type World } from "./world.ts";

export function acquire(world: World, hold: Hold, last: boolean): Reply {
  const { owner } = hold;
  const { queue } = world;
  const firstBefore = queue[0];
  // A first attempt without any record need not inspect the other waiters.
  if (!isKnown(world, hold) && isFree(world) && (firstBefore ?? owner) === owner) {
    takeTurn(world, owner);
    return take(world, hold);
  }
  const answer = settled(world, hold);
  if (answer !== undefined) return answer;
  if (isEndless(world)) return NO_LOCK;

  const wasKnown = heartbeat(world, owner);
  const wereSilent = dropSilent(world);
  const head = isFree(world) ? sweepHead(world) : undefined;
  if (isFree(world) && (head ?? owner) === owner) {
    takeTurn(world, owner);
    leaveNoTries(world);
    return take(world, hold);
  }
  if (isFree(world) && head !== undefined) {
    if (head !== firstBefore || wereSilent) callFirst(world, head !== firstBefore);
  }
  const remainingMs = leaseLeft(world);
  if (last) {
    const position = world.queue.indexOf(owner) + 1;
    giveUp(world, owner);
    remember(world, hold, "refused");
    return { kind: "busy", remainingMs, position, againMs: -1 };
  }
  const again = againMs(world);
  return { kind: "busy", remainingMs, position: keepPlace(world, owner, wasKnown) + 1, againMs: again };
}

/**
 * Acquires as a waiter whose isolate has a mailbox. `isKept`: its last attempt said that all before it are ours, and
 * its request is kept since.
 */
export function stand(world: World, hold: Hold, last: boolean, isKept: boolean, asked: Asked): Reply {
  const waited = world.queue.includes(hold.owner) && world.requests.has(hold.owner);
  const reply = acquire(world, hold, last);
  if (reply.kind !== "busy" || last) return reply;
  const isOurs = (isKept && waited) || areOurs(world, hold.owner);
  return { ...reply, stands: { now: world.now, request: leaveRequest(world, hold, asked), isOurs } };
}

/** Takes the lock away from all others. The queue stays. */
export function steal(world: World, hold: Hold): Reply {
  const answer = settled(world, hold);
  if (answer !== undefined) return answer;
  if (isEndless(world)) return NO_LOCK;
  for (const owner of world.counts.keys()) rob(world, owner);
  free(world);
  return take(world, hold);
}

/** `told`: the epoch of its grant. `first`: no earlier request to end it. */
export function release(world: World, hold: Hold, told: string, first: boolean): Reply {
  return finish(world, hold, first ? told : undefined, false);
}

/** Releases a hold, and passes the freed lock on to `next` if it is the first, and Redis knows nothing of it. */
export function handOver(world: World, hold: Hold, told: string, first: boolean, next: Hold): Reply {
  let isPassed = false;
  const reply = finish(world, hold, first ? told : undefined, false, () => {
    isPassed = world.queue[0] === next.owner && !world.pages.has(next.owner);
    if (!isPassed) return serveHead(world);
    takeTurn(world, next.owner);
    take(world, next);
    return undefined;
  });
  return reply.kind === "ended" ? { ...reply, isPassed } : reply;
}

/** Ends a hold that may be granted, waiting, or unknown. */
export function cancel(world: World, hold: Hold): Reply {
  return finish(world, hold, undefined, true);
}

export function forceRelease(world: World, request: string): Reply {
  const before = world.forced.get(request);
  if (before !== undefined) return { kind: "forced", freed: before };
  if (isEndless(world)) return NO_LOCK;
  const freed = !isFree(world);
  free(world);
  const granted = freed ? serveHead(world) : undefined;
  world.forced.set(request, freed);
  return { kind: "forced", freed, granted };
}

/** `onFreed`: what follows when the last hold has ended. */
function finish(
  world: World,
  hold: Hold,
  told: string | undefined,
  givesUp: boolean,
  onFreed: () => Granted | undefined = () => serveHead(world),
): Reply {
  const end = endOf(world, hold);
  if (end !== undefined) return { kind: "ended", end };
  const count = counted(world, hold, told);
  if (count === undefined) {
    if (givesUp) giveUp(world, hold.owner);
    const reply = remember(world, hold, lostHow(world, hold, isFree(world) ? "free" : "taken"));
    return isFree(world) ? { ...reply, granted: serveHead(world) } : reply;
  }
  if (count > 1) {
    world.counts.set(hold.owner, count - 1);
    keepLease(world, hold);
    return remember(world, hold, `still:${count - 1}`);
  }
  free(world);
  const granted = onFreed();
  return { ...remember(world, hold, "released"), granted };
}
