// A thread that sends requests which the lock API refuses, at a steady rate, and counts the answers by status.
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

export interface FloodOrder {
  readonly url: string;
  /** One for each hostile principal. They allow the locks `own/*`. */
  readonly tokens: readonly string[];
  readonly perSecond: number;
  readonly ms: number;
}

export interface FloodCounts {
  readonly byStatus: Readonly<Record<string, number>>;
  /** Until the last answer. Much longer than the order says: the machine could not serve so many. */
  readonly ms: number;
}

// Hostile callers do not agree on a moment: one request after another, not many at once.
const TICK_MS = 1;
const JSON_TYPE = "application/json";

interface Refused {
  readonly path: string;
  readonly body: string;
}

// Each is refused at another place: by the name, the verb, the body, and the text of the hold.
const REQUESTS: readonly Refused[] = [
  { path: "honest%2F1/acquire", body: "{}" },
  { path: "own%2Fa/force-release", body: "{}" },
  { path: "own%2Fa/acquire", body: '{"leaseMs":1}' },
  { path: "own%2Fa/release", body: `{"hold":"lha1.${"A".repeat(8)}.${"A".repeat(300)}.${"A".repeat(43)}"}` },
];

async function flood({ url, tokens, perSecond, ms }: FloodOrder): Promise<FloodCounts> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const byStatus: Record<string, number> = {};
  const pending: Promise<void>[] = [];
  const start = performance.now();
  let sent = 0;
  while (performance.now() - start < ms) {
    const due = Math.floor(((performance.now() - start) / 1_000) * perSecond);
    for (; sent < due; sent += 1) {
      const token = tokens[sent % tokens.length] ?? "";
      const { path, body } = REQUESTS[sent % REQUESTS.length] ?? { path: "", body: "" };
      pending.push(
        ask(agent, `${url}/v1/locks/${path}`, token, body).then((status) => {
          byStatus[status] = (byStatus[status] ?? 0) + 1;
        }),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(pending);
  agent.destroy();
  return { byStatus, ms: performance.now() - start };
}

function ask(agent: Agent, url: string, token: string, body: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": JSON_TYPE };
    const sent = request(url, { agent, method: "POST", headers }, (response) => {
      response.resume();
      response.once("end", () => resolve(String(response.statusCode)));
    });
    sent.once("error", () => resolve("no answer"));
    sent.end(body);
  });
}

const order: FloodOrder = workerData;
parentPort?.postMessage(await flood(order));
