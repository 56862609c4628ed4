// Whether background work of this runtime ends with the invocation that began it.

/**
 * Workers, and Vercel's edge runtime: told by globals that Node, Deno and Bun lack, since all of them may have a
 * `process`.
 */
export function endsWithInvocation(): boolean {
  const [pairs, edge, navigator] = ["WebSocketPair", "EdgeRuntime", "navigator"].map(globalOf);
  return pairs !== undefined || edge !== undefined || Object(navigator).userAgent === "Cloudflare-Workers";
}

function globalOf(name: string): unknown {
  return Reflect.get(globalThis, name);
}
