// One request about a state, of an authenticated caller.
import type { Context } from "hono";
import type { Api } from "../locks.ts";
import type { ApiEnv } from "../principals.ts";
import type { StateLock } from "./state-lock.ts";
import type { StateStore } from "./state-store.ts";

export interface StateRequest {
  readonly c: Context<ApiEnv>;
  readonly api: Api;
  /** The name of the lock, which capability tokens allow: `tofu/<state>`. */
  readonly name: string;
  readonly lock: StateLock;
  readonly store: StateStore;
}
