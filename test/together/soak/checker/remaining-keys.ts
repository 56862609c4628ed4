// M13: the remaining keys in Redis after every lease has ended.
import { command, type Endpoint } from "../../../support/rest.ts";
import type { Findings } from "./findings.ts";

const OURS = /^leasehound:[^:]*:(owner|record|forced|tries|standing|stands|waiter):[^{]*\{/;
// Redisson's, of a fenced lock: without it an older token would be given again.
const KEPT_FOR_EVER = /^redisson_lock_token:\{/;
const RECORD_BEYOND_LEASE_MS = 60_000;
// Lists of standing requests, and their flags.
const LIST = /^leasehound:[^:]*:stand(ing|s):/;
const LIST_MS = 160_000;

/**
 * Every key must be a record of ours with a TTL, within a lease and 60 s after the end of another; a list of standing
 * requests; or a latest token, which stays. Returns the number of records.
 *
 * @param during only records of this lock are judged, and the lock may be held
 */
export async function judgeKeys(
  redis: Endpoint,
  leaseMs: number,
  findings: Findings,
  during?: string,
): Promise<number> {
  const keys: string[] = [];
  let cursor = "0";
  do {
    const [next, page] = await command<[string, string[]]>(redis, "SCAN", cursor, "COUNT", 1_000);
    const judged = page.filter((key) => during === undefined || key.endsWith(`{${during}}`));
    keys.push(...judged.filter((key) => !KEPT_FOR_EVER.test(key)));
    cursor = next;
    // Ends when the scan is complete.
  } while (cursor !== "0");
  const lives = await Promise.all(chunks(keys, 500).map((chunk) => livesOf(redis, chunk)));
  for (const [index, life] of lives.flat().entries()) {
    const key = keys[index] ?? "";
    if (life === -2) continue; // expired between the two commands
    if (!OURS.test(key)) findings.add("M13", `${key} is left, for ${life} ms`);
    else if (life < 0 || life > (LIST.test(key) ? LIST_MS : 2 * leaseMs + RECORD_BEYOND_LEASE_MS))
      findings.add("M13", `${key} lives ${life} ms more`);
  }
  return keys.length;
}

async function livesOf({ url, token }: Endpoint, keys: readonly string[]): Promise<number[]> {
  const response = await fetch(`${url}/pipeline`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(keys.map((key) => ["PTTL", key])),
  });
  const answers: { result: number }[] = await response.json();
  return answers.map(({ result }) => result);
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
