// The watchdog of a lock API, for a hold that the API granted.
import { HAND_OFF_STATE, HANDED_OFF, WITHDRAWN } from "../api/contract/answers.ts";
import type { AnswerOf, OperationKey, RequestOf } from "../api/contract/contract.ts";
import type { Answered } from "../api/contract/operation.ts";
import { NoWatchdogError } from "../errors.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import type { Watchdog } from "../watchdog/protocol.ts";
import { ApiProblem, type LockApi } from "./lock-api.ts";
import { entrustReply, handOffStatus, withdrawn } from "./watchdog-answers.ts";

// The caller gives up before this.
const TRY_MS = 10_000;

/** Returns the watchdog that keeps this hold. */
export function holdWatchdog(api: LockApi, { key: name, apiText: hold = "" }: GrantedHold): Watchdog {
  async function ask<Key extends OperationKey>(
    key: Key,
    form: Answered<AnswerOf<Key>>,
    fields: RequestOf<Key>,
  ): Promise<AnswerOf<Key> | ApiProblem> {
    const answer = await api.ask(key, form, { name, fields }, { timeoutMs: TRY_MS });
    if (answer instanceof ApiProblem && answer.body["code"] === "NO_WATCHDOG") {
      throw new NoWatchdogError("the locks of the lock API have no watchdog");
    }
    return answer;
  }
  return {
    async entrust(entrusted) {
      const { maxHoldMs, leaseMs, requestId } = entrusted;
      return entrustReply(
        await ask("POST /{name}/hand-off", HANDED_OFF, { hold, maxHoldMs, leaseMs, requestId }),
        entrusted,
      );
    },
    async withdraw({ requestId }) {
      withdrawn(await ask("POST /{name}/hand-off/withdraw", WITHDRAWN, { hold, requestId }));
    },
    async status() {
      return handOffStatus(await ask("POST /{name}/hand-off/status", HAND_OFF_STATE, { hold }));
    },
  };
}
