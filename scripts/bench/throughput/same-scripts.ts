// The scripts of one cycle, sent without the package.
import { createClient, lock, type RedisPort } from "leasehound";
import type { ScriptCall } from "leasehound/port";

export interface Recorded {
  readonly name: string;
  readonly owner: string;
  readonly acquire: readonly string[];
  readonly release: readonly string[];
}

/** Records the commands of one acquire and release. */
export async function scriptsOfOneCycle(port: RedisPort, leaseMs: number): Promise<Recorded> {
  const sent: string[][] = [];
  async function run<Reply>(call: ScriptCall<Reply>, limits: Parameters<RedisPort["run"]>[1]): Promise<Reply> {
    sent.push(["EVALSHA", call.script.sha1, String(call.keys.length), ...call.keys, "nonce", ...call.args]);
    return port.run(call, limits);
  }
  const name = "recorded-cycle";
  const held = await lock(createClient({ redis: { ...port, run }, leaseMs }), name).acquire();
  await held.release();
  const [acquire = [], release = []] = sent;
  return { name, owner: held.owner, acquire, release };
}

/** Returns a cycle that sends the recorded commands for another lock and owner. Reads only the epoch of the grant. */
export function sameScripts(
  { name: recordedName, owner: recordedOwner, acquire, release }: Recorded,
  send: (command: string[]) => Promise<unknown>,
): (name: string) => Promise<void> {
  // The place of the epoch: after the count, the keys, the nonce, the owner and the hold id.
  const epochAt = 3 + Number(release[2]) + 3;
  return async (name) => {
    // As long as ours: a UUID, and a number.
    const owner = crypto.randomUUID() + recordedOwner.slice(recordedOwner.indexOf(":"));
    const [asked = [], ended = []] = [acquire, release].map((command) =>
      command.map((word) => word.replaceAll(recordedName, name).replaceAll(recordedOwner, owner)),
    );
    const granted = await send(asked);
    if (!Array.isArray(granted) || granted[0] !== "held") throw new Error(`not granted: ${JSON.stringify(granted)}`);
    ended[epochAt] = String(granted[4]);
    const released = await send(ended);
    if (!Array.isArray(released) || released[2] !== "released") throw new Error("not released");
  };
}
