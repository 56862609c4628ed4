// A caller of the lock API that waits over a socket of its own, and closes it without notice.
import { once } from "node:events";
import { connect } from "node:net";

/** How a connection ends: with FIN, as that of a killed process, or with RST. */
export type Ending = "FIN" | "RST";

/**
 * Asks for a lock, and waits until `isWaiting`. Then hangs up.
 * @param url that of `{name}/acquire`
 * @param accept "text/event-stream" for a wait as events
 */
export async function hangUp(
  url: URL,
  { token, accept, ending }: { readonly token: string; readonly accept: string; readonly ending: Ending },
  isWaiting: () => Promise<unknown>,
): Promise<void> {
  const body = JSON.stringify({ kind: "fairLock", waitMs: 30_000 });
  const socket = connect(Number(url.port), url.hostname);
  socket.on("error", () => {}).resume();
  await once(socket, "connect");
  const head = [
    ...[`POST ${url.pathname} HTTP/1.1`, `host: ${url.host}`, `authorization: Bearer ${token}`],
    ...[`accept: ${accept}`, "content-type: application/json", `content-length: ${body.length}`],
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  await isWaiting();
  if (ending === "RST") socket.resetAndDestroy();
  else socket.destroy();
}
