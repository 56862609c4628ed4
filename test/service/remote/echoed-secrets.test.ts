// A server that repeats what it was sent: no error of the typed client shows a token, or the text of a hold.
import { inspect } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { createRemoteLocks, type Fetch, type RemoteLocks } from "../../../src/service/remote/index.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { RemoteStage } from "../../support/remote-locks.ts";
import { uniqueName } from "../../support/unique-name.ts";

const redis = await sharedGateway();
let stage: RemoteStage;
let url = "";
beforeAll(async () => {
  stage = await RemoteStage.start();
  url = stage.serve(createLocks({ redis }));
});
afterAll(() => stage?.stop());

/** Answers to each request with a problem that repeats its headers and its body. */
function echoing(code: string, status: number, holds: Set<string>): Fetch {
  return async (_, { headers, body }) => {
    const sent = new Headers(headers);
    const { hold } = Object(JSON.parse(String(body ?? "{}")));
    if (typeof hold === "string") holds.add(hold);
    const echoed = `${sent.get("authorization")} ${body}`;
    const holder = {
      owner: echoed,
      label: echoed,
      since: 1,
      remainingMs: 1_000,
      mode: "exclusive",
      origin: "leasehound",
    };
    const problem = { code, status, title: echoed, option: echoed, end: `stolen:${echoed}`, holder };
    const answer = { ...problem, nonce: sent.get("request-nonce"), remainingMs: 1_000 };
    if (sent.get("accept") !== "text/event-stream") return Response.json(answer, { status });
    const event = `event: problem\ndata: ${JSON.stringify(answer)}\n\n`;
    return new Response(event, { headers: { "content-type": "text/event-stream" } });
  };
}

const CODES = [
  ...[["INVALID_OPTION", 400] as const, ["LOCK_BUSY", 409] as const, ["HOLD_ENDED", 409] as const],
  ...[["NOT_A_LOCK", 409] as const, ["REDIS_REFUSED", 502] as const, ["UNEXPECTED_REPLY", 502] as const],
  ...[["HTTP_401", 401] as const, ["HTTP_403", 403] as const, ["REDIS_UNREACHABLE", 503] as const],
];

it.each(CODES)("an error shows no token that a server repeats in %s", async (code, status) => {
  let send: Fetch = fetch;
  const locks: RemoteLocks = createRemoteLocks({ url, token: TOKEN, fetch: (...request) => send(...request) });
  const held = await locks.lock(uniqueName()).acquire({ leaseMs: 3_000 });
  const holds = new Set<string>();
  send = echoing(code, status, holds);
  const calls = [
    () => locks.lock("a").acquire({ waitMs: 500, signal: AbortSignal.timeout(2_000) }),
    () => locks.lock("a").acquire({ waitMs: 0, signal: AbortSignal.timeout(2_000) }),
    () => held.renew(),
    () => held.release(),
    () => locks.lock("a").inspect(),
  ];
  const outcomes = await Promise.allSettled(calls.map((each) => each()));
  const shown = outcomes.map((outcome) => inspect(outcome, { depth: 9, showHidden: true })).join("\n");
  expect(outcomes.some(({ status: settled }) => settled === "rejected")).toBe(true);
  expect(shown).not.toContain(TOKEN);
  expect(holds.size).toBe(1);
  for (const hold of holds) expect(shown).not.toContain(hold);
});
