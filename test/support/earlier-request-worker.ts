// A Worker whose later requests use the hold that an earlier one got.
import { createLocks, type Held, isLockError, type Permit, type WaitUntil } from "../../src/index.ts";

interface Env {
  readonly url: string;
  readonly token: string;
}

/** Of all requests. */
const holds = new Map<string, Held>();
const permits = new Map<string, Permit>();

/** The method of a hold that a request calls. */
const USES: Readonly<Record<string, (held: Held, permit: Permit, context: WaitUntil) => unknown>> = {
  release: (held) => held.release(),
  renew: (held) => held.renew(),
  check: (held) => held.check(),
  handOff: (held) => held.handOff({ maxHoldMs: 10_000 }),
  keepAlive: (held, _, context) => held.keepAlive(context),
  serialize: (held) => held.serialize(),
  move: (held) => held.serialize({ move: true }),
  leave: (held) => held[Symbol.asyncDispose](),
  "permit.release": (_, permit) => permit.release(),
  "permit.renew": (_, permit) => permit.renew(),
  "permit.check": (_, permit) => permit.check(),
  "permit.keepAlive": (_, permit, context) => permit.keepAlive(context),
};

export default {
  async fetch(request: Request, { url, token }: Env, context: WaitUntil): Promise<Response> {
    const [, name = "", use = ""] = new URL(request.url).pathname.split("/");
    const watchdog = { entrust: never, withdraw: never, status: never };
    const locks = createLocks({ redis: { url, token }, watchdog });
    if (use === "acquire") {
      const held = await locks.lock(name).acquire();
      held.keepAlive(context);
      holds.set(name, held);
      permits.set(name, await locks.permitExpirableSemaphore(`${name}-permits`, { permits: 1 }).acquire());
      return Response.json({ text: held.serialize() });
    }
    const [held, permit] = [holds.get(name), permits.get(name)];
    if (held === undefined || permit === undefined) return new Response(null, { status: 404 });
    try {
      await USES[use]?.(held, permit, context);
      return Response.json({ code: "" });
    } catch (error) {
      return Response.json({ code: isLockError(error) ? error.code : String(error) });
    }
  },
};

async function never(): Promise<never> {
  throw new Error("not asked");
}
