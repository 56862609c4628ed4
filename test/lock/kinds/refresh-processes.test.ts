// Many processes refresh a token that its provider rotates, while replies are lost and holders are killed anywhere.
import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { type StartedProcess, startNode } from "../../support/child-process.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { listening } from "../../support/hostile-rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { randomFrom } from "../model/harness/random.ts";

const PROCESSES = shortOrFull(3, 8);
const CALLERS = shortOrFull(40, 125);
const ROUNDS = shortOrFull(6, 40);
const KILLED_ONE_IN = 3;
/** What a caller is told if the replies to all attempts of one request were lost: its own, or the runner's. */
const UNANSWERED: ReadonlySet<string> = new Set(["REDIS_UNREACHABLE", "OUTCOME_UNKNOWN", "FLIGHT_FAILED"]);

interface Stored {
  readonly version: number;
  readonly isOld: boolean;
}

/** The provider, which revokes all tokens when one is spent twice, and the store. */
class Account {
  stored: Stored = { version: 1, isOld: true };
  readonly spent = new Set<number>();
  readonly spentTwice: number[] = [];
  /** The versions whose holders were killed after they had spent them. */
  readonly killed: number[] = [];
  readonly #random = randomFrom(7);

  handle(path: string, body: { version: number; pid: number; next: Stored; former: Stored }): unknown {
    if (path === "/read") return this.stored;
    if (path === "/refresh") {
      if (this.spent.has(body.version)) this.spentTwice.push(body.version);
      this.spent.add(body.version);
      if (this.#random(KILLED_ONE_IN) === 0) {
        this.killed.push(body.version);
        process.kill(body.pid, "SIGKILL");
      }
      return { version: body.version + 1, isOld: false };
    }
    if (this.stored.version === body.former.version) this.stored = body.next;
    return {};
  }
}

async function serve(account: Account): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    response.end(JSON.stringify(account.handle(request.url ?? "", JSON.parse(text))));
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return listening(server);
}

it("each token is spent at most once, and a holder that was killed after its spend is told", async () => {
  const gateway = await startGateway();
  onTestFinished(() => gateway.close());
  const account = new Account();
  const address = await serve(account);
  const name = uniqueName();
  const start = (): StartedProcess => {
    const started = startNode([...["test/support/refresher.ts", gateway.url, gateway.token, address, name, CALLERS]]);
    onTestFinished(() => started[Symbol.asyncDispose]());
    return started;
  };
  gateway.faults.set({ seed: 1, rules: [{ fault: "drop-reply", probability: 0.1 }] });
  const processes = Array.from({ length: PROCESSES }, start);
  const told = new Set<number>();
  const others: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    // The token has expired, or somebody has signed in again.
    account.stored = { version: account.stored.version + (told.has(account.stored.version) ? 1 : 0), isOld: true };
    const outcomes = processes.map(async (each, nth) => {
      each.write(`${round}\n`);
      const ended = each.ended.then(() => undefined);
      const line = await Promise.race([each.line(new RegExp(`^${round} `)).catch(() => undefined), ended]);
      if (line === undefined) processes[nth] = start();
      return line === undefined ? {} : JSON.parse(line.slice(line.indexOf(" ") + 1));
    });
    for (const counts of await Promise.all(outcomes)) {
      for (const [outcome, count] of Object.entries<number>(counts)) {
        const [what = "", version = ""] = outcome.split(" ");
        if (what === "unknown") told.add(Number(version));
        else if (what !== "fresh") others.push(...Array<string>(count).fill(outcome));
      }
    }
  }
  expect(account.spentTwice).toEqual([]);
  expect(others.filter((code) => !UNANSWERED.has(code))).toEqual([]);
  expect(account.killed.filter((version) => !told.has(version))).toEqual([]);
  // A mark whose replies were all lost is told, too, although nothing was spent.
  expect(told.size - account.killed.length).toBeLessThanOrEqual(others.length);
  console.log(
    `${PROCESSES * CALLERS * ROUNDS} calls: ${account.spent.size} tokens spent, each once; ` +
      `${account.killed.length} holders killed after a spend, and told; ${others.length} calls had no answer of Redis`,
  );
  expect(account.spent.size).toBeGreaterThan(ROUNDS / 2);
  expect(account.killed.length).toBeGreaterThan(0);
}, 300_000);
