// A request whose open answer does not keep the process alive. Node ends when it has no other work, although no part of
// fetch() offers this: its diagnostics show the socket of a request. Deno and Bun have no such way.
import { endsWithInvocation } from "../../base/invocation.ts";

const SENT = "undici:client:sendHeaders";

/** Sends a request like fetch(). Calls `onUnref` before the answer if an open answer does not keep the process alive. */
export async function fetchUnref(url: string, options: RequestInit, onUnref: () => void): Promise<Response> {
  const { process, Deno } = Object(globalThis);
  const diagnostics = Object(process).getBuiltinModule?.("node:diagnostics_channel");
  // In a browser, nothing waits for the end of a page.
  if (process === undefined && Deno === undefined && !endsWithInvocation()) onUnref();
  if (diagnostics === undefined) return fetch(url, options);
  const { pathname, search } = new URL(url);
  const onSent = (sent: unknown): void => {
    const { request, socket } = Object(sent);
    if (Object(request).path !== pathname + search || typeof Object(socket).unref !== "function") return;
    socket.unref();
    onUnref();
  };
  diagnostics.subscribe(SENT, onSent);
  try {
    return await fetch(url, options);
  } finally {
    diagnostics.unsubscribe(SENT, onSent);
  }
}
