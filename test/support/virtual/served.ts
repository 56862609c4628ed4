// Programs of the tests that answer requests in this process, by their origin: in place of a server with a socket.

export type Respond = (request: Request) => Response | Promise<Response>;

const served = new Map<string, Respond>();

/** Lets a program answer the requests to an origin of its own, which it returns. */
export function serveInProcess(respond: Respond): string {
  const origin = `https://served-${served.size + 1}.test`;
  served.set(origin, respond);
  return origin;
}

/** Returns the program that answers at this origin. */
export function servedAt(origin: string): Respond | undefined {
  return served.get(origin);
}
