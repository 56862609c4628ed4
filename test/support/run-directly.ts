// Runs a script on a connection to Redis, as the port does over HTTP: with a nonce, which the reply must contain.

import { answeredTry, argumentsOf } from "../../src/lock/lua/reply.ts";
import type { ScriptCall } from "../../src/lock/protocol.ts";
import { nonces } from "../../src/lock/redis/script-port.ts";

interface Connection {
  sendCommand(words: string[]): Promise<unknown>;
}

const nextNonce = nonces();

/** `how`: the command and the word that selects the script. */
export async function runDirectly<Reply>(
  connection: Connection,
  call: ScriptCall<Reply>,
  how: readonly string[] = ["EVALSHA", call.script.sha1],
): Promise<Reply> {
  const nonce = nextNonce();
  const reply = await connection.sendCommand([...how, ...argumentsOf(call, nonce)]);
  answeredTry(call, reply, nonce, () => false);
  return call.decode(reply);
}
