// Errors as OpenTofu expects them: the status decides. The text, one line, is in its log.
import type { Context } from "hono";
import { problem } from "../problem.ts";

/** Answers with the status and the title of the problem that the lock API would answer with. */
export async function plainFailure(error: unknown, c: Context): Promise<Response> {
  const answer = problem(error, c);
  const told: unknown = answer.status === 499 ? {} : await answer.json();
  const headers = new Headers(answer.headers);
  headers.set("content-type", "text/plain; charset=utf-8");
  if (answer.status === 401) headers.set("www-authenticate", 'Basic realm="leasehound"');
  const body = `${String(Reflect.get(Object(told), "title") ?? "")}\n`;
  return new Response(body, { status: answer.status, headers });
}
