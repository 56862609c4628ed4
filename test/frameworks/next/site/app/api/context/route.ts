// What the platform gives to keep an invocation alive: nothing in `next start` on Node.
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
