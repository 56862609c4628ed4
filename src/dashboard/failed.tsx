// Errors as pages.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { Refusal } from "../api/refusal.ts";
import { isLockError } from "../errors.ts";
import { answerPage } from "./request.ts";
import { Failure, reasonOf } from "./views/failure.tsx";

/** Answers an error of a route with a page. The page contains no text from Redis. */
export function failed(error: unknown, c: Context): Promise<Response> {
  const base = c.req.path.slice(0, c.req.path.lastIndexOf("/") + 1);
  const answer = (status: ContentfulStatusCode, message: string): Promise<Response> =>
    answerPage(c, <Failure base={base} title="This did not work" message={message} />, status);
  if (error instanceof Refusal) return answer(error.status, error.message);
  if (error instanceof HTTPException) return answer(error.status as ContentfulStatusCode, "The request is too large.");
  if (isLockError(error)) return answer(error.code === "NOT_A_LOCK" ? 409 : 503, reasonOf(error));
  console.error(error);
  return answer(500, reasonOf(error));
}
