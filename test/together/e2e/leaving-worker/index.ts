// A Worker with clients that disconnect: the lock API, and a locked route, with the package as published.
import { Hono } from "hono";
import type { WaitUntil } from "leasehound";
import { createLockApi } from "leasehound/api";
import { lockRoute, locksFromEnv } from "leasehound/hono";
import { lockRoute as webLock, locksFromEnv as webLocksFromEnv } from "leasehound/web";
import { ANSWERS } from "../../../support/answers-of-length.ts";

interface Env {
  readonly UPSTASH_REDIS_REST_URL: string;
  readonly UPSTASH_REDIS_REST_TOKEN: string;
  readonly SELF: Fetcher;
}

const TOKEN = "a-token-of-32-or-more-characters";
const app = new Hono<{ Bindings: Env }>();
const locks = locksFromEnv({ leaseMs: 20_000 });

app.route("/v1/locks", createLockApi({ locks, token: TOKEN }));

app.post("/alone/:name", lockRoute({ locks, name: (c) => c.req.param("name") ?? "" }), async (c) => {
  await scheduler.wait(1_500);
  await fetch(`${c.env.UPSTASH_REDIS_REST_URL}/set/done:${c.req.param("name")}/yes`, {
    headers: { authorization: `Bearer ${c.env.UPSTASH_REDIS_REST_TOKEN}` },
  });
  return c.text("done");
});

const endless = webLock<Request, [env: Env, ctx: WaitUntil]>(
  {
    locks: webLocksFromEnv({ leaseMs: 20_000 }),
    name: (request) => new URL(request.url).pathname.slice("/endless/".length),
    maxResponseMs: 1_500,
  },
  () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })),
);
app.get("/endless/:name", (c) => endless(c.req.raw, c.env, c.executionCtx));

app.get("/length/:name/:answer", lockRoute({ locks, name: (c) => c.req.param("name") ?? "" }), (c) => {
  const [, , answer] = ANSWERS.find(([what]) => what === c.req.param("answer")) ?? [];
  return answer?.() ?? c.notFound();
});

/**
 * A client of the path behind it that disconnects after a while. It is a Worker too, because the proxies in front of a
 * local runtime do not pass on that their client has disconnected.
 */
app.post("/client/*", async (c) => {
  const { leaveMs }: { leaveMs: number } = await c.req.json();
  const client = new AbortController();
  const answer = c.env.SELF.fetch(`http://self${c.req.path.slice("/client".length)}`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(c.req.path.includes("/v1/") ? { kind: c.req.query("kind"), waitMs: 30_000 } : {}),
    signal: client.signal,
  }).then((response) => response.text());
  await scheduler.wait(leaveMs);
  client.abort();
  return c.text(await answer.catch((error: unknown) => `left: ${error}`));
});

export default app;
