// A request to a lock API that has one good answer.
import type { AnswerOf, OperationKey, RequestOf } from "../api/contract/contract.ts";
import type { Answered } from "../api/contract/operation.ts";
import type { CompositeCall } from "../redis/port.ts";
import { ApiProblem, type ApiRequest, type LockApi } from "./lock-api.ts";
import { errorOf } from "./problems.ts";

/**
 * Returns the request. It gives the answer, or throws the error of its problem.
 * @param key the operation
 * @param form the form of its answer
 */
export function apiRequest<Key extends OperationKey>(
  api: LockApi,
  key: Key,
  form: Answered<AnswerOf<Key>>,
  request: ApiRequest<RequestOf<Key>>,
): CompositeCall<AnswerOf<Key>> {
  return {
    async runAll(limits) {
      const answer = await api.ask(key, form, request, limits);
      if (answer instanceof ApiProblem) throw errorOf(answer, request.name ?? "");
      return answer;
    },
  };
}
