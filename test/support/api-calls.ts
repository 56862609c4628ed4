// Every request to the lock API about one name, also with the texts of earlier holds.
import type { Locks } from "../../src/index.ts";
import { type StatedHolders, statedHolders } from "../../src/lock/kinds/freeing.ts";
import { application, call as ask, TOKEN } from "./lock-api.ts";

const KINDS = ["lock", "fairLock", "fencedLock", "readLock", "writeLock"];
const headers = { authorization: `Bearer ${TOKEN}` };

export type ApiCall = (owner: string) => Promise<unknown>;

/** Takes and releases the lock in each kind: the texts of those holds stay valid. */
export async function apiCalls(locks: Locks, name: string, owners: readonly string[]): Promise<ApiCall[]> {
  const app = application({ locks, forceRelease: true });
  const texts: unknown[] = [];
  for (const kind of KINDS) {
    for (const owner of [undefined, ...owners]) {
      const { hold } = (await ask(app, name, "acquire", { kind, ...(owner === undefined ? {} : { owner }) })).body;
      if (hold === undefined) continue;
      texts.push(hold);
      await ask(app, name, "release", { hold });
    }
  }
  // A key that is no lock has no owners, and may be stated to have any.
  const seen = async (): Promise<StatedHolders> => {
    const found = await locks
      .lock(name)
      .inspect()
      .catch(() => undefined);
    return found === undefined || found.kind === "free" ? { owners: ["nobody"] } : statedHolders(found);
  };
  const ofKinds = KINDS.flatMap((kind): ApiCall[] => [
    () => ask(app, name, "acquire", { kind }),
    (owner) => ask(app, name, "acquire", { kind, owner, leaseMs: 2_000 }),
    async () => ask(app, name, "force-release", { kind, ...(await seen()) }),
  ]);
  const ofTexts = texts.flatMap((hold): ApiCall[] => [
    () => ask(app, name, "renew", { hold }),
    () => ask(app, name, "release", { hold }),
    () => ask(app, name, "hand-off", { hold, maxHoldMs: 60_000 }),
    () => ask(app, name, "hand-off/status", { hold }),
    () => ask(app, name, "hand-off/withdraw", { hold, requestId: "r" }),
  ]);
  return [...ofKinds, ...ofTexts, () => ask(app, name, "", undefined, { method: "GET", headers })];
}
