// Each row of the replay tables in a full Redis: it has its usual effect and reply, or is refused and has none. After a
// refusal, the cancel of its caller makes a late copy do nothing.
import { expect } from "vitest";
import { recordKey } from "../../../../src/lock/keys.ts";
import { fairCancelCall } from "../../../../src/lock/lua/fair.ts";
import { cancelQueuedCall } from "../../../../src/lock/lua/fair-read-write.ts";
import { cancelCall } from "../../../../src/lock/lua/lock.ts";
import { releaseManyCall } from "../../../../src/lock/lua/lock-many.ts";
import { releasePermitsCall } from "../../../../src/lock/lua/permit-expirable.ts";
import { cancelSharedCall } from "../../../../src/lock/lua/read-write.ts";
import { cancelPermitsCall } from "../../../../src/lock/lua/semaphore.ts";
import type { GrantedHold, ScriptCall } from "../../../../src/lock/protocol.ts";
import type { EmptyRedis } from "../../../support/empty-redis.ts";
import { TAKING } from "../../model/harness/full-first.ts";
import { sameAnswer } from "./same-answer.ts";
import type { Row } from "./table.ts";

/** `state`: reads all that the script may change. */
export async function inFullRedis(
  row: Row,
  key: string,
  { run, command, fill }: EmptyRedis,
  state: () => Promise<unknown>,
): Promise<void> {
  const call = await row.arrange(run, key);
  const before = await state();
  const refusal = await fill(() =>
    run(call).then(
      (reply) => sameAnswer(row, reply),
      (error: unknown) => error,
    ),
  );
  if (refusal === undefined) {
    sameAnswer(row, await run(call));
    // There is no room for the result.
    if (row.script === "flight/finish") return;
    const full = await state();
    await command("FLUSHALL");
    await run(await row.arrange(run, key));
    return expect(full).toEqual(await state());
  }
  expect(refusal).toMatchObject({ code: "REDIS_UNREACHABLE", redisCode: "OOM" });
  expect(row.script).toMatch(TAKING);
  expect(await state()).toEqual(before);
  const cancel = cancelOf(row, call, key);
  if (cancel === undefined) return;
  await fill(() => run(cancel));
  const cancelled = await state();
  // A withdrawn request has no number to answer with.
  await run(call).catch((error) => expect(error).toMatchObject({ code: "UNEXPECTED_REPLY" }));
  expect(await state()).toEqual(cancelled);
}

/** Returns the cancel that its caller sends after a definite error; undefined: a late copy does no harm. */
function cancelOf({ script }: Row, call: ScriptCall<unknown>, key: string): ScriptCall<unknown> | undefined {
  const { args, keys } = call;
  if (script === "fence/check" || script === "refresh/spend") return undefined;
  if (script === "fence/set") return { ...call, args: args.slice(0, 2), decode: (reply) => reply };
  if (call.withdrawal !== undefined) return call.withdrawal;
  if (script === "permit-expirable/acquire") return releasePermitsCall({ key, ids: idsIn(args[1]), leaseMs: 30_000 });
  if (script === "semaphore/acquire")
    return cancelPermitsCall(holdOf(key, "", /:request:([^|]*)/.exec(String(keys[1]))?.[1]));
  const [owner = "", holdId = ""] = args;
  const hold = { ...holdOf(key, owner, holdId), ownerIsNew: !keys.includes(recordKey(key, owner, holdId)) };
  if (script === "lock/acquire-many") return releaseManyCall(manyOf(hold, keys), false);
  if (script.startsWith("fair/acquire")) return fairCancelCall(hold, Number(args[7]));
  const access = owner.endsWith(":write") ? "write" : "read";
  if (script.startsWith("fair-read-write/")) return cancelQueuedCall(hold, access, String(args[8]).split("|")[2] ?? "");
  return script.startsWith("read-write/") ? cancelSharedCall(hold, access) : cancelCall(hold);
}

function holdOf(key: string, owner: string, holdId = ""): GrantedHold {
  return { key, owner, holdId, ownerIsNew: true, leaseMs: 30_000, epoch: "" };
}

function manyOf(hold: GrantedHold, keys: readonly string[]): [GrantedHold, ...GrantedHold[]] {
  const [first = "", ...more] = keys.filter((_, at) => at % 2 === 0);
  return [{ ...hold, key: first }, ...more.map((key) => ({ ...hold, key }))];
}

function idsIn(text = ""): [string, ...string[]] {
  const [first = "", ...more] = text.match(/.{32}/g) ?? [];
  return [first, ...more];
}
