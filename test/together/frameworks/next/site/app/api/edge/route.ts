// The same on the edge runtime, where Next.js has a waitUntil of its own.
import { lockRoute, vercelContext } from "leasehound/vercel";
import { locks } from "../../../lib/locks";
import { firstMsOf, orderOf, pause, workMsOf } from "../../../lib/query";
import { rows } from "../../../lib/rows";

export const runtime = "edge";

const options = { locks, name: orderOf, waitMs: 0 };

export const POST = lockRoute({ ...options, waitMs: 5_000 }, async (request, held) => {
  await pause(workMsOf(request));
  return Response.json({ name: held.name, held: await held.check() });
});

export const GET = lockRoute(options, async (request, held) => {
  await pause(firstMsOf(request));
  return rows(workMsOf(request), held);
});

/** Answers at once, and continues under the lock. */
export const PUT = lockRoute(options, (request, held) => {
  held.keepAlive(vercelContext(), { until: pause(workMsOf(request)) });
  return Response.json({ accepted: held.name }, { status: 202 });
});

export const DELETE = lockRoute(options, () => {
  throw new Error("no such order");
});
