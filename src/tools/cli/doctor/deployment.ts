// Checks of the deployment of a lock API, by its answers.
import { type Finding, unreadable } from "../../../engine/prove/finding.ts";
import { clockOf } from "./finding.ts";

const SECOND_MS = 1_000;
const OF_API = { mostMs: 5_000, of: "the lock API", effect: "tokens expire by the clock of the API" };

/** Compares this machine's clock with that of the API. Tokens expire by the latter. */
export function checkApiClock(headers: Headers, sentAt: number, answeredAt: number): Finding {
  const apiMs = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(apiMs)) return unreadable("clock", "the answers have no date");
  // The header has whole seconds.
  const differenceMs = Math.max(0, sentAt - (apiMs + SECOND_MS), apiMs - answeredAt);
  return clockOf(differenceMs, OF_API);
}

/** Reads the rate of requests that the API states. */
export function checkRate(headers: Headers): Finding {
  const check = "rate limit";
  const [, limit, periodS] = /"requests";q=(\d+);w=(\d+)/.exec(headers.get("ratelimit-policy") ?? "") ?? [];
  if (limit !== undefined)
    return { check, health: "ok", found: `${limit} requests in ${periodS} s for each principal` };
  const advice = "give the Worker RATE_LIMITER and RATE_LIMIT, unless something else limits requests";
  return unreadable(check, "the lock API states no limit", advice);
}

/** Reads the answer to a force-release that states no holders. It is always refused, and the status says why. */
export function checkForceRelease(status: number): Finding {
  const check = "force-release";
  if (status === 403) return { check, health: "ok", found: "it is switched off: only its holder releases a lock" };
  if (status === 400) return { check, health: "ok", found: "it is switched on, for callers with the verb" };
  return unreadable(check, `the lock API answered HTTP ${status}`);
}

/** Reads openapi.json, which the deployed Worker has beside the API. */
export async function checkDescription(response: Response, version: string): Promise<Finding> {
  const check = "description";
  const described: unknown = await response.json().catch(() => undefined);
  const { info } = Object(described);
  if (response.status !== 200 || typeof info?.version !== "string") {
    return unreadable(check, "there is no /openapi.json beside the API");
  }
  const found = `/openapi.json describes version ${info.version}`;
  if (info.version === version) return { check, health: "ok", found };
  const advice = "deploy the Worker of the version that your programs use, or update the programs";
  return { check, health: "warning", found: `${found}, and this command has ${version}`, advice };
}
