// The deployable Worker on workerd, in front of a gateway with a redis-server of its own.
import { createTestHarness } from "wrangler";
import { createLocks, type Locks } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";

/** The token that a viewer types. */
export const TOKEN = "canary-page-token-of-enough-characters";
/** The lease of holds that are kept alive, in ms. */
export const LEASE_MS = 3_000;

/** A Worker with the page. */
export interface Site extends AsyncDisposable {
  /** The address of the page, with "/" at its end. */
  readonly url: string;
  readonly gateway: Gateway;
  /** Locks in the same database. */
  readonly locks: Locks;
}

/** How to start a site. */
export interface SiteOptions {
  /** Whether viewers may free locks. */
  readonly mayFree?: boolean;
  /** The lease of holds that are kept alive. */
  readonly leaseMs?: number;
  /** More variables of the Worker. */
  readonly vars?: Readonly<Record<string, string>>;
}

export async function startSite({ mayFree = false, leaseMs = LEASE_MS, vars }: SiteOptions = {}): Promise<Site> {
  await using opening = new AsyncDisposableStack();
  const gateway = opening.use(await startGateway());
  const server = createTestHarness({
    workers: [
      {
        configPath: "./wrangler.toml",
        vars: { ...vars, ...(mayFree && { ALLOW_FORCE_RELEASE: "on" }) },
        secrets: {
          UPSTASH_REDIS_REST_URL: gateway.url,
          UPSTASH_REDIS_REST_TOKEN: gateway.token,
          LOCK_API_TOKEN: TOKEN,
        },
      },
    ],
  });
  opening.defer(() => server.close());
  const { url } = await server.listen();
  const opened = opening.move();
  return {
    url: url.href,
    gateway,
    locks: createLocks({ redis: gateway, leaseMs }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
