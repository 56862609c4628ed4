// Reads and writes a state.
import { allows } from "../capability.ts";
import { mustAllow, permit } from "../permission.ts";
import { callerOf } from "../principals.ts";
import { refused } from "../refusal.ts";
import { readBytes, readQuery } from "../request.ts";
import { ADDRESS, WRITE } from "./schemas.ts";
import { ownerOfId } from "./state-lock.ts";
import type { StateRequest } from "./state-request.ts";

// Two copies of it fit into the memory of a Worker, beside those of other requests.
const MAX_STATE_BYTES = 16_777_216;

/** Answers with the state, 404 if it was never locked or written, or 204 if it was only locked. */
export async function readState({ c, api, name, store }: StateRequest): Promise<Response> {
  // `terraform_remote_state` reads, and needs no right to lock. Not noted for the audit: nothing changes.
  if (!allows(callerOf(c), "acquire", name)) mustAllow(callerOf(c), "inspect", name);
  readQuery(c, ADDRESS);
  await api.admit(c);
  const state = await store.read();
  if (state === undefined) throw refused(404, "there is no such state");
  if (state.byteLength === 0) return c.body(null, 204);
  return c.body(state, 200, { "content-type": "application/json" });
}

/** Writes the state for the holder of its lock, or, without an id, while nobody has locked it. */
export async function writeState({ c, api, name, lock, store }: StateRequest): Promise<Response> {
  permit(c, "acquire", name);
  const { ID: id } = readQuery(c, WRITE);
  const owner = id === undefined ? undefined : await ownerOfId(callerOf(c).id, id);
  const content = await readBytes(c, MAX_STATE_BYTES);
  if (content.length === 0) throw refused(400, "the state is empty");
  await api.admit(c);
  await store.write(content, async (newest) => {
    if (owner === undefined) {
      if (await lock.isFree()) return { owner: "", token: newest.token, info: "" };
      throw refused(409, "the state is locked: a write needs the id of the lock");
    }
    if (newest.owner === owner && (await lock.isHeldBy(owner))) return newest;
    throw refused(409, "the lock with this id has ended, or never was: the state is not written");
  });
  return c.body(null, 200);
}
