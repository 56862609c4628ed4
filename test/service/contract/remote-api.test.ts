// The contract suites of locks and read/write locks through a lock API, by createRemoteLocks.
import { afterAll, beforeEach, describe } from "vitest";
import { fencedContract } from "../../lock/contract/fenced/fenced.ts";
import { kinds } from "../../lock/contract/kinds.ts";
import { byOwnerContract } from "../../lock/contract/lock/by-owner.ts";
import { holdsContract } from "../../lock/contract/lock/holds.ts";
import { keepAliveContract } from "../../lock/contract/lock/keep-alive.ts";
import { leasesContract } from "../../lock/contract/lock/leases.ts";
import { lockContract } from "../../lock/contract/lock/lock.ts";
import { reEntryContract } from "../../lock/contract/lock/re-entry.ts";
import { stealContract } from "../../lock/contract/lock/steal.ts";
import { withLockByNameContract, withLockContract } from "../../lock/contract/lock/with-lock.ts";
import { permitExpirableContract } from "../../lock/contract/permit-expirable/permit-expirable.ts";
import { readHoldsContract } from "../../lock/contract/read-write/read-holds.ts";
import { readWriteContract } from "../../lock/contract/read-write/read-write.ts";
import { everyClientIsMadeBy } from "../../support/bare-locks.ts";
import { isExhaustive } from "../../support/exhaustive.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { RemoteStage } from "../../support/remote-locks.ts";

const FORM_OF_TEXT = "the text of a hold is another one";
const NAMES = "the API serves fewer names";

/** The tests that do not apply, by name, and why. */
const EXCLUDED: ReadonlyMap<string, string> = new Map([
  ["accepts a lease of an hour exactly, and uses the client's without one", "a lease of the API has 600,000 ms"],
  ["may be any well-formed text, and all are distinct", NAMES],
  ["belong to one name each, however it is written, and are kept where Redisson keeps them", NAMES],
  ["have their own permits, however they are written, under Redisson's keys", NAMES],
  ["has no reader of {t}:books with the owner alice, whose timeout keys would be another's", NAMES],
  ["has no reader of {t}:books with the owner eu:west:7, whose timeout keys would be another's", NAMES],
  ["report a wrong token, and never print it", "it is the token of the API's database"],
  [
    "the object of a hold that was renewed in its own process is valid for longer",
    "the API does not tell which holds of the owner it renewed",
  ],
  ["is renewed and released as text by its lock", "the API cannot tell the object's release from that of its text"],
  ["is released elsewhere; then only its object learns of the end", "likewise"],
  ["is released and renewed only by a lock of its family", FORM_OF_TEXT],
  ["refuses text that is not a hold, a hold of another lock, and another prefix", FORM_OF_TEXT],
  ["stay with a hold that moves as text, also to the plain client", FORM_OF_TEXT],
  ["consist of digits, or the text is not a hold", FORM_OF_TEXT],
  ["refuses text whose owner is not of its side", FORM_OF_TEXT],
  ["is told to holders of the same client at once, without a request", "the API does not tell whom it robbed"],
]);

const redis = await sharedGateway();
const stage = await RemoteStage.start();
afterAll(everyClientIsMadeBy((options) => stage.createLocks(options)));
afterAll(() => stage.stop());

beforeEach(({ task, skip }) => {
  skip(EXCLUDED.has(task.name), EXCLUDED.get(task.name));
});

// The other kinds differ in the API alone.
const shown = isExhaustive ? [kinds.plain, kinds.fair, kinds.read, kinds.write] : [kinds.plain];
describe.concurrent.each(shown)("$name", (kind) => {
  if (!kind.shared) lockContract(redis, kind);
  holdsContract(redis, kind);
  reEntryContract(redis, kind);
  keepAliveContract(redis, kind);
  leasesContract(redis, kind);
  byOwnerContract(redis, kind);
  withLockContract(redis, kind);
  if (!kind.shared) stealContract(redis, kind);
});
withLockByNameContract(redis);
describe.concurrent("permits", () => permitExpirableContract(redis));
describe.concurrent("fenced lock", () => fencedContract(redis));
const methods = isExhaustive ? (["readWriteLock", "fairReadWriteLock"] as const) : (["readWriteLock"] as const);
describe.concurrent.each(methods)("%s", (method) => {
  readWriteContract(redis, method);
  readHoldsContract(redis, method);
});
