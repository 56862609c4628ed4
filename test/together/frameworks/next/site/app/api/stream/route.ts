// The lock is held until the end of the body.
import { lockRoute } from "leasehound/vercel";
import { locks } from "../../../lib/locks";
import { firstMsOf, orderOf, pause, workMsOf } from "../../../lib/query";
import { rows } from "../../../lib/rows";

export const runtime = "nodejs";

export const GET = lockRoute({ locks, name: orderOf, waitMs: 0 }, async (request, held) => {
  await pause(firstMsOf(request));
  return rows(workMsOf(request), held);
});
