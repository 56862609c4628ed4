// Routes that run alone for each order.
import { lockRoute } from "leasehound/web";
import { locks } from "../../lib/locks";
import { firstMsOf, orderOf, pause, workMsOf } from "../../lib/query";
import { rows } from "../../lib/rows";
import type { RequestEvent, RequestHandler } from "./$types";

const options = { locks, name: ({ request }: RequestEvent) => orderOf(request), waitMs: 0 };

export const POST: RequestHandler = lockRoute({ ...options, waitMs: 5_000 }, async ({ request }, held) => {
  await pause(workMsOf(request));
  return Response.json({ name: held.name, held: await held.check() });
});

export const GET: RequestHandler = lockRoute(options, async ({ request }, held) => {
  await pause(firstMsOf(request));
  return rows(workMsOf(request), held);
});

export const PUT: RequestHandler = lockRoute({ ...options, maxResponseMs: 2_000 }, ({ request }, held) =>
  rows(workMsOf(request), held),
);

export const DELETE: RequestHandler = lockRoute(options, () => {
  throw new Error("no such order");
});
