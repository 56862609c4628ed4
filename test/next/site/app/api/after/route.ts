// Answers at once, and works on after the response: the lock is renewed until that work is done.
import { afterContext, withLock } from "leasehound/vercel";
import { after } from "next/server";
import { locks } from "../../../lib/locks";
import { orderOf, pause, workMsOf } from "../../../lib/query";

export const POST = withLock({ locks, name: orderOf, waitMs: 0 }, (request, held) => {
  held.keepAlive(afterContext(after), { until: pause(workMsOf(request)) });
  return Response.json({ accepted: held.name }, { status: 202 });
});
