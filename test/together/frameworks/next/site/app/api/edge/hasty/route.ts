// A response that must be read within 2 s.
import { lockRoute } from "leasehound/vercel";
import { locks } from "../../../../lib/locks";
import { orderOf, workMsOf } from "../../../../lib/query";
import { rows } from "../../../../lib/rows";

export const runtime = "edge";

export const GET = lockRoute({ locks, name: orderOf, maxResponseMs: 2_000 }, (request, held) =>
  rows(workMsOf(request), held),
);
