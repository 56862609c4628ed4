// A route on Node that runs alone for each order.
import { lockRoute } from "leasehound/vercel";
import { locks } from "../../../../lib/locks";
import { pause, workMsOf } from "../../../../lib/query";

export const runtime = "nodejs";

interface Asked {
  params: Promise<{ id: string }>;
}

export const POST = lockRoute(
  { locks, name: async (_request: Request, { params }: Asked) => (await params).id, waitMs: 5_000 },
  async (request, held, { params }) => {
    await pause(workMsOf(request));
    return Response.json({ id: (await params).id, name: held.name, held: await held.check() });
  },
);
