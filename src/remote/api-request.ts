// A request to a lock API that has one good answer.
import type { CompositeCall } from "../redis/port.ts";
import type { Fields } from "./fields.ts";
import type { LockApi } from "./lock-api.ts";
import { errorOf } from "./problems.ts";

/**
 * Returns the request. It gives the members of the answer, or throws the error of its problem.
 * @param path what follows the address of the API
 * @param body undefined: a GET
 * @param name the lock that it is about, which the answer must name. Default: none
 * @param key the Idempotency-Key. Default: none
 */
export function apiRequest(
  api: LockApi,
  path: string,
  body?: Fields,
  name?: string,
  key?: string,
): CompositeCall<Fields> {
  return {
    async runAll(limits) {
      const answer = await api.ask({ path, body, name, key }, limits);
      if (answer.status !== 200) throw errorOf(answer, name ?? "");
      return answer.body;
    },
  };
}
