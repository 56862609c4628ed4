// Errors as pages.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isLockError } from "../../base/errors.ts";
import { Refusal } from "../access/refusal.ts";
import { answerPage, baseOf, sentence } from "./request.ts";
import { signIn } from "./session-routes.tsx";
import { Failure, reasonOf } from "./views/failure.tsx";
import { h } from "./views/html.ts";

/** The statuses of the errors that a request causes. With all others, Redis does not answer. */
const STATUSES: Partial<Record<string, ContentfulStatusCode>> = { INVALID_OPTION: 400, NOT_A_LOCK: 409 };

/** The parts of the routes behind the path of the page. */
const TAIL = /\/(live|session|sign-out|free)$/;

/** Answers an error of a route with a page. The page contains no text from Redis. */
export function failed(error: unknown, c: Context): Response {
  const [, tail = ""] = TAIL.exec(c.req.path) ?? [];
  const base = baseOf(c, tail);
  const answer = (status: ContentfulStatusCode, message: string): Response =>
    answerPage(c, <Failure base={base} title="This did not work" message={message} />, status);
  // For the audit.
  if (error instanceof Refusal) c.set("leasehoundProblem", `HTTP_${error.status}`);
  else c.set("leasehoundProblem", isLockError(error) ? error.code : "INTERNAL");
  if (error instanceof Refusal && error.status === 401) return signIn(c, base, sentence(error.message));
  if (error instanceof Refusal) return answer(error.status, sentence(error.message));
  if (error instanceof HTTPException) return answer(error.status as ContentfulStatusCode, "The request is too large.");
  if (isLockError(error)) return answer(STATUSES[error.code] ?? 503, reasonOf(error));
  console.error(error);
  return answer(500, reasonOf(error));
}
