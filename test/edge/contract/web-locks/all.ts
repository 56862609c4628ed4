// The contracts of lock managers, for the runtime in which they are called.
import type { Endpoint } from "../../../support/rest.ts";
import { grantsContract } from "./grants.ts";
import { objectsContract } from "./objects.ts";
import { optionsContract } from "./options.ts";
import { queryContract } from "./query.ts";

export function webLocksContract(redis: Endpoint): void {
  objectsContract(redis);
  grantsContract(redis);
  optionsContract(redis);
  queryContract(redis);
}
