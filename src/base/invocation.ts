// Whether background work of this runtime ends with the invocation that started it.

/**
 * True in Workers and in Vercel's edge runtime. Detected by globals that Node, Deno and Bun lack, because any of them
 * may have a `process`.
 */
export function endsWithInvocation(): boolean {
  const { WebSocketPair, EdgeRuntime, navigator } = Object(globalThis);
  const { userAgent } = Object(navigator);
  return WebSocketPair !== undefined || EdgeRuntime !== undefined || userAgent === "Cloudflare-Workers";
}

/**
 * Returns a function that returns whether it is called in this invocation of a Worker, or in this Durable Object.
 * Outside Workers, it always returns true.
 */
export function invocationCheck(): () => boolean {
  const { WebSocketPair } = Object(globalThis);
  if (typeof WebSocketPair !== "function") return () => true;
  // The runtime has no name for an invocation, but it refuses the socket of another one.
  const { 0: socket } = new WebSocketPair();
  return () => {
    try {
      return socket.readyState >= 0;
    } catch {
      return false;
    }
  };
}

/**
 * Whether this is the runtime's own context of one invocation, or of one Durable Object. Any other object may serve
 * several invocations.
 */
export function isInvocation(context: object): boolean {
  return /^\[object (ExecutionContext|DurableObjectState)]$/.test(Object.prototype.toString.call(context));
}
