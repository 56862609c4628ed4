// The watchdog of a lock API, for a hold that the API granted.
import { NoWatchdogError } from "../errors.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import type { Watchdog } from "../watchdog/protocol.ts";
import type { Fields } from "./fields.ts";
import { pathOf } from "./hold-calls.ts";
import type { ApiAnswer, LockApi } from "./lock-api.ts";
import { entrustReply, handOffStatus, refusal } from "./watchdog-answers.ts";

// The caller gives up before this.
const TRY_MS = 10_000;

/** Returns the watchdog that keeps this hold. */
export function holdWatchdog(api: LockApi, { key: name, apiText }: GrantedHold): Watchdog {
  async function ask(verb: string, more: Fields): Promise<ApiAnswer> {
    const path = pathOf(name, `hand-off${verb}`);
    const answer = await api.ask({ path, name, body: { hold: apiText, ...more } }, { timeoutMs: TRY_MS });
    if (answer.body["code"] === "NO_WATCHDOG") throw new NoWatchdogError("the locks of the lock API have no watchdog");
    return answer;
  }
  return {
    async entrust(entrusted) {
      const { maxHoldMs, leaseMs, requestId } = entrusted;
      return entrustReply(await ask("", { maxHoldMs, leaseMs, requestId }), entrusted);
    },
    async withdraw({ requestId }) {
      const answer = await ask("/withdraw", { requestId });
      if (answer.status !== 200) throw refusal(answer);
    },
    async status() {
      return handOffStatus(await ask("/status", {}));
    },
  };
}
