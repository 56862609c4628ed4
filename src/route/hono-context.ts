// What keeps the invocation alive that answers a request, wherever Hono runs.
import type { Context } from "hono";
import type { WaitUntil } from "../options.ts";
import { platformContext } from "./platform-context.ts";

/**
 * Hono throws where the platform gave it none: on Vercel, which has its own place for it, and where there is nothing.
 */
export function contextOf(c: Context): WaitUntil | undefined {
  try {
    return c.executionCtx;
  } catch {
    return platformContext();
  }
}
