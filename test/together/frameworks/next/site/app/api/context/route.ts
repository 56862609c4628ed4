// The platform's way to keep an invocation alive: `next start` on Node has none.
import { isLockError } from "leasehound";
import { vercelContext } from "leasehound/vercel";

export const dynamic = "force-dynamic";

export function GET(): Response {
  try {
    vercelContext();
    return Response.json({ code: null });
  } catch (error) {
    if (!isLockError(error)) throw error;
    return Response.json({ code: error.code });
  }
}
