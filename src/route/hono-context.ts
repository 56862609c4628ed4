// The execution context of a request, on every platform of Hono.
import type { Context } from "hono";
import type { WaitUntil } from "../options.ts";
import { platformContext } from "./platform-context.ts";

/**
 * Returns the execution context, if any. Hono throws if the platform gave it none: on Vercel, which keeps it elsewhere,
 * and on platforms without one.
 */
export function contextOf(c: Context): WaitUntil | undefined {
  try {
    return c.executionCtx;
  } catch {
    return platformContext();
  }
}
