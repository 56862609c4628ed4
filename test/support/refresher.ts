// A process whose callers refresh one token at once:
// node test/support/refresher.ts <redis url> <token> <account> <name> <callers>
// A line on standard input is the number of a round. It prints that number, and how often each outcome came.
import { createInterface } from "node:readline";
import { createLocks, isLockError, refreshOnce } from "../../src/index.ts";

interface Stored {
  readonly version: number;
  readonly isOld: boolean;
}

const [url = "", token = "", account = "", name = "", callers = "1"] = process.argv.slice(2);
const locks = createLocks({ redis: { url, token }, leaseMs: 2_000 });

async function ask<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(account + path, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function outcome(): Promise<string> {
  try {
    const { version } = await refreshOnce(locks, name, {
      read: () => ask<Stored>("/read", {}),
      isFresh: ({ isOld }) => !isOld,
      refresh: ({ version: spent }) => ask<Stored>("/refresh", { version: spent, pid: process.pid }),
      write: (next, former) => ask("/write", { next, former }),
      waitMs: 60_000,
    });
    return `fresh ${version}`;
  } catch (error) {
    if (!isLockError(error)) return `error ${error}`;
    return error.code === "SPEND_UNKNOWN" ? `unknown ${error.version}` : error.code;
  }
}

for await (const round of createInterface({ input: process.stdin })) {
  const outcomes = await Promise.all(Array.from({ length: Number(callers) }, outcome));
  const counts: Record<string, number> = {};
  for (const each of outcomes) counts[each] = (counts[each] ?? 0) + 1;
  console.log(`${round} ${JSON.stringify(counts)}`);
}
